import { describe, expect, it, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { memoryDashboardLibrary } from '../../../src/adapters/dashboard-library/memory-dashboard-library'
import {
  memoryIdentityProvider,
  memoryUser,
} from '../../../src/adapters/identity-provider/memory/memory-identity-provider'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryPageAddress } from '../../../src/adapters/page-address/memory-page-address'
import { memoryBrowser } from '../../../src/adapters/sibling-tabs/memory-sibling-tabs'
import { dashboardName, maxNameLength } from '../../../src/core/dashboards/dashboard-name'
import { savedDashboards, ownedBy, libraryChanges } from '../../../src/core/dashboards/dashboards'
import { matching, ordered } from '../../../src/core/dashboards/order'
import { reconcilePin } from '../../../src/core/dashboards/reconcile-pin'
import type { LibraryFailure, SavedDashboard } from '../../../src/core/ports/dashboard-library'
import { createSessionStore } from '../../../src/core/session/session-store'

const dashboard = (given: Partial<SavedDashboard>): SavedDashboard => ({
  id: 'd-1',
  name: 'Desk',
  description: '',
  author: 'analyst@example.com',
  createdAt: null,
  modifiedAt: null,
  ...given,
})

const noAnswer: LibraryFailure = {
  kind: 'library-timeout',
  status: null,
  text: 'Create failed: no answer in time',
  outcome: 'unknown',
}

async function gallery(signedIn = true, browser = memoryBrowser()) {
  const dashboardLibrary = memoryDashboardLibrary({ author: 'analyst@example.com' })
  const journal = memoryJournal()
  const session = createSessionStore({
    clock: fixedClock(0),
    identityProvider: memoryIdentityProvider(signedIn ? { user: memoryUser } : {}),
    journal,
    keyValueStore: memoryKeyValueStore(),
    pageAddress: memoryPageAddress('/saved-dashboards'),
    tabStore: memoryKeyValueStore(),
  })
  await session.start({
    address: 'http://localhost/saved-dashboards',
    query: { code: null, state: null, error: null, errorDescription: null },
  })
  const changes = libraryChanges({ siblingTabs: browser.open() }, session)
  return {
    dashboardLibrary,
    journal,
    changes,
    ...savedDashboards({ dashboardLibrary, journal }, session, changes),
  }
}

describe('the gallery', () => {
  it('shows only the user’s own dashboards', async () => {
    const { dashboardLibrary, listDashboards } = await gallery()
    dashboardLibrary.put(dashboard({ id: 'mine' }))
    dashboardLibrary.put(dashboard({ id: 'theirs', author: 'trader@example.com' }))
    const listed = await listDashboards()
    expect(listed.ok && listed.value.dashboards.map(({ id }) => id)).toEqual(['mine'])
  })

  it('sends no request without a session', async () => {
    const { dashboardLibrary, listDashboards, createDashboard, deleteDashboard } = await gallery(false)
    for (const result of [
      await listDashboards(),
      await createDashboard('Desk'),
      await deleteDashboard('d-1'),
    ]) {
      expect(result).toEqual({ ok: false, failure: { kind: 'signed-out' } })
    }
    expect(dashboardLibrary.calls).toEqual([])
  })

  it('trims a name, and never sends an empty one', async () => {
    const { dashboardLibrary, createDashboard } = await gallery()
    expect(await createDashboard('  \n ')).toEqual({ ok: false, failure: { kind: 'name-empty' } })
    await createDashboard('  Desk  ')
    expect(dashboardLibrary.calls).toEqual(['create Desk'])
  })

  it('sends one request per action', async () => {
    const { dashboardLibrary, createDashboard, deleteDashboard } = await gallery()
    const [first, second] = await Promise.all([createDashboard('Desk'), createDashboard('Desk')])
    expect(first.ok).toBe(true)
    expect(second).toEqual({ ok: false, failure: { kind: 'busy' } })
    const id = first.ok ? first.value.id : ''
    await Promise.all([deleteDashboard(id), deleteDashboard(id)])
    expect(dashboardLibrary.calls).toEqual(['create Desk', `remove ${id}`])
  })

  it('does not retry a refused request, and writes its text to the journal', async () => {
    const { dashboardLibrary, journal, createDashboard } = await gallery()
    const refused: LibraryFailure = {
      kind: 'library-refused',
      status: 403,
      text: 'Create failed 403: no',
      outcome: 'not-done',
    }
    dashboardLibrary.failNext(refused)
    expect(await createDashboard('Desk')).toEqual({ ok: false, failure: refused })
    expect(dashboardLibrary.calls).toEqual(['create Desk'])
    expect(journal.entries).toEqual([
      { level: 'error', where: 'dashboard-library', text: 'Create failed 403: no' },
    ])
  })

  it('checks the list before it reports an unanswered create as failed', async () => {
    const { dashboardLibrary, listDashboards, createDashboard } = await gallery()
    await listDashboards()
    dashboardLibrary.failNext(noAnswer, 'done')
    const made = await createDashboard('Desk')
    expect(made.ok && made.value.name).toBe('Desk')

    dashboardLibrary.failNext(noAnswer)
    expect(await createDashboard('Other')).toEqual({
      ok: false,
      failure: { kind: 'outcome-unknown', found: false },
    })

    dashboardLibrary.failNext(noAnswer)
    dashboardLibrary.failNext({ ...noAnswer, kind: 'library-unreachable' })
    expect(await createDashboard('Third')).toEqual({
      ok: false,
      failure: { kind: 'outcome-unknown', found: null },
    })
  })

  it('does not confuse an older dashboard of the same name with the new one', async () => {
    const { dashboardLibrary, listDashboards, createDashboard } = await gallery()
    dashboardLibrary.put(dashboard({ id: 'old', name: 'Desk' }))
    await listDashboards()
    dashboardLibrary.failNext(noAnswer)
    expect(await createDashboard('Desk')).toEqual({
      ok: false,
      failure: { kind: 'outcome-unknown', found: false },
    })
  })

  it('does not guess which dashboard it created without an earlier list', async () => {
    const { dashboardLibrary, createDashboard } = await gallery()
    dashboardLibrary.put(dashboard({ id: 'old', name: 'Desk' }))
    dashboardLibrary.failNext(noAnswer)
    expect(await createDashboard('Desk')).toEqual({
      ok: false,
      failure: { kind: 'outcome-unknown', found: null },
    })
  })

  it('does not treat a dashboard that a truncated list lacks as missing', async () => {
    const { dashboardLibrary, journal, listDashboards, createDashboard, deleteDashboard } = await gallery()
    dashboardLibrary.put(dashboard({ id: 'a', name: 'First' }))
    dashboardLibrary.put(dashboard({ id: 'b', name: 'Desk' }))
    dashboardLibrary.cut(1)
    expect(await listDashboards()).toMatchObject({ ok: true, value: { complete: false } })
    expect(journal.entries).toMatchObject([{ level: 'warning', text: 'The list is not complete.' }])
    const nobodyKnows = { ok: false, failure: { kind: 'outcome-unknown', found: null } }
    dashboardLibrary.failNext(noAnswer)
    expect(await createDashboard('Desk')).toEqual(nobodyKnows)
    dashboardLibrary.failNext(noAnswer)
    expect(await deleteDashboard('b')).toEqual(nobodyKnows)
    // Now the full list, with an older dashboard of that name, which the truncated one lacked.
    dashboardLibrary.cut(2)
    dashboardLibrary.failNext(noAnswer)
    expect(await createDashboard('Desk')).toEqual(nobodyKnows)
  })

  it('checks the list before it reports an unanswered delete as failed', async () => {
    const { dashboardLibrary, deleteDashboard } = await gallery()
    dashboardLibrary.put(dashboard({ id: 'a' }))
    dashboardLibrary.put(dashboard({ id: 'b' }))
    dashboardLibrary.failNext(noAnswer, 'done')
    expect(await deleteDashboard('a')).toEqual({ ok: true, value: undefined })
    dashboardLibrary.failNext(noAnswer)
    expect(await deleteDashboard('b')).toEqual({
      ok: false,
      failure: { kind: 'outcome-unknown', found: false },
    })
  })
})

describe('changes between tabs', () => {
  it('are published after every change, only to other tabs of the same user', async () => {
    const browser = memoryBrowser()
    const [here, there, nobody] = [
      await gallery(true, browser),
      await gallery(true, browser),
      await gallery(false, browser),
    ]
    const received: string[] = []
    here.changes.subscribe(() => received.push('here'))
    const stop = there.changes.subscribe(() => received.push('there'))
    nobody.changes.subscribe(() => received.push('nobody'))
    const made = await here.createDashboard('Desk')
    await here.deleteDashboard(made.ok ? made.value.id : '')
    await here.dashboardsChanged()
    here.dashboardLibrary.failNext({ ...noAnswer, kind: 'library-refused', outcome: 'not-done' })
    await here.createDashboard('Refused')
    await nobody.dashboardsChanged()
    expect(received).toEqual(['there', 'there', 'there'])
    stop()
    await here.dashboardsChanged()
    expect(received).toHaveLength(3)
  })
})

describe('a name', () => {
  it('is trimmed, and truncated to the maximum length, never inside a character', () => {
    expect(dashboardName(' \n Desk\t')).toBe('Desk')
    expect(dashboardName(' \u00A0 ')).toBeNull()
    expect(dashboardName('a'.repeat(maxNameLength + 5))).toHaveLength(maxNameLength)
    expect(dashboardName(`${'a'.repeat(maxNameLength - 1)}😀`)).toBe('a'.repeat(maxNameLength - 1))
  })
})

describe('ownership', () => {
  it.each([
    ['analyst@example.com', true],
    ['memory|analyst', true],
    ['Ada Winter', true],
    ['Analyst@Example.com', true],
    ['analyst@example.org', false],
    ['', false],
    ['Unknown', false],
  ])('of the author %j is %s', (author, own) => {
    expect(ownedBy(memoryUser, dashboard({ author }))).toBe(own)
  })

  it('is the user’s when the identity provider has capitals and the BI host has none', () => {
    const user = { subject: 'Corp|1', issuer: 'i', name: 'Ada', email: 'Ada.Winter@Example.com' }
    expect(ownedBy(user, dashboard({ author: 'ada.winter@example.com' }))).toBe(true)
    expect(ownedBy(user, dashboard({ author: 'corp|1' }))).toBe(true)
  })

  it('is nobody’s with an empty claim', () => {
    expect(ownedBy({ subject: 's', issuer: 'i', name: '', email: '' }, dashboard({ author: '' }))).toBe(false)
  })
})

describe('the order of the list', () => {
  const rows = [
    dashboard({ id: '1', name: 'beta', createdAt: 10 }),
    dashboard({ id: '2', name: 'Alpha', createdAt: 5, modifiedAt: 20 }),
    dashboard({ id: '3', name: 'zeta' }),
    dashboard({ id: '4', name: 'Émile' }),
  ]
  const ids = (list: readonly SavedDashboard[]): string => list.map(({ id }) => id).join('')

  it('is latest first, unknown dates last by name', () => {
    expect(ids(ordered(rows, 'recent'))).toBe('2143')
    expect(ids(ordered(rows, 'created'))).toBe('1243')
    expect(ids(ordered(rows, 'name'))).toBe('2143')
  })

  it('by name is natural: numbers by value, accented letters beside their base letter', () => {
    const sorted = ['Äpfel', 'board 1', 'Board 2', 'Board 10', 'Éclair', 'ıspanak', 'Łódź', 'Öl', 'Zebra']
    const named = sorted.map((name, at) => dashboard({ id: String(at), name }))
    expect(ordered(named.toReversed(), 'name')).toEqual(named)
    const alike = [dashboard({ id: '1', name: 'Desk' }), dashboard({ id: '2', name: 'Desk' })]
    expect(ids(ordered(alike.toReversed(), 'name'))).toBe('12')
  })

  it('finds by name or description, ignoring case and accents', () => {
    expect(ids(matching(rows, ' EMILE '))).toBe('4')
    expect(ids(matching(rows, ''))).toBe('1234')
    expect(ids(matching([dashboard({ id: '9', description: 'For the morning' })], 'MORNING'))).toBe('9')
    // Also on a Turkish system (LC_ALL=tr_TR.UTF-8), whose lower-case I has no dot.
    expect(ids(matching([dashboard({ id: '9', name: 'INCOME – ETF' })], 'income'))).toBe('9')
    for (const [name, search] of [
      ['IŞIK RAPORU', 'ışık'],
      ['Große Straßen', 'GROSSE'],
      ['Smørrebrød', 'smorre'],
      ['ΣΑΣ', 'σας'],
    ] as const)
      expect(ids(matching([dashboard({ id: '9', name })], search))).toBe('9')
  })
})

describe('reconciling a pin', () => {
  const dashboard: SavedDashboard = {
    id: 'desk',
    name: 'Desk',
    description: '',
    author: 'analyst@example.com',
    createdAt: 1,
    modifiedAt: 2,
  }
  const changed = { ...dashboard, modifiedAt: 3 }
  const undated = { ...dashboard, modifiedAt: null }
  const other = { ...dashboard, id: 'other' }
  const onDashboard = { title: 'Supply', dashboardId: 'desk' }
  const onNew = { title: 'Supply', newDashboardName: 'Desk' }

  test.each([
    ['nothing changed', onDashboard, [dashboard], [dashboard], { kind: 'nothing' }],
    ['it was changed', onDashboard, [dashboard], [changed], { kind: 'changed', dashboard: changed }],
    ['it has gone', onDashboard, [dashboard], [], { kind: 'nothing' }],
    ['its new change date is unknown', onDashboard, [dashboard], [undated], { kind: 'unknown' }],
    ['its old change date is unknown', onDashboard, [undated], [changed], { kind: 'unknown' }],
    ['no list', onDashboard, [dashboard], null, { kind: 'unknown' }],
    ['no new one', onNew, [], [{ ...other, name: 'Another' }], { kind: 'nothing' }],
    ['one of the name was there before', onNew, [dashboard], [dashboard], { kind: 'nothing' }],
    ['a second one of the name', onNew, [dashboard], [dashboard, other], { kind: 'made', dashboard: other }],
  ] as const)('after a pin with an unknown outcome: %s', (_, target, before, after, trace) => {
    expect(reconcilePin(target, before, after)).toEqual(trace)
  })
})
