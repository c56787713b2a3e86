import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pactFileName, pactFolder } from '../pact-file'
import { tokenServiceStates as states } from '../states/token-service'
import { workerFile } from './native'
import { startPlainProvider, type PlainProviderOptions, type PlainReply } from './plain-provider'
import { exitCodeOf, jsonReport, junitReport, textReport } from './report'
import { verify, type Verification, type VerifyOptions } from './verify'

const pactFile = join(pactFolder, pactFileName('token-service'))
const realToken = 'a-real-access-token'

/** A token service written from the contract alone. */
function keeps(request: IncomingMessage, state: string): PlainReply {
  const plain = { 'content-type': 'text/plain; charset=utf-8' }
  if (request.url !== '/api/token' && request.url !== '/api/token-authenticated') return { status: 404 }
  if (state === states.outOfOrder) return { status: 503 }
  if (state === states.askedTooOften) return { status: 429, headers: { 'retry-after': '30' } }
  if (state === states.notAllowed) return { status: 403 }
  if (state === states.pageInBetween) {
    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><p>Welcome</p></html>' }
  }
  const isPersonal = request.url === '/api/token-authenticated'
  if (isPersonal && request.headers.authorization !== `Bearer ${realToken}`) return { status: 401 }
  return { status: 200, headers: plain, body: 'BI0123456789.abc' }
}

async function verified(
  provider: Partial<PlainProviderOptions> = {},
  options: Partial<VerifyOptions> = {},
): Promise<Verification> {
  const plain = await startPlainProvider({ answer: keeps, ...provider })
  try {
    return await verify({ pactFile, baseUrl: plain.origin, token: realToken, ...options })
  } finally {
    await plain.close()
  }
}

const failedIn = (verification: Verification): readonly string[] =>
  verification.interactions
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ description }) => description)

describe('a provider that keeps to the contract', () => {
  test('is verified, each interaction in its state, with the real token where the contract has the valid one', async () => {
    const plain = await startPlainProvider({ answer: keeps })
    const verification = await verify({ pactFile, baseUrl: plain.origin, token: realToken })
    await plain.close()
    expect(textReport(verification)).toMatch(/7 interactions: 7 verified, 0 failed, 0 pending, 0 not run$/)
    const setups = plain.states.filter((body) => body.includes('"setup"'))
    expect(setups.toSorted()).toEqual(
      Object.values(states)
        .map((state) => JSON.stringify({ action: 'setup', params: {}, state }))
        .toSorted(),
    )
    expect(plain.states).toHaveLength(14)
    const sent = plain.requests.filter(({ line }) => line === 'GET /api/token-authenticated')
    expect(sent.filter(({ authorization }) => authorization === `Bearer ${realToken}`)).toHaveLength(2)
    expect(sent).toHaveLength(3)
  })
})

describe('a provider that drifts', () => {
  const change =
    (
      matches: (request: IncomingMessage, state: string) => boolean,
      edit: (reply: PlainReply) => PlainReply,
    ) =>
    (request: IncomingMessage, state: string): PlainReply => {
      const reply = keeps(request, state)
      return matches(request, state) ? edit(reply) : reply
    }
  const isAt = (path: string) => (request: IncomingMessage) => request.url === path
  const isIn = (wanted: string) => (_request: IncomingMessage, state: string) => state === wanted
  const anonymous = 'a BI token for nobody in particular'

  test.each<[string, readonly string[], PlainProviderOptions['answer']]>([
    [
      'another path for the anonymous token',
      [
        anonymous,
        'a BI token while something in between answers with a page',
        'a BI token while the token service is out of order',
        'a BI token while too many are asked for',
      ],
      change(isAt('/api/token'), () => ({ status: 404 })),
    ],
    [
      'a token in JSON',
      [anonymous],
      change(isIn(states.atWork), () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"token":"BI0123456789.abc"}',
      })),
    ],
    [
      'a token with a line end',
      [anonymous],
      change(isIn(states.atWork), (reply) => ({ ...reply, body: `${reply.body}\n` })),
    ],
    ['an empty token', [anonymous], change(isIn(states.atWork), (reply) => ({ ...reply, body: '' }))],
    [
      'a token in quotes',
      [anonymous],
      change(isIn(states.atWork), (reply) => ({ ...reply, body: `"${reply.body}"` })),
    ],
    [
      'a created token',
      ['a BI token for the signed-in person'],
      change(isIn(states.validAccessToken), (reply) => ({ ...reply, status: 201 })),
    ],
    [
      '403 for a bad access token',
      ['a BI token with an access token that is not valid'],
      change(isIn(states.refusedAccessToken), () => ({ status: 403 })),
    ],
    [
      '401 for somebody without the right',
      ['a BI token for a person who may not have one'],
      change(isIn(states.notAllowed), () => ({ status: 401 })),
    ],
    [
      'no Retry-After',
      ['a BI token while too many are asked for'],
      change(isIn(states.askedTooOften), ({ status }) => ({ status })),
    ],
    [
      'a Retry-After in words',
      ['a BI token while too many are asked for'],
      change(isIn(states.askedTooOften), ({ status }) => ({ status, headers: { 'retry-after': 'soon' } })),
    ],
    [
      '500 where 503 was said',
      ['a BI token while the token service is out of order'],
      change(isIn(states.outOfOrder), () => ({ status: 500 })),
    ],
  ])('%s', async (_name, failing, answer) => {
    const verification = await verified({ answer })
    expect(failedIn(verification).toSorted()).toEqual(failing.toSorted())
    expect(exitCodeOf(verification)).toBe(1)
    for (const { outcome, reasons } of verification.interactions) {
      expect(reasons.length > 0).toBe(outcome === 'failed')
    }
  })

  test('a Retry-After with a date is as good', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString()
    const answer = change(isIn(states.askedTooOften), ({ status }) => ({
      status,
      headers: { 'retry-after': date },
    }))
    expect(failedIn(await verified({ answer }))).toEqual([])
  })
})

describe('states', () => {
  test('that nobody knows there fail the run, though the reply would have been right', async () => {
    const verification = await verified({ stateStatus: (state) => (state === states.atWork ? 404 : 200) })
    expect(failedIn(verification)).toEqual(['a BI token for nobody in particular'])
    expect(textReport(verification)).toContain(`setup of "${states.atWork}" was answered with 404`)
    expect(exitCodeOf(verification)).toBe(1)
  })

  test('whose handler fails, fail the run', async () => {
    const verification = await verified({ stateStatus: (state) => (state === states.outOfOrder ? 500 : 200) })
    expect(failedIn(verification)).toEqual(['a BI token while the token service is out of order'])
  })

  test('that cannot be brought about are not run, and the exit code says so', async () => {
    const verification = await verified({
      stateStatus: (state) => (state === states.pageInBetween ? 501 : 200),
    })
    expect(failedIn(verification)).toEqual([])
    expect(textReport(verification)).toContain('6 verified, 0 failed, 0 pending, 1 not run')
    expect(exitCodeOf(verification)).toBe(2)
  })

  test('at another address', async () => {
    const elsewhere = await startPlainProvider({ answer: () => ({ status: 200 }) })
    const verification = await verified(
      { stateStatus: () => 404 },
      { stateUrl: `${elsewhere.origin}/_pact/state` },
    )
    await elsewhere.close()
    expect(elsewhere.states).toHaveLength(14)
    // Nobody told the provider itself, which goes on as if nothing were the matter.
    expect(failedIn(verification)).toHaveLength(4)
  })
})

describe('a provider that is not there', () => {
  test('is one clear sentence and no riddles', async () => {
    const plain = await startPlainProvider({ answer: keeps })
    await plain.close()
    const verification = await verify({ pactFile, baseUrl: plain.origin, token: realToken })
    expect(verification.problem).toMatch(/cannot be reached: .*ECONNREFUSED/)
    expect(verification.interactions.every(({ outcome }) => outcome === 'not-run')).toBe(true)
    expect(exitCodeOf(verification)).toBe(1)
  })

  test('or is there and unwell', async () => {
    const verification = await verified({}, { healthPath: '/health' })
    expect(verification.problem).toMatch(/\/health answered 404$/)
    expect(exitCodeOf(verification)).toBe(1)
  })
})

describe('what else a pact may ask', () => {
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
    expect(verification.outcome).toBe('verified')
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
        state === states.outOfOrder ? { status: 200, body: '<&">' } : keeps(request, state),
    })
    const parsed = JSON.parse(jsonReport(verification)) as Verification
    expect(parsed.interactions).toEqual(verification.interactions)
    const junit = junitReport(verification)
    expect(junit).toContain('tests="7" failures="1" skipped="0"')
    expect(junit.match(/<testcase /g)).toHaveLength(7)
    expect(junit).toContain('<failure message="does not keep to the contract">expected 503 but was 200')
    for (const text of [junit, jsonReport(verification), textReport(verification)]) {
      expect(text).not.toContain(realToken)
    }
  })
})

test('nobody but the provider is called: a proxy that everything would go through hears nothing else', async () => {
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
