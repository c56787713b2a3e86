import { act, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { fixedClock } from '../../src/adapters/clock/fixed-clock'
import { createFlagState } from '../../src/adapters/flag-source/flag-state'
import { memoryFlagSource } from '../../src/adapters/flag-source/memory/memory-flag-source'
import { flightRecorder } from '../../src/adapters/journal/flight-recorder'
import { memoryJournal } from '../../src/adapters/journal/memory-journal'
import type { PortalEvent } from '../../src/core/ports/journal'
import { observeSession, observedTokens } from '../../src/core/shell/observed'
import { startTimes } from '../../src/core/shell/start-times'
import { problemReport } from '../../src/core/shell/problem-report'
import { memoryTokenService } from '../../src/adapters/token-service/memory-token-service'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp } from '../support/render-with-app'

afterEach(() => vi.restoreAllMocks())

/** The text of the file that the next report saves. */
function savedFile(): { readonly text: () => Promise<string>; readonly name: () => string | undefined } {
  let saved: Blob | undefined
  let name: string | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob
    return 'blob:report'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download
  })
  return { text: async () => (await saved?.text()) ?? '', name: () => name }
}

const person = {
  subject: 'auth0|4711-secret',
  issuer: 'http://identity.invalid/',
  name: 'Ada Winter',
  email: 'ada.winter@example.com',
}
const secrets = [
  person.subject,
  person.name,
  person.email,
  'Desk of Q3',
  'memory-access-token',
  'my question',
  '1,234.56',
]

test('a report describes what happened, without user data, user content or service messages', async () => {
  const file = savedFile()
  const { user, goTo, library, board, journal } = await renderWithApp(<Portal />, { signedIn: person })
  goTo('/saved-dashboards')
  await screen.findByText('No Dashboards Found')
  await user.click(screen.getAllByRole('button', { name: 'Create New Dashboard' })[0] as HTMLElement)
  const name = await screen.findByLabelText('Dashboard Name')
  library.failNext({
    kind: 'library-unavailable',
    status: 500,
    text: 'Create failed 500: row Desk of Q3 1,234.56',
    outcome: 'not-done',
  })
  await user.type(name, 'Desk of Q3{Enter}')
  await screen.findByText(/Create failed 500|reached|try again/i)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  board().say({ kind: 'failed', failure: { kind: 'frame-silent' } })
  journal.record({
    level: 'error',
    where: 'test',
    text: 'Refused ‘Desk of Q3’: ada.winter@example.com has 1,234.56',
    failure: { kind: 'library-refused', status: 403 },
    reference: 'ABCD-2345',
  })
  goTo('/saved-dashboards/Desk-of-Q3?q=my%20question')
  await user.keyboard('?')
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(sheet.getByRole('button', { name: 'Report a problem' }))
  await screen.findByText(/^Saved problem-report-/)
  const text = await file.text()
  expect(file.name()).toBe('problem-report-memory-visit.txt')
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).toMatch(/session +person/)
  expect(text).toMatch(/use-case +createDashboard: \S+ after \d+ ms/)
  expect(text).toMatch(/view +board: failed \(frame-silent\)/)
  expect(text).toMatch(/journal +error of test: library-refused 403 \(ABCD-2345\)/)
  expect(text).toContain('Page      /saved-dashboards\n')
})

test('start timings are those of the visit’s first dashboard, with the kind of visit', async () => {
  const { user, board, journal } = await renderWithApp(<Portal />)
  act(() => {
    journal.note({ kind: 'paint', ms: 210.4 })
    journal.note({ kind: 'frame', event: 'made' })
    board().say({ kind: 'data', asOf: null, source: null })
  })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'start timings{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Start timings' }))
  const rows = dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
  expect(Object.fromEntries(rows)).toEqual({
    'First paint': '210 ms',
    Token: expect.any(String),
    'Frame created': expect.stringMatching(/ms$/),
    'First message from the frame': '–',
    'First chart has data': expect.stringMatching(/ms$/),
    'Last chart so far': expect.stringMatching(/ms$/),
  })
  dialog.getByText(/Visit memory-visit/)
})

test('a second dashboard does not change the timings of the first', () => {
  const at = (now: number, event: PortalEvent) => ({ at: now, event })
  const view = (event: string): PortalEvent => ({ kind: 'view', purpose: 'board', event, ms: 0 })
  const events = [
    at(1_010, { kind: 'token', whose: 'visitor', outcome: 'ok', ms: 5 }),
    at(1_020, view('loading')),
    at(1_030, { kind: 'frame', event: 'made' }),
    at(1_040, { kind: 'frame', event: 'hello' }),
    at(1_050, view('data')),
    at(1_090, view('data')),
    at(2_000, view('loading')),
    at(2_010, { kind: 'frame', event: 'made' }),
    at(2_100, view('data')),
  ]
  expect(startTimes({ trace: 'visit', began: 1_005, count: 9, events }, 1_000)).toEqual({
    paint: null,
    token: 10,
    frame: 30,
    hello: 40,
    'first-chart': 50,
    'last-chart': 90,
  })
})

/** Text of services and users in a failure, in every shape that a filter by shape would let through. */
const planted = fc.oneof(
  fc.constantFrom(
    'ada.winter@example.com',
    'https://desk.example.com/q3?user=ada-winter',
    '221b baker-street',
    `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`,
    '447',
    '1,234.56',
    'long-btc-short-eth',
    'constructor',
  ),
  fc.stringMatching(/^[a-z]{2,9}(-[a-z]{2,9}){0,3}$/),
  fc.string({ maxLength: 60 }),
)

test('a report contains only known kinds and typed numbers, whatever a failure contains', async () => {
  await fc.assert(
    fc.asyncProperty(planted, planted, async (secret, kind) => {
      let now = 0
      const journal = flightRecorder(() => undefined, { now: () => now, trace: 'visit' })
      const clock = { now: () => now, after: () => () => undefined }
      const tokens = observedTokens(memoryTokenService({ name: () => secret }), { clock, journal })
      await tokens.personalToken(`access of ${secret}`)
      now = 100
      const failure = { kind: 'library-unavailable', status: 500, text: secret, outcome: 'unknown' }
      for (const text of [`Delete failed: ${secret}`, `Not shown “${secret}” again`, secret])
        journal.record({ level: 'error', where: 'test', text, failure })
      journal.record({ level: 'error', where: 'test', text: secret })
      journal.record({ level: 'error', where: 'test', text: secret, failure: { kind } })
      journal.note({ kind: 'use-case', name: 'renameDashboard', outcome: kind, ms: 7 })
      journal.note({ kind: 'view', purpose: 'board', event: 'failed', failure: kind, ms: 7 })
      const report = problemReport(journal.flight(), {
        now,
        path: `/${kind}/${secret}`,
        pages: ['/home'],
        browser: 'Browser/1',
      })
      const refusal = '     0.100 s  journal   error of test: library-unavailable 500'
      expect(report.split('\n').slice(4)).toEqual([
        'Page      another',
        'Browser   Browser/1',
        'Events    the last 8 of 8',
        '',
        '     0.000 s  token     person: ok after 0 ms',
        refusal,
        refusal,
        refusal,
        '     0.100 s  journal   error of test',
        '     0.100 s  journal   error of test: unknown',
        '     0.100 s  use-case  renameDashboard: unknown after 7 ms',
        '     0.100 s  view      board: failed (unknown) at 7 ms',
        '',
      ])
      // The recorder stores no text, so the page's memory has no more than this file.
      for (const { event } of journal.flight().events)
        expect(
          Object.keys('failure' in event && typeof event.failure === 'object' ? event.failure : {}),
        ).not.toContain('text')
      expect(journal.flight().events.some(({ event }) => 'text' in event)).toBe(false)
    }),
    { numRuns: 300, seed: 26 },
  )
})

test('names the outcome of every operation, and why flags have their defaults', () => {
  const clock = fixedClock(0)
  const journal = memoryJournal()
  const state = createFlagState(clock)
  const session = { watch: () => undefined }
  const flagSource = { ...memoryFlagSource(), status: state.status, subscribe: state.subscribe }
  observeSession(session, { flagSource, journal })
  state.begin('a session')
  clock.advance(5_000)
  journal.note({ kind: 'use-case', name: 'restoreDashboard', outcome: 'changed-since', ms: 12 })
  const report = problemReport(journal.flight(), { now: 0, path: '/home', pages: ['/home'], browser: 'x' })
  expect(report).toMatch(/flags +timeout\n/)
  expect(report).toContain('restoreDashboard: changed-since')
})

test('keeps the last two hundred entries and the total count', () => {
  const journal = flightRecorder(() => undefined, { now: () => 0, trace: 'visit' })
  for (let at = 0; at < 450; at += 1) journal.note({ kind: 'flags', status: 'live' })
  const flight = journal.flight()
  expect([flight.events.length, flight.count]).toEqual([200, 450])
})
