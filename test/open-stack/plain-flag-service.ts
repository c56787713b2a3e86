import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pactFileName, pactFolder } from '../../contracts/interactions/pact-file'
import { verify } from '../../contracts/verification/verify'
import type { FlagDocument } from '../../local/flags/flag-document'
import { createFaults, withFaults } from '../../local/http/faults'
import { listen, type LocalService } from '../../local/http/listen'
import { flagEvaluationStates as states } from '../../local/provider-states/provider-states'
import { flagKeys } from '../../src/core/kernel/flag-table'
import { flagSourceSuite } from '../conformance/flag-source.suite'
import {
  openBrowserWorld,
  type BrowserWorld,
  type ServiceUnderTest,
  setFlagStage,
  type FlagStage,
} from '../conformance/flag-source/browser-world'
import type { FlagClaims, FlagWorld } from '../conformance/flag-source/world'
import { conforms } from '../conformance/suite'

/** A service with OFREP only: it reads a file and has no stream. */
export interface PlainService {
  readonly name: string
  /** Build or check step, once before the first test. */
  install(): Promise<void>
  /** Starts it on a free port, with its own file. */
  start(portalOrigin: string): Promise<Server>
  /** Flags of the suite in the service's format. */
  file(document: FlagDocument): string
  /** A file in which `miu-app-enabled` is on, and `miu-deep-research-enabled` exists but cannot be evaluated. */
  readonly oneAstray: string
}

export interface Server extends LocalService {
  /** Renames a new file over the old one, as editors do; resolves once it is applied. */
  write(content: string): Promise<void>
  /** Writes a partial file or removes it; resolves once the server reports an error. */
  writeRaw(content: string | null): Promise<void>
}

/** Reached through the fault switches. */
async function faultyServer(service: PlainService, portalOrigin: string): Promise<ServiceUnderTest> {
  const server = await service.start(portalOrigin)
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
    // There is no stream, so this is the same origin and no other one is followed.
    streamOrigin: front.origin,
    faults,
    save: (document) => server.write(service.file(document)),
    saveHalf: () => server.writeRaw('{"flags": {"miu-app-enabled": {"state'),
    streams: async () => 0,
    async close() {
      await front.close()
      await server.close()
    },
  }
}

/** Provider states of the pact: writes the file that makes each true, and answers 501 for what flagd lacks. */
async function startStates(server: Server, files: Readonly<Record<string, string>>): Promise<LocalService> {
  const settle = async (file: string, action: string, context: unknown): Promise<string> => {
    if (action === 'setup') await server.write(file)
    const reply = await fetch(`${server.origin}/ofrep/v1/evaluate/flags`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
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

/** Runs the adapter's conformance suite against the service, and the pact. Lists what it lacks as not run: streams, keys and limits. */
export function holdsPlainService(service: PlainService): void {
  let stage: FlagStage
  beforeAll(async () => {
    await service.install()
    stage = await setFlagStage()
  }, 300_000)
  afterAll(() => stage.close())

  conforms<FlagWorld, FlagClaims>(flagSourceSuite, {
    name: `OFREP, with ${service.name}`,
    claims: {
      reasons: { 'a page': 'malformed', 'a refusal': 'refused', 'an error': 'unreachable' },
      polls: true,
    },
    make: () =>
      openBrowserWorld(stage, 'ofrep', null, (_stage, portalOrigin) => faultyServer(service, portalOrigin)),
    dispose: (world) => (world as BrowserWorld).close(),
  })

  const everyFlag = Object.fromEntries(flagKeys.map((key) => [key, { value: true }]))
  const files = {
    [states.atWork]: service.file(everyFlag),
    [states.tagged]: service.file(everyFlag),
    [states.unchanged]: service.file(everyFlag),
    [states.oneCannotBeEvaluated]: service.oneAstray,
  }
  const inPact = Object.values(states).filter((state) => state !== states.changes)
  const notHad = new Set(inPact.filter((state) => !Object.keys(files).includes(state)))

  test(`${service.name} satisfies the pact, except for streams, keys and limits`, async () => {
    const server = await service.start('http://localhost:4300')
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
}
