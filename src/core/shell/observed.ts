import type { Ports } from '../ports'
import type { SurfaceView, ViewPurpose } from '../ports/dashboard-surface'
import type { TokenService } from '../ports/token-service'

type Observing = Pick<Ports, 'clock' | 'journal'>

/** What it came to, in the portal's own words: a value may hold anything. */
function outcomeOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return 'done'
  if (value.ok === true) return 'ok'
  const failure = 'failure' in value ? value.failure : null
  const kind = typeof failure === 'object' && failure !== null && 'kind' in failure ? failure.kind : null
  return typeof kind === 'string' ? kind : 'failed'
}

async function timed<Value>(
  { clock }: Pick<Ports, 'clock'>,
  work: Promise<Value>,
  note: (outcome: string, ms: number) => void,
): Promise<Value> {
  const began = clock.now()
  try {
    const value = await work
    note(outcomeOf(value), clock.now() - began)
    return value
  } catch (error) {
    note('thrown', clock.now() - began)
    throw error
  }
}

type AnyUseCase = (...given: readonly unknown[]) => Promise<unknown>

/** The same use cases; the journal keeps which was asked for, what it came to and how long it took. */
export function observedUseCases<UseCases extends object>(useCases: UseCases, ports: Observing): UseCases {
  const observed = Object.entries(useCases as Readonly<Record<string, AnyUseCase>>).map(
    ([name, useCase]): [string, AnyUseCase] => [
      name,
      (...given) =>
        timed(ports, useCase(...given), (outcome, ms) =>
          ports.journal.note({ kind: 'use-case', name, outcome, ms }),
        ),
    ],
  )
  return Object.fromEntries(observed) as UseCases
}

/** The same token service; the journal keeps what each question came to and how long it took, and of no token anything. */
export function observedTokens(service: TokenService, ports: Observing): TokenService {
  const noteFor = (whose: 'visitor' | 'person') => (outcome: string, ms: number) =>
    ports.journal.note({ kind: 'token', whose, outcome, ms })
  return {
    ...service,
    anonymousToken: (request) => timed(ports, service.anonymousToken(request), noteFor('visitor')),
    personalToken: (accessToken, request) =>
      timed(ports, service.personalToken(accessToken, request), noteFor('person')),
  }
}

/** The journal keeps what an embedded view says, since it was opened. */
export function observeView(
  view: SurfaceView,
  purpose: ViewPurpose,
  { clock, journal }: Observing,
): SurfaceView {
  const opened = clock.now()
  view.watch((event) =>
    journal.note({
      kind: 'view',
      purpose,
      event: event.kind,
      ...(event.kind === 'failed' && { failure: event.failure.kind }),
      ms: clock.now() - opened,
    }),
  )
  return view
}

/** The journal keeps how sign-in and flags go on. */
export function observeSession(
  session: {
    readonly watch: (
      listener: (state: { isLoading: boolean; isAuthenticated: boolean; error: string | null }) => void,
    ) => unknown
  },
  { flagSource, journal }: Pick<Ports, 'flagSource' | 'journal'>,
): void {
  session.watch(({ isLoading, isAuthenticated, error }) =>
    journal.note({
      kind: 'session',
      state: isLoading ? 'loading' : isAuthenticated ? 'person' : error === null ? 'visitor' : 'failed',
    }),
  )
  flagSource.subscribe(() => journal.note({ kind: 'flags', status: flagSource.status().kind }))
}
