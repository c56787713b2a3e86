import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildReport } from '../../contracts/gate/report-page'
import { contractReportOf, readPacts } from '../../contracts/gate/contract-report'
import { operationsOf, providers } from '../../contracts/interactions/operations'
import { registerContractPage } from '../../local/services'
import { history } from './example-history'

describe('the contract report', () => {
  test('has every operation of every provider, each with its interactions and a sample call', () => {
    const report = contractReportOf(readPacts(), history())
    expect(report.kind).toBe('verified')
    expect(report.providers.flatMap(({ operations }) => operations.map(({ call }) => call))).toEqual(
      providers.flatMap(({ routes }) => operationsOf(routes).map(({ call }) => call)),
    )
    for (const { operations, interactions } of report.providers) {
      expect(operations.reduce((sum, one) => sum + one.interactions.length, 0)).toBe(interactions)
      for (const { sample } of operations) expect(sample).toMatch(/^curl .*"\$BASE\//)
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

  test('says how to build it until it is built, then is served with what it needs', async () => {
    const before = await served('/contracts/')
    expect([before.statusCode, before.body.includes('npm run contracts')]).toEqual([404, true])
    await buildReport(join(folder, 'results'), folder)
    const page = await served('/contracts/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    // Served beside the other pages; the file by itself has none.
    expect(page.body).toMatch(/<a class="link" href="\/contracts\/" aria-current="page">Contracts<\/a>/)
    expect(page.body).toContain('<a class="link" href="/flags" >Feature flags</a>')
    expect(await readFile(join(folder, 'index.html'), 'utf8')).not.toContain('Feature flags')
    expect(page.body.match(/<details class="operation never"/g)?.length).toBe(
      providers.flatMap(({ routes }) => Object.keys(routes)).length,
    )
    for (const [, address = ''] of page.body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)) {
      expect((await served(`/contracts/${address}`)).headers['content-type']).toContain('text/css')
    }
    expect((await served('/contracts/urbanist.woff2')).headers['content-type']).toBe('font/woff2')
    expect((await served('/contracts/results/token-service.embedded.json')).statusCode).toBe(404)
    expect((await served('/contracts')).headers['location']).toBe('/contracts/')
  })
})
