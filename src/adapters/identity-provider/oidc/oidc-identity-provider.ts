import type { IdentityProvider } from '../../../core/ports/identity-provider'
import { oidcTraces, type OidcTraces } from './pending'
import { OidcFailure, oidcProblem } from './problems'
import { answerByAddress, answerByMessage } from './silent-answer'
import type * as Protocol from './protocol'
import type { OidcProtocol, TokenSet, OidcIdentityOptions } from './protocol'
import { isNoSession, strayCallback } from '../problem-codes'
import { redirectIdentityProvider } from '../redirect-sign-in'
import { withKnownClaims } from '../session-state'
import { withWebLock } from '../../_shared/web-locks'

export type { OidcIdentityOptions }

/** A token that expires within this time, in ms, is renewed first (specification, section 9). */
const renewBeforeExpiryMs = 60_000

/** How long a tab waits for another one that is asking the provider. */
const timeoutMs = 5_000

/** The tokens of this page, only in memory. */
interface HeldTokens {
  readonly current: () => TokenSet | null
  /** Call it before a request. The returned function passes the answer through, or throws if the page has dropped its tokens meanwhile. */
  readonly asking: () => StillWanted
  readonly keep: (next: TokenSet) => TokenSet
  /** Drops everything but the hints: tokens are revoked before the page leaves, and leaving needs the hints. */
  readonly forget: () => void
  /** The hints of the latest ID token, once. Without them the provider asks before it signs a user out. */
  readonly takeHints: () => TokenSet['hints']
  /** Renews by refresh token, or silently if there is none or the provider no longer accepts it. */
  readonly renewed: (stillWanted: StillWanted) => Promise<TokenSet>
}

type StillWanted = <Value>(answer: Value) => Value

function holdTokens(
  options: OidcIdentityOptions,
  traces: OidcTraces,
  protocol: () => Promise<OidcProtocol>,
): HeldTokens {
  let tokens: TokenSet | null = null
  let hints: TokenSet['hints'] = null
  let generation = 0
  /** The provider no longer accepts the refresh token that it issued with these tokens. */
  let isRefused = false
  const keep = (next: TokenSet): TokenSet => {
    tokens = next
    isRefused = false
    hints = next.hints
    traces.rememberSignIn(next.hints?.['logout_hint'])
    return next
  }
  /** `before`: the page's previous tokens, whose refresh token is missing or not accepted. */
  async function askSilently(provider: OidcProtocol, before: TokenSet | null): Promise<TokenSet> {
    try {
      const next = await requestSilently(provider, options, silentlyFor(traces))
      return { ...next, user: withKnownClaims(before?.user ?? null, next.user) }
    } catch (cause) {
      if (!isNoSession(oidcProblem(cause))) throw cause
      // The frame may have got no cookies (`redirect`) or was never opened (`none`): the provider has not said that the user is gone. Where
      // it issues no refresh tokens, the session lasts as long as its token, also for a page that comes back from the browser's cache.
      if (before !== null && options.silent !== 'frame') {
        if (!isRefused && before.goodUntil > options.clock.now()) return before
        throw new OidcFailure({ code: 'session-lost' })
      }
      // The provider no longer knows a user: the next page need not ask. With `redirect`, only the page's own request can tell.
      if (options.silent !== 'redirect') traces.forgetSignIn()
      throw cause
    }
  }
  return {
    current: () => tokens,
    keep,
    asking() {
      const startGeneration = generation
      return (answer) => {
        if (startGeneration !== generation) throw new OidcFailure({ code: 'login-required' })
        return answer
      }
    },
    forget() {
      tokens = null
      generation += 1
    },
    takeHints() {
      const taken = hints
      hints = null
      return taken
    },
    async renewed(stillWanted) {
      const provider = await protocol()
      const before = stillWanted(tokens)
      if (before === null || before.refreshToken === null)
        return keep(stillWanted(await askSilently(provider, before)))
      try {
        // The refresh token that was sent is spent by now, whatever is wrong with the rest of the answer.
        const rotated = (refreshToken: string): void => {
          tokens = stillWanted({ ...before, refreshToken })
        }
        return keep(stillWanted(await provider.refresh(before, before.refreshToken, rotated)))
      } catch (cause) {
        const { code, providerCode } = oidcProblem(cause)
        // Zitadel and Dex reply with `invalid_request` to a refresh token that is no longer valid.
        if (code !== 'session-lost' && providerCode !== 'invalid_request') throw cause
        tokens = stillWanted({ ...before, refreshToken: null })
        isRefused = true
        return keep(stillWanted(await askSilently(provider, before)))
      }
    },
  }
}

/** Any OpenID Connect provider, by discovery: code flow with PKCE, silent frame, refresh token in this page's memory. */
export function oidcIdentityProvider(options: OidcIdentityOptions): IdentityProvider {
  const { clock } = options
  const traces = oidcTraces(options.clientId, options.tabStore, options.keyValueStore, window)
  const protocol = protocolOnce(options)
  const held = holdTokens(options, traces, protocol)
  /** The hints for the sign-out in progress: clearing this page meanwhile does not remove them. */
  let hints: TokenSet['hints'] = null

  return redirectIdentityProvider(
    {
      async connect() {
        await protocolChunk()
      },
      signedInBefore: () => traces.signedInBefore(),
      pendingState: () => traces.pending()?.state ?? null,
      pendingIsSilent: () => traces.pending()?.silent ?? false,
      async finish(address) {
        const pending = traces.take()
        if (pending === null) throw new OidcFailure(strayCallback)
        const stillWanted = held.asking()
        const provider = await protocol()
        const secrets = { ...pending, redirectUri: options.redirectUri }
        const answer = await provider.redeem(new URL(address).searchParams, secrets)
        const { user } = held.keep(stillWanted(answer))
        return { user, target: pending.target }
      },
      abandon: () => Promise.resolve(traces.take()?.target),
      async token(request) {
        const tokens = held.current()
        if (request === 'cached' && tokens !== null && tokens.goodUntil - renewBeforeExpiryMs > clock.now()) {
          return { value: tokens.accessToken, user: tokens.user }
        }
        const name = `assay.identity.${options.clientId}`
        const stillWanted = held.asking()
        const { accessToken, user } = await withWebLock(navigator.locks, name, { clock, timeoutMs }, () =>
          held.renewed(stillWanted),
        )
        return { value: accessToken, user }
      },
      async leaveForSignIn(target, fresh) {
        const provider = await protocol()
        const { address, secrets } = await provider.request(fresh ? { prompt: 'login' } : {})
        if (!traces.keep({ ...secrets, target })) throw new OidcFailure({ code: 'misconfigured' })
        window.location.assign(address)
      },
      async leaveToRestore(target) {
        if (options.silent !== 'redirect' || !traces.markRedirect()) return false
        const { address, secrets } = await (await protocol()).request(silentlyFor(traces))
        if (!traces.keep({ ...secrets, target, silent: true })) return false
        window.location.replace(address)
        return true
      },
      async leaveForSignOut() {
        held.forget()
        traces.forgetSignIn()
        // Without an ID token this page has no session to end, and many providers refuse to end one without a hint.
        const signOut = hints === null ? null : (await protocol()).signOut
        if (hints === null || signOut === null) window.location.assign(options.redirectUri)
        else leaveByForm(window.document, signOut.address, { ...signOut.fields, ...hints })
      },
      async revoke() {
        const refreshToken = held.current()?.refreshToken ?? null
        hints = held.takeHints()
        held.forget()
        if (refreshToken !== null) await revokeIfNeeded(await protocol(), options, refreshToken)
      },
      // As Keycloak does.
      revokingSignsOut: true,
      clear(keepTrace) {
        held.forget()
        held.takeHints()
        if (!keepTrace) traces.forgetSignIn()
        return Promise.resolve()
      },
      problemFrom: oidcProblem,
      isStray: (problem) => problem.providerCode === strayCallback.providerCode,
    },
    { clock, displayName: 'Identity provider' },
  )
}

/**
 * Revokes offline tokens, and every token of a provider without sign-out. Others end with the user's session, which must still be alive
 * at the sign-out: only then does Keycloak pass it on to the provider behind it, and revoking ends the session.
 */
async function revokeIfNeeded(
  provider: OidcProtocol,
  { scope }: OidcIdentityOptions,
  refreshToken: string,
): Promise<void> {
  if (provider.signOut !== null && !scope.split(' ').includes('offline_access')) return
  await provider.revoke(refreshToken)
}

async function protocolChunk(): Promise<typeof Protocol> {
  try {
    return await import('./protocol')
  } catch {
    throw new OidcFailure({ code: 'unreachable' })
  }
}

/** Reads the provider's metadata once, and again after a failure. */
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

/** The parameters of a request without interaction. */
const silentlyFor = (traces: OidcTraces) => ({ prompt: 'none', ...traces.loginHint() })

/** Gets tokens without interaction, if the provider still knows the user. */
async function requestSilently(
  provider: OidcProtocol,
  { clock, silent, silentUri }: OidcIdentityOptions,
  parameters: ReturnType<typeof silentlyFor>,
): Promise<TokenSet> {
  if (silent === 'none') throw new OidcFailure({ code: 'login-required' })
  if (provider.answersByMessage) {
    const { address, secrets } = await provider.request({ ...parameters, response_mode: 'web_message' })
    return provider.redeem(await answerByMessage(window, address, provider.pageOrigin, clock), secrets)
  }
  const { address, secrets } = await provider.request(parameters, silentUri)
  return provider.redeem(await answerByAddress(window, address, silentUri, clock), secrets)
}

/** Posts a form, because no token belongs in an address. */
function leaveByForm(document: Document, action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
