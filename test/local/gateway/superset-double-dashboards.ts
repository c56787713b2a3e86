import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jwtVerify } from 'jose'

export interface DoubleDashboard {
  readonly number: number
  readonly uuid: string
  title: string
  owners: readonly number[]
  changed: number
  charts: readonly string[]
  positions: Readonly<Record<string, unknown>>
  metadata: Readonly<Record<string, unknown>>
  embedded: { uuid: string; domains: readonly string[] } | null
}

/** In page order, which differs from the order of their ids. */
const tabsOf = { 'TAB-b': 'Overview', 'TAB-a': 'Flows' }
export const layout = {
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-1'] },
  'TABS-1': { type: 'TABS', id: 'TABS-1', children: Object.keys(tabsOf) },
  ...Object.fromEntries(
    Object.entries(tabsOf).map(([id, text]) => [id, { type: 'TAB', id, children: [], meta: { text } }]),
  ),
}

/** The double's state and checks that its dashboards need. */
interface Ground {
  readonly dashboards: Map<number, DoubleDashboard>
  readonly users: ReadonlyMap<string, number>
  readonly guest: { readonly guestSecret: string; readonly guestAudience: string }
  /** False if the request has been refused. */
  readonly bearer: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
  readonly guarded: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
  /** A number that no dashboard has had. */
  readonly number: () => number
  readonly moment: () => number
}

const missing = (reply: FastifyReply) => reply.code(404).send({ message: 'Not found' })
const numberOf = (request: FastifyRequest): number => Number((request.params as { number?: string }).number)
export const queryOf = (request: FastifyRequest): string => (request.query as { q?: string }).q ?? ''
export const asList = (rows: readonly { readonly id: number }[]) => ({
  count: rows.length,
  ids: rows.map(({ id }) => id),
  result: rows,
})

/** The routes of the double for dashboards. */
export function registerDashboards(app: FastifyInstance, ground: Ground): void {
  const { dashboards, users, bearer, guarded, moment } = ground
  const guestKey = new TextEncoder().encode(ground.guest.guestSecret)
  const rowOf = (one: DoubleDashboard) => ({
    id: one.number,
    uuid: one.uuid,
    dashboard_title: one.title,
    changed_on_utc: new Date(one.changed).toISOString().replace('Z', '000+0000'),
    owners: one.owners.map((id) => ({ id })),
  })
  app.get('/api/v1/dashboard/', async (request, reply) => {
    if (!(await bearer(request, reply))) return reply
    const query = queryOf(request)
    const filters = filtersOf(query)
    const found = [...dashboards.values()]
      .filter((one) =>
        filters.every(({ column, value }) => {
          if (column === 'owners') return one.owners.includes(Number(value))
          return column === 'id' ? one.number === Number(value) : one.title === value
        }),
      )
      .sort((one, other) => other.changed - one.changed)
    const page = Number(/page:(\d+)/.exec(query)?.[1] ?? 0)
    const size = Number(/page_size:(\d+)/.exec(query)?.[1] ?? 20)
    return reply.send({
      ...asList(found.slice(page * size, (page + 1) * size).map(rowOf)),
      count: found.length,
    })
  })
  app.post<{ Body: { dashboard_title: string; owners: number[] } }>(
    '/api/v1/dashboard/',
    async (request, reply) => {
      if (!(await guarded(request, reply))) return reply
      const { dashboard_title: title, owners, ...rest } = request.body
      const unknown = Object.keys(rest).find((name) => name !== 'published')
      if (unknown !== undefined) return reply.code(400).send({ message: { [unknown]: ['Unknown field.'] } })
      if (owners.some((id) => ![...users.values()].includes(id)))
        return reply.code(422).send({ message: { owners: ['Owners are invalid'] } })
      const number = ground.number()
      dashboards.set(number, {
        number,
        uuid: randomUUID(),
        title,
        owners,
        changed: moment(),
        charts: [],
        positions: {},
        metadata: {},
        embedded: null,
      })
      return reply.code(201).send({ id: number, result: { dashboard_title: title, owners } })
    },
  )
  app.get('/api/v1/embedded_dashboard/:uuid', async (request, reply) => {
    if (!(await bearer(request, reply))) return reply
    const { uuid } = request.params as { uuid: string }
    const one = [...dashboards.values()].find(({ embedded }) => embedded?.uuid === uuid)
    return one === undefined ? missing(reply) : reply.send({ result: embeddingOf(one) })
  })
  app.get('/api/v1/dashboard/:number', async (request, reply) => {
    const guest = request.headers['x-guesttoken']
    if (typeof guest === 'string') return guestAnswer(guest, dashboards.get(numberOf(request)), reply)
    if (!(await bearer(request, reply))) return reply
    const one = dashboards.get(numberOf(request))
    if (one === undefined) return missing(reply)
    const result = {
      id: one.number,
      dashboard_title: one.title,
      css: null,
      charts: one.charts,
      json_metadata: JSON.stringify(one.metadata),
      position_json: JSON.stringify(one.positions),
    }
    return reply.send({ result })
  })

  async function guestAnswer(token: string, one: DoubleDashboard | undefined, reply: FastifyReply) {
    const verified = await jwtVerify(token, guestKey, {
      audience: ground.guest.guestAudience,
      requiredClaims: ['exp'],
    }).catch(() => null)
    const claims = verified?.payload
    const now = Date.now() / 1000
    const isGood =
      claims?.['type'] === 'guest' && claims['user'] && claims['rls_rules'] && (claims.iat ?? 0) <= now
    if (!isGood || claims.exp === undefined)
      return reply.code(401).send({ msg: 'Missing Authorization Header' })
    const resources = claims['resources'] as { readonly id: string }[]
    return resources.some(({ id }) => id === one?.embedded?.uuid)
      ? reply.send({ result: { id: one?.number } })
      : missing(reply)
  }

  app.get('/api/v1/dashboard/:number/embedded', async (request, reply) => {
    if (!(await bearer(request, reply))) return reply
    const one = dashboards.get(numberOf(request))
    if (one === undefined) return missing(reply)
    return one.embedded === null ? reply.code(404).send({}) : reply.send({ result: embeddingOf(one) })
  })
  app.post<{ Body: { allowed_domains: string[] } }>(
    '/api/v1/dashboard/:number/embedded',
    async (request, reply) => {
      if (!(await guarded(request, reply))) return reply
      const one = dashboards.get(numberOf(request))
      if (one === undefined) return missing(reply)
      one.embedded = { uuid: one.embedded?.uuid ?? randomUUID(), domains: request.body.allowed_domains }
      return reply.send({ result: embeddingOf(one) })
    },
  )
  app.get('/api/v1/dashboard/:number/tabs', async (request, reply) => {
    if (!(await bearer(request, reply))) return reply
    const one = dashboards.get(numberOf(request))
    if (one === undefined) return missing(reply)
    const tabs = Object.entries(tabsOf).filter(([id]) => id in one.positions)
    const shown = {
      // Flask sorts the keys of an object. The tree is in page order.
      all_tabs: Object.fromEntries(tabs.toSorted(([id], [other]) => (id < other ? -1 : 1))),
      tab_tree: tabs.map(([value, title]) => ({
        value,
        title,
        children: [],
        parents: ['ROOT_ID', 'TABS-1'],
      })),
    }
    return reply.send({ result: { native_filters: {}, ...(tabs.length > 0 && shown) } })
  })
  app.get('/api/v1/dashboard/:number/charts', async (request, reply) => {
    if (!(await bearer(request, reply))) return reply
    const one = dashboards.get(numberOf(request))
    return one === undefined
      ? missing(reply)
      : reply.send({ result: one.charts.map((slice_name, id) => ({ id, slice_name })) })
  })
  app.put<{ Body: { dashboard_title?: string; owners?: number[] } }>(
    '/api/v1/dashboard/:number',
    async (request, reply) => {
      if (!(await guarded(request, reply))) return reply
      const one = dashboards.get(numberOf(request))
      if (one === undefined) return missing(reply)
      one.title = request.body.dashboard_title ?? one.title
      one.owners = request.body.owners ?? one.owners
      one.changed = moment()
      return reply.send({ id: one.number, last_modified_time: one.changed / 1000, result: request.body })
    },
  )
  app.delete('/api/v1/dashboard/:number', async (request, reply) => {
    if (!(await guarded(request, reply))) return reply
    return dashboards.delete(numberOf(request)) ? reply.send({ message: 'OK' }) : missing(reply)
  })
  app.post<{ Body: { dashboard_title: string; json_metadata: string } }>(
    '/api/v1/dashboard/:number/copy/',
    async (request, reply) => {
      if (!(await guarded(request, reply))) return reply
      const original = dashboards.get(numberOf(request))
      if (original === undefined) return missing(reply)
      const { positions = {}, ...metadata } = JSON.parse(request.body.json_metadata) as {
        positions?: Record<string, unknown>
      }
      const number = ground.number()
      dashboards.set(number, {
        number,
        uuid: randomUUID(),
        title: request.body.dashboard_title,
        owners: [1],
        changed: moment(),
        charts: original.charts,
        positions,
        metadata,
        embedded: null,
      })
      return reply.send({ result: { id: number, last_modified_time: moment() / 1000 } })
    },
  )
  const permalinks = new Map<string, unknown>()
  app.post('/api/v1/dashboard/:number/permalink', async (request, reply) => {
    if (!(await guarded(request, reply))) return reply
    if (!dashboards.has(numberOf(request))) return reply.code(404).send({ message: 'Dashboard not found.' })
    const key = createHash('sha256')
      .update(`${request.url}${JSON.stringify(request.body)}`)
      .digest('base64url')
      .slice(0, 11)
    permalinks.set(key, request.body)
    return reply.code(201).send({ key, url: `http://127.0.0.1/superset/dashboard/p/${key}/` })
  })
  app.get<{ Params: { key: string } }>('/api/v1/dashboard/permalink/:key', async (request, reply) => {
    if (!(await bearer(request, reply))) return reply
    return reply.send({ state: permalinks.get(request.params.key) })
  })
}

const embeddingOf = ({ number, embedded }: DoubleDashboard) => ({
  uuid: embedded?.uuid,
  allowed_domains: embedded?.domains,
  dashboard_id: String(number),
})

/** Filters of a query in Rison. */
export function filtersOf(query: string): readonly { readonly column: string; readonly value: string }[] {
  return [...query.matchAll(/\(col:(\w+),opr:\w+,value:('(?:[^'!]|!.)*'|\w+)\)/gs)].map(
    ([, column = '', value = '']) => ({
      column,
      value: value.startsWith("'") ? value.slice(1, -1).replaceAll(/!(.)/gs, '$1') : value,
    }),
  )
}
