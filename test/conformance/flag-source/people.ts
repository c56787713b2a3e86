import { flagUserContext } from '../../../src/core/flags/flags-of-session'
import type { FlagPerson } from '../../../src/core/ports/flag-source'
import type { User } from '../../../src/core/ports/identity-provider'
import { sessionKey } from '../../../src/core/session/session-key'
import type { Person } from './world'

const issuer = 'http://identity.invalid/'
const users = {
  analyst: { subject: 'local|analyst', issuer, name: 'Ada Winter', email: 'analyst@example.com' },
  trader: { subject: 'local|trader', issuer, name: 'Zoë Müller', email: 'trader@example.com' },
}

function userOf(person: Person): User | undefined {
  switch (person) {
    case 'nobody':
      return undefined
    case 'analyst':
    case 'analyst with bypass':
      return users.analyst
    case 'namesake of the analyst':
      return { ...users.analyst, subject: 'local|namesake' }
    case 'trader':
      return users.trader
    default:
      return { subject: person, issuer }
  }
}

export function flagPerson(person: Person): FlagPerson {
  const user = userOf(person)
  const context = flagUserContext(user, {
    hasBypassAccess: person === 'analyst with bypass',
    userAgent: 'Browser/1',
    timestamp: '2026-11-21T00:00:00.000Z',
  })
  return { session: sessionKey({ isAuthenticated: user !== undefined, user }), context }
}

/** What must be found nowhere once the analyst has left: email address, name and subject, also inside base64 or a URL. */
export function namesTheAnalyst(given: string): boolean {
  const text = given.replaceAll(/(?:%[\da-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  )
  // A slash may be one of its characters, or separate two steps of a path.
  const decoded = [/[\w+/-]{16,}/g, /[\w+-]{16,}/g].map((runs) =>
    text.replaceAll(runs, (run) => Buffer.from(run, 'base64url').toString('utf8')),
  )
  const names = ['analyst@example', 'Ada Winter', users.analyst.subject]
  return [text, ...decoded].some((one) => names.some((name) => one.includes(name)))
}
