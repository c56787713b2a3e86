import type { FlagPerson, FlagStatus } from '../../../../src/core/ports/flag-source'
import type { Shown } from '../world'

/** What a test passes to the page. */
export interface PageSetup {
  readonly adapter: 'launchdarkly' | 'ofrep'
  readonly clientId: string
  readonly host: string
  readonly streamHost: string
  /** One of the bugs of `main.ts`; null for the unchanged adapter. */
  readonly bug: string | null
}

/** The operations that a test has on the page. */
export interface FlagPage {
  begin(setup: PageSetup, person: FlagPerson): void
  started(): Promise<FlagStatus>
  shown(): Shown
  history(): readonly Shown[]
  sameReference(): boolean
  identify(person: FlagPerson): Promise<FlagStatus>
  identifyBoth(first: FlagPerson, second: FlagPerson): Promise<FlagStatus>
  see(visibility: 'visible' | 'hidden'): void
  pass(milliseconds: number): void
  listeners(): readonly string[]
  dispose(): void
  /** Everything that was written to this page's console. */
  written(): readonly string[]
}

declare global {
  var flagPage: FlagPage
}
