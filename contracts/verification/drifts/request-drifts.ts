/** An adapter's request before it is sent, which a drift changes. */
export interface Leaving {
  path: string
  method: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** Fields of a form body. */
  readonly form: URLSearchParams | null
  /** Text of a JSON body. */
  text: string | null
}

export interface RequestDrift {
  readonly provider: string
  readonly drift: string
  readonly change: (request: Leaving) => void
  /** What must fail: all interactions of some calls, or single interactions by description. */
  readonly red: { readonly calls: readonly string[] } | { readonly interactions: readonly string[] }
}

const path = (from: string, to: string) => (request: Leaving) => {
  if (request.path === from) request.path = to
}
const header = (from: string, to: string) => (request: Leaving) => {
  const value = request.headers.get(from)
  if (value === null) return
  request.headers.delete(from)
  request.headers.set(to, value)
}
const formField = (from: string, to: string) => (request: Leaving) => {
  const value = request.form?.get(from) ?? null
  if (value === null) return
  request.form?.delete(from)
  request.form?.set(to, value)
}
const text = (from: string, to: string) => (request: Leaving) => {
  request.text = request.text?.replaceAll(from, to) ?? null
}

const metadata = '/callosum/v1/tspublic/v1/metadata'
const list = `GET ${metadata}/list`
const create = `POST ${metadata}/tml/import`
const remove = `POST ${metadata}/delete`
const whole = `POST ${metadata}/tml/export`
const charts = `GET ${metadata}/listvizheaders`
const data = 'POST /api/rest/2.0/metadata/liveboard/data'
const copy = 'POST /api/rest/2.0/metadata/copyobject'
const open = 'POST /prism/ CreateConversation'
const ask = 'POST /prism/ SendMessage'
const anonymous = 'GET /api/token'
const personal = 'GET /api/token-authenticated'
const evaluate = 'POST /ofrep/v1/evaluate/flags'

/** Drifts in one adapter each. */
export const requestDrifts: readonly RequestDrift[] = [
  {
    provider: 'token-service',
    drift: 'path /api/token → /api/tokens',
    change: path('/api/token', '/api/tokens'),
    red: { calls: [anonymous] },
  },
  {
    provider: 'token-service',
    drift: 'path /api/token-authenticated → /api/token/me',
    change: path('/api/token-authenticated', '/api/token/me'),
    red: { calls: [personal] },
  },
  {
    provider: 'token-service',
    drift: 'header Authorization → X-Access-Token',
    change: header('authorization', 'x-access-token'),
    red: { calls: [personal] },
  },
  {
    provider: 'token-service',
    drift: 'header Accept: text/plain → application/json',
    change: ({ headers }) => headers.set('accept', 'application/json'),
    red: { calls: [anonymous, personal] },
  },
  {
    provider: 'dashboard-library',
    drift: 'path …/metadata/list → …/metadata/search',
    change: path(`${metadata}/list`, `${metadata}/search`),
    red: { calls: [list] },
  },
  {
    provider: 'dashboard-library',
    drift: 'query batchsize → limit',
    change({ query }) {
      if (!query.has('batchsize')) return
      query.delete('batchsize')
      query.set('limit', '-1')
    },
    red: { calls: [list] },
  },
  {
    provider: 'dashboard-library',
    drift: 'header X-Requested-By → X-Requested-With',
    change: header('x-requested-by', 'x-requested-with'),
    red: { calls: [list, create, whole, copy, charts, data, remove] },
  },
  {
    provider: 'dashboard-library',
    drift: 'form import_objects → objects',
    change: formField('import_objects', 'objects'),
    red: { calls: [create] },
  },
  {
    provider: 'dashboard-library',
    drift: 'inside import_objects: liveboard → pinboard',
    change({ form }) {
      const objects = form?.get('import_objects')
      if (objects) form?.set('import_objects', objects.replace('"liveboard"', '"pinboard"'))
    },
    red: { calls: [create] },
  },
  {
    provider: 'dashboard-library',
    drift: 'form id → ids',
    change: formField('id', 'ids'),
    red: { calls: [remove] },
  },
  {
    provider: 'dashboard-library',
    drift: 'method of delete POST → DELETE',
    change(request) {
      if (request.path.endsWith('/delete')) request.method = 'DELETE'
    },
    red: { calls: [remove] },
  },
  {
    provider: 'dashboard-library-v2',
    drift: 'search: record_offset → offset',
    change: text('"record_offset"', '"offset"'),
    red: { calls: ['POST /api/rest/2.0/metadata/search', data] },
  },
  {
    provider: 'dashboard-library-v2',
    drift: 'import: metadata_tmls → import_objects',
    change: text('"metadata_tmls"', '"import_objects"'),
    red: { calls: ['POST /api/rest/2.0/metadata/tml/import'] },
  },
  {
    provider: 'dashboard-library-v2',
    drift: 'delete: identifier → id',
    change(request) {
      if (request.path.endsWith('/delete')) text('"identifier"', '"id"')(request)
    },
    red: { calls: ['POST /api/rest/2.0/metadata/delete'] },
  },
  {
    provider: 'research-assistant',
    drift: 'document: convId → conversationId',
    change: text('    convId\\n', '    conversationId\\n'),
    red: { calls: [open] },
  },
  {
    provider: 'research-assistant',
    drift: 'document: columnDataLite → columns',
    change: text('columnDataLite', 'columns'),
    red: { calls: [ask] },
  },
  {
    provider: 'research-assistant',
    drift: 'variable cmdText → text',
    change: text('"cmdText"', '"text"'),
    red: { calls: [ask] },
  },
  {
    provider: 'research-assistant',
    drift: 'variable initialCtx.type TS_WORKSHEET → WORKSHEET',
    change: text('"TS_WORKSHEET"', '"WORKSHEET"'),
    red: { calls: [open] },
  },
  {
    provider: 'research-assistant',
    drift: 'query op left out',
    change: ({ query }) => query.delete('op'),
    red: { calls: [open, ask] },
  },
  {
    provider: 'flag-evaluation',
    drift: 'path /ofrep/v1 → /ofrep/v2',
    change: path('/ofrep/v1/evaluate/flags', '/ofrep/v2/evaluate/flags'),
    red: { calls: [evaluate] },
  },
  {
    provider: 'flag-evaluation',
    drift: 'context targetingKey → key',
    change: text('"targetingKey"', '"key"'),
    red: { calls: [evaluate] },
  },
  {
    provider: 'flag-evaluation',
    drift: 'header If-None-Match → If-Match',
    change: header('if-none-match', 'if-match'),
    red: { interactions: ['the flags once more, when nothing has changed'] },
  },
  {
    provider: 'gateway-tokens',
    drift: 'path /v1/tokens → /v1/token',
    change: path('/v1/tokens', '/v1/token'),
    red: { calls: ['POST /v1/tokens'] },
  },
  {
    provider: 'gateway-tokens',
    drift: 'body dashboards → boards',
    change: text('"dashboards"', '"boards"'),
    red: { calls: ['POST /v1/tokens'] },
  },
  {
    provider: 'preferences',
    drift: 'header If-None-Match left out',
    change: ({ headers }) => headers.delete('if-none-match'),
    red: {
      interactions: [
        'the first preferences of a person',
        'the first preferences of a person who has some by then',
        'other preferences with an access token that is not valid',
        ...[
          'is sent elsewhere',
          'is answered with a page',
          'meets a service that is out of order',
          'is refused',
        ].map((how) => `other preferences that ${how}`),
      ],
    },
  },
  {
    provider: 'preferences',
    drift: 'method of writing PUT → POST',
    change(request) {
      if (request.method === 'PUT') request.method = 'POST'
    },
    red: { calls: ['PUT /v1/preferences'] },
  },
  {
    provider: 'gateway-dashboards',
    drift: 'query pageSize → limit',
    change({ query }) {
      if (!query.has('pageSize')) return
      query.delete('pageSize')
      query.set('limit', '100')
    },
    red: { calls: ['GET /v1/dashboards'] },
  },
  {
    provider: 'gateway-dashboards',
    drift: 'body title → name',
    change: text('"title"', '"name"'),
    red: { calls: ['POST /v1/dashboards', 'PATCH /v1/dashboards/:id'] },
  },
]
