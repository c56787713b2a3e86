import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { isOwnPage, addOriginPolicy, answerPreflights, entityTag, type OriginPolicy } from '../http/guard'
import { pageAsset, pageHeaders, pagePolicy, page, html } from '../http/page'
import {
  BadFlagDocument,
  resetFlag,
  setFlag,
  isSetFor,
  evaluate,
  contextFrom,
  type PersonContext,
} from './flag-document'
import type { FlagStore, VersionedFlag } from './flag-store'
import { people } from '../identity/people'
import { addFaults, type Faults, type FaultRule } from '../http/faults'
import { registerLaunchDarkly } from './launchdarkly'
import {
  flagEvaluationStates as states,
  type Arrange,
  type StateRules,
} from '../provider-states/provider-states'
import { isRecord } from '../http/is-record'

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
function registerFlagPage(app: FastifyInstance, store: FlagStore, product: string): void {
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

/** OpenFeature's remote evaluation protocol: all flags for a context at once, or one by its key. */
function registerOfrep(app: FastifyInstance, store: FlagStore, streamAddress: string): void {
  app.post('/ofrep/v1/evaluate/flags', async (request, reply) => {
    const context = contextOf(request.body)
    if (context === null)
      return reply.code(400).send({ errorCode: 'INVALID_CONTEXT', errorDetails: 'context must be an object' })
    const { body, tag } = bulkEvaluation(store, context, streamAddress)
    reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })

  app.post<{ Params: { '*': string } }>('/ofrep/v1/evaluate/flags/*', async (request, reply) => {
    const key = request.params['*']
    const context = contextOf(request.body)
    if (context === null)
      return reply
        .code(400)
        .send({ key, errorCode: 'INVALID_CONTEXT', errorDetails: 'context must be an object' })
    const flag = store.flags().get(key)
    return flag === undefined
      ? reply.code(404).send({ key, errorCode: 'FLAG_NOT_FOUND' })
      : reply.send(ofrepFlag(key, flag, context))
  })
}

/** The response body for a context, and its entity tag. */
function bulkEvaluation(
  store: FlagStore,
  context: PersonContext,
  streamAddress: string,
): { readonly body: string; readonly tag: string } {
  const body = JSON.stringify({
    flags: [...store.flags()].map(([key, flag]) => ofrepFlag(key, flag, context)),
    eventStreams: [{ type: 'sse', url: streamAddress }],
  })
  return { body, tag: entityTag(body) }
}

function contextOf(body: unknown): PersonContext | null {
  return isRecord(body) ? contextFrom(body['context']) : null
}

function ofrepFlag(key: string, { flag }: VersionedFlag, context: PersonContext) {
  const { value, rule } = evaluate(flag, context)
  return rule === null
    ? { key, value, variant: 'default', reason: flag.rules === undefined ? 'STATIC' : 'DEFAULT' }
    : { key, value, variant: `rule-${rule + 1}`, reason: 'TARGETING_MATCH' }
}

const answering = (contentType: string, body: string): readonly FaultRule[] => [
  { service: 'flags', kind: 'reply', contentType, body },
]

/** Provider states of the flag service's contract. A state that already holds needs no rule. */
export const flagEvaluationStateRules: StateRules = {
  [states.atWork]: [],
  [states.defined]: [],
  [states.streaming]: [],
  [states.tagged]: [],
  [states.unchanged]: [],
  [states.changes]: [],
  [states.oneCannotBeEvaluated]: answering(
    'application/json; charset=utf-8',
    JSON.stringify({
      flags: [
        { key: 'miu-app-enabled', value: true },
        { key: 'miu-deep-research-enabled', errorCode: 'PARSE_ERROR', errorDetails: 'rules.0 is not valid' },
      ],
    }),
  ),
}

/** Returns the current entity tag for the user in the state's parameters, and adds and removes the flag that changes. */
export function arrangeFlags(store: FlagStore, streamAddress: string): Arrange {
  return async ({ state, action, params }) => {
    if (state === states.unchanged && action === 'setup')
      return { tag: bulkEvaluation(store, params, streamAddress).tag }
    if (state !== states.changes) return undefined
    return store.change((document) => {
      const others = Object.entries(document).filter(([key]) => key !== changingFlag)
      return Object.fromEntries(action === 'setup' ? [...others, [changingFlag, { value: true }]] : others)
    })
  }
}

const changingFlag = 'contract-verification'

interface FlagEvaluationOptions {
  readonly store: FlagStore
  readonly environmentId: string
  readonly portalOrigins: readonly string[]
  /** Full URL of the OFREP stream. */
  readonly ofrepStream: string
  readonly faults: Faults
  readonly product?: string
}

/**
 * Flag evaluation for LaunchDarkly's SDKs and for OFREP clients, and the page `/flags` to change them. The Fastify
 * instance needs a `maxParamLength` of several thousand, because LaunchDarkly puts the whole context into the URL.
 */
export function registerFlagEvaluation(app: FastifyInstance, options: FlagEvaluationOptions): void {
  const policy: OriginPolicy = {
    origins: options.portalOrigins,
    methods: ['GET', 'POST', 'REPORT'],
    requestHeaders: [
      'authorization',
      'content-type',
      'if-none-match',
      'x-launchdarkly-event-schema',
      'x-launchdarkly-payload-id',
      'x-launchdarkly-tags',
      'x-launchdarkly-user-agent',
      'x-launchdarkly-wrapper',
    ],
    responseHeaders: ['date', 'etag'],
    others: 'unreadable',
  }
  void app.register(async (scope) => {
    addOriginPolicy(scope, policy)
    addFaults(scope, options.faults, 'flags', grouped)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    // Events may have any content type. Bodies other than JSON are discarded.
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
    answerPreflights(scope, policy, ['/sdk/*', '/events/*', '/ofrep/*'])
    await scope.register(async (inner) => registerLaunchDarkly(inner, options.store, options.environmentId))
    await scope.register(async (inner) => registerOfrep(inner, options.store, options.ofrepStream))
  })
  registerFlagPage(app, options.store, options.product ?? 'Assay')
}

/** Contexts have personal data, so requests are not counted by context. */
function grouped(path: string): string {
  return path.replace(/^(\/sdk\/evalx\/[^/]+\/contexts)\/.*/, '$1/*')
}
