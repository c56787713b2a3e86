import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { isOwnPage } from '../http/origins'
import { pageAsset, pageHeaders, pagePolicy, page, html } from '../http/page'
import { BadFlagDocument, resetFlag, setFlag, isSetFor, evaluate } from './flag-document'
import type { FlagStore, VersionedFlag } from './flag-store'
import { people } from '../identity/people'

interface FlagPageView {
  readonly product: string
  readonly flags: ReadonlyMap<string, VersionedFlag>
  /** Email of the user whose flags are shown; empty for everyone's. */
  readonly email: string
  /** Key of the flag that was just changed. */
  readonly changed: string
  readonly problem: string | null
}

/** Flags of one user, each with a switch. Works without scripts. */
function flagPage(view: FlagPageView): string {
  const { product, flags, email, changed, problem } = view
  return page({
    title: `Feature flags · ${product}`,
    product,
    here: '/flags',
    foot: 'Saved in flags.json in the data folder. Open pages of the portal update at once.',
    body: html`<div class="panel">
        <h1>Feature flags</h1>
        <p>
          ${email === '' ? 'Values for everyone, without rules.' : html`Values for <strong>${email}</strong>.`}
        </p>
        ${problem !== null && html`<p class="problem" role="alert">${problem} The last valid flags stay in effect.</p>`}
        ${viewer(email)}
      </div>
      <ul class="flags">
        ${[...flags].map(([key, { flag }]) => row({ key, flag, email, changed }))}
      </ul>`,
  })
}

function viewer(email: string) {
  return html`<form class="viewer" method="get" action="/flags">
    <label for="email">Person</label>
    <input
      class="field"
      id="email"
      name="email"
      type="email"
      list="people"
      placeholder="Everyone"
      autocomplete="off"
      value="${email}"
    />
    <datalist id="people">
      ${people.map((person) => html`<option value="${person.email}">${person.name}</option>`)}
    </datalist>
    <button class="button compact quiet">Show</button>
    ${email !== '' && html`<a class="link" href="/flags">Everyone</a>`}
  </form>`
}

interface Row {
  readonly key: string
  readonly flag: VersionedFlag['flag']
  readonly email: string
  readonly changed: string
}

function row({ key, flag, email, changed }: Row) {
  const value = email === '' ? flag.value : evaluate(flag, { email }).value
  const own = email !== '' && isSetFor(flag, email)
  return html`<li class="flag">
    <div>
      <h2 id="flag-${key}">${key}</h2>
      ${flag.description !== undefined && html`<p>${flag.description}</p>`}
      ${note(flag.rules?.length ?? 0, email, own)}
    </div>
    <form method="post" action="/flags">
      <input type="hidden" name="flag" value="${key}" />
      <input type="hidden" name="email" value="${email}" />
      ${own && html`<button class="small" name="action" value="reset" aria-label="Reset ${key}">Reset</button>`}
      ${
        typeof value === 'boolean'
          ? html`<button
              class="switch"
              role="switch"
              name="action"
              value="${value ? 'off' : 'on'}"
              aria-checked="${value ? 'true' : 'false'}"
              aria-labelledby="flag-${key}"
              ${changed === key && html`autofocus`}
            >
              <span class="word">${value ? 'On' : 'Off'}</span><span class="track"></span>
            </button>`
          : html`<output aria-labelledby="flag-${key}">${String(value)}</output>`
      }
    </form>
  </li>`
}

function note(rules: number, email: string, own: boolean) {
  if (own) return html`<p class="note">Set for ${email}</p>`
  if (rules === 0 || email !== '') return null
  return html`<p class="note">${rules === 1 ? 'One rule sets' : `${rules} rules set`} other values</p>`
}

const email = v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(254))
const viewSchema = v.object({ email, changed: v.optional(v.string(), '') })
const editSchema = v.object({ email, flag: v.string(), action: v.picklist(['on', 'off', 'reset']) })

/** `/flags`: shows and changes flags, for everyone or for one user. */
export function registerFlagPage(app: FastifyInstance, store: FlagStore, product: string): void {
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 4096 })
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ ...pageHeaders, 'content-security-policy': pagePolicy() })
    })

    scope.get('/flags', async (request, reply) => {
      const asked = v.safeParse(viewSchema, request.query)
      const view = asked.success ? asked.output : { email: '', changed: '' }
      return reply
        .type('text/html; charset=utf-8')
        .send(flagPage({ product, flags: store.flags(), problem: store.problem(), ...view }))
    })

    scope.post('/flags', async (request, reply) => {
      const edit = v.safeParse(editSchema, request.body)
      if (!isOwnPage(request.raw) || !edit.success)
        return reply
          .code(400)
          .type('text/plain; charset=utf-8')
          .send('The request does not come from the form on the flags page.\n')
      const { flag, action, email: person } = edit.output
      try {
        await store.change((document) =>
          action === 'reset'
            ? resetFlag(document, flag, person)
            : setFlag(document, flag, action === 'on', person),
        )
      } catch (error) {
        // The page shows that the file is invalid. It must be fixed by hand first.
        if (!(error instanceof BadFlagDocument)) throw error
      }
      return reply.redirect(`/flags?${new URLSearchParams({ email: person, changed: flag }).toString()}`, 303)
    })

    scope.get('/assets/*', async (request, reply) => {
      const asset = await pageAsset(request.url.split('?', 1)[0] ?? '')
      if (asset === null) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')
      return reply.header('cache-control', 'max-age=3600').type(asset.type).send(asset.body)
    })
  })
}
