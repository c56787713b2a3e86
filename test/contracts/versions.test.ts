import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPacts } from '../../contracts/gate/contract-report'
import {
  deploymentObjections,
  publishPortal,
  recordDeployment,
  recordVersion,
} from '../../contracts/gate/versions'
import { run } from '../../local/cli/contracts'
import type { Pact } from '../../contracts/interactions/pact-file'
import type { Verification, VerifiedInteraction } from '../../contracts/verification/verify'

const pacts = readPacts().filter(({ provider }) => provider.name === 'token-service')
const pact = pacts[0] as Pact
const service = (version: string) => ({ name: 'token-service', version })
const portal = (version: string) => ({ name: 'assay-portal', version })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-versions-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** As if that version had been verified, with these outcomes. */
function verified(
  version: string,
  outcomes: Readonly<Record<string, VerifiedInteraction['outcome']>> = {},
  of: Pact = pact,
): void {
  const interactions = of.interactions.map(({ description, comments }): VerifiedInteraction => ({
    description,
    obligation: comments.obligation,
    states: [],
    method: 'GET',
    path: '/',
    outcome: outcomes[description] ?? 'verified',
    reasons: [],
    milliseconds: 1,
  }))
  const verification: Verification = {
    provider: 'token-service',
    baseUrl: 'http://localhost:1',
    startedAt: '2026-11-20T08:00:00.000Z',
    milliseconds: 2,
    outcome: 'verified',
    interactions,
    browser: [],
    output: '',
  }
  recordVersion(folder, of, verification, { version, consumerVersion: '3f2a', branch: 'main' })
}

const may = (build: { readonly name: string; readonly version: string }, environment = 'production') =>
  deploymentObjections(folder, build, environment)

const forbidden = 'a BI token for a person who may not have one'
const anonymous = 'a BI token for nobody in particular'

test('provider build 812 may go where portal 3f2a runs; 813, which fails, and 814, which nobody verified, may not', () => {
  publishPortal(folder, pacts, { version: '3f2a', branch: 'main' })
  recordDeployment(folder, portal('3f2a'), 'production')
  verified('812', { [forbidden]: 'not-run' })
  verified('813', { [anonymous]: 'failed' })
  expect([may(service('812')), may(service('813')), may(service('814'))]).toEqual([
    [],
    [`token-service 813: "${anonymous}" failed`],
    ['token-service 814: was never verified'],
  ])
})

test('where no portal runs a provider breaks nothing', () => {
  recordDeployment(folder, service('811'), 'staging')
  expect(may(service('812'), 'staging')).toEqual([])
})

test('nothing may go to an environment without a record, such as one that is mistyped', () => {
  expect(may(service('812'), 'prodution')).toEqual([
    'prodution: nothing is recorded there; no environment has a record',
  ])
  recordDeployment(folder, service('811'), 'staging')
  recordDeployment(folder, portal('3f2a'), 'production')
  expect([may(service('814'), 'prodution'), may(portal('3f2a'), 'prodution')].flat()).toEqual(
    Array(2).fill('prodution: nothing is recorded there; there are records of production, staging'),
  )
})

test('of all pacts a deployment needs those that it was published with', async () => {
  const publish = (...more: readonly string[]) =>
    run(['publish', '--results', folder, '--version', '3f2a', ...more])
  recordDeployment(folder, service('812'), 'production')
  verified('812')
  await publish('--providers', 'token-service')
  expect(may(portal('3f2a'))).toEqual([])
  await publish('--providers', 'token-service, dashboard-library-v2')
  expect(may(portal('3f2a'))).toEqual(['dashboard-library-v2: no version runs in production'])
  await publish()
  expect(may(portal('3f2a'))).toHaveLength(readPacts().length - 1)
  await expect(publish('--providers', 'token-servise')).rejects.toThrow('not "token-servise"')
})

test('what is no longer pending is judged by the run there was', () => {
  const [first, ...others] = pact.interactions
  if (first === undefined) throw new Error('The pact is empty.')
  const pending = { ...pact, interactions: [{ ...first, pending: true }, ...others] }
  publishPortal(folder, pacts, { version: '3f2a' })
  recordDeployment(folder, portal('3f2a'), 'production')
  verified('812', {}, pending)
  verified('813', { [first.description]: 'pending' }, pending)
  expect(may(service('812'))).toEqual([])
  expect(may(service('813'))).toEqual([
    `token-service 813: "${first.description}" failed, and is no longer pending`,
  ])
})

test('a portal goes only where every provider of its pacts runs at a version that meets it', () => {
  publishPortal(folder, pacts, { version: '3f2a' })
  recordDeployment(folder, portal('2e19'), 'production')
  expect(may(portal('3f2a'))).toEqual(['token-service: no version runs in production'])
  recordDeployment(folder, service('812'), 'production')
  expect(may(portal('3f2a'))).toEqual(['token-service 812: was never verified'])
  verified('812')
  expect(may(portal('3f2a'))).toEqual([])
  expect(may(portal('9c01'))).toEqual(['assay-portal 9c01: what it asks was never published'])
})

test('an interaction that is as it was needs no new run; one that has changed does', () => {
  verified('812')
  const [first, ...others] = pact.interactions
  if (first === undefined) throw new Error('The pact is empty.')
  const changed = { ...first, request: { ...first.request, path: '/api/elsewhere' } }
  publishPortal(folder, [{ ...pact, interactions: others }], { version: 'less' })
  publishPortal(folder, [{ ...pact, interactions: [changed, ...others] }], { version: 'more' })
  recordDeployment(folder, service('812'), 'production')
  expect(may(portal('less'))).toEqual([])
  expect(may(portal('more'))).toEqual([
    `token-service 812: "${first.description}" was never verified as it is`,
  ])
})

test('a later deployment takes the place of the one before', () => {
  publishPortal(folder, pacts, { version: '3f2a' })
  verified('812')
  verified('813', { [anonymous]: 'failed' })
  recordDeployment(folder, service('813'), 'production')
  expect(may(portal('3f2a'))).toHaveLength(1)
  recordDeployment(folder, service('812'), 'production')
  expect(may(portal('3f2a'))).toEqual([])
})
