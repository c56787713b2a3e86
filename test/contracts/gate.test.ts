import { mkdtemp, rm, writeFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractReportOf, readPacts, buildReport } from '../../contracts/gate/contract-report'
import { readHistory, recordVerification } from '../../contracts/gate/history'
import { objections } from '../../contracts/gate/history'
import { operationsOf, providers } from '../../contracts/interactions/operations'
import { readPact } from '../../contracts/interactions/pact-file'
import type { Verification, VerifiedInteraction } from '../../contracts/verification/verify'
import { registerContractPage } from '../../local/services'
import { history } from './example-history'
import { browserChecks } from '../../contracts/verification/browser'

describe('the gate', () => {
  let folder: string
  let pactFile: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-gate-'))
    pactFile = join(folder, 'pact.json')
    await agree('/api/token')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** Two interactions; the second is pending. */
  async function agree(path: string, more: readonly object[] = [], comments = {}): Promise<void> {
    const interaction = (description: string, pending: boolean) => ({
      type: 'Synchronous/HTTP',
      description,
      pending,
      comments,
      request: { method: 'GET', path },
      response: { status: 200 },
    })
    const interactions = [interaction('a token', false), interaction('a new thing', true), ...more]
    const provider = { name: 'token-service' }
    await writeFile(pactFile, JSON.stringify({ consumer: { name: 'assay-portal' }, provider, interactions }))
  }

  function record(
    outcomes: readonly VerifiedInteraction['outcome'][],
    environment = 'staging',
    rest: Partial<Verification> = {},
  ): void {
    const interactions = ['a token', 'a new thing'].map((description, index) => ({
      description,
      obligation: 'must' as const,
      states: [],
      method: 'GET',
      path: '/',
      outcome: outcomes[index] ?? 'verified',
      reasons: outcomes[index] === 'failed' ? ['expected 200 but was 500'] : [],
      milliseconds: 1,
    }))
    recordVerification(join(folder, 'results'), readPact(pactFile), environment, {
      provider: 'token-service',
      baseUrl: 'http://localhost:1',
      startedAt: '2026-11-20T08:00:00.000Z',
      milliseconds: 2,
      outcome: 'verified',
      interactions,
      browser: [],
      output: '',
      ...rest,
    })
  }

  const found = () => objections([readPact(pactFile)], readHistory(join(folder, 'results')))

  describe('a deployment is refused', () => {
    test('while a pact was never verified', () => {
      expect(found()).toEqual(['token-service: was never verified'])
    })

    test('when the last result is red, with the reason', () => {
      record(['failed'])
      expect(found()).toEqual(['token-service in staging: "a token" failed (expected 200 but was 500)'])
    })

    test('when something was not run', () => {
      record(['not-run'])
      expect(found()).toEqual(['token-service in staging: "a token" was not run'])
    })

    test('when a page of the portal could not read the responses', () => {
      const blocked = {
        description: 'browser origin: GET /api/token',
        obligation: 'must' as const,
        states: [],
        method: 'GET',
        path: '/api/token',
        outcome: 'failed' as const,
        reasons: ['no Access-Control-Allow-Origin'],
        milliseconds: 0,
      }
      record([], 'staging', { browser: [blocked] })
      expect(found()).toEqual([
        'token-service in staging: browser origin: GET /api/token (no Access-Control-Allow-Origin)',
      ])
    })

    test('when the provider was unreachable', () => {
      record([], 'staging', { problem: 'it cannot be reached' })
      expect(found()[0]).toBe('token-service in staging: "a token" failed (it cannot be reached)')
    })

    test('when the pact has changed since, or has grown', async () => {
      record([])
      expect(found()).toEqual([])
      await agree('/api/tokens')
      expect(found()).toEqual([
        'token-service in staging: "a token" has changed since it was verified',
        'token-service in staging: "a new thing" has changed since it was verified',
      ])
      const added = {
        type: 'Synchronous/HTTP',
        description: 'more',
        request: { method: 'GET', path: '/' },
        response: { status: 200 },
      }
      await agree('/api/token', [added])
      expect(found()).toEqual(['token-service in staging: "more" was never verified'])
    })

    test('when an interaction that failed while pending is no longer pending', async () => {
      record(['verified', 'pending'])
      const now = JSON.parse(await readFile(pactFile, 'utf8'))
      for (const one of now.interactions) one.pending = false
      await writeFile(pactFile, JSON.stringify(now))
      expect(found()).toEqual(['token-service in staging: "a new thing" failed'])
    })

    test('when one environment of several is red', () => {
      record([], 'staging')
      record(['failed'], 'production')
      expect(found()).toHaveLength(1)
    })
  })

  describe('a deployment may proceed', () => {
    test('when everything is verified in its current form, whatever was red before', () => {
      record(['failed'])
      record(['verified'])
      expect(found()).toEqual([])
    })

    test('when only states that a working service may be unable to enter were not run', async () => {
      await agree('/api/token', [], { obligation: 'may-not-run' })
      record(['not-run'])
      expect(found()).toEqual([])
    })

    test('when only what is pending fails', () => {
      record(['verified', 'pending'])
      expect(found()).toEqual([])
    })
  })
})

describe('the report', () => {
  describe('the contract report', () => {
    test('has every operation of every provider, each with its interactions and a sample request', () => {
      const report = contractReportOf(readPacts(), history())
      expect(report.kind).toBe('verified')
      expect(report.providers.flatMap(({ operations }) => operations.map(({ call }) => call))).toEqual([
        ...providers.flatMap(({ routes }) => operationsOf(routes).map(({ call }) => call)),
        'authorization code with PKCE',
      ])
      for (const { operations, interactions } of report.providers) {
        expect(operations.reduce((sum, one) => sum + one.interactions.length, 0)).toBe(interactions)
        for (const { call, sample } of operations)
          if (call.includes('/')) expect(sample).toMatch(/^curl .*"\$BASE\//)
      }
    })

    test('is red where nothing was ever verified', () => {
      const report = contractReportOf(readPacts(), [])
      expect(new Set(report.providers.map(({ kind }) => kind))).toEqual(new Set(['never']))
    })

    test('is red in the rows that failed, one in each version of the interface, and in no other', () => {
      const report = contractReportOf(readPacts(), history(['to delete one’s own dashboard']))
      const red = report.providers.flatMap(({ operations }) =>
        operations.filter(({ kind }) => kind !== 'verified').map(({ name }) => name),
      )
      expect([report.kind, red]).toEqual(['failed', ['delete', 'delete']])
    })
  })

  describe('its page', () => {
    let folder: string
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'assay-report-'))
    })
    afterEach(() => rm(folder, { recursive: true, force: true }))

    async function served(path: string) {
      const app = fastify()
      registerContractPage(app, folder, 'Assay')
      const reply = await app.inject(path)
      await app.close()
      return reply
    }

    test('explains how to build it until it is built, then is served with its assets', async () => {
      const before = await served('/contracts/')
      expect([before.statusCode, before.body.includes('npm run contracts')]).toEqual([404, true])
      await buildReport(join(folder, 'results'), folder)
      const page = await served('/contracts/')
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      // Served beside the other pages; the file on its own has none.
      expect(page.body).toMatch(/<a class="link" href="\/contracts\/" aria-current="page">Contracts<\/a>/)
      expect(page.body).toContain('<a class="link" href="/flags" >Feature flags</a>')
      expect(await readFile(join(folder, 'index.html'), 'utf8')).not.toContain('Feature flags')
      // With the profile of identity providers.
      expect(page.body.match(/<details class="operation never"/g)?.length).toBe(
        providers.flatMap(({ routes }) => Object.keys(routes)).length + 1,
      )
      for (const [, address = ''] of page.body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)) {
        expect((await served(`/contracts/${address}`)).headers['content-type']).toContain('text/css')
      }
      expect((await served('/contracts/urbanist.woff2')).headers['content-type']).toBe('font/woff2')
      expect((await served('/contracts/results/token-service.embedded.json')).statusCode).toBe(404)
      expect((await served('/contracts')).headers['location']).toBe('/contracts/')
    })
  })
})

const origin = 'http://localhost:4300'

/** Faults in the headers of a response whose ETag the page cannot read. */
async function problems(method: string, path: string): Promise<readonly string[]> {
  const headers = new Headers({ 'access-control-allow-origin': origin, etag: '"1"' })
  const seen = {
    method,
    path: `/base${path}`,
    examplePath: path,
    sent: [],
    contentType: '',
    status: 200,
    headers,
  }
  const rows = await browserChecks([seen], { baseUrl: 'http://localhost:1', origin })
  return rows.filter(({ passed }) => !passed).flatMap(({ reasons }) => reasons)
}

test('an ETag must be exposed where the portal reads it, which is only for flags', async () => {
  expect(await problems('POST', '/ofrep/v1/evaluate/flags')).toEqual([
    'ETag is sent and not exposed: add it to Access-Control-Expose-Headers',
  ])
  expect(await problems('GET', '/api/token')).toEqual([])
})
