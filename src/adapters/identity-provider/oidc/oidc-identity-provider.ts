import { timings } from '../../../core/kernel/limits'
import type { IdentityProvider } from '../../../core/ports/identity-provider'
import { oidcTraces } from './pending'
import { OidcFailure, oidcProblem } from './problems'
import type * as Protocol from './protocol'
import type { OidcProtocol, TokenSet, OidcIdentityOptions } from './protocol'
import { strayCallback, noAnswerInTime } from '../problem-codes'
import { redirectIdentityProvider } from '../redirect-sign-in'
import { withWebLock } from '../../_shared/web-locks'
import type { Clock } from '../../../core/ports/clock'

/**
 * Asks the provider in a frame nobody sees. The answer counts only when it comes from that very frame and from the provider's
 * origin. Rejects with `timeout` when none comes: the provider is down, or shows a page instead of answering.
 */
function askSilently(
  page: Window,
  address: string,
  origin: string,
  deadline: { readonly clock: Clock; readonly milliseconds: number },
): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- it gets one three lines further down
    const frame = page.document.createElement('iframe')
    frame.hidden = true
    frame.title = 'Sign-in check'
    // The provider's page may run and read its own cookies; it may not take this page elsewhere.
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
    const end = (): void => {
      cancel()
      page.removeEventListener('message', receive)
      frame.remove()
    }
    const receive = (event: MessageEvent<unknown>): void => {
      if (event.origin !== origin || event.source === null || event.source !== frame.contentWindow) return
      const answer = answerOf(event.data)
      if (answer === null) return
      end()
      resolve(answer)
    }
    const cancel = deadline.clock.after(deadline.milliseconds, () => {
      end()
      reject(new OidcFailure(noAnswerInTime))
    })
    page.addEventListener('message', receive)
    frame.src = address
    page.document.body.append(frame)
  })
}

/** The `authorization_response` of the web_message draft as the parameters a redirect would have carried. */
function answerOf(data: unknown): URLSearchParams | null {
  if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== 'authorization_response') {
    return null
  }
  const response: unknown = Reflect.get(data, 'response')
  if (typeof response !== 'object' || response === null) return null
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(response)) {
    if (typeof value === 'string') parameters.set(name, value)
  }
  return parameters
}

export type { OidcIdentityOptions }

/** A token this near to its end is renewed first (specification, section 9). */
const expiredEarly = 60_000

/** How long a tab waits for another one that is just asking the provider. */
const timeoutMs = 5_000

/** Any OpenID Connect provider, by discovery: code flow with PKCE, silent frame, refresh token in this page's memory. */
export function oidcIdentityProvider(options: OidcIdentityOptions): IdentityProvider {
  const { clock } = options
  const traces = oidcTraces(options.clientId, options.tabStore, options.keyValueStore)
  let tokens: TokenSet | null = null
  const protocol = protocolOnce(options)
  const keep = (next: TokenSet): TokenSet => {
    tokens = next
    traces.rememberSignIn()
    return next
  }

  /** By refresh token, and in the frame when there is none or the provider no longer takes it. */
  async function renewed(): Promise<TokenSet> {
    const provider = await protocol()
    const before = tokens
    if (before === null || before.refreshToken === null) return keep(await silently(provider, clock))
    try {
      return keep(await provider.refresh(before, before.refreshToken))
    } catch (cause) {
      if (oidcProblem(cause).code !== 'session-lost') throw cause
      tokens = { ...before, refreshToken: null }
      return keep(await silently(provider, clock))
    }
  }

  return redirectIdentityProvider(
    {
      async connect() {
        await protocolChunk()
      },
      signedInBefore: () => traces.signedInBefore(),
      pendingState: () => traces.pending()?.state ?? null,
      async finish(address) {
        const pending = traces.take()
        if (pending === null) throw new OidcFailure(strayCallback)
        const provider = await protocol()
        const { user } = keep(await provider.redeem(new URL(address).searchParams, pending))
        return { user, target: pending.target }
      },
      abandon: () => Promise.resolve(traces.take()?.target),
      async token(request) {
        if (request === 'cached' && tokens !== null && tokens.goodUntil - expiredEarly > clock.now()) {
          return { value: tokens.accessToken, user: tokens.user }
        }
        const name = `assay.identity.${options.clientId}`
        const { accessToken, user } = await withWebLock(navigator.locks, name, { clock, timeoutMs }, renewed)
        return { value: accessToken, user }
      },
      async leaveForSignIn(target, fresh) {
        const provider = await protocol()
        const { address, secrets } = await provider.request(fresh ? { prompt: 'login' } : {})
        if (!traces.keep({ ...secrets, target })) throw new OidcFailure({ code: 'misconfigured' })
        window.location.assign(address)
      },
      async leaveForSignOut() {
        tokens = null
        traces.forgetSignIn()
        const provider = await protocol()
        window.location.assign(provider.signOutAddress ?? options.redirectUri)
      },
      async revoke() {
        const refreshToken = tokens?.refreshToken ?? null
        tokens = null
        if (refreshToken !== null) await (await protocol()).revoke(refreshToken)
      },
      clear(keepTrace) {
        tokens = null
        if (!keepTrace) traces.forgetSignIn()
        return Promise.resolve()
      },
      problemFrom: oidcProblem,
      isStray: (problem) => problem.providerCode === strayCallback.providerCode,
    },
    { clock, displayName: options.displayName ?? 'Identity provider' },
  )
}

async function protocolChunk(): Promise<typeof Protocol> {
  try {
    return await import('./protocol')
  } catch {
    throw new OidcFailure({ code: 'unreachable' })
  }
}

/** The provider's description of itself, read once; after a failure it is read again. */
function protocolOnce(options: OidcIdentityOptions): () => Promise<OidcProtocol> {
  let opened: Promise<OidcProtocol> | undefined
  return () => {
    opened ??= protocolChunk()
      .then((loaded) => loaded.openOidcProtocol(options))
      .catch((cause: unknown) => {
        opened = undefined
        throw cause
      })
    return opened
  }
}

/** Tokens without anybody having to do anything, where the provider still knows the person. */
async function silently(provider: OidcProtocol, clock: Clock): Promise<TokenSet> {
  if (!provider.answersByMessage) throw new OidcFailure({ code: 'login-required' })
  const { address, secrets } = await provider.request({ prompt: 'none', response_mode: 'web_message' })
  const answer = await askSilently(window, address, provider.pageOrigin, {
    clock,
    milliseconds: timings.identityDeadline,
  })
  return provider.redeem(answer, secrets)
}
