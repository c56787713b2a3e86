import type { InteractionResults, Provider } from 'oidc-provider'
import type { RequestContext } from './provider-library'
import { personByEmail, seededPassword } from './people'
import { showProblem } from './message-page'
import { interactionPath, type IdentitySettings } from './settings'
import { signInPage } from './sign-in-page'

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
  // Asked for with prompt=consent: a first-party client needs no page for it.
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

/** `null` for what is no form, or too large for ours. */
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
