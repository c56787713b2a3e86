import { act, cleanup, fireEvent } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { memoryTokenService } from '../../src/adapters/token-service/memory-token-service'
import type { TokenService } from '../../src/core/ports/token-service'
import { problemReport } from '../../src/core/shell/problem-report'
import { isCovered } from '../../src/ui/hooks/keys'
import { Portal } from '../../src/ui/app/portal'
import { action, type Action } from '../support/random-user'
import { renderWithApp, type RenderedApp } from '../support/render-with-app'

/** The number of visits and the maximum of actions in each; `npm run bench -- random-user` runs more. */
const visits = Number(process.env['RANDOM_USER_VISITS'] ?? 2)
const actions = 60

/** A token service that counts its concurrent calls. */
function countedTokens() {
  const inner = memoryTokenService()
  let open = 0
  let most = 0
  const counted = async <Answer,>(call: () => Promise<Answer>): Promise<Answer> => {
    open += 1
    most = Math.max(most, open)
    try {
      return await call()
    } finally {
      open -= 1
    }
  }
  const service: TokenService = {
    anonymousToken: (request) => counted(() => inner.anonymousToken(request)),
    personalToken: (token, request) => counted(() => inner.personalToken(token, request)),
  }
  return { inner, service, most: () => most }
}

interface Visit {
  readonly app: RenderedApp
  readonly tokens: ReturnType<typeof countedTokens>
  readonly paths: readonly string[]
  /** Dashboards that the portal reported as created, by id. */
  readonly made: Map<string, string>
  release: () => void
}

async function begin(signedIn: boolean): Promise<Visit> {
  const tokens = countedTokens()
  const app = await renderWithApp(<Portal />, { signedIn, tokenService: tokens.service, quiet: true })
  const paths = [
    ...app.catalogue.datasets.map(({ path }) => path),
    '/saved-dashboards',
    '/saved-dashboards/',
    '/chart-builder',
    '/deep-research?q=what%20happened',
    '/nowhere',
    '/saved-dashboards/%2e%2e',
  ]
  return { app, tokens, paths, made: new Map(), release: () => undefined }
}

const pick = <Thing,>(things: readonly Thing[], at: number): Thing | undefined => things[at % things.length]

const pressable = (): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('button:not(:disabled), a[href^="/"]:not([target])')].filter(
    (element) => element.closest('[inert]') === null,
  )

async function take(visit: Visit, taken: Action): Promise<void> {
  const { app, tokens, made } = visit
  switch (taken.kind) {
    case 'go':
      return app.goTo(
        pick([...visit.paths, ...[...made.keys()].map((id) => `/saved-dashboards/${id}`)], taken.to) ?? '/',
      )
    case 'press':
      return void fireEvent.keyDown(document.activeElement ?? document.body, { key: taken.key })
    case 'click':
      return void fireEvent.click(pick(pressable(), taken.nth) ?? document.body)
    case 'write': {
      const field = pick(
        [...document.querySelectorAll('input[type=text], input:not([type]), textarea')],
        taken.nth,
      )
      return field === undefined ? undefined : void fireEvent.change(field, { target: { value: taken.text } })
    }
    case 'create': {
      if (!app.stores.auth.getState().isAuthenticated) return
      const answer = await app.stores.dashboards.getState().create(taken.name)
      if (!('kind' in answer)) made.set(answer.id, answer.name)
      return
    }
    case 'pass':
      return app.clock.advance(taken.ms)
    case 'tokens-fail':
      return tokens.inner.failNext(taken.failure)
    case 'tokens-hang':
      visit.release()
      visit.release = tokens.inner.hold()
      return
    case 'tokens-come':
      return visit.release()
    case 'views-fail':
      return app.surface.failTokens(taken.trouble)
    case 'frame-silent':
    case 'frame-blocked':
      return app.surface.views.at(-1)?.say({ kind: 'failed', failure: { kind: taken.kind } })
    case 'list-fails':
      return app.library.failNext(taken.failure, taken.done ? 'done' : undefined)
    case 'identity-fails':
      return app.host.failNext('token', { code: 'unreachable' } as never)
    case 'network':
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: taken.online })
      window.dispatchEvent(new Event(taken.online ? 'online' : 'offline'))
  }
}

/** The invariants that hold after any action and during any fault. */
async function expectInvariants({ app, tokens }: Visit): Promise<void> {
  const path = app.addresses().at(-1)?.split(/[?#]/, 1)[0] ?? ''
  const dataset = app.catalogue.byPath(path)
  const { phase, dashboardId } = app.stores.board.getState()
  // The URL determines the board on screen and the page's title.
  if (dataset !== undefined) {
    const title = document.querySelector('main h1')?.textContent
    expect(title).toBe(dataset.title)
    if (phase === 'rendered') expect(dashboardId).toBe(dataset.dashboardId)
  }
  expect(tokens.most()).toBeLessThanOrEqual(1)
  const flight = app.journal.flight()
  const about = {
    now: app.clock.now(),
    path,
    pages: app.catalogue.datasets.map(({ path: page }) => page),
    browser: 'test',
  }
  const readable = [
    document.documentElement.outerHTML,
    app.addresses().join('\n'),
    JSON.stringify(app.journal.entries),
    problemReport(flight, about),
  ].join('\n')
  expect(readable).not.toMatch(/memory-(?:access-)?token-\d/)
  expect(problemReport(flight, about)).not.toMatch(/@example|told by a service/)
  // The shell handles a key during the fault.
  if (!isCovered()) {
    // The dialog may already be loading.
    const { search } = app.stores.dialogs.getState()
    await act(async () => void fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }))
    expect(app.stores.dialogs.getState().search).toBe(!search)
    await act(async () => app.stores.dialogs.getState().closeSearch())
  }
}

/** Ends all faults: then the portal lists every reported dashboard, except those with a delete request. */
async function expectRecovery({ app, made, release }: Visit): Promise<void> {
  const { auth, dashboards } = app.stores
  await act(async () => {
    release()
    app.surface.failTokens(null)
  })
  if (!auth.getState().isAuthenticated) return
  // Uses up the planted failures first.
  for (let round = 0; round < actions; round += 1) await act(() => dashboards.getState().load())
  expect(dashboards.getState().phase).toBe('ready')
  const listed = dashboards.getState().dashboards.map(({ id }) => id)
  for (const id of made.keys()) if (!app.library.calls.includes(`remove ${id}`)) expect(listed).toContain(id)
}

describe('a random user', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'onLine'))

  test(
    'breaks no invariant of the portal on memory adapters with random faults',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.boolean(),
          fc.array(action, { minLength: actions / 2, maxLength: actions }),
          async (signedIn, taken) => {
            const visit = await begin(signedIn)
            try {
              for (const one of taken) {
                await act(async () => {
                  await take(visit, one)
                  // As a visible frame does.
                  void visit.app.broker.token()
                })
                await expectInvariants(visit)
              }
              await expectRecovery(visit)
            } finally {
              visit.release()
              cleanup()
            }
          },
        ),
        { numRuns: visits, seed: Number(process.env['RANDOM_USER_SEED'] ?? 26), endOnFailure: visits < 10 },
      )
    },
    visits * 120_000,
  )
})
