import type { IdentityProvider } from '../../../core/ports/identity-provider'
import { oidcTraces, type OidcTraces } from './pending'
import { OidcFailure, oidcProblem } from './problems'
import { answerByAddress, answerByMessage } from './silent-answer'
import type * as Protocol from './protocol'
import type { OidcProtocol, TokenSet, OidcIdentityOptions } from './protocol'
import { isNoSession, strayCallback } from '../problem-codes'
import { redirectIdentityProvider } from '../redirect-sign-in'
import { stillNamed } from '../session-state'
import { withWebLock } from '../../_shared/web-locks'

export type { OidcIdentityOptions }

/** A token this near to its end is renewed first (specification, section 9). */
const expiredEarly = 60_000

/** How long a tab waits for another one that is just asking the provider. */
const timeoutMs = 5_000

/** The tokens of this page, in its memory alone. */
interface HeldTokens {
  readonly current: () => TokenSet | null
  /** Of what is asked for from now on: passes an answer on, and throws once this page has forgotten everybody, however late it comes. */
  readonly asking: () => StillWanted
  readonly keep: (next: TokenSet) => TokenSet
  /** All but the hints: revoking a token comes before leaving. */
  readonly forget: () => void
  /** Those of the latest ID token, once: the provider signs nobody out without asking who does not bring one. */
  readonly takeHints: () => TokenSet['hints']
  /** By refresh token, and silently when there is none or the provider no longer takes it. */
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
  const keep = (next: TokenSet): TokenSet => {
    tokens = next
    hints = next.hints
    traces.rememberSignIn()
    return next
  }
  /** `before`: what this page has been given, of which the provider takes no refresh token. */
  async function asked(provider: OidcProtocol, before: TokenSet | null): Promise<TokenSet> {
    try {
      const next = await silently(provider, options)
      return { ...next, user: stillNamed(before?.user ?? null, next.user) }
    } catch (cause) {
      if (!isNoSession(oidcProblem(cause))) throw cause
      // Of a frame that gets no cookies, or that nobody has opened, the provider has not said that the person is gone.
      if (before !== null && (options.silent ?? 'frame') !== 'frame')
        throw new OidcFailure({ code: 'session-lost' })
      // Nobody is known there any more: the next page need not ask.
      traces.forgetSignIn()
      throw cause
    }
  }
  return {
    current: () => tokens,
    keep,
    asking() {
      const mine = generation
      return (answer) => {
        if (mine !== generation) throw new OidcFailure({ code: 'login-required' })
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
        return keep(stillWanted(await asked(provider, before)))
      try {
        // The one that was sent is spent by then, whatever is wrong with the rest of the answer.
        const rotated = (refreshToken: string): void => {
          tokens = stillWanted({ ...before, refreshToken })
        }
        return keep(stillWanted(await provider.refresh(before, before.refreshToken, rotated)))
      } catch (cause) {
        const { code, providerCode } = oidcProblem(cause)
        // The second is what Zitadel and Dex say of a refresh token that is over.
        if (code !== 'session-lost' && providerCode !== 'invalid_request') throw cause
        tokens = stillWanted({ ...before, refreshToken: null })
        return keep(stillWanted(await asked(provider, before)))
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
  /** Of the sign-out that is under way: what clears this page meanwhile does not take it. */
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
        if (request === 'cached' && tokens !== null && tokens.goodUntil - expiredEarly > clock.now()) {
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
        const { address, secrets } = await (await protocol()).request({ prompt: 'none' })
        if (!traces.keep({ ...secrets, target, silent: true })) return false
        window.location.replace(address)
        return true
      },
      async leaveForSignOut() {
        held.forget()
        traces.forgetSignIn()
        // Of whom the page has no ID token, there is no session of its own to end, and many providers refuse to end one unnamed.
        const signOut = hints === null ? null : (await protocol()).signOut
        if (hints === null || signOut === null) window.location.assign(options.redirectUri)
        else leaveByForm(window.document, signOut.address, { ...signOut.fields, ...hints })
      },
      async revoke() {
        const refreshToken = held.current()?.refreshToken ?? null
        hints = held.takeHints()
        held.forget()
        if (refreshToken !== null) await revoked(await protocol(), options, refreshToken)
      },
      // Keycloak's way.
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
 * What was not asked for offline ends with the person's session, which the provider has to find alive: Keycloak passes a sign-out on to
 * the provider behind it only then, and revoking ends the session.
 */
async function revoked(
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
async function silently(
  provider: OidcProtocol,
  { clock, silent = 'frame', silentUri }: OidcIdentityOptions,
): Promise<TokenSet> {
  if (silent === 'none') throw new OidcFailure({ code: 'login-required' })
  if (provider.answersByMessage) {
    const { address, secrets } = await provider.request({ prompt: 'none', response_mode: 'web_message' })
    return provider.redeem(await answerByMessage(window, address, provider.pageOrigin, clock), secrets)
  }
  const { address, secrets } = await provider.request({ prompt: 'none' }, silentUri)
  return provider.redeem(await answerByAddress(window, address, silentUri, clock), secrets)
}

/** Since no token belongs in an address. */
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
