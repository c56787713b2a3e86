import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BoardReply } from '../../../../local/bi-host/wire/board'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { localSecretKey } from '../../../../local/http/addresses'
import { openApiProblem } from '../../../support/vendor-openapi'
import { ana, ben, runningHost, visitor, type RunningHost } from './running-host'

vi.setConfig({ testTimeout: 60_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

const post = async (path: string, body: object, as: Parameters<RunningHost['ask']>[1] = { as: ana }) =>
  (await host.ask(`/api/rest/2.0${path}`, { ...as, body })).json
const { id: liveboardId, title } = liveboards.stablecoins

test('returns the current user', async () => {
  const { json } = await host.ask('/api/rest/2.0/auth/session/user', { as: ana })
  expect(json).toMatchObject({ id: 'local|ana', display_name: 'Ana', email: 'ana@example.com' })
})

describe('a token of trusted authentication', () => {
  const secret_key = localSecretKey
  const ask = (body: object) => host.ask('/api/rest/2.0/auth/token/full', { body })

  test('is issued for the named user and requested lifetime, as in the vendor’s OpenAPI document', async () => {
    const { status, json } = await ask({
      username: 'analyst@example.com',
      secret_key,
      validity_time_in_sec: 1200,
    })
    expect([status, await openApiProblem('Token', json)]).toEqual([200, null])
    const given = json as {
      readonly token: string
      readonly creation_time_in_millis: number
      readonly expiration_time_in_millis: number
    }
    expect(given.expiration_time_in_millis - given.creation_time_in_millis).toBe(1_200_000)
    expect(json).toMatchObject({
      scope: { access_type: 'FULL' },
      valid_for_user_id: 'local|analyst',
      valid_for_username: 'analyst@example.com',
    })
    const { json: user } = await host.ask('/api/rest/2.0/auth/session/user', { token: given.token })
    expect(user).toMatchObject({ id: 'local|analyst', email: 'analyst@example.com' })
  })

  test('is a visitor’s for “anonymous”, with a default lifetime of five minutes', async () => {
    const { token } = (await ask({ username: 'anonymous', secret_key })).json as { token: string }
    const verified = await host.tokens.verify(token)
    expect(verified).toMatchObject({ kind: 'anonymous' })
    const left = (verified?.expiresAt ?? 0) - Date.now() / 1000
    expect([left > 290, left <= 300]).toEqual([true, true])
  })

  test('is issued for a new user only with auto_create', async () => {
    const body = { username: 'new.one', secret_key, email: 'new@example.com', display_name: 'New One' }
    expect((await ask(body)).status).toBe(401)
    const { token } = (await ask({ ...body, auto_create: true })).json as { token: string }
    expect(await host.tokens.verify(token)).toMatchObject({
      subject: 'new.one',
      email: 'new@example.com',
      name: 'New One',
    })
  })

  test.each([
    [401, { username: 'analyst@example.com' }],
    [401, { username: 'analyst@example.com', secret_key: 'another' }],
    [400, { secret_key: localSecretKey }],
    [400, { username: 'analyst@example.com', secret_key: localSecretKey, validity_time_in_sec: 0 }],
  ])('is refused with %s for %j', async (status, body) => {
    expect((await ask(body)).status).toBe(status)
  })
})

test('finds dashboards by id, name and pattern, with their tiles on request', async () => {
  const by = (what: object, more: object = {}) => post('/metadata/search', { metadata: [what], ...more })
  const found = [expect.objectContaining({ metadata_id: liveboardId, metadata_name: title })]
  expect(await by({ type: 'LIVEBOARD', identifier: liveboardId })).toEqual(found)
  expect(await by({ type: 'LIVEBOARD', identifier: title })).toEqual(found)
  expect(await by({ type: 'LIVEBOARD', name_pattern: 'Stable%' })).toEqual(found)
  expect(await by({ type: 'LIVEBOARD', identifier: 'nothing of that name' })).toEqual([])
  expect(await by({ identifier: title }, { include_visualization_headers: true })).toMatchObject([
    {
      visualization_headers: expect.arrayContaining([
        { id: 'where', name: 'Where it circulates' },
      ]) as unknown,
    },
  ])
  expect(await post('/metadata/search', { record_size: -1 }, { as: visitor })).toMatchObject([
    { metadata_name: 'Home' },
  ])
})

test('returns dashboards in pages, in the requested order, as in the vendor’s OpenAPI document', async () => {
  const page = (record_offset: number, more: object = {}) =>
    post('/metadata/search', {
      sort_options: { field_name: 'NAME', order: 'ASC' },
      record_offset,
      record_size: 5,
      ...more,
    }) as Promise<{ metadata_name: string; metadata_header: object | null }[]>
  const pages = [await page(0), await page(5), await page(10)]
  const names = pages.flat().map(({ metadata_name: name }) => name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
  expect(new Set(names).size).toBe(names.length)
  expect(pages.at(0)).toHaveLength(5)
  for (const rows of pages)
    expect(await openApiProblem('MetadataSearchResponse', rows, { list: true })).toBeNull()
  expect((await page(0, { include_headers: false }))[0]?.metadata_header).toBeNull()
  expect(await page(0, { created_by_user_identifiers: ['nobody@example.com'] })).toEqual([])
})

test('returns the rows of a tile in pages', async () => {
  const page = async (record_offset: number) =>
    (
      (await post('/metadata/liveboard/data', {
        metadata_identifier: liveboardId,
        visualization_identifiers: ['detail'],
        record_offset,
        record_size: 2,
      })) as { contents: { data_rows: unknown[][]; available_data_row_count: number }[] }
    ).contents[0]
  const [first, second] = [await page(0), await page(2)]
  expect(first?.data_rows).toHaveLength(2)
  expect(first?.available_data_row_count).toBeGreaterThan(3)
  expect(second?.data_rows[0]).not.toEqual(first?.data_rows[0])
})

test('returns a headline as one number: percent as a fraction, as in its TML', async () => {
  const { id: board } = liveboards.lending
  const [exported] = (await post('/metadata/tml/export', {
    metadata: [{ type: 'LIVEBOARD', identifier: board }],
  })) as { edoc: string }[]
  const { visualizations } = (
    JSON.parse(exported?.edoc ?? '') as {
      liveboard: { visualizations: { id: string; answer: { answer_columns: unknown[] } }[] }
    }
  ).liveboard
  const given = (await post('/metadata/liveboard/data', { metadata_identifier: board })) as {
    contents: { visualization_id: string; column_names: string[]; data_rows: number[][] }[]
  }
  const { json } = await host.ask('/prism/?op=LoadContextBook', { as: ana, body: { liveboardId: board } })
  const headlines = (json as BoardReply).tiles.flatMap(({ id, data }) =>
    data?.kind === 'kpi' ? [{ id, data }] : [],
  )
  const categories = headlines.map(({ id, data }) => {
    const content = given.contents.find((one) => one.visualization_id === id)
    const [column] = visualizations.find((one) => one.id === id)?.answer.answer_columns ?? []
    const { name, format } = column as { name: string; format?: { category: string } }
    expect(content).toMatchObject({ column_names: [name], data_rows: [[expect.any(Number)]] })
    const isPercent = format?.category === 'PERCENTAGE'
    expect(isPercent, id).toBe(data.format.kind === 'percent')
    expect(content?.data_rows[0]?.[0]).toBeCloseTo((data.value ?? 0) / (isPercent ? 100 : 1), 6)
    return format?.category
  })
  expect(new Set(categories)).toEqual(new Set(['CURRENCY', 'PERCENTAGE']))
})

test('an exported dashboard is imported with the same tiles', async () => {
  const [exported] = (await post('/metadata/tml/export', {
    metadata: [{ type: 'LIVEBOARD', identifier: liveboardId }],
  })) as { edoc: string; info: { name: string } }[]
  expect(exported?.info).toMatchObject({ name: title, status: { status_code: 'OK' } })
  const [made] = (await post('/metadata/tml/import', {
    metadata_tmls: [exported?.edoc],
    create_new: true,
  })) as { response: { header: { id_guid: string } } }[]
  const tiles = async (board: string): Promise<readonly string[]> => {
    const { json } = await host.ask('/prism/?op=LoadContextBook', {
      as: ana,
      body: { liveboardId: board, part: 'definition' },
    })
    return (json as BoardReply).tiles.map((tile) => tile.title).toSorted()
  }
  expect(await tiles(made?.response.header.id_guid ?? '')).toEqual(await tiles(liveboardId))
})

test('a saved dashboard imported under its id has every tile in its position', async () => {
  const call = async (op: string, body: object) =>
    (await host.ask(`/prism/?op=${op}`, { as: ana, body })).json as Record<string, never>
  const { Pinboard__copy: copied } = (
    await call('CopyLiveboard', { variables: { liveboardId, name: 'Mine' } })
  )['data'] as unknown as { Pinboard__copy: { pinboardId: string } }
  const own = copied.pinboardId
  const { answer } = await call('ReadQuestion', { phrase: 'stablecoin supply by chain last 90 days' })
  await call('PinAnswer', { answer, to: { dashboardId: own } })
  const tiles = async () => {
    const { board, tiles: all } = (await call('LoadContextBook', {
      liveboardId: own,
      part: 'all',
    })) as unknown as BoardReply
    return { board, tiles: all }
  }
  const layouts = (await tiles()).tiles.map(({ id }, at) => ({ id, layout: { x: 0, y: at * 3, w: 7, h: 3 } }))
  expect(layouts.length).toBeGreaterThan(3)
  await call('SaveArrangement', { liveboardId: own, positions: layouts, removed: [], added: [] })
  const before = await tiles()
  const metadata = [{ type: 'LIVEBOARD', identifier: own }]
  const [exported] = (await post('/metadata/tml/export', { metadata })) as { edoc: string }[]
  await post('/metadata/tml/import', { metadata_tmls: [exported?.edoc] })
  expect(await tiles()).toEqual(before)

  // With a second tab, whose tile has the position of a tile on the first.
  await call('PinAnswer', { answer, to: { dashboardId: own, tab: { label: 'Chains' } } })
  const tml = async () => {
    const [{ edoc } = { edoc: '' }] = (await post('/metadata/tml/export', { metadata })) as { edoc: string }[]
    return JSON.parse(edoc) as {
      liveboard: { visualizations: { id: string }[]; layout: { tabs: { id: string; tiles: object[] }[] } }
    }
  }
  const whole = await tml()
  expect(whole.liveboard.layout.tabs.map((tab) => tab.tiles.length)).toEqual([layouts.length, 1])
  await post('/metadata/tml/import', { metadata_tmls: [JSON.stringify(whole)] })
  expect(await tml()).toEqual(whole)
  // A layout that names a tab twice loses neither, and a tile on neither is not lost.
  const [first] = whole.liveboard.layout.tabs
  const tabs = [{ ...first, tiles: [] }, first]
  const odd = { ...whole, liveboard: { ...whole.liveboard, layout: { ...whole.liveboard.layout, tabs } } }
  await post('/metadata/tml/import', { metadata_tmls: [JSON.stringify(odd)] })
  const { layout } = (await tml()).liveboard
  expect(layout.tabs.map((tab) => tab.tiles.length)).toEqual([1, layouts.length])
  expect(new Set(layout.tabs.map(({ id }) => id)).size).toBe(2)
})

test('returns the rows of a saved answer', async () => {
  const read = await host.ask('/prism/?op=ReadQuestion', {
    as: ana,
    body: { phrase: 'stablecoin supply by chain last 90 days by month' },
  })
  const saved = await host.ask('/prism/?op=SaveAnswer', {
    as: ana,
    body: { answer: (read.json as { answer: object }).answer },
  })
  const { head } = saved.json as { head: { id: string } }
  const rows = await post('/metadata/answer/data', { metadata_identifier: head.id })
  expect(rows).toMatchObject({ metadata_id: head.id, contents: [{ returned_data_row_count: 10 }] })
  expect(
    await post('/metadata/search', { metadata: [{ type: 'ANSWER', identifier: head.id }] }),
  ).toHaveLength(1)
})

test('exports and deletes only objects of the given type', async () => {
  const call = async (path: string, body: object) => (await host.ask(path, { as: ana, body })).json
  const { answer } = (await call('/prism/?op=ReadQuestion', { phrase: 'stablecoin supply by chain' })) as {
    answer: object
  }
  const keep = async () =>
    ((await call('/prism/?op=SaveAnswer', { answer })) as { head: { id: string } }).head.id
  const [saved, other, untyped] = [await keep(), await keep(), await keep()]
  const [board, second] = (
    (await post('/metadata/tml/import', {
      metadata_tmls: ['One', 'Two'].map((name) => JSON.stringify({ liveboard: { name } })),
    })) as { response: { header: { id_guid: string } } }[]
  ).map(({ response }) => response.header.id_guid)
  const status = async (path: string, ...metadata: object[]) =>
    (await host.ask(`/api/rest/2.0/metadata/${path}`, { as: ana, body: { metadata } })).status
  const of = (type: string, identifier = '') => ({ type, identifier })
  for (const path of ['tml/export', 'delete']) {
    expect(await status(path, of('ANSWER', saved), of('ANSWER', board))).toBe(404)
    expect(await status(path, of('LIVEBOARD', board), of('LIVEBOARD', saved))).toBe(404)
    expect(await status(path, of('LOGICAL_TABLE', board))).toBe(400)
  }
  const exported = await post('/metadata/tml/export', {
    metadata: [of('ANSWER', saved), of('LIVEBOARD', board)],
  })
  expect(exported).toMatchObject([
    { info: { id: saved, type: 'answer' }, edoc: expect.stringContaining('search_query') as unknown },
    { info: { id: board, type: 'liveboard', name: 'One' } },
  ])
  expect(await status('delete', of('ANSWER', saved), of('LIVEBOARD', board), { identifier: untyped })).toBe(
    204,
  )
  const left = (await post('/metadata/search', {
    metadata: [{ type: 'LIVEBOARD' }, { type: 'ANSWER' }],
    record_size: -1,
  })) as { metadata_id: string }[]
  const ids = left.map(({ metadata_id: found }) => found)
  expect(ids).toEqual(expect.arrayContaining([other, second]))
  for (const gone of [saved, board, untyped]) expect(ids).not.toContain(gone)
})

test('copies a dashboard only for users who may see it', async () => {
  const copy = (identifier: string, as: typeof ana, title = 'Mine') =>
    host.ask('/api/rest/2.0/metadata/copyobject', { as, body: { identifier, type: 'LIVEBOARD', title } })
  const curated = await copy(liveboardId, ana)
  const { metadata_id: mine } = curated.json as { metadata_id: string }
  expect([curated.status, mine]).toEqual([200, expect.not.stringMatching(liveboardId)])
  const found = await post('/metadata/search', { metadata: [{ identifier: mine }] })
  expect(found).toMatchObject([{ metadata_name: 'Mine', metadata_header: { author: 'ana@example.com' } }])
  expect((await copy(mine, ana, 'Mine too')).status).toBe(200)
  expect((await copy(mine, ben)).status).toBe(404)
  expect((await copy(mine, ana, '')).status).toBe(400)
})

test('an exported answer is imported in place or as a copy, and never over another user’s', async () => {
  const call = async (op: string, body: object) =>
    (await host.ask(`/prism/?op=${op}`, { as: ana, body })).json as Record<string, never>
  const { answer } = await call('ReadQuestion', { phrase: 'top 5 stablecoins by supply last 90 days' })
  const { head } = (await call('SaveAnswer', { answer })) as unknown as { head: { id: string } }
  const opened = async (id: string) =>
    (await call('OpenAnswer', { id }))['answer'] as unknown as Record<string, unknown>
  const before = await opened(head.id)
  const metadata = [{ type: 'ANSWER', identifier: head.id }]
  const [{ edoc } = { edoc: '' }] = (await post('/metadata/tml/export', { metadata })) as { edoc: string }[]
  const tml = JSON.parse(edoc) as { guid: string; answer: Record<string, unknown> }
  type Imported = { response: { status: { status_code: string }; header: { id_guid: string } } }[]
  const bring = (objects: readonly string[], more: object = {}, as = ana) =>
    host.ask('/api/rest/2.0/metadata/tml/import', { as, body: { metadata_tmls: objects, ...more } })

  // Changed outside the host, then imported in place.
  const renamed = JSON.stringify({ ...tml, answer: { ...tml.answer, title: 'The five' } })
  const [back] = (await bring([renamed])).json as Imported
  expect(back?.response).toMatchObject({ status: { status_code: 'OK' }, header: { id_guid: head.id } })
  expect(await opened(head.id)).toEqual({ ...before, title: 'The five' })

  // Imported as a copy, together with a dashboard. The original does not change.
  const board = JSON.stringify({ liveboard: { name: 'Beside' } })
  const both = (await bring([edoc, board], { create_new: true })).json as Imported
  const [copy] = both
  expect(both.map(({ response }) => response.status.status_code)).toEqual(['OK', 'OK'])
  expect(copy?.response.header.id_guid).not.toBe(head.id)
  expect(await opened(copy?.response.header.id_guid ?? '')).toEqual(before)

  // A damaged answer is an error. Nothing changes on VALIDATE_ONLY, on ALL_OR_NONE with an invalid object, or for another user.
  const { query: _, ...without } = tml.answer
  const codes = ({ json }: { readonly json: unknown }) =>
    (json as Imported).map(({ response }) => response.status.status_code)
  expect(codes(await bring([JSON.stringify({ answer: without })]))).toEqual(['ERROR'])
  const lists = async () => (await call('ListAnswers', {}))['answers'] as unknown as object[]
  const { length } = await lists()
  const odd = { ...tml, answer: { ...tml.answer, chart: { type: 'spiral' } } }
  const [checked] = (await bring([JSON.stringify(odd)], { import_policy: 'VALIDATE_ONLY' })).json as Imported
  expect(checked?.response.status.status_code).toBe('WARNING')
  expect(codes(await bring([edoc, '{}'], { import_policy: 'ALL_OR_NONE', create_new: true }))).toEqual([
    'ERROR',
    'ERROR',
  ])
  expect((await bring([edoc], {}, ben)).status).toBe(404)
  expect(await lists()).toHaveLength(length)
})

test('tags are not supported: none is listed, found or assigned', async () => {
  expect(await post('/tags/search', {})).toEqual([])
  expect(await post('/metadata/search', { tag_identifiers: ['Desk'] })).toEqual([])
  expect(await post('/metadata/search', { tag_identifiers: [] })).not.toEqual([])
  const list = '/callosum/v1/tspublic/v1/metadata/list?tagname='
  const tagged = async (names: string) => (await host.ask(list + names, { as: ana })).json
  expect(await tagged('["Desk"]')).toMatchObject({ headers: [], isLastBatch: true })
  expect(await tagged('[]')).not.toMatchObject({ headers: [] })
  const given = await host.ask('/api/rest/2.0/tags/assign', { as: ana, body: { tag_identifiers: ['Desk'] } })
  expect([given.status, given.text]).toEqual([400, expect.stringContaining('There is no such tag')])
})

describe('questions as in the vendor’s query-decomposition example', () => {
  const worksheet = liveboards.stablecoins.worksheetId
  const questionsOf = async (query: string) => {
    const reply = await post('/ai/analytical-questions', { nlsRequest: { query }, worksheetIds: [worksheet] })
    const { decomposedQueryResponse: found } = reply as {
      decomposedQueryResponse: { decomposedQueries: readonly { query: string; worksheetId: string }[] }
    }
    return found.decomposedQueries
  }

  test('are split into those that can be answered, and if none can, the worksheet’s example questions are returned', async () => {
    const parts = await questionsOf('Supply by chain, and net issuance by month? What does my cat think?')
    expect(parts.map(({ query }) => query)).toEqual(['Supply by chain', 'net issuance by month'])
    const own = await questionsOf('How do I increase sales?')
    expect(own.length).toBeGreaterThan(1)
    for (const { query, worksheetId } of own)
      expect(
        await post('/ai/answer/create', { query, metadata_identifier: worksheetId }),
        query,
      ).toMatchObject({
        message_type: 'TSAnswer',
      })
  })

  test('are answered with tokens and a session that exports a file, and can be pinned to a dashboard', async () => {
    const answer = (await post('/ai/answer/create', {
      query: 'supply by chain',
      metadata_identifier: worksheet,
    })) as { session_identifier: string; generation_number: number; tokens: string }
    expect(answer.tokens).toBe('[Supply] [Chain]')
    const session = { sessionId: answer.session_identifier, genNo: answer.generation_number }
    const report = (format?: string) =>
      host.ask('/api/rest/2.0/report/answer', {
        as: ana,
        body: {
          session_identifier: session.sessionId,
          generation_number: session.genNo,
          ...(format === undefined ? {} : { file_format: format }),
        },
      })
    const csv = await report('CSV')
    expect([csv.status, csv.text.split(/\r?\n/)[0]]).toEqual([200, 'Name,Supply'])
    expect(csv.text).toContain('Ethereum,')
    expect((await report()).headers.get('content-type')).toBe('image/png')
    expect((await report('PDF')).status).toBe(400)
    const other = await host.ask('/api/rest/2.0/report/answer', {
      as: ben,
      body: { session_identifier: session.sessionId, generation_number: 1, file_format: 'CSV' },
    })
    expect(other.status).toBe(404)
  })

  test('are refused when not understood, and when a visitor asks about other data', async () => {
    const ask = (query: string, as: object) =>
      host.ask('/api/rest/2.0/ai/answer/create', {
        ...as,
        body: { query, metadata_identifier: worksheet },
      })
    expect((await ask('what does my cat think', { as: ana })).status).toBe(400)
    expect((await ask('supply by chain', { as: visitor })).status).toBe(403)
  })
})

test('a search by version 1 of the API returns rows under their column names', async () => {
  const search = (query: string, as: object) =>
    host.ask(
      `/callosum/v1/tspublic/v1/searchdata?batchSize=-1&data_source_guid=${liveboards.stablecoins.worksheetId}&query_string=${encodeURIComponent(query)}`,
      { ...as, method: 'POST' },
    )
  const { json } = await search("[Supply] [Chain] [Chain] = 'Tron'", { as: ana })
  expect(json).toMatchObject({
    columnNames: ['Chain', 'Supply'],
    data: [['Tron', expect.any(Number) as unknown]],
    rowCount: 1,
  })
  expect((await search('[Supply] [Nothing]', { as: ana })).status).toBe(400)
  expect((await search('[Supply]', { as: visitor })).status).toBe(403)
})
