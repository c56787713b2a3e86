import { screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { flightRecorder } from '../../src/adapters/journal/flight-recorder'
import { observedTokens } from '../../src/core/shell/observed'
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

test('a report says what happened, and holds nothing of the person, of what they made or of what services said', async () => {
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
  expect(text).toMatch(/journal +error of test: Refused \(ABCD-2345\)/)
  expect(text).toContain('Page      /saved-dashboards\n')
})

test('whatever entries and answers hold, a report has their sentences alone', async () => {
  // Told apart from everything that the portal says by itself.
  const secret = fc.stringMatching(/^ZQ[A-Za-z0-9@._-]{6,40}$/)
  await fc.assert(
    fc.asyncProperty(fc.array(secret, { minLength: 1, maxLength: 20 }), secret, async (details, token) => {
      let now = 0
      const journal = flightRecorder(() => undefined, { now: () => now, trace: 'visit' })
      const clock = { now: () => now, after: () => () => undefined }
      const tokens = observedTokens(memoryTokenService({ name: () => token }), { clock, journal })
      await tokens.personalToken(token)
      for (const detail of details) {
        now += 100
        journal.record({ level: 'error', where: 'test', text: `Delete failed 500: ${detail}` })
        journal.record({ level: 'error', where: 'test', text: `Not shown “${detail}” again` })
        journal.record({ level: 'error', where: 'test', text: `Thrown: {"name":"${detail}"}` })
      }
      const text = problemReport(journal.flight(), {
        now,
        path: `/saved-dashboards/${token}`,
        browser: 'Browser/1',
      })
      expect(text).toContain('token     person: ok after 0 ms')
      expect(text).not.toContain('ZQ')
    }),
    { numRuns: 200, seed: 26 },
  )
})

test('keeps the last two hundred and says how many there were', () => {
  const journal = flightRecorder(() => undefined, { now: () => 0, trace: 'visit' })
  for (let at = 0; at < 450; at += 1) journal.note({ kind: 'flags', status: 'live' })
  const flight = journal.flight()
  expect([flight.events.length, flight.count]).toEqual([200, 450])
})
