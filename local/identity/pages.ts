import type { KoaContextWithOIDC, InteractionResults, Provider } from 'oidc-provider'
import { page, html, type Html } from '../http/page'
import {
  interactionPath,
  clientOf,
  identityPaths,
  signOutPath,
  type IdentitySettings,
  type RequestContext,
} from './settings'
import { personByEmail, seededPassword, people, type Fate } from './people'

/** Answers with an error page. The status stays as it is. */
export function showProblem(
  settings: IdentitySettings,
  context: Pick<KoaContextWithOIDC, 'type' | 'body'>,
  code: string,
  description?: string,
): void {
  context.type = 'html'
  context.body = messagePage({
    product: settings.product,
    portal: settings.portalOrigins[0],
    ...problemInWords(code, description),
    detail: description === undefined ? code : `${code}: ${description}`,
  })
}

interface Message {
  readonly product: string
  readonly title: string
  readonly sentence: string
  /** Origin of the portal, for the link back. */
  readonly portal: string
  /** Error code and description, for debugging. */
  readonly detail?: string
  /** Replaces the link back. */
  readonly action?: Html
  readonly scripts?: readonly string[]
}

/** A page with a sentence and one action: errors, sign-out, signed out. */
function messagePage({ product, title, sentence, portal, detail, action, scripts }: Message): string {
  return page({
    title: `${title} · ${product}`,
    product,
    width: 'narrow',
    foot: 'Development identity provider. Runs on this machine only.',
    ...(scripts && { scripts }),
    body: html`<h1>${title}</h1>
      <p>${sentence}</p>
      ${action ?? html`<a class="button compact" href="${portal}">Back to ${product}</a>`}
      ${detail !== undefined && html`<p class="detail">${detail}</p>`}`,
  })
}

interface Problem {
  readonly title: string
  readonly sentence: string
}

/** Explains the provider's error codes. The code itself is shown as a detail. */
function problemInWords(code: string, description: string | undefined): Problem {
  if (code === 'invalid_redirect_uri' || description?.includes('redirect_uri'))
    return {
      title: 'This address is not registered',
      sentence: 'The portal requested a redirect to an address that this provider does not know.',
    }
  if (description?.includes('interaction') || description?.includes('expired'))
    return {
      title: 'This sign-in has ended',
      sentence: 'It was finished, canceled or has expired. Start again from the portal.',
    }
  if (code === 'invalid_client')
    return {
      title: 'Unknown application',
      sentence: 'The portal sent a client id that this provider does not know.',
    }
  if (code === 'not_found')
    return { title: 'Page not found', sentence: 'The identity provider has no page at this address.' }
  if (code === 'server_error')
    return {
      title: 'Something went wrong',
      sentence: 'The identity provider had an internal error. Start again from the portal.',
    }
  return {
    title: 'The request was not understood',
    sentence: 'The identity provider could not process the portal’s request. Start again from the portal.',
  }
}

interface SignInView {
  readonly product: string
  /** Host of the portal that the user comes from, e.g. `localhost:4300`. */
  readonly destination: string
  /** Path of this interaction, to which the form posts. Cancel is a path below it. */
  readonly action: string
  readonly email: string
  readonly password: string
  readonly problem?: string
}

const heading = 'Sign in'

function signInPage(view: SignInView): string {
  return page({
    title: `${view.problem === undefined ? '' : 'Problem: '}${heading} to ${view.product}`,
    product: view.product,
    foot: 'Runs on this machine only. Never use it for real accounts.',
    scripts: ['/assets/fill-form.js'],
    body: html`<div class="halves">
      <section class="half" aria-labelledby="heading">
        <h1 id="heading">${heading}</h1>
        <p>to continue to ${view.product} on ${view.destination}</p>
        ${view.problem !== undefined && html`<p class="problem" id="problem" role="alert">${view.problem}</p>`}
        ${form(view)}
      </section>
      <section class="half" aria-labelledby="about">
        <h2 class="badge" id="about">Development identity provider</h2>
        <p>
          Stands in for the hosted sign-in on this machine. Choose a person to fill the form. Every password
          is
          <strong>${seededPassword}</strong>.
        </p>
        ${list(view)}
      </section>
    </div>`,
  })
}

function form({ action, email, password, problem }: SignInView) {
  const invalid = problem !== undefined && html`aria-invalid="true" aria-describedby="problem"`
  const chosen = email !== '' && password !== ''
  const focus = html`autofocus`
  return html`<form class="form" method="post" action="${action}">
    <label for="email">Email</label>
    <input
      class="field"
      id="email"
      name="email"
      type="email"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      required
      value="${email}"
      ${email === '' && focus}
      ${invalid}
    />
    <label for="password">Password</label>
    <input
      class="field"
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      value="${password}"
      ${email !== '' && password === '' && focus}
      ${invalid}
    />
    <button class="button" id="continue" type="submit" ${chosen && focus}>Continue</button>
    <a class="link" href="${action}/cancel">Cancel</a>
  </form>`
}

/** Without scripts, it works as a separate form that reloads the page with the fields filled in. */
function list({ action, email }: SignInView) {
  return html`<form method="get" action="${action}">
    <ul class="people">
      ${people.map(
        (person) =>
          html`<li>
            <button
              class="person"
              name="person"
              value="${person.email}"
              data-password="${seededPassword}"
              aria-pressed="${person.email === email ? 'true' : 'false'}"
            >
              <span><b>${person.email}</b>${person.name}: ${fateInWords(person.fate)}</span>
              <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" focusable="false">
                <path
                  d="M3.5 9.5 7 13l7.5-7.5"
                  stroke-width="1.75"
                  stroke-linecap="round"
                  stroke-linejoin="round"
                />
              </svg>
            </button>
          </li> `,
      )}
    </ul>
  </form>`
}

function fateInWords(fate: Fate): string {
  if (fate.kind === 'signs-in') return 'signs in'
  return fate.kind === 'refused' ? fate.error : 'mfa_required when silent'
}

const formLimitBytes = 4096

/** Routes below `/interaction/{uid}`: the sign-in page, its form and its Cancel link. */
export async function signIn(
  settings: IdentitySettings,
  provider: Provider,
  context: RequestContext,
  next: () => Promise<void>,
): Promise<void> {
  const route = /^\/interaction\/([\w-]+)(\/cancel)?$/.exec(context.path)
  if (route === null) return next()
  const action = `${interactionPath}/${route[1]}`
  let interaction
  try {
    interaction = await provider.interactionDetails(context.req, context.res)
  } catch (error) {
    context.status = 400
    return showProblem(settings, context, 'invalid_request', describe(error))
  }
  const finish = async (result: InteractionResults) => {
    context.status = 303
    context.redirect(await provider.interactionResult(context.req, context.res, result))
  }
  // From prompt=consent. A first-party client needs no consent page.
  if (interaction.prompt.name === 'consent') return finish({ consent: {} })
  if (route[2] !== undefined)
    return finish({ error: 'access_denied', error_description: 'The sign-in was canceled.' })

  const destination = new URL(String(interaction.params['redirect_uri'])).host
  const show = (fields: { email: string; password?: string; problem?: string }) => {
    context.type = 'html'
    context.body = signInPage({ product: settings.product, destination, action, password: '', ...fields })
  }
  if (context.method === 'GET') {
    const chosen = personByEmail(String(context.query['person'] ?? ''))
    const hint = interaction.params['login_hint']
    return chosen === undefined
      ? show({ email: typeof hint === 'string' ? hint : '' })
      : show({ email: chosen.email, password: seededPassword })
  }
  if (context.method !== 'POST') return next()

  const sender = context.get('sec-fetch-site')
  const form = sender === '' || sender === 'same-origin' ? await formOf(context) : null
  if (form === null) {
    context.status = 400
    return showProblem(settings, context, 'invalid_request', 'the form did not come from the sign-in page')
  }
  const email = form.get('email') ?? ''
  const person = personByEmail(email)
  if (person === undefined || form.get('password') !== seededPassword) {
    context.status = 401
    return show({ email, problem: 'That email and password do not match.' })
  }
  if (person.fate.kind === 'refused')
    return finish({ error: person.fate.error, error_description: person.fate.description })
  return finish({ login: { accountId: person.subject, amr: ['pwd'] } })
}

/** `null` if the body is not a form or is too large. */
async function formOf(context: RequestContext): Promise<URLSearchParams | null> {
  if (context.is('urlencoded') === false) return null
  let text = ''
  for await (const part of context.req.setEncoding('utf8')) {
    text += String(part)
    if (text.length > formLimitBytes) return null
  }
  return new URLSearchParams(text)
}

function describe(error: unknown): string {
  return error instanceof Error && 'error_description' in error
    ? String(error.error_description)
    : 'no interaction'
}

/**
 * Auth0's sign-out: maps `returnTo` to the parameters of the provider's own end-session endpoint. Never redirects to an
 * unregistered URL.
 */
export async function auth0SignOut(
  settings: IdentitySettings,
  context: RequestContext,
  next: () => Promise<void>,
): Promise<void> {
  if (context.path === identityPaths.end_session && context.method === 'POST') {
    // The library accepts a form only with cookies that every site may send, so the form is read here and passed on as a query.
    let text = ''
    for await (const part of context.req.setEncoding('utf8')) text += String(part)
    context.method = 'GET'
    context.url = `${identityPaths.end_session}?${new URLSearchParams(text).toString()}`
    return next()
  }
  if (context.path !== signOutPath || context.method !== 'GET') return next()
  const clientId = queryOf(context, 'client_id')
  const returnTo = queryOf(context, 'returnTo')
  const client = settings.clientIds.includes(clientId ?? '') ? clientId : undefined
  const allowed = clientOf('', '', settings.portalOrigins).post_logout_redirect_uris ?? []
  const known = client === undefined ? returnTo === undefined : allowed.includes(returnTo ?? allowed[0] ?? '')
  if (!known || (clientId !== undefined && client === undefined)) {
    context.status = 400
    return showProblem(settings, context, 'invalid_request', 'the returnTo redirect_uri is not registered')
  }
  const query = new URLSearchParams()
  if (client !== undefined) {
    query.set('client_id', client)
    query.set('post_logout_redirect_uri', returnTo ?? allowed[0] ?? '')
  }
  context.url = `${identityPaths.end_session}?${query.toString()}`
  return next()
}

function queryOf(context: RequestContext, name: string): string | undefined {
  const value = context.query[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * The provider's sign-out form. If the portal started the sign-out, the form submits itself at once, as with Auth0. From
 * a typed URL or a link on another page, the user must confirm.
 */
export function signOutSource(settings: IdentitySettings, context: KoaContextWithOIDC, form: string): void {
  const asked = context.oidc.client !== undefined
  context.type = 'html'
  context.body = messagePage({
    product: settings.product,
    portal: settings.portalOrigins[0],
    title: asked ? 'Signing out' : `Sign out of ${settings.product}?`,
    sentence: asked
      ? 'This takes a moment. If nothing happens, use the button.'
      : 'You will need your password to sign in again.',
    action: html`${{ markup: form }}<button
        class="button compact"
        id="sign-out"
        form="op.logoutForm"
        name="logout"
        value="yes"
      >
        Sign out
      </button>`,
    ...(asked && { scripts: ['/assets/submit-form.js'] }),
  })
}

export function signedOutSource(settings: IdentitySettings, context: KoaContextWithOIDC): void {
  context.type = 'html'
  context.body = messagePage({
    product: settings.product,
    portal: settings.portalOrigins[0],
    title: 'You are signed out',
    sentence: `This browser is signed out of ${settings.product}.`,
  })
}
