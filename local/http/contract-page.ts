import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { navigation, page, pageAsset, pageHeaders, pagePolicy, html } from './page'

const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'pages.css': 'text/css; charset=utf-8',
  'urbanist.woff2': 'font/woff2',
  'urbanist-extended.woff2': 'font/woff2',
}

/** `/contracts/`: the page that `npm run contracts` has built into the folder, as it is at the moment. */
export function registerContractPage(
  app: FastifyInstance,
  folder: string | undefined,
  product: string,
): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ ...pageHeaders, 'content-security-policy': pagePolicy() })
    })
    scope.get('/contracts', async (_request, reply) => reply.redirect('/contracts/', 308))
    scope.get<{ Params: { '*': string } }>('/contracts/*', async (request, reply) => {
      const name = request.params['*'] === '' ? 'index.html' : request.params['*']
      const type = Object.hasOwn(types, name) ? types[name] : undefined
      if (type === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')
      const built = folder === undefined ? null : await readFile(join(folder, name)).catch(() => null)
      // The page is written to be read from a file too; only here are there others to go to.
      if (built !== null && name === 'index.html')
        return reply.type(type).send(withNavigation(built.toString()))
      if (built !== null) return reply.type(type).send(built)
      if (name === 'index.html') return reply.code(404).type(type).send(notBuilt(product))
      const asset = await pageAsset(`/assets/${name}`)
      return reply.type(type).send(asset?.body)
    })
  })
}

function withNavigation(built: string): string {
  return built.replace('</header>', () => `${navigation('/contracts/').markup}</header>`)
}

function notBuilt(product: string): string {
  return page({
    title: `Contracts · ${product}`,
    product,
    here: '/contracts/',
    width: 'narrow',
    foot: 'For this machine only.',
    body: html`<h1>No contract page yet</h1>
      <p>
        Run <strong>npm run contracts</strong>: it writes the pacts, verifies the embedded services and builds
        this page.
      </p>`,
  })
}
