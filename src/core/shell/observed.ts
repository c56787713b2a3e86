import type { Ports } from '../ports'
import type { SurfaceView, ViewPurpose } from '../ports/dashboard-surface'
import type { TokenService } from '../ports/token-service'

type Observing = Pick<Ports, 'clock' | 'journal'>

/** The outcome as one of the portal's own constants; a value's contents never reach the journal. */
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

/** Wraps the use cases so that the journal notes each call's name, outcome and duration. */
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

/** Wraps the token service so that the journal notes each request's outcome and duration, but nothing of the token. */
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

/** Notes an embedded view's events in the journal, with the time since the view was opened. */
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

/** Notes changes of the session and of the flag status in the journal. */
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
  flagSource.subscribe(() => {
    const status = flagSource.status()
    journal.note({ kind: 'flags', status: status.kind === 'defaults' ? status.reason : status.kind })
  })
}
