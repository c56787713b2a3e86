import { expect, vi } from 'vitest'
import type { DashboardLibrary, LibraryCapabilities } from '../../src/core/ports/dashboard-library'
import { defineSuite, type Law } from './suite'

/**
 * What happens to the next request; two calls apply to the next two. `lost`: the host performs it, and its response never arrives. `given
 * up`: the host performs it, and a gateway in front of it times out and answers 502. `expired`: its token is rejected with 401. `nothing`
 * lets one request through.
 */
export type Trouble = 'nothing' | 'refused' | 'unavailable' | 'unreachable' | 'lost' | 'given up' | 'expired'

export interface LibraryWorld {
  readonly library: DashboardLibrary
  /** The same host for another user. */
  readonly other: DashboardLibrary
  /** How the host names this user as an author. */
  readonly author: string
  /** A dashboard with at least two charts that every user may read. */
  readonly curated: string
  /** A single-number chart of it. */
  readonly numberChart: string
  readonly next: (trouble: Trouble) => void
  /** Requests sent so far. */
  readonly sent: () => number
  /** The tokens of those requests, in order. */
  readonly tokens: () => readonly string[]
}

/** The declared capabilities, and other differences between the adapters. */
export interface LibraryClaims extends LibraryCapabilities {
  /** Its requests carry the user's BI token. */
  readonly sendsTokens: boolean
  /** A listing has author, description and creation date. Without it, it lists the user's own dashboards, with name and last change. */
  readonly listsAuthors: boolean
  /** A user's dashboards have unique names, of at most this many characters and without a line break; null: no limit. */
  readonly maxNameLength: number | null
  /** A rename reads the dashboard before it writes it. */
  readonly readsFirst: boolean
}

/** The claims of each adapter. */
export const libraryClaims = {
  thoughtspot: {
    sendsTokens: true,
    listsAuthors: true,
    maxNameLength: null,
    create: true,
    remove: true,
    completeListing: true,
    rename: true,
    copy: true,
    describe: true,
    charts: true,
    numbers: true,
    restore: true,
    readsFirst: true,
  },
  memory: {
    sendsTokens: false,
    listsAuthors: true,
    maxNameLength: null,
    create: true,
    remove: true,
    completeListing: true,
    rename: true,
    copy: true,
    describe: true,
    charts: true,
    numbers: true,
    restore: true,
    readsFirst: false,
  },
  superset: {
    sendsTokens: true,
    listsAuthors: false,
    maxNameLength: 255,
    create: true,
    remove: true,
    completeListing: true,
    rename: true,
    copy: true,
    describe: false,
    charts: false,
    numbers: false,
    restore: false,
    readsFirst: false,
  },
} as const satisfies Readonly<Record<string, LibraryClaims>>

const unusualNames = [
  'Desk',
  '<img src=x onerror=alert(1)>',
  '\u202Eright to left\u202C',
  '😀 emoji & "quotes" \'single\'',
  'a+b=c&d%20e',
  'line\nend',
  'ä'.repeat(5_000),
]

const notSupported = { ok: false, failure: { kind: 'library-not-supported', outcome: 'not-done' } }

async function names(library: DashboardLibrary): Promise<readonly string[]> {
  const listed = await library.list()
  return listed.ok ? listed.value.dashboards.map(({ name }) => name) : ['(failed)']
}

async function created(library: DashboardLibrary, name: string): Promise<string> {
  const made = await library.create(name)
  expect(made.ok).toBe(true)
  return made.ok ? made.value.id : ''
}

type LibraryLaw = Omit<Law<LibraryWorld, LibraryClaims>, 'name'>

/** A law that starts with the user's own dashboard. Where none can be created, it checks that this is reported and nothing is sent. */
function withOwnDashboard(given: LibraryLaw | LibraryLaw['check']): LibraryLaw {
  const law: LibraryLaw = typeof given === 'function' ? { check: given } : given
  return {
    offered: (claims) => claims.create && (law.offered?.(claims) ?? true),
    async check(world, claims) {
      if (claims.create) return law.check(world, claims)
      const before = world.sent()
      expect(await world.library.create('Desk')).toMatchObject(notSupported)
      expect(world.sent()).toBe(before)
    },
  }
}

export const dashboardLibrarySuite = defineSuite<LibraryWorld, LibraryClaims>('DashboardLibrary', {
  'is empty for a user who has created nothing': async ({ library }) => {
    expect(await names(library)).toEqual([])
  },
  'lists a created dashboard with its author, description and dates': withOwnDashboard(
    async ({ library, author }, { listsAuthors }) => {
      const id = await created(library, 'Desk')
      const listed = await library.list()
      const row = listed.ok ? listed.value.dashboards.find((dashboard) => dashboard.id === id) : undefined
      expect(row?.name).toBe('Desk')
      expect(row?.modifiedAt ?? 0).toBeGreaterThan(Date.UTC(2020, 0))
      expect(listed.ok && (listed.value.own ?? false)).toBe(!listsAuthors)
      if (listsAuthors) {
        expect(row).toMatchObject({ description: 'Created from dashboard page', author })
        expect(row?.createdAt ?? 0).toBeGreaterThan(Date.UTC(2020, 0))
      }
      expect(listed.ok && listed.value.dropped).toBe(0)
    },
  ),
  'stores every name unchanged, or refuses it': withOwnDashboard(async ({ library }, { maxNameLength }) => {
    const good = (name: string): boolean =>
      maxNameLength === null || (name.length <= maxNameLength && !name.includes('\n'))
    for (const name of unusualNames) {
      const made = await library.create(name)
      if (good(name)) expect(made.ok).toBe(true)
      else expect(made).toMatchObject({ failure: { kind: 'library-refused', outcome: 'not-done' } })
    }
    expect([...(await names(library))].sort()).toEqual(unusualNames.filter(good).sort())
  }),
  'gives two dashboards of one name different ids, or refuses the second': withOwnDashboard(
    async ({ library }, { maxNameLength }) => {
      const first = await created(library, 'Desk')
      const second = await library.create('Desk')
      if (maxNameLength === null) expect(second.ok && second.value.id !== first).toBe(true)
      else expect(second).toMatchObject({ failure: { kind: 'library-refused', outcome: 'not-done' } })
    },
  ),
  'offers exactly the capabilities that it claims': async ({ library, sent }, claims) => {
    const { create, remove, rename, copy, describe, charts, numbers, restore, completeListing } = claims
    expect(library.capabilities).toEqual({
      create,
      remove,
      rename,
      copy,
      describe,
      charts,
      numbers,
      restore,
      completeListing,
    })
    const before = sent()
    const unclaimed = [
      ...(create ? [] : [library.create('Desk')]),
      ...(remove ? [] : [library.remove('x')]),
      ...(rename ? [] : [library.rename('x', 'Desk')]),
      ...(copy ? [] : [library.copy('x', 'Desk')]),
      ...(describe ? [] : [library.describe('x', 'Mine')]),
      ...(charts ? [] : [library.charts(['x']), library.addCharts('x', [])]),
      ...(numbers ? [] : [library.numbers([{ dashboardId: 'x', chartId: 'y' }])]),
      ...(restore
        ? []
        : [
            library.removeCharts('x', ['y']),
            library.snapshot('x'),
            library.restore({ id: 'x', content: '' }),
          ]),
    ]
    for (const answer of await Promise.all(unclaimed)) expect(answer).toMatchObject(notSupported)
    expect(sent()).toBe(before)
    expect(await library.list()).toMatchObject({ value: { complete: completeListing } })
  },
  'renames a dashboard, if it claims to': withOwnDashboard({
    offered: ({ rename }) => rename,
    check: async ({ library, sent }, { rename, maxNameLength }) => {
      const id = await created(library, 'Desk')
      await created(library, 'Other')
      const before = sent()
      const renamed = await library.rename(id, 'Morning')
      if (!rename) {
        expect(renamed).toMatchObject(notSupported)
        expect(sent()).toBe(before)
        return
      }
      expect(renamed).toEqual({ ok: true, value: undefined })
      expect([...(await names(library))].sort()).toEqual(['Morning', 'Other'])
      // A rename to the current name is not refused.
      expect((await library.rename(id, 'Morning')).ok).toBe(true)
      const taken = await library.rename(id, 'Other')
      if (maxNameLength !== null)
        expect(taken).toMatchObject({
          failure: { kind: 'library-refused', status: 409, outcome: 'not-done' },
        })
    },
  }),
  'copies a dashboard under another name, if it claims to': withOwnDashboard({
    offered: ({ copy }) => copy,
    check: async ({ library, sent }, { copy, maxNameLength }) => {
      const id = await created(library, 'Desk')
      const before = sent()
      const copied = await library.copy(id, 'Desk, again')
      if (!copy) {
        expect(copied).toMatchObject(notSupported)
        expect(sent()).toBe(before)
        return
      }
      expect(copied.ok && copied.value.id !== id).toBe(true)
      expect([...(await names(library))].sort()).toEqual(['Desk', 'Desk, again'])
      const taken = await library.copy(id, 'Desk')
      if (maxNameLength !== null)
        expect(taken).toMatchObject({ failure: { status: 409, outcome: 'not-done' } })
    },
  }),
  'refuses to rename or copy a dashboard that is missing or another user’s': withOwnDashboard({
    offered: ({ rename, copy }) => rename && copy,
    check: async ({ library, other }, { rename, copy }) => {
      const id = await created(library, 'Mine')
      for (const whose of [await other.rename(id, 'Theirs'), await other.copy(id, 'Theirs')])
        expect(whose).toMatchObject({ ok: false, failure: { outcome: 'not-done' } })
      expect(await names(library)).toEqual(['Mine'])
      const nowhere = '00000000-0000-4000-8000-000000000000'
      const refused = { ok: false, failure: { kind: 'library-refused', status: 404, outcome: 'not-done' } }
      expect(await library.rename(nowhere, 'Any')).toMatchObject(rename ? refused : notSupported)
      expect(await library.copy(nowhere, 'Any')).toMatchObject(copy ? refused : notSupported)
    },
  }),
  'reports the outcome of an unanswered rename or copy as unknown': withOwnDashboard({
    offered: ({ rename, copy }) => rename && copy,
    check: async ({ library, next }, { rename, copy, readsFirst }) => {
      const id = await created(library, 'Desk')
      if (readsFirst) {
        next('given up')
        expect(await library.rename(id, 'Other')).toMatchObject({ failure: { outcome: 'not-done' } })
        expect(await names(library)).toEqual(['Desk'])
        next('nothing')
      }
      next('given up')
      if (rename)
        expect(await library.rename(id, 'Morning')).toMatchObject({ failure: { outcome: 'unknown' } })
      else await library.list()
      next('lost')
      if (copy) expect(await library.copy(id, 'Again')).toMatchObject({ failure: { outcome: 'unknown' } })
      else await library.list()
      expect(await names(library)).toHaveLength(copy ? 2 : 1)
    },
  }),
  'changes a description, if it claims to': withOwnDashboard({
    offered: ({ describe }) => describe,
    check: async ({ library }, { describe }) => {
      const id = await created(library, 'Desk')
      const described = await library.describe(id, 'Flows, <b> & more')
      if (!describe) return expect(described).toMatchObject(notSupported)
      expect(described).toEqual({ ok: true, value: undefined })
      expect(await library.list()).toMatchObject({
        value: { dashboards: [{ id, name: 'Desk', description: 'Flows, <b> & more' }] },
      })
      expect((await library.describe(id, '')).ok).toBe(true)
      expect(await library.list()).toMatchObject({ value: { dashboards: [{ id, description: '' }] } })
    },
  }),
  'lists charts and adds them to another dashboard, if it claims to': withOwnDashboard({
    offered: ({ charts }) => charts,
    check: async ({ library, other, curated }, { charts }) => {
      if (!charts) return expect(await library.charts([curated])).toMatchObject(notSupported)
      const id = await created(library, 'Desk')
      expect(await library.charts([])).toEqual({ ok: true, value: [] })
      expect(await library.charts([id])).toEqual({ ok: true, value: [{ dashboardId: id, charts: [] }] })
      const found = await library.charts([curated])
      const [first, second] = found.ok ? (found.value[0]?.charts ?? []) : []
      if (first === undefined || second === undefined) throw new Error('There are no charts to add.')
      expect(first.dashboardId).toBe(curated)
      expect(await library.addCharts(id, [first, second])).toEqual({ ok: true, value: undefined })
      // The same chart may be added twice.
      expect((await library.addCharts(id, [first])).ok).toBe(true)
      const own = await library.charts([curated, '00000000-0000-4000-8000-000000000000', id])
      const lists = own.ok ? own.value : []
      expect(lists.map(({ dashboardId }) => dashboardId)).toEqual([curated, id])
      expect(lists[1]?.charts.map(({ title }) => title)).toEqual([first.title, second.title, first.title])
      const all = lists.flatMap(({ charts: those }) => those)
      expect(new Set(all.map((chart) => JSON.stringify(chart))).size).toBe(all.length)
      const missing = [{ dashboardId: curated, chartId: 'no-such-chart' }]
      expect(await library.addCharts(id, missing)).toMatchObject({ failure: { outcome: 'not-done' } })
      expect((await other.addCharts(id, [first])).ok).toBe(false)
    },
  }),
  'reads the value of a single-number chart, if it claims to': {
    offered: ({ numbers }) => numbers,
    check: async ({ library, other, curated, numberChart, next }, { numbers, create }) => {
      const chart = { dashboardId: curated, chartId: numberChart }
      if (!numbers) return expect(await library.numbers([chart])).toMatchObject(notSupported)
      expect(await library.numbers([])).toEqual({ ok: true, value: [] })
      const read = await library.numbers([chart])
      expect(read).toEqual({ ok: true, value: [{ ...chart, value: expect.any(Number) }] })
      expect(await other.numbers([chart])).toEqual(read)
      // Unreadable values are left out, unless all are unreadable.
      const id = create ? await created(library, 'Desk') : '00000000-0000-4000-8000-000000000000'
      const gone = { dashboardId: id, chartId: 'no-such-chart' }
      const some = await library.numbers([chart, gone])
      expect(some).toEqual(read)
      expect(await library.numbers([{ ...chart, chartId: 'no-such-chart' }, chart])).toEqual(read)
      next('unavailable')
      expect(await library.numbers([chart])).toMatchObject({ failure: { kind: 'library-unavailable' } })
    },
  },
  'removes a chart and restores a snapshot, if it claims to': withOwnDashboard({
    offered: ({ charts, restore }) => charts && restore,
    check: async ({ library, other, curated }, { restore }) => {
      if (!restore)
        return expect(await library.restore({ id: curated, content: '' })).toMatchObject(notSupported)
      const id = await created(library, 'Desk')
      const found = await library.charts([curated])
      const [first, second] = found.ok ? (found.value[0]?.charts ?? []) : []
      if (first === undefined || second === undefined) throw new Error('There are no charts to add.')
      // The same chart twice: only the selected one is removed.
      expect((await library.addCharts(id, [first, second, first])).ok).toBe(true)
      const own = async () => {
        const all = await library.charts([id])
        return all.ok ? (all.value[0]?.charts ?? []) : []
      }
      const before = await own()
      const whole = await library.snapshot(id)
      if (!whole.ok) throw new Error('There is no snapshot.')
      expect(await library.snapshot(id)).toEqual(whole)
      const gone = before[0]?.chartId ?? ''
      expect((await other.removeCharts(id, [gone])).ok).toBe(false)
      expect(await library.removeCharts(id, [gone])).toEqual({ ok: true, value: undefined })
      expect(await own()).toEqual(before.slice(1))
      const after = await library.snapshot(id)
      expect(after.ok && after.value.content !== whole.value.content).toBe(true)
      expect(await library.removeCharts(id, [gone])).toEqual({ ok: true, value: undefined })
      expect(await own()).toEqual(before.slice(1))
      await library.rename(id, 'Other')
      expect((await other.restore(whole.value)).ok).toBe(false)
      expect(await library.restore(whole.value)).toEqual({ ok: true, value: undefined })
      expect(await own()).toEqual(before)
      expect(await names(library)).toEqual(['Desk'])
      expect(await library.snapshot(id)).toEqual(whole)
    },
  }),
  'removes one dashboard and leaves the rest': withOwnDashboard(async ({ library }) => {
    const gone = await created(library, 'Gone')
    await created(library, 'Kept')
    expect(await library.remove(gone)).toEqual({ ok: true, value: undefined })
    expect(await names(library)).toEqual(['Kept'])
  }),
  'refuses to remove a missing dashboard': {
    offered: ({ remove }) => remove,
    check: async ({ library }, { remove }) => {
      const removed = await library.remove('00000000-0000-4000-8000-000000000000')
      const refused = { ok: false, failure: { kind: 'library-refused', outcome: 'not-done' } }
      expect(removed).toMatchObject(remove ? refused : notSupported)
    },
  },
  'neither lists nor removes another user’s dashboards': withOwnDashboard(async ({ library, other }) => {
    const id = await created(library, 'Mine')
    expect(await names(other)).toEqual([])
    expect((await other.remove(id)).ok).toBe(false)
    expect(await names(library)).toEqual(['Mine'])
  }),
  'reports a refusal with its status and the text for the journal': async (
    { library, next },
    { create, remove },
  ) => {
    next('refused')
    expect(await library.list()).toMatchObject({
      ok: false,
      failure: {
        kind: 'library-refused',
        status: 403,
        outcome: 'not-done',
        text: expect.stringMatching(/^(?:TS request|List) failed 403/),
      },
    })
    if (create) {
      next('refused')
      expect(await library.create('Desk')).toMatchObject({
        failure: { text: expect.stringMatching(/^Create failed 403/) },
      })
    }
    if (remove) {
      next('refused')
      expect(await library.remove('x')).toMatchObject({
        failure: { text: expect.stringMatching(/^Delete failed 403/) },
      })
    }
  },
  'reports 503 as unavailable, not as a refusal': async ({ library, next }) => {
    next('unavailable')
    expect(await library.list()).toMatchObject({ failure: { kind: 'library-unavailable', status: 503 } })
  },
  'reports a failed listing as not done': async ({ library, next }) => {
    next('unreachable')
    expect(await library.list()).toMatchObject({
      failure: { kind: 'library-unreachable', outcome: 'not-done' },
    })
  },
  'reports the outcome of an unanswered change as unknown': withOwnDashboard(async ({ library, next }) => {
    next('lost')
    expect(await library.create('Desk')).toMatchObject({ ok: false, failure: { outcome: 'unknown' } })
    expect(await names(library)).toEqual(['Desk'])
    next('unreachable')
    expect(await library.create('Other')).toMatchObject({ ok: false, failure: { outcome: 'unknown' } })
    expect(await names(library)).toEqual(['Desk'])
    // Without a network nothing was sent.
    vi.stubGlobal('navigator', { onLine: false })
    next('unreachable')
    expect(await library.create('Other')).toMatchObject({
      ok: false,
      failure: { kind: 'library-unreachable', outcome: 'not-done' },
    })
    vi.unstubAllGlobals()
  }),
  'sends a failed change only once': withOwnDashboard(async ({ library, next, sent }) => {
    for (const trouble of ['refused', 'unavailable', 'unreachable'] as const) {
      const before = sent()
      next(trouble)
      await library.create('Desk')
      expect(sent() - before).toBe(1)
      next(trouble)
      await library.remove('x')
      expect(sent() - before).toBe(2)
    }
  }),
  'reports the outcome of a change as unknown when a gateway answers 502': withOwnDashboard(
    async ({ library, next }) => {
      next('given up')
      expect(await library.create('Desk')).toMatchObject({
        ok: false,
        failure: { kind: 'library-unavailable', status: 502, outcome: 'unknown' },
      })
      expect(await names(library)).toEqual(['Desk'])
      next('given up')
      expect(await library.list()).toMatchObject({ failure: { status: 502, outcome: 'not-done' } })
    },
  ),
  'drops a token that the host rejects, and no other': async (
    { library, next, tokens },
    { sendsTokens, create },
  ) => {
    await library.list()
    next('refused')
    await library.list()
    next('expired')
    const expired = create ? await library.create('Desk') : await library.list()
    expect(expired).toMatchObject({ failure: { status: 401, outcome: 'not-done' } })
    await library.list()
    const [first, , refused, after] = tokens()
    expect(tokens()).toHaveLength(sendsTokens ? 4 : 0)
    if (!sendsTokens) return
    expect(refused).toBe(first)
    expect(after).not.toBe(first)
  },
})
