import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPacts } from '../../contracts/gate/contract-report'
import {
  deploymentObjections,
  publishPortal,
  hasPassed,
  recordDeployment,
  recordVerdict,
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

/** A verification of that version with these outcomes. */
function verified(
  version: string,
  outcomes: Readonly<Record<string, VerifiedInteraction['outcome']>> = {},
  of: Pact = pact,
  unreadable: readonly string[] = [],
): void {
  const call = { states: [], method: 'GET', path: '/', reasons: [], milliseconds: 1 }
  const interactions = of.interactions.map(({ description, comments }): VerifiedInteraction => ({
    ...call,
    description,
    obligation: comments.obligation,
    outcome: outcomes[description] ?? 'verified',
  }))
  const verification: Verification = {
    provider: 'token-service',
    baseUrl: 'http://localhost:1',
    startedAt: '2026-11-20T08:00:00.000Z',
    milliseconds: 2,
    outcome: 'verified',
    interactions,
    browser: unreadable.map((reason) => ({
      ...call,
      description: 'browser origin: GET /api/token',
      obligation: 'must',
      outcome: 'failed',
      reasons: [reason],
    })),
    output: '',
  }
  recordVersion(folder, of, verification, { version, consumerVersion: '3f2a', branch: 'main' })
}

const may = (build: { readonly name: string; readonly version: string }, environment = 'production') =>
  deploymentObjections(folder, build, environment)

const forbidden = 'a BI token for a person who may not have one'
const anonymous = 'a BI token for nobody in particular'

test('provider build 812 may be deployed beside portal 3f2a; 813, which fails, and 814, which is not verified, may not', () => {
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

test('nothing may be deployed to an environment without a record, such as a mistyped one', () => {
  expect(may(service('812'), 'prodution')).toEqual([
    'prodution: nothing is recorded there; no environment has a record',
  ])
  recordDeployment(folder, service('811'), 'staging')
  recordDeployment(folder, portal('3f2a'), 'production')
  expect([may(service('814'), 'prodution'), may(portal('3f2a'), 'prodution')].flat()).toEqual(
    Array(2).fill('prodution: nothing is recorded there; there are records of production, staging'),
  )
})

test('a deployment needs only the pacts that it was published with', async () => {
  const publish = (...more: readonly string[]) =>
    run(['publish', '--results', folder, '--version', '3f2a', ...more])
  recordDeployment(folder, service('812'), 'production')
  verified('812')
  await publish('--providers', 'token-service')
  expect(may(portal('3f2a'))).toEqual([])
  await publish('--providers', 'token-service, dashboard-library-v2')
  expect(may(portal('3f2a'))).toEqual(['dashboard-library-v2: no version runs in production'])
  await publish()
  // The profile of identity providers beside the pacts, without the deployed one.
  expect(may(portal('3f2a'))).toHaveLength(readPacts().length)
  await expect(publish('--providers', 'token-servise')).rejects.toThrow('not "token-servise"')
})

test('a pact that is no longer pending is judged by its existing run', () => {
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

test('a portal may be deployed only where every provider of its pacts runs a version that meets them', () => {
  publishPortal(folder, pacts, { version: '3f2a' })
  recordDeployment(folder, portal('2e19'), 'production')
  expect(may(portal('3f2a'))).toEqual(['token-service: no version runs in production'])
  recordDeployment(folder, service('812'), 'production')
  expect(may(portal('3f2a'))).toEqual(['token-service 812: was never verified'])
  verified('812')
  expect(may(portal('3f2a'))).toEqual([])
  expect(may(portal('9c01'))).toEqual(['assay-portal 9c01: what it asks was never published'])
})

test('an unchanged interaction needs no new run; a changed one does', () => {
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

test('a later deployment replaces the previous one', () => {
  publishPortal(folder, pacts, { version: '3f2a' })
  verified('812')
  verified('813', { [anonymous]: 'failed' })
  recordDeployment(folder, service('813'), 'production')
  expect(may(portal('3f2a'))).toHaveLength(1)
  recordDeployment(folder, service('812'), 'production')
  expect(may(portal('3f2a'))).toEqual([])
})

describe('what a browser cannot read', () => {
  const less: Pact = { ...pact, interactions: pact.interactions.slice(1) }
  const objection = 'token-service 812: browser origin: GET /api/token (no Access-Control-Allow-Origin)'
  beforeEach(() => {
    publishPortal(folder, pacts, { version: '3f2a' })
    publishPortal(folder, [less], { version: 'less' })
    recordDeployment(folder, service('812'), 'production')
    verified('812', {}, pact, ['no Access-Control-Allow-Origin'])
  })

  test('is not cleared by a pass of Pact’s own verifier, which does not check it', () => {
    recordVerdict(folder, pact, service('812'), true)
    expect(may(portal('3f2a'))).toEqual([objection])
    expect(hasPassed(folder, pact, null)).toBe(false)
  })

  test('applies to a pact without its own verification, and not to one whose verification has none', () => {
    expect([may(portal('3f2a')), may(portal('less'))]).toEqual([[objection], [objection]])
    verified('812', {}, less)
    expect([may(portal('3f2a')), may(portal('less'))]).toEqual([[objection], []])
    expect([hasPassed(folder, pact, null), hasPassed(folder, less, null)]).toEqual([false, true])
  })

  test('is read from a file with one list for all pacts, until the pact is verified again', async () => {
    const file = join(folder, 'versions', 'token-service@812.json')
    const found = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, unknown>>
    await writeFile(file, JSON.stringify({ ...found, browser: [objection.split(': ').slice(1).join(': ')] }))
    expect([may(portal('3f2a')), may(portal('less'))]).toEqual([[objection], [objection]])
    verified('812')
    expect([may(portal('3f2a')), may(portal('less'))]).toEqual([[], [objection]])
  })
})
