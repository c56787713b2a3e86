import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenServiceStates as states } from '../../local/provider-states/provider-states'
import { completePact, playInteraction, type Interaction } from '../interactions/contract'
import { workerFile } from './native'
import { startPlainProvider } from './plain-provider'
import { keeps, pactFile, realToken, verified } from './local-services'
import { exitCodeOf, jsonReport, junitReport, textReport } from './report'
import { verify, type Verification } from './verify'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-verification-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const base = {
  type: 'Synchronous/HTTP',
  pending: false,
  providerStates: [{ name: 'there are dashboards', params: { owner: 'ada' } }],
  response: { status: 200 },
}
async function pactOf(...interactions: readonly object[]): Promise<string> {
  const file = join(folder, 'pact.json')
  const pact = {
    consumer: { name: 'assay-portal' },
    provider: { name: 'bi-host' },
    interactions,
    metadata: { pactSpecification: { version: '4.0' } },
  }
  await writeFile(file, JSON.stringify(pact))
  return file
}

describe('what else a pact may ask', () => {
  test('a form arrives as it was written', async () => {
    const form = 'type=PINBOARD_ANSWER_BOOK&id=%5B%22a+b%22%5D&includedisabled=false'
    const file = await pactOf({
      ...base,
      description: 'a deletion',
      request: {
        method: 'POST',
        path: '/delete',
        headers: { 'Content-Type': ['application/x-www-form-urlencoded'] },
        body: { content: form, contentType: 'application/x-www-form-urlencoded', encoded: false },
      },
    })
    const plain = await startPlainProvider({ answer: () => ({ status: 200 }) })
    const verification = await verify({ pactFile: file, baseUrl: plain.origin })
    await plain.close()
    const sent = plain.requests.filter(({ line }) => line === 'POST /delete')
    expect(sent.map(({ body }) => body)).toEqual([form])
    expect(plain.states[0]).toContain('"params":{"owner":"ada"}')
    expect(verification.interactions.map(({ outcome }) => outcome)).toEqual(['verified'])
  })
})

describe('what is said of an interaction', () => {
  test('what there is takes the place of the example, in a path, in JSON and in a form; without it nothing is sent', async () => {
    const [example, given] = ['1f3c', 'a "b"']
    const asking = (description: string, path: string, contentType: string, content: unknown) => ({
      ...base,
      description,
      providerStates: [{ name: 'there is one', params: { dashboardId: example, absentId: 'none' } }],
      request: {
        method: 'POST',
        path,
        headers: { 'Content-Type': [contentType] },
        body: { content, contentType, encoded: false },
      },
    })
    const form = 'application/x-www-form-urlencoded'
    const file = await pactOf(
      asking('a form', '/form', form, 'id=%5B%221f3c%22%5D&none=none'),
      asking('json', '/json', 'application/json', { id: example }),
      { ...base, ...asking('a path', '/at/1f3c', 'application/json', {}) },
    )
    const plain = await startPlainProvider({ answer: () => ({ status: 200 }) })
    const options = { pactFile: file, baseUrl: plain.origin, stateUrl: null }
    const without = await verify(options)
    expect([plain.requests.filter(({ line }) => line.startsWith('POST')), exitCodeOf(without)]).toEqual([
      [],
      2,
    ])
    expect(textReport(without)).toContain('it needs --id dashboardId=…')
    await verify({ ...options, identifiers: { dashboardId: given } })
    await plain.close()
    const sent = plain.requests.filter(({ line }) => line.startsWith('POST'))
    expect(sent.map(({ line, body }) => `${line} ${body}`).toSorted()).toEqual([
      'POST /at/a%20%22b%22 {}',
      `POST /form id=%5B%22${encodeURIComponent(JSON.stringify(given).slice(1, -1))}%22%5D&none=none`,
      `POST /json ${JSON.stringify({ id: given })}`,
    ])
  })

  test('a text and a form may be pending, as JSON may', async () => {
    const interaction: Interaction = {
      given: 'there is a text',
      pending: true,
      request: { method: 'POST', path: '/text', form: { id: 'a' } },
      response: { status: 200, text: { type: 'text/plain', example: 'abc', pattern: '^[a-c]+$' } },
    }
    const played = { provider: 'elsewhere', folder, description: 'a text', interaction }
    await playInteraction(played, async (baseUrl) => {
      await fetch(`${baseUrl}/text`, { method: 'POST', body: new URLSearchParams({ id: 'a' }) })
    })
    const pactFile = join(folder, 'assay-portal-elsewhere.json')
    completePact(pactFile, new Map([['a text', interaction]]))
    const verification = await verified({ answer: () => ({ status: 404 }) }, { pactFile })
    expect(verification.interactions.map(({ outcome }) => outcome)).toEqual(['pending'])
    expect(exitCodeOf(verification)).toBe(0)
  })

  test('what is pending may fail, and is shown', async () => {
    const file = await pactOf({
      ...base,
      pending: true,
      description: 'something new',
      request: { method: 'GET', path: '/new' },
    })
    const verification = await verified({ answer: () => ({ status: 404 }) }, { pactFile: file })
    expect(textReport(verification)).toContain('expected 200 but was 404')
    expect(verification.interactions.map(({ outcome }) => outcome)).toEqual(['pending'])
    expect(exitCodeOf(verification)).toBe(0)
  })

  test('a pact that asks nothing shows nothing', async () => {
    expect(exitCodeOf(await verified({}, { pactFile: await pactOf() }))).toBe(2)
  })
})

describe('reports', () => {
  test('for machines carry every interaction and no credential', async () => {
    const verification = await verified({
      answer: (request, state) =>
        state === states.notAllowed ? { ...keeps(request), status: 200, body: '<&">' } : keeps(request),
    })
    const parsed = JSON.parse(jsonReport(verification)) as Verification
    expect(parsed.interactions).toEqual(verification.interactions)
    const junit = junitReport([verification])
    expect(junit).toContain('tests="20" failures="1" skipped="0"')
    expect(junit.match(/<testcase /g)).toHaveLength(20)
    expect(junit).toContain('<failure message="does not keep to the contract">expected 403 but was 200')
    for (const text of [junit, jsonReport(verification), textReport(verification)]) {
      expect(text).not.toContain(realToken)
    }
  })
})

test('nobody but the provider is called: a proxy that everything would go through gets nothing else', async () => {
  const plain = await startPlainProvider({ answer: keeps })
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(502).end()
  })
  proxy.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const { PACT_DO_NOT_TRACK: _, ...environment } = process.env
  const env = { ...environment, HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: '' }
  const worker = fork(workerFile, { silent: true, env })
  const answered = new Promise((resolve) => void worker.once('message', resolve))
  worker.send({
    provider: 'token-service',
    providerBaseUrl: plain.origin,
    pactUrls: [pactFile],
    logLevel: 'error',
  })
  await answered
  const exited = new Promise((resolve) => void worker.once('exit', resolve))
  worker.send('end')
  await exited
  proxy.closeAllConnections()
  await new Promise((resolve) => void proxy.close(resolve))
  await plain.close()
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((line) => !line.includes(new URL(plain.origin).host))).toEqual([])
})
