import type { InteractionResults, Provider } from 'oidc-provider'
import type { RequestContext } from './provider-library'
import { personByEmail, seededPassword, people, type Fate } from './people'
import { showProblem } from './message-page'
import { interactionPath, type IdentitySettings } from './settings'
import { page, html } from '../http/page'

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
