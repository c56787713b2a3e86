import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { createBiTokens } from '../../../local/bi-host/wire/bi-token'
import { answerProblems } from '../../../local/bi-host/warehouse/problem'
import { metadataRoutes } from '../../../local/bi-host/server/routes/metadata'
import { metadataRoutesV2 } from '../../../local/bi-host/server/routes/metadata-v2'
import { curatedBoards } from '../../../local/bi-host/boards/library/catalogue'
import { createModel } from '../../../local/bi-host/model/semantic-model'
import { sources } from '../../../local/bi-host/model/sources'
import { openAnswers, openViews } from '../../../local/bi-host/store/answers-and-views'
import { openDashboards } from '../../../local/bi-host/store/dashboards'
import { memoryDashboardLibrary } from '../../../src/adapters/dashboard-library/memory-dashboard-library'
import {
  thoughtSpotDashboardLibrary,
  type ThoughtSpotLibraryOptions,
} from '../../../src/adapters/dashboard-library/thoughtspot/thoughtspot-rest-dashboard-library'
import type { DashboardLibrary, LibraryFailure } from '../../../src/core/ports/dashboard-library'
import {
  dashboardLibrarySuite,
  libraryClaims,
  type LibraryClaims,
  type LibraryWorld,
  type Trouble,
} from '../../conformance/dashboard-library.suite'
import { conforms, rejects, type Candidate } from '../../conformance/suite'

const author = 'analyst@example.com'
const curatedBoard = curatedBoards[1]?.id ?? ''

const statuses: Readonly<Record<Trouble, number | null>> = {
  nothing: null,
  refused: 403,
  expired: 401,
  unavailable: 503,
  'given up': 502,
  unreachable: null,
  lost: null,
}

const inMemory = (name: string, claims: LibraryClaims): Candidate<LibraryWorld, LibraryClaims> => ({
  name,
  claims,
  make() {
    const { create, remove, rename, copy, describe, charts, numbers, restore, completeListing } = claims
    const capabilities = { create, remove, rename, copy, describe, charts, numbers, restore, completeListing }
    const library = memoryDashboardLibrary({ author, capabilities })
    const other = memoryDashboardLibrary({ author: 'trader@example.com' })
    for (const one of [library, other])
      one.putNumber({ dashboardId: curatedBoard, chartId: 'a', value: 312.5 })
    const failure = (trouble: Trouble, words: string): LibraryFailure => {
      const status = statuses[trouble]
      const isSent = globalThis.navigator?.onLine ?? true
      const done = (status === null && isSent) || status === 502
      return {
        kind:
          status === null ? 'library-unreachable' : status >= 500 ? 'library-unavailable' : 'library-refused',
        status,
        text: `${words} failed ${status ?? ''}`,
        outcome: done && words !== 'TS request' ? 'unknown' : 'not-done',
      }
    }
    const troubles: Trouble[] = []
    library.putCharts(curatedBoard, [
      { chartId: 'a', title: 'Supply' },
      { chartId: 'b', title: 'Flows' },
    ])
    const armed = <Value>(words: string, call: () => Promise<Value>): Promise<Value> => {
      const trouble = troubles.shift()
      if (trouble !== undefined)
        library.failNext(failure(trouble, words), reachesHost(trouble) ? 'done' : undefined)
      return call()
    }
    return {
      library: {
        list: () => armed('TS request', () => library.list()),
        capabilities: library.capabilities,
        create: (name) => armed('Create', () => library.create(name)),
        rename: (id, name) => armed('Rename', () => library.rename(id, name)),
        copy: (id, name) => armed('Copy', () => library.copy(id, name)),
        remove: (id) => armed('Delete', () => library.remove(id)),
        describe: (id, words) => armed('Describe', () => library.describe(id, words)),
        charts: (ids) => armed('TS request', () => library.charts(ids)),
        addCharts: (id, charts) => armed('Add charts', () => library.addCharts(id, charts)),
        numbers: (charts) => armed('TS request', () => library.numbers(charts)),
        removeCharts: (id, charts) => armed('Remove charts', () => library.removeCharts(id, charts)),
        snapshot: (id) => armed('Snapshot', () => library.snapshot(id)),
        restore: (snapshot) => armed('Restore', () => library.restore(snapshot)),
      },
      other,
      author,
      curated: curatedBoard,
      numberChart: 'a',
      next: (given) => void troubles.push(given),
      sent: () => library.calls.length,
      tokens: () => [],
    }
  },
})
const memory = inMemory('memory', libraryClaims.memory)

/** The host performs the request, whatever happens to its response. */
const reachesHost = (trouble: Trouble): boolean => trouble === 'lost' || trouble === 'given up'

/** The local BI host's own routes, store and access rules. */
async function openHost() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-library-'))
  const tokens = await createBiTokens({ lifetimeSeconds: 300 })
  const dashboards = await openDashboards(folder)
  const answers = await openAnswers(folder)
  const views = await openViews(folder, (id) => dashboards.get(id) !== undefined)
  const app = Fastify()
  answerProblems(app, () => undefined)
  await app.register(formbody)
  const host = {
    tokens,
    dashboards,
    answers,
    views,
    warehouse: { asOf: '2026-11-20', model: createModel(sources) },
  }
  metadataRoutes(app, host)
  metadataRoutesV2(app, host)
  // Without a warehouse nothing can be computed, so this returns the one number in the vendor's form. The host's own tests hold the
  // contract.
  app.post('/api/rest/2.0/metadata/liveboard/data', async (request, reply) => {
    const { metadata_identifier: id, visualization_identifiers: charts } = request.body as Readonly<
      Record<string, unknown>
    >
    if (id !== curatedBoard || String(charts) !== 'a') return reply.code(400).send({ error: {} })
    return { contents: [{ visualization_id: 'a', data_rows: [[312.5]], available_data_row_count: 1 }] }
  })
  return {
    baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }),
    tokens,
    async close() {
      await app.close()
      await dashboards.close()
      await answers.close()
      await views.close()
      await rm(folder, { recursive: true })
    },
  }
}

// One for all worlds, each with its own users: the host writes to disk before it responds, and a busy disk is slow.
let host: Awaited<ReturnType<typeof openHost>>
beforeAll(async () => {
  host = await openHost()
})
afterAll(() => host.close())

/** The adapter against the local BI host, for two new users. */
function restWorld(
  version: 1 | 2,
  change: (source: LibraryTokens) => LibraryTokens = (source) => source,
): LibraryWorld {
  const { baseUrl, tokens } = host
  const own = `analyst-${randomUUID()}@example.com`
  const troubles: Trouble[] = []
  const received: string[] = []
  const troubled: typeof fetch = async (input, init) => {
    received.push(new Headers(init?.headers).get('authorization') ?? '')
    const next = troubles.shift()
    const now = next === 'nothing' ? undefined : next
    const reply = now === undefined || reachesHost(now) ? await fetch(input, init) : undefined
    const status = now === undefined ? reply?.status : statuses[now]
    if (now !== undefined && typeof status === 'number') return new Response('{"error":"no"}', { status })
    if (now !== undefined || reply === undefined) throw new TypeError('Failed to fetch')
    return reply
  }
  const person = (email: string, send: typeof fetch): DashboardLibrary => {
    const source = change(tokenSource(() => tokens.issue(holder(email))))
    return ownOnly(
      email,
      thoughtSpotDashboardLibrary({
        baseUrl,
        version,
        fetch: send,
        tokens: () => source,
      }),
    )
  }
  return {
    library: person(own, troubled),
    other: person(`trader-${randomUUID()}@example.com`, fetch),
    author: own,
    curated: curatedBoard,
    numberChart: 'a',
    next: (given) => void troubles.push(given),
    sent: () => received.length,
    tokens: () => received,
  }
}

type LibraryTokens = ReturnType<ThoughtSpotLibraryOptions['tokens']>

const holder = (email: string) => ({
  kind: 'person' as const,
  subject: `local|${email}`,
  email,
  name: email,
})

/** Returns one token until it is dropped. */
function tokenSource(issue: () => Promise<string>): LibraryTokens {
  let cached: string | undefined
  return {
    async token() {
      cached ??= await issue()
      return { ok: true, value: { value: cached, serverTime: null } }
    },
    drop(value) {
      if (value === cached) cached = undefined
    },
  }
}

/** The host also lists the curated dashboards. The core filters them out by author, and so does this. */
function ownOnly(email: string, library: DashboardLibrary): DashboardLibrary {
  return {
    ...library,
    async list() {
      const listed = await library.list()
      if (!listed.ok) return listed
      return {
        ok: true,
        value: { ...listed.value, dashboards: listed.value.dashboards.filter((row) => row.author === email) },
      }
    },
  }
}

const rest = (version: 1 | 2): Candidate<LibraryWorld, LibraryClaims> => ({
  name: `ThoughtSpot REST, version ${version}, against the local BI host`,
  claims: libraryClaims.thoughtspot,
  make: () => restWorld(version),
})

conforms(dashboardLibrarySuite, memory)
conforms(
  dashboardLibrarySuite,
  inMemory('memory of what others have made', {
    ...libraryClaims.memory,
    create: false,
    remove: false,
    rename: false,
    copy: false,
    describe: false,
    charts: false,
    restore: false,
  }),
)
conforms(dashboardLibrarySuite, rest(1))
conforms(dashboardLibrarySuite, rest(2))

const broken = (
  name: string,
  breaks: string,
  change: (library: DashboardLibrary, world: LibraryWorld) => Partial<DashboardLibrary>,
) => ({
  ...memory,
  name,
  breaks,
  async make() {
    const world = await memory.make()
    return { ...world, library: { ...world.library, ...change(world.library, world) } }
  },
})

function usedOnce(source: LibraryTokens): LibraryTokens['token'] {
  return async () => {
    const token = await source.token()
    if (token.ok) source.drop(token.value.value)
    return token
  }
}

rejects(dashboardLibrarySuite, [
  broken('retries a failed create', 'sends a failed change only once', (library) => ({
    async create(name) {
      const made = await library.create(name)
      return !made.ok && made.failure.status === 503 ? library.create(name) : made
    },
  })),
  broken(
    'reports an unanswered create as not done',
    'reports the outcome of an unanswered change as unknown',
    (library) => ({
      async create(name) {
        const made = await library.create(name)
        return made.ok || made.failure.status !== null
          ? made
          : { ok: false, failure: { ...made.failure, outcome: 'not-done' } }
      },
    }),
  ),
  broken('truncates long names', 'stores every name unchanged, or refuses it', (library) => ({
    create: (name) => library.create(name.slice(0, 255)),
  })),
  broken(
    'reports removing a missing dashboard as done',
    'refuses to remove a missing dashboard',
    (library) => ({
      remove: async (id) => (id.startsWith('00000000') ? { ok: true, value: undefined } : library.remove(id)),
    }),
  ),
  broken(
    'shows every user everything',
    'neither lists nor removes another user’s dashboards',
    (library, world) => ({
      async create(name) {
        await world.other.create(name)
        return library.create(name)
      },
    }),
  ),
  broken(
    'reads no number of a dashboard with an unreadable chart',
    'reads the value of a single-number chart, if it claims to',
    (library) => ({
      async numbers(charts) {
        const read = await library.numbers(charts)
        const dashboards = new Set(charts.map(({ dashboardId }) => dashboardId))
        return read.ok && dashboards.size < charts.length ? { ok: true, value: [] } : read
      },
    }),
  ),
  broken('drops the requested name', 'renames a dashboard, if it claims to', (library) => ({
    rename: (id) => library.rename(id, 'Renamed'),
  })),
  broken('drops the name of a copy', 'copies a dashboard under another name, if it claims to', (library) => ({
    copy: (id) => library.copy(id, 'Copy'),
  })),
  broken(
    'reports a create with a 502 from a gateway as not done',
    'reports the outcome of a change as unknown when a gateway answers 502',
    (library) => ({
      async create(name) {
        const made = await library.create(name)
        return made.ok || made.failure.status !== 502
          ? made
          : { ok: false, failure: { ...made.failure, outcome: 'not-done' } }
      },
    }),
  ),
  {
    ...rest(2),
    name: 'keeps a token that the host rejects',
    breaks: 'drops a token that the host rejects, and no other',
    make: () => restWorld(2, (source) => ({ ...source, drop: () => undefined })),
  },
  {
    ...rest(2),
    name: 'uses every token only once',
    breaks: 'drops a token that the host rejects, and no other',
    make: () => restWorld(2, (source) => ({ ...source, token: usedOnce(source) })),
  },
])
