import type { FlagDocument } from '../../../local/flags/flag-document'
import type { FlagValues } from '../../../src/core/kernel/flag-table'
import type { FlagStatus } from '../../../src/core/ports/flag-source'

/**
 * Who a tab asks for. Two people whom rules tell apart, the first also with the preview bypass; somebody else with the first one's name
 * and e-mail address; nobody; anybody.
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
  /** What the start settled with; waits for it. */
  started(): Promise<FlagStatus>
  shown(): Promise<Shown>
  /** What subscribers saw, oldest first; begins with what was shown before the start. */
  history(): Promise<readonly Shown[]>
  /** Whether the values have been one and the same object from one notification to the next, and between two reads. */
  sameReference(): Promise<boolean>
  identify(person: Person): Promise<FlagStatus>
  /** Two at once; gives what the second settled with. */
  identifyInARow(first: Person, second: Person): Promise<FlagStatus>
  hide(): Promise<void>
  show(): Promise<void>
  /** Lets so much of the adapter's time pass, in milliseconds. */
  pass(milliseconds: number): Promise<void>
  /** Who listens to the page's document and window, as `document visibilitychange`, sorted. */
  listeners(): Promise<readonly string[]>
  /** Takes the adapter down; the page stays. */
  dispose(): Promise<void>
  close(): Promise<void>
}

/** A flag service with its file, one person's browser, and the levers around them. */
export interface FlagWorld {
  /** Writes the file, whole; settles when the service has looked at it. */
  save(document: FlagDocument): Promise<void>
  /** Writes half a file; settles when the service has looked at it. */
  spoil(): Promise<void>
  /** `down` cuts every connection, `silent` takes questions and never answers them. */
  become(condition: 'up' | 'down' | 'silent'): Promise<void>
  /** What the service answers to a question for flags: a page of somebody else, or a refusal. */
  answerWith(answer: 'a page' | 'a refusal' | 'an error'): Promise<void>
  /** The next question is answered, as of then, only when `quiet` is waited for. */
  delayNextAnswer(): Promise<void>
  /** The next question, and no other, is answered with an error. */
  failNextAnswer(): Promise<void>
  /** Settles when a question for flags has reached the service. */
  asked(): Promise<void>
  /** Settles when nothing that was asked is without an answer. */
  quiet(): Promise<void>
  /** Writes things into open streams that are no news of flags. */
  garble(): Promise<void>
  /** From now on the service names a stream of another origin, which takes everybody. */
  nameForeignStream(): Promise<void>
  /** How often that origin was called. */
  foreignCalls(): Promise<number>
  /** Streams that are open. */
  streams(): Promise<number>
  open(person: Person): Promise<FlagTab>
  /** Everything the browser keeps from one visit to the next, in the clear. */
  stored(): Promise<string>
  /** How often the service has been asked, for flags or for a stream, when nothing is under way any more. */
  asks(): Promise<number>
  /** Every address that was asked. */
  addresses(): Promise<string>
  /** Everything that was written to the console and the journal. */
  written(): Promise<string>
  /** How long something may take that comes by itself, in milliseconds. */
  readonly timeoutMs: number
}

/** Differences between adapters that are no faults. */
export interface FlagClaims {
  /** What an adapter can tell of a reply that is no use. */
  readonly reasons: Readonly<Record<'a page' | 'a refusal' | 'an error', string>>
  /** The service has no stream: a change is seen when it is asked again, a minute later. */
  readonly polls?: true
  /**
   * What the vendor's SDK leaves listening on the page for everybody it has been made for, where it has no way to take it off again; as
   * `FlagTab.listeners` says it.
   */
  readonly leaves?: readonly string[]
}
