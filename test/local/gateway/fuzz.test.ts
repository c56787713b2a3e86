import fastCheck from 'fast-check'
import fastify, { type FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDoubleStage, type DoubleStage, newcomer, type Reply } from './stage'

/** Fixed seed. A failing run prints it. */
const runs = { numRuns: 400, seed: 20_261_123 }

// The API description is untyped JSON from the server.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

let on: DoubleStage
let description: Json
let judge: FastifyInstance
let conforms: (schema: object, value: unknown) => boolean
let owner: string
let theirs: readonly string[]
const victim = newcomer()

beforeAll(async () => {
  on = await startDoubleStage()
  description = (await on.stage.ask('GET', '/openapi.json')).body
  const ask = await on.stage.as(victim)
  const made = []
  for (const round of [1, 2, 3])
    made.push((await ask('POST', '/v1/dashboards', { title: `Untouched ${round}` })).body)
  theirs = made.map(({ id }) => id)
  owner = newcomer()
  // Fastify's own schema validator decides whether a response matches its description.
  judge = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } })
  conforms = await new Promise((resolve, reject) => {
    judge.get('/', async (request, reply) => {
      resolve((schema, value) => request.validateInput(value, schema))
      return reply.send('')
    })
    judge.inject('/').catch(reject)
  })
})
afterAll(async () => {
  await judge.close()
  await on.close()
})

interface Call {
  readonly method: string
  readonly template: string
  readonly id: string
  readonly query: string
  readonly body: unknown
  readonly as: 'visitor' | 'owner' | 'junk'
}

/** Values that match a schema of the description, and sometimes other values. */
function valuesOf(schema: Json, ids: fastCheck.Arbitrary<string>): fastCheck.Arbitrary<unknown> {
  const good = (): fastCheck.Arbitrary<unknown> => {
    if (schema.format === 'uuid') return ids
    if (schema.type === 'string')
      return fastCheck.string({ unit: 'grapheme', maxLength: (schema.maxLength ?? 40) + 5 })
    if (schema.type === 'integer')
      return fastCheck.integer({ min: (schema.minimum ?? 0) - 1, max: (schema.maximum ?? 200) + 1 })
    if (schema.type === 'array') return fastCheck.array(valuesOf(schema.items, ids), { maxLength: 5 })
    const properties = Object.entries(schema.properties ?? {}).map(([name, one]) => [
      name,
      valuesOf(one, ids),
    ])
    if (properties.length === 0)
      return fastCheck.dictionary(fastCheck.string({ maxLength: 8 }), fastCheck.jsonValue({ maxDepth: 2 }))
    return fastCheck.record(Object.fromEntries(properties), { requiredKeys: schema.required })
  }
  return fastCheck.oneof(
    { weight: 12, arbitrary: good() },
    { weight: 1, arbitrary: fastCheck.jsonValue({ maxDepth: 2 }) },
  )
}

const junkIds = [
  '0',
  '1',
  'undefined',
  '../../security/users',
  'x'.repeat(150),
  '%2e%2e',
  "' or 1=1 --",
  '00000000-0000-0000-0000-000000000000',
]

function calls(own: readonly string[]): fastCheck.Arbitrary<Call> {
  const curated = on.stage.curated.map(({ embeddedId }) => embeddedId)
  const known = fastCheck.constantFrom(...theirs, ...curated, ...own, ...theirs.map((id) => id.toUpperCase()))
  const ids = fastCheck.oneof(
    { weight: 6, arbitrary: known },
    { weight: 1, arbitrary: fastCheck.uuid() },
    { weight: 1, arbitrary: fastCheck.constantFrom(...junkIds) },
  )
  const operations = Object.entries<Json>(description.paths).flatMap(([template, path]) =>
    ['get', 'post', 'patch', 'delete'].flatMap((method) =>
      path[method] === undefined ? [] : [{ template, method, operation: path[method] }],
    ),
  )
  return fastCheck.constantFrom(...operations).chain(({ template, method, operation }) =>
    fastCheck.record({
      method: fastCheck.constant(method.toUpperCase()),
      template: fastCheck.constant(template),
      id: ids,
      query:
        operation.parameters === undefined
          ? fastCheck.constant('')
          : fastCheck
              .record(
                Object.fromEntries(
                  operation.parameters.map(({ name, schema }: Json) => [name, valuesOf(schema, ids)]),
                ),
                { requiredKeys: [] },
              )
              .map(
                (all) =>
                  `?${new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)])).toString()}`,
              ),
      body:
        operation.requestBody === undefined
          ? fastCheck.constant(undefined)
          : valuesOf(operation.requestBody.content['application/json'].schema, ids),
      as: fastCheck.constantFrom('visitor', 'owner', 'owner', 'owner', 'junk'),
    }),
  )
}

async function send(call: Call): Promise<Reply> {
  const authorization = {
    visitor: undefined,
    junk: 'Bearer a.b.c',
    owner: `Bearer ${await on.stage.provider.accessToken(owner)}`,
  }[call.as]
  const path = call.template.replace('{id}', encodeURIComponent(call.id)) + call.query
  return on.stage.ask(
    call.method,
    path,
    call.body === undefined ? undefined : JSON.stringify(call.body),
    authorization === undefined ? {} : { authorization },
  )
}

/** Every response is in the description, and reveals nothing about Superset. */
function judged(call: Call, reply: Reply): void {
  const operation = description.paths[call.template][call.method.toLowerCase()]
  const described = operation.responses[String(reply.status)]
  expect(described, `${call.method} ${call.template} has no ${reply.status}: ${reply.text}`).toBeDefined()
  expect(reply.status).not.toBe(500)
  if (described.content !== undefined) {
    const [[type, { schema }]] = Object.entries<Json>(described.content) as [[string, Json]]
    expect(reply.headers.get('content-type')).toContain(type)
    const whole =
      schema.$ref === undefined ? schema : description.components.schemas[schema.$ref.split('/').at(-1)]
    expect(
      conforms(whole, reply.body),
      `${call.method} ${call.template} ${reply.status}: ${reply.text}`,
    ).toBe(true)
  }
  if (call.template !== '/openapi.json')
    expect(reply.text).not.toMatch(/superset|traceback|owners|"number"|permalink|sqlite|security\/users/i)
}

test('any request gets a documented response, and never opens, lists, copies, changes or signs for another user’s dashboards', async () => {
  const own: string[] = []
  const before = JSON.stringify(
    [...on.double.dashboards.values()].filter(({ embedded }) => theirs.includes(embedded?.uuid ?? '')),
  )
  const statuses = new Map<number, number>()
  await fastCheck.assert(
    fastCheck.asyncProperty(
      fastCheck.nat().chain(() => calls(own)),
      async (call) => {
        const reply = await send(call)
        judged(call, reply)
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        if (reply.status === 201 && call.template === '/v1/dashboards') own.push(reply.body.id)
        const isTheirs = call.template.includes('{id}') && theirs.includes(call.id.toLowerCase())
        if (isTheirs) expect(reply.status).toBeGreaterThanOrEqual(400)
        for (const id of theirs) {
          // Another user's id may appear only as an echo of the request.
          expect(reply.body?.dashboards ?? []).not.toContain(id)
          expect(reply.text).not.toContain(`"id":"${id}"`)
        }
        if (reply.status === 200 && call.template === '/v1/tokens') {
          const opened = (decodeJwt(reply.body.token)['resources'] as { id: string }[]).map(({ id }) => id)
          expect(opened).toEqual(reply.body.dashboards)
          expect(opened.filter((id) => theirs.includes(id))).toEqual([])
        }
      },
    ),
    runs,
  )
  const after = JSON.stringify(
    [...on.double.dashboards.values()].filter(({ embedded }) => theirs.includes(embedded?.uuid ?? '')),
  )
  expect(after).toBe(before)
  expect((await (await on.stage.as(victim))('GET', '/v1/dashboards')).body.total).toBe(theirs.length)
  // Every status must have occurred, or the test proves little.
  for (const status of [200, 201, 204, 401, 403, 404, 422])
    expect([status, (statuses.get(status) ?? 0) > 0]).toEqual([status, true])
  expect(own.length).toBeGreaterThan(5)
})

test('the OpenAPI description is valid: every reference resolves, and every operation has a unique name', () => {
  const references = [
    ...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
  ].map(([, name = '']) => name)
  expect(references.length).toBeGreaterThan(10)
  expect(references.filter((name) => description.components.schemas[name] === undefined)).toEqual([])
  const names = Object.values<Json>(description.paths).flatMap((path) =>
    Object.values<Json>(path).flatMap(({ operationId }) => operationId ?? []),
  )
  expect(new Set(names).size).toBe(names.length)
  expect(names).toHaveLength(9)
})
