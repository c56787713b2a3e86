import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pactFileName, pactFolder } from '../../contracts/interactions/pact-file'
import { verify } from '../../contracts/verification/verify'
import { freePorts } from '../../local/cli/ports'
import type { FlagDocument } from '../../local/flags/flag-document'
import { createFaults } from '../../local/http/faults'
import { withFaults } from '../../local/http/faulty'
import { listen, type LocalService } from '../../local/http/listen'
import { flagService } from '../../local/open-stack/flags/service'
import { flagEvaluationStates as states } from '../../local/provider-states/states'
import { flagKeys } from '../../src/core/kernel/flag-table'
import { flagSourceSuite } from '../conformance/flag-source.suite'
import {
  openBrowserWorld,
  type BrowserWorld,
  type ServiceUnderTest,
} from '../conformance/flag-source/browser-world'
import { setFlagStage, type FlagStage } from '../conformance/flag-source/stage'
import type { FlagClaims, FlagWorld } from '../conformance/flag-source/world'
import { conforms } from '../conformance/suite'

const home = resolve('.local/open-stack')

/** A flag of the suite's in flagd's words. Where a page asks by a member of `custom`, flagd reads a path. */
function flagdFlag({ value, rules = [] }: FlagDocument[string]): object {
  const values = [...new Set([value, ...rules.map((rule) => rule.value)])]
  const nameOf = (wanted: unknown): string => `v${values.findIndex((one) => one === wanted)}`
  const variants = Object.fromEntries(values.map((one) => [nameOf(one), one]))
  const steps = rules.flatMap((rule) => {
    const path = rule.attribute === 'hasBypassAccess' ? `custom.${rule.attribute}` : rule.attribute
    return [{ in: [{ var: path }, rule.values] }, nameOf(rule.value)]
  })
  const targeting = rules.length === 0 ? {} : { targeting: { if: [...steps, nameOf(value)] } }
  return { state: 'ENABLED', variants, defaultVariant: nameOf(value), ...targeting }
}

const flagdFile = (document: FlagDocument): string =>
  JSON.stringify({
    flags: Object.fromEntries(Object.entries(document).map(([key, flag]) => [key, flagdFlag(flag)])),
  })

interface Server extends LocalService {
  /** Renamed over the file, as editors do; settles when it counts. */
  write(content: string): Promise<void>
  /** Half a file, or none; settles when the server has found something wrong with it. */
  spoil(content: string | null): Promise<void>
}

/** flagd's core on a free port, with a file of its own. */
async function startServer(portalOrigin: string): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-flagd-'))
  const file = join(folder, 'flags.json')
  await writeFile(file, flagdFile({}))
  const { services: port } = await freePorts()
  const options = { port, variable: 'ASSAY_FLAGS_PORT', root: process.cwd(), home, folder, file }
  const service = await flagService({ ...options, portalOrigins: [portalOrigin] }).start(() => undefined)
  const health = async () =>
    (await (await fetch(`${service.origin}/health`)).json()) as { read: string; problem: string }
  const put = async (content: string): Promise<void> => {
    await writeFile(`${file}.new`, content)
    await rename(`${file}.new`, file)
  }
  return {
    ...service,
    async write(content) {
      const sum = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(content))).toString('hex')
      await put(content)
      await vi.waitFor(async () => expect(await health()).toEqual({ read: sum, problem: '' }), 20_000)
    },
    async spoil(content) {
      await (content === null ? rm(file) : put(content))
      await vi.waitFor(async () => expect((await health()).problem).not.toBe(''), 20_000)
    },
    async close() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** flagd's core, asked through fault switches. */
async function faultyServer(_stage: FlagStage, portalOrigin: string): Promise<ServiceUnderTest> {
  const server = await startServer(portalOrigin)
  const faults = createFaults()
  const { hostname, port } = new URL(server.origin)
  const readable = { 'access-control-allow-origin': portalOrigin }
  const front = await listen({
    name: 'flags behind fault switches',
    port: 0,
    variable: '',
    handler: withFaults(
      faults,
      'flags',
      (asked, answer) => {
        const { method, url, headers } = asked
        const onward = request({ hostname, port, method, path: url, headers }, (reply) => {
          answer.writeHead(reply.statusCode ?? 502, reply.headers)
          reply.pipe(answer)
        })
        onward.on('error', () => answer.destroy())
        asked.pipe(onward)
      },
      { headers: () => readable },
    ),
  })
  return {
    origin: front.origin,
    // It has no stream; nobody is to follow one elsewhere.
    streamOrigin: front.origin,
    faults,
    save: (document) => server.write(flagdFile(document)),
    spoil: () => server.spoil('{"flags": {"miu-app-enabled": {"state'),
    streams: async () => 0,
    async close() {
      await front.close()
      await server.close()
    },
  }
}

let stage: FlagStage
beforeAll(async () => {
  const service = flagService({
    port: 0,
    variable: '',
    root: process.cwd(),
    home,
    folder: home,
    portalOrigins: [],
  })
  await service.install(() => undefined)
  stage = await setFlagStage()
}, 300_000)
afterAll(() => stage.close())

conforms<FlagWorld, FlagClaims>(flagSourceSuite, {
  name: 'OFREP, with flagd’s core',
  claims: {
    reasons: { 'a page': 'malformed', 'a refusal': 'refused', 'an error': 'unreachable' },
    polls: true,
  },
  make: () => openBrowserWorld(stage, 'ofrep', null, faultyServer),
  dispose: (world) => (world as BrowserWorld).close(),
})

/** Takes the states of the pact: writes the file that makes each true, and says 501 to what flagd does not have. */
async function startStates(server: Server, files: Readonly<Record<string, string>>): Promise<LocalService> {
  const settle = async (file: string, action: string, context: unknown): Promise<string> => {
    if (action === 'setup') await server.write(file)
    const reply = await fetch(`${server.origin}/ofrep/v1/evaluate/flags`, {
      method: 'POST',
      body: JSON.stringify({ context }),
    })
    return JSON.stringify({ tag: reply.headers.get('etag') })
  }
  return listen({
    name: 'states of the pact',
    port: 0,
    variable: '',
    host: '127.0.0.1',
    handler: (asked, answer) =>
      void text(asked)
        .then((body) => {
          const { state, action, params } = JSON.parse(body) as Record<'state' | 'action' | 'params', string>
          const file = files[state]
          return file === undefined ? null : settle(file, action, params)
        })
        .then((settled) => {
          answer.writeHead(settled === null ? 501 : 200, { 'content-type': 'application/json' })
          return answer.end(settled)
        })
        .catch(() => answer.writeHead(500).end()),
  })
}

describe('the pact, kept by flagd’s core', () => {
  const everyFlag = Object.fromEntries(flagKeys.map((key) => [key, { value: true }]))
  const { flags } = JSON.parse(flagdFile({ 'miu-app-enabled': { value: true } })) as { flags: object }
  const astray = { ...flagdFlag({ value: true }), targeting: { if: [true, 'no such variant'] } }
  const files = {
    [states.atWork]: flagdFile(everyFlag),
    [states.tagged]: flagdFile(everyFlag),
    [states.unchanged]: flagdFile(everyFlag),
    [states.oneCannotBeEvaluated]: JSON.stringify({
      flags: { ...flags, 'miu-deep-research-enabled': astray },
    }),
  }
  const inPact = Object.values(states).filter((state) => state !== states.changes)
  const notHad = new Set(inPact.filter((state) => !Object.keys(files).includes(state)))

  test('all of it, but for what flagd does not have: streams, keys and limits', async () => {
    const server = await startServer('http://localhost:4300')
    const stateServer = await startStates(server, files)
    try {
      const { interactions, output } = await verify({
        pactFile: join(pactFolder, pactFileName('flag-evaluation')),
        baseUrl: server.origin,
        stateUrl: stateServer.origin,
      })
      const by = (outcome: string): ReadonlySet<string> =>
        new Set(interactions.filter((one) => one.outcome === outcome).flatMap((one) => one.states))
      expect(by('failed'), output).toEqual(new Set())
      expect(by('verified')).toEqual(new Set(Object.keys(files)))
      expect(by('not-run')).toEqual(notHad)
    } finally {
      await stateServer.close()
      await server.close()
    }
  })
})

test('a file that is away, or names what is no flag, changes nothing; what comes back counts', async () => {
  const server = await startServer('http://localhost:4300')
  const shown = async () => {
    const reply = await fetch(`${server.origin}/ofrep/v1/evaluate/flags`, { method: 'POST', body: '{}' })
    return ((await reply.json()) as { flags: { key: string; value: unknown }[] }).flags.map(
      ({ key, value }) => [key, value],
    )
  }
  try {
    await server.write(flagdFile({ 'UI-403': { value: true } }))
    await server.spoil('{"flags": {"UI-403": 3}}')
    expect(await shown()).toEqual([['UI-403', true]])
    await server.write(flagdFile({ 'UI-403': { value: true } }))
    await server.spoil(null)
    expect(await shown()).toEqual([['UI-403', true]])
    await server.write(flagdFile({ 'UI-403': { value: false } }))
    expect(await shown()).toEqual([['UI-403', false]])
  } finally {
    await server.close()
  }
})
