import type { FlagDocument } from '../../../local/flags/flag-document'
import type { FlagValues } from '../../../src/core/kernel/flag-table'
import type { FlagStatus, FlagPerson, FlagSource } from '../../../src/core/ports/flag-source'
import { flagUserContext } from '../../../src/core/flags/flags-of-session'
import type { User } from '../../../src/core/ports/identity-provider'
import { sessionKey } from '../../../src/core/session/session-key'
import { sameValues } from '../../../src/core/flags/evaluate'

/**
 * The user of a tab: two users whom rules distinguish, the first also with the preview bypass; another user with the first one's name and
 * email address; an anonymous one; and any number of guests.
 */
export type Person =
  | 'nobody'
  | 'analyst'
  | 'analyst with bypass'
  | 'namesake of the analyst'
  | 'trader'
  | `guest ${number}`

export interface Shown {
  readonly values: FlagValues
  readonly status: FlagStatus
}

/** One page of the portal with the adapter in it. */
export interface FlagTab {
  /** The result of the start; waits for it. */
  started(): Promise<FlagStatus>
  shown(): Promise<Shown>
  /** What subscribers saw, oldest first, starting with what was shown before the start. */
  history(): Promise<readonly Shown[]>
  /** Whether the values object stays the same between notifications that change nothing, and between two reads. */
  sameReference(): Promise<boolean>
  identify(person: Person): Promise<FlagStatus>
  /** Two calls at once; returns the result of the second. */
  identifyBoth(first: Person, second: Person): Promise<FlagStatus>
  hide(): Promise<void>
  show(): Promise<void>
  /** Advances the adapter's time, in milliseconds. */
  advance(milliseconds: number): Promise<void>
  /** The listeners on the page's document and window, as `document visibilitychange`, sorted. */
  listeners(): Promise<readonly string[]>
  /** Disposes the adapter; the page stays. */
  dispose(): Promise<void>
  close(): Promise<void>
}

/** A flag service with its file, one user's browser, and controls for both. */
export interface FlagWorld {
  /** Writes the complete file; resolves when the service has read it. */
  save(document: FlagDocument): Promise<void>
  /** Writes half a file; resolves when the service has read it. */
  saveHalf(): Promise<void>
  /** `down` drops every connection, `silent` accepts requests and never responds. */
  become(condition: 'up' | 'down' | 'silent'): Promise<void>
  /** How the service answers a request for flags: with a foreign page, a refusal or an error. */
  answerWith(answer: 'a page' | 'a refusal' | 'an error'): Promise<void>
  /** The next request is answered with the values of that moment, but only when `untilIdle` is called. */
  delayNextAnswer(): Promise<void>
  /** The next request, and no other, is answered with an error. */
  failNextAnswer(): Promise<void>
  /** Resolves when a request for flags has reached the service. */
  untilRequested(): Promise<void>
  /** Resolves when no request is in flight. */
  untilIdle(): Promise<void>
  /** Writes data into open streams that is no change of flags. */
  sendGarbage(): Promise<void>
  /** From now on the service names a stream of another origin, which accepts every client. */
  nameForeignStream(): Promise<void>
  /** How many requests that origin has received. */
  foreignRequestCount(): Promise<number>
  /** Open streams. */
  streams(): Promise<number>
  open(person: Person): Promise<FlagTab>
  /** Everything that the browser stores from one visit to the next, in plain text. */
  stored(): Promise<string>
  /** How many requests the service has received, for flags or for a stream, once nothing is in flight. */
  requestCount(): Promise<number>
  /** Every requested URL. */
  addresses(): Promise<string>
  /** Everything that was written to the console and the journal. */
  written(): Promise<string>
  /** How long an asynchronous change may take, in milliseconds. */
  readonly timeoutMs: number
}

/** Differences between adapters that are not faults. */
export interface FlagClaims {
  /** The reason that an adapter can report for each unusable reply. */
  readonly reasons: Readonly<Record<'a page' | 'a refusal' | 'an error', string>>
  /** The service has no stream: a change is seen by polling, a minute later. */
  readonly polls?: true
  /**
   * Listeners that the vendor's SDK leaves on the page for each user it was created for, and offers no way to remove; in the form of
   * `FlagTab.listeners`.
   */
  readonly leaves?: readonly string[]
}

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

export interface Observed {
  readonly history: readonly Shown[]
  sameReference(): boolean
}

/** Subscribes and records what is shown at each notification. */
export function observed(source: FlagSource): Observed {
  const look = (): Shown => ({ values: source.all(), status: source.status() })
  const history = [look()]
  source.subscribe(() => history.push(look()))
  return {
    history,
    sameReference() {
      const seen = [...history, look(), look()].map(({ values }) => values)
      return seen.every((values, index) => {
        const before = seen[index - 1]
        return before === undefined || before === values || !sameValues(before, values)
      })
    },
  }
}
