import { flagUserContext, type FlagUserContext } from '../../../src/core/flags/user-context'
import type { User } from '../../../src/core/ports/identity-provider'
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
    case 'trader':
      return users.trader
    default:
      return { subject: person, issuer }
  }
}

export function contextOf(person: Person): FlagUserContext {
  return flagUserContext(userOf(person), {
    hasBypassAccess: person === 'analyst with bypass',
    userAgent: 'Browser/1',
    timestamp: '2026-11-21T00:00:00.000Z',
  })
}

/** What must be found nowhere once the analyst has left: the e-mail address and the name, also where base64 has them inside. */
export function namesTheAnalyst(text: string): boolean {
  const decoded = text.replaceAll(/[\w+/-]{16,}/g, (run) => Buffer.from(run, 'base64url').toString('utf8'))
  return [text, decoded].some((one) => one.includes('analyst@example') || one.includes('Ada Winter'))
}
