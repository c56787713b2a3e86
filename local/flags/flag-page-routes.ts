import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { pageAsset, pageHeaders, pagePolicy } from '../http/page'
import { BadFlagDocument } from './flag-document'
import { resetFlag, setFlag } from './flag-edit'
import { flagPage } from './flag-page'
import type { FlagStore } from './flag-store'

const email = v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(254))
const viewSchema = v.object({ email, changed: v.optional(v.string(), '') })
const editSchema = v.object({ email, flag: v.string(), action: v.picklist(['on', 'off', 'reset']) })

/** `/flags`: see and flip flags, for everyone or for one person. */
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
      if (!isOwnForm(request) || !edit.success)
        return reply.code(400).type('text/plain; charset=utf-8').send('This is no form of the flags page.\n')
      const { flag, action, email: person } = edit.output
      try {
        await store.change((document) =>
          action === 'reset'
            ? resetFlag(document, flag, person)
            : setFlag(document, flag, action === 'on', person),
        )
      } catch (error) {
        // A broken file is shown on the page; it has to be mended by hand first.
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

/** A form on a page of another origin must not flip anything. Without the browser's word it has to have no origin. */
function isOwnForm({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === undefined : site === 'same-origin'
}
