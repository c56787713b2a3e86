import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { refusalOf, type Ask, type Answer } from './running-host'

/** A question about Home's data, which visitors may also ask. */
const defaultAnswer = {
  version: 2,
  title: 'Price of bitcoin',
  query: {
    measures: ['price.close'],
    grain: 'month',
    filters: [{ field: 'price.asset', op: 'in', values: ['BTC'] }],
  },
  chart: { type: 'auto' },
}

/** A board as a request names it. */
export interface Named {
  readonly id: string
  readonly tileId: string
  readonly worksheetId: string
}

export const home: Named = { ...liveboards.home, tileId: 'btc' }
export const stablecoins: Named = { ...liveboards.stablecoins, tileId: 'where' }

/**
 * Who gets an answer. `anybody`: without a token too. `bearer`: with any token. `board`: with any token, a visitor for Home only.
 * `person`: a signed-in user; what it names must be theirs or curated. `nobody`: refused with every token.
 */
type Access = 'anybody' | 'bearer' | 'board' | 'person' | 'nobody'

interface Endpoint {
  readonly access: Access
  /** A valid request about this board. */
  readonly ask: (board: Named) => Ask
  /** The host recognizes the call and answers that it does not support it. */
  readonly notDone?: true
  /** Query parameters. */
  readonly query?: (board: Named) => Readonly<Record<string, string>>
}

const plain: Endpoint['ask'] = () => ({})
const open: Endpoint = { access: 'anybody', ask: plain }
const sessionOf = ({ id, tileId }: Named): object => ({ sessionId: `${id}~${tileId}`, genNo: 1 })
const body =
  (make: (board: Named) => object): Endpoint['ask'] =>
  (board) => ({ body: make(board) })
const call = (access: Access, make: (board: Named) => object): Endpoint => ({
  access,
  ask: body((board) => ({ variables: make(board) })),
})
const board = (ask: Endpoint['ask']): Endpoint => ({ access: 'board', ask })
const person = (ask: Endpoint['ask']): Endpoint => ({ access: 'person', ask })
const aboutAnswer = (more: object = {}) => call('board', (named) => ({ session: sessionOf(named), ...more }))
const form =
  (fields: (named: Named) => Readonly<Record<string, string>>): Endpoint['ask'] =>
  (named) => ({ form: fields(named) })

const op = (name: string) => `POST /prism/?op=${name}`
const v1 = '/callosum/v1/tspublic/v1'
const v2 = '/api/rest/2.0'
const wholeBoard = board(body(({ id }) => ({ liveboardId: id })))

/** Every endpoint of the host with a request for it. A test compares this list with the host's own. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  'OPTIONS /*': { ...open, ask: () => ({ method: 'OPTIONS' }) },
  'GET /': open,
  'GET /v2': open,
  'GET /v2/': open,
  'GET /index.html': open,
  'GET /*': open,
  'POST /_pact/state': {
    ...open,
    ask: body(() => ({ state: 'the BI token is not valid', action: 'teardown' })),
  },
  'GET /health': open,
  'GET /methodology': open,
  'GET /prism/preauth/info': open,
  'POST /callosum/v1/session/logout': { ...open, ask: () => ({ method: 'POST' }) },
  'GET /callosum/v1/session/login': { access: 'nobody', ask: plain },
  'GET /callosum/v1/session/isactive': { access: 'bearer', ask: plain },
  'GET /callosum/v1/session/info': { access: 'bearer', ask: plain },
  [`GET ${v1}/session/info`]: { access: 'bearer', ask: plain },
  [`GET ${v1}/metadata/list`]: { access: 'bearer', ask: plain },
  [`GET ${v1}/metadata/listobjectheaders`]: { access: 'bearer', ask: plain },
  [`GET ${v1}/metadata/listvizheaders`]: { access: 'board', ask: plain, query: ({ id }) => ({ id }) },
  [`POST ${v1}/metadata/tml/export`]: board(
    form(({ id }) => ({ export_ids: JSON.stringify([id]), formattype: 'JSON' })),
  ),
  [`POST ${v1}/metadata/tml/import`]: person(
    form(({ id }) => ({
      import_objects: JSON.stringify([{ guid: id, liveboard: { name: 'Mine', visualizations: [] } }]),
    })),
  ),
  [`POST ${v1}/metadata/assigntag`]: person(
    form(({ id }) => ({ id: JSON.stringify([id]), type: 'PINBOARD_ANSWER_BOOK', tagname: '["Desk"]' })),
  ),
  [`POST ${v1}/metadata/unassigntag`]: person(
    form(({ id }) => ({ id: JSON.stringify([id]), type: 'PINBOARD_ANSWER_BOOK', tagname: '["Desk"]' })),
  ),
  [`POST ${v1}/metadata/delete`]: person(
    form(({ id }) => ({ type: 'PINBOARD_ANSWER_BOOK', id: JSON.stringify([id]) })),
  ),
  'GET /prism/download/answer/csv': {
    access: 'board',
    ask: plain,
    query: ({ id, tileId }) => ({ sessionId: `${id}~${tileId}`, genNo: '1' }),
  },
  'GET /prism/download/answer/png': {
    access: 'board',
    ask: plain,
    query: ({ id, tileId }) => ({ sessionId: `${id}~${tileId}`, genNo: '1' }),
  },
  'POST /prism/': { access: 'nobody', ask: body(() => ({})) },
  [op('LoadContextBook')]: wholeBoard,
  [op('GetChartWithData')]: board(body(({ id, tileId }) => ({ liveboardId: id, tiles: [tileId] }))),
  [op('GetTableWithData')]: board(body(({ id, tileId }) => ({ liveboardId: id, tiles: [tileId] }))),
  [op('GetTableWithHeadlineData')]: aboutAnswer(),
  [op('GetEurekaVizSnapshots')]: call('bearer', ({ id, tileId }) => ({ vizId: tileId, liveboardId: id })),
  [op('GetAnswer')]: aboutAnswer(),
  [op('GetUnAggregatedAnswerSession')]: aboutAnswer({ columns: [] }),
  [op('AddColumns')]: aboutAnswer({ columns: [{ logicalColumnId: 'price.asset' }] }),
  [op('RemoveColumns')]: aboutAnswer({ logicalColumnIds: ['price.asset'] }),
  [op('AddUpdateFilter')]: aboutAnswer({
    params: {
      filterContent: [{ filterType: 'IN', value: [{ type: 'STRING', stringValue: 'BTC' }] }],
      filterGroupId: { logicalColumnId: 'price.asset' },
    },
  }),
  [op('UpdateDisplayMode')]: aboutAnswer({ displayMode: 'TABLE_MODE' }),
  [op('GetUnsavedAnswerTML')]: aboutAnswer(),
  [op('GetSQLQuery')]: aboutAnswer(),
  [op('GetSourceDetail')]: {
    ...call('board', (named) => ({ ids: [named === home ? 'price' : 'restaking'] })),
  },
  [op('AddVizToLiveboard')]: call('person', (named) => ({
    session: sessionOf(named),
    newLiveboardName: 'Desk',
  })),
  [op('SaveViz')]: call('person', (named) => ({ session: sessionOf(named), name: 'Mine' })),
  [op('CopyLiveboard')]: call('person', ({ id }) => ({ liveboardId: id, name: 'Copy' })),
  [op('ListPersonalisedViews')]: call('person', ({ id }) => ({ liveboardId: id })),
  [op('SavePersonalisedView')]: call('person', ({ id }) => ({
    liveboardId: id,
    name: 'Mine',
    range: '30D',
    chosen: { 'price.asset': ['BTC'] },
  })),
  [op('DeletePersonalisedViews')]: call('person', ({ id }) => ({ liveboardId: id, ids: ['none'] })),
  [op('GetAnswerFields')]: board(body(({ worksheetId }) => ({ worksheetId }))),
  [op('ReadQuestion')]: board(body(({ worksheetId }) => ({ phrase: 'price of btc', worksheetId }))),
  [op('CompleteQuestion')]: board(body(({ worksheetId }) => ({ phrase: 'pri', caret: 3, worksheetId }))),
  [op('RunAnswer')]: board(body(({ worksheetId }) => ({ answer: defaultAnswer, worksheetId }))),
  [op('ListAnswers')]: person(body(() => ({}))),
  [op('OpenAnswer')]: person(body(() => ({ id: 'none' }))),
  [op('SaveAnswer')]: person(body(() => ({ answer: defaultAnswer }))),
  [op('DeleteAnswer')]: person(body(() => ({ id: 'none' }))),
  [op('OpenPin')]: person(body(({ id, tileId }) => ({ dashboardId: id, tileId }))),
  [op('OpenAnswerSession')]: person(body(() => ({ answer: defaultAnswer }))),
  [op('ListPinTargets')]: person(body(() => ({}))),
  [op('PinAnswer')]: person(body(({ id }) => ({ answer: defaultAnswer, to: { dashboardId: id } }))),
  [op('GetTileOffers')]: person(body(() => ({}))),
  [op('SaveArrangement')]: person(
    body(({ id }) => ({ liveboardId: id, positions: [], removed: [], added: [] })),
  ),
  [op('CreateConversation')]: {
    ...call('person', ({ worksheetId }) => ({
      params: {
        initialCtx: { type: 'TS_WORKSHEET', tsWorksheetCtx: { worksheet: { worksheetId } } },
        userInfo: { tenantUrl: 'http://127.0.0.1/prism' },
      },
    })),
  },
  [op('SendMessage')]: { ...call('person', () => ({ params: {} })) },
  [op('GetAssistantAnswer')]: person(body(() => ({ convId: 'none', messageId: randomUUID() }))),
  [op('GetConversation')]: person(body(() => ({ convId: 'none' }))),
  [`GET ${v2}/auth/session/user`]: { access: 'bearer', ask: plain },
  [`POST ${v2}/auth/session/logout`]: { access: 'bearer', ask: () => ({ method: 'POST' }) },
  [`POST ${v2}/auth/token/full`]: { access: 'nobody', ask: body(() => ({})) },
  [`POST ${v2}/auth/token/object`]: { access: 'nobody', ask: body(() => ({})) },
  [`POST ${v2}/auth/token/custom`]: { access: 'nobody', ask: body(() => ({})) },
  [`POST ${v2}/tags/search`]: { access: 'bearer', ask: body(() => ({})) },
  [`POST ${v2}/tags/create`]: { ...person(body(() => ({ name: 'Desk' }))), notDone: true },
  [`POST ${v2}/tags/assign`]: {
    ...person(body(() => ({ metadata: [], tag_identifiers: ['Desk'] }))),
    notDone: true,
  },
  [`POST ${v2}/tags/unassign`]: {
    ...person(body(() => ({ metadata: [], tag_identifiers: ['Desk'] }))),
    notDone: true,
  },
  [`POST ${v2}/metadata/search`]: {
    access: 'bearer',
    ask: body(() => ({ metadata: [{ type: 'LIVEBOARD' }] })),
  },
  [`POST ${v2}/metadata/liveboard/data`]: board(
    body(({ id, tileId }) => ({ metadata_identifier: id, visualization_identifiers: [tileId] })),
  ),
  [`POST ${v2}/metadata/answer/data`]: person(body(() => ({ metadata_identifier: 'none' }))),
  [`POST ${v2}/ai/analytical-questions`]: board(
    body(({ worksheetId }) => ({ nlsRequest: { query: 'price of bitcoin' }, worksheetIds: [worksheetId] })),
  ),
  [`POST ${v2}/ai/answer/create`]: board(
    body(({ worksheetId }) => ({ query: 'price of bitcoin', metadata_identifier: worksheetId })),
  ),
  [`POST ${v2}/report/answer`]: board(
    body(({ id, tileId }) => ({
      session_identifier: `${id}~${tileId}`,
      generation_number: 1,
      file_format: 'CSV',
    })),
  ),
  [`POST ${v1}/searchdata`]: {
    access: 'board',
    ask: plain,
    query: ({ worksheetId }) => ({
      batchSize: '-1',
      query_string: 'price of bitcoin',
      data_source_guid: worksheetId,
    }),
  },
  [`POST ${v2}/metadata/tml/import`]: person(
    body(({ id }) => ({ metadata_tmls: [JSON.stringify({ guid: id, liveboard: { name: 'Mine' } })] })),
  ),
  [`POST ${v2}/metadata/copyobject`]: person(body(({ id }) => ({ identifier: id, title: 'Mine' }))),
  [`POST ${v2}/metadata/tml/export`]: board(body(({ id }) => ({ metadata: [{ identifier: id }] }))),
  [`POST ${v2}/metadata/delete`]: person(body(({ id }) => ({ metadata: [{ identifier: id }] }))),
}

/** Path and query of an endpoint, about a board. */
export function pathOf(name: string, named: Named): string {
  const path = name.slice(name.indexOf(' ') + 1).replace('/*', '/favicon.svg')
  const query = endpoints[name]?.query?.(named)
  return query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`
}

const statusOf: Readonly<Record<string, readonly number[]>> = {
  unauthenticated: [401],
  forbidden: [403],
  'not-found': [404],
  'bad-request': [400],
  // 413 for a body, 431 for a URL.
  'too-large': [413, 431],
}

/**
 * Requires an answer, or a refusal in the common format. Crashes fail, even those reported inside an answer of 200, in a tile or in the
 * assistant's words, and so does any text about the host's internals.
 */
export function decent(answer: Answer): void {
  if (answer.status >= 400) expect(statusOf[refusalOf(answer).code], answer.text).toContain(answer.status)
  expect(answer.text).not.toMatch(
    /\n\s+at |node_modules|\.ts:\d|Binder Error|Parser Error|Catalog Error|\(reference [\w-]+\)/,
  )
}

export const nasty = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    "' or 1=1 --",
    '"; drop table f_price_daily; --',
    '${7*7}',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'price.__proto__',
    'price.asset',
    'asset',
    '%',
    '\u0000',
    '\ud800',
    'NaN',
    '1e400',
    '0000-01-01',
    '9999-12-31',
    '2026-02-30',
    'x'.repeat(5000),
    '('.repeat(400),
  ),
)

/** Any JSON value, including extreme ones. */
export const anything = fc.oneof(
  nasty,
  fc.double(),
  fc.integer(),
  fc.constantFrom(
    null,
    true,
    [],
    {},
    -1,
    0,
    1e9,
    Number.MAX_VALUE,
    Array.from({ length: 500 }, () => 'BTC'),
  ),
  fc.json(),
)

/** A request with one of its values replaced. */
export function spoilt(value: unknown, at: number, by: unknown): unknown {
  const leaves = (inner: unknown): number =>
    typeof inner === 'object' && inner !== null
      ? Object.values(inner).reduce<number>((sum, one) => sum + leaves(one), 0) + 1
      : 1
  const put = (inner: unknown, index: number): unknown => {
    if (index === 0 || typeof inner !== 'object' || inner === null) return by
    let left = index - 1
    const changed = Object.entries(inner).map(([key, one]) => {
      const size = leaves(one)
      const next = left >= 0 && left < size ? put(one, left) : one
      left -= size
      return [key, next] as const
    })
    return Array.isArray(inner) ? changed.map(([, one]) => one) : Object.fromEntries(changed)
  }
  return put(value, at % leaves(value))
}

/** Strings unchanged, anything else as JSON. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
