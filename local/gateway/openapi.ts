import { problems, type ProblemCode } from './problems'

const uuid = { type: 'string', format: 'uuid', description: 'Superset’s id of the embedding.' } as const
const moment = { type: 'string', format: 'date-time', description: 'ISO 8601, UTC.' } as const
const title = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  // At least one visible character, no line breaks, no control characters, no lone surrogates.
  pattern: String.raw`^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*[^\s\p{C}][^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$`,
} as const
const object = <Properties extends object>(
  required: readonly (keyof Properties & string)[],
  properties: Properties,
) => ({ type: 'object', required: [...required], properties, additionalProperties: false }) as const

const dashboard = object(['id', 'title', 'modified'], {
  id: uuid,
  title: { type: 'string' },
  modified: moment,
  charts: { type: 'integer', minimum: 0 },
  tabs: {
    type: 'array',
    items: object(['id', 'title'], { id: { type: 'string' }, title: { type: 'string' } }),
  },
})

/** Response to a change. The rest can be read by id. */
const named = object(['id', 'title'], { id: uuid, title: { type: 'string' } })

/** Maximum number of own dashboards in a token request. */
const maxRequested = 16

/** Request bodies. The routes validate with these schemas. */
export const bodies = {
  tokens: object(['dashboards'], {
    dashboards: { type: 'array', items: uuid, maxItems: maxRequested },
  }),
  create: object(['title'], { title, copyOf: uuid }),
  rename: object(['title'], { title }),
  link: object([], {
    filters: { type: 'object', description: 'Values of the dashboard’s filters, by their ids.' },
  }),
} as const

export const pageQuery = {
  page: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
  pageSize: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
} as const

const json = (schema: object) => ({ 'application/json': { schema } })
const answer = (description: string, schema: object) => ({ description, content: json(schema) })

const problemSchema = object(['type', 'title', 'status', 'code', 'detail'], {
  type: { type: 'string' },
  title: { type: 'string' },
  status: { type: 'integer' },
  code: { type: 'string', enum: Object.keys(problems) },
  detail: { type: 'string' },
})

const waits = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer', minimum: 1 } } }

/** Error responses of an operation, with those common to all operations, grouped by status. */
function refusals(...codes: readonly ProblemCode[]) {
  const all = [...codes, 'asked-too-often', 'origin-refused', 'broken'] as const
  const statuses = [...new Set(all.map((code) => problems[code].status))].sort((one, other) => one - other)
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: all.filter((code) => problems[code].status === status).join(', '),
        ...((status === 429 || status === 503) && { headers: waits }),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

const bearing = ['token-needed', 'token-refused', 'not-allowed', 'identity-unavailable'] as const
const asking = ['dashboards-unavailable'] as const
const changing = [...asking, 'outcome-unknown', 'conflict'] as const
const sending = ['malformed-request', 'too-large', 'not-json', 'invalid-request'] as const

const signedIn = [{ accessToken: [] }]
const anybody = [{}, { accessToken: [] }]
const body = (name: keyof typeof bodies) => ({ required: true, content: json(bodies[name]) })
const oneDashboard = [{ name: 'id', in: 'path', required: true, schema: uuid }]

/** OpenAPI 3.1; also at `/openapi.json`. */
export const description = {
  openapi: '3.1.0',
  info: {
    title: 'Assay gateway',
    version: '1.0.0',
    description: 'Tokens for embedded dashboards of Apache Superset, and users’ own dashboards there.',
  },
  paths: {
    '/v1/tokens': {
      post: {
        operationId: 'issueToken',
        summary: 'Issues a token for the curated dashboards that the caller may see, and for own ones by id',
        security: anybody,
        requestBody: body('tokens'),
        responses: {
          '200': answer(
            'A new token; 300 s, under 8,192 characters',
            object(['token', 'expiresAt', 'dashboards'], {
              token: { type: 'string', maxLength: 8191 },
              expiresAt: moment,
              dashboards: { type: 'array', items: uuid, description: 'What the token opens.' },
            }),
          ),
          ...refusals(...bearing, ...asking, ...sending, 'not-found', 'too-many-dashboards'),
        },
      },
    },
    '/v1/dashboards': {
      get: {
        operationId: 'listDashboards',
        summary: 'The user’s own dashboards, newest first',
        security: signedIn,
        parameters: Object.entries(pageQuery).map(([name, schema]) => ({ name, in: 'query', schema })),
        responses: {
          '200': answer(
            'One page of dashboards',
            object(['dashboards', 'total'], {
              dashboards: { type: 'array', items: dashboard },
              total: { type: 'integer', minimum: 0 },
            }),
          ),
          ...refusals(...bearing, ...asking, 'invalid-request'),
        },
      },
      post: {
        operationId: 'createDashboard',
        summary: 'Creates a dashboard, empty or as a copy of a curated or own one',
        security: signedIn,
        requestBody: body('create'),
        responses: {
          '201': answer('The new dashboard', named),
          ...refusals(...bearing, ...changing, ...sending, 'not-found', 'title-taken'),
        },
      },
    },
    '/v1/dashboards/{id}': {
      parameters: oneDashboard,
      get: {
        operationId: 'getDashboard',
        summary: 'A curated dashboard or one of the user’s own, with its tabs',
        security: anybody,
        responses: {
          '200': answer('The dashboard', dashboard),
          ...refusals(...bearing, ...asking, 'not-found'),
        },
      },
      patch: {
        operationId: 'renameDashboard',
        summary: 'Renames one of the user’s own dashboards',
        security: signedIn,
        requestBody: body('rename'),
        responses: {
          '200': answer('The dashboard with its new title', named),
          ...refusals(...bearing, ...changing, ...sending, 'not-found', 'title-taken', 'curated'),
        },
      },
      delete: {
        operationId: 'deleteDashboard',
        summary: 'Deletes one of the user’s own dashboards',
        security: signedIn,
        responses: {
          '204': { description: 'Deleted' },
          ...refusals(
            ...bearing,
            ...changing,
            'malformed-request',
            'too-large',
            'not-json',
            'not-found',
            'curated',
          ),
        },
      },
    },
    '/v1/dashboards/{id}/links': {
      parameters: oneDashboard,
      post: {
        operationId: 'createLink',
        summary: 'A key that opens the dashboard with these filters',
        security: signedIn,
        requestBody: body('link'),
        responses: {
          '201': answer('The key', object(['key'], { key: { type: 'string', pattern: '^[\\w-]{1,64}$' } })),
          ...refusals(...bearing, ...changing, ...sending, 'not-found'),
        },
      },
    },
    '/health': {
      get: {
        operationId: 'health',
        summary: 'Whether the gateway runs, and whether Superset answers it',
        security: [{}],
        responses: {
          '200': answer(
            'It runs',
            object(['status', 'dashboards'], {
              status: { type: 'string', enum: ['ok', 'degraded'] },
              dashboards: { type: 'string', enum: ['up', 'down'] },
            }),
          ),
          ...refusals(),
        },
      },
    },
    '/openapi.json': {
      get: {
        operationId: 'describe',
        summary: 'This description',
        security: [{}],
        responses: { '200': answer('OpenAPI 3.1', { type: 'object' }), ...refusals() },
      },
    },
  },
  components: {
    schemas: { Problem: problemSchema },
    securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  },
} as const
