import { describe, expect, test } from 'vitest'
import { pageRows } from '../../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { thoughtSpotDashboardLibrary } from '../../../src/adapters/dashboard-library/thoughtspot/thoughtspot-rest-dashboard-library'
import { openApiProblem, vendorOpenApi } from '../../support/vendor-openapi'

interface Sent {
  readonly path: string
  readonly offset: number
  readonly body: string
}

type Answer = (sent: Sent, count: number) => Response

/** The adapter in front of a host that answers so. */
function atHost(version: 1 | 2, answer: Answer) {
  const sent: Sent[] = []
  const library = thoughtSpotDashboardLibrary({
    baseUrl: 'https://bi.example.com',
    version,
    fetch: async (address, init) => {
      const { pathname, searchParams } = new URL(address instanceof Request ? address.url : address)
      const body = typeof init?.body === 'string' ? init.body : ''
      const json = version === 2 ? (JSON.parse(body) as { readonly record_offset?: number }) : {}
      const offset = json.record_offset ?? Number(searchParams.get('offset') ?? 0)
      sent.push({ path: pathname, offset, body })
      return answer(sent.at(-1) ?? { path: '', offset, body }, sent.length)
    },
    tokens: {
      token: async () => ({ ok: true, value: { value: 'bi-token', serverTime: null } }),
      drop: () => undefined,
    },
  })
  return { library, sent }
}

/** Rows of a host that has so many dashboards; a page of version 1 is 2 long, whatever is asked for. */
function page(version: 1 | 2, all: number, offset: number): Response {
  const size = version === 1 ? 2 : pageRows
  const rows = Array.from({ length: Math.min(size, Math.max(0, all - offset)) }, (_, at) => ({
    id: `d${offset + at}`,
    name: `Dashboard ${offset + at}`,
  }))
  return version === 1
    ? Response.json({ headers: rows, isLastBatch: offset + size >= all })
    : Response.json(rows.map((header) => ({ metadata_header: header })))
}

describe.each([
  [1, 5, [0, 2, 4]],
  [2, 2 * pageRows + 1, [0, pageRows, 2 * pageRows]],
  // A last page that is full looks like any other.
  [2, pageRows, [0, pageRows]],
] as const)('version %d, %d dashboards', (version, all, offsets) => {
  test('are followed to the end, each once', async () => {
    const { library, sent } = atHost(version, ({ offset }) => page(version, all, offset))
    const listed = await library.list()
    expect(listed).toMatchObject({ ok: true, value: { complete: true, dropped: 0 } })
    expect(new Set(listed.ok ? listed.value.dashboards.map(({ id }) => id) : []).size).toBe(all)
    expect(sent.map(({ offset }) => offset)).toEqual(offsets)
  })

  test('of which a later page fails: what came is there, and it says that it is not all', async () => {
    const { library } = atHost(version, ({ offset }) =>
      offset === 0 ? page(version, all, 0) : new Response('busy', { status: 503 }),
    )
    const listed = await library.list()
    expect(listed).toMatchObject({ ok: true, value: { complete: false } })
    expect(listed.ok && listed.value.dashboards.length).toBe(offsets[1])
  })

  test('from a host that does not count: the same page for ever is read twice', async () => {
    const { library, sent } = atHost(version, () => page(version, all, 0))
    expect(await library.list()).toMatchObject({ ok: true, value: { complete: false, dropped: 0 } })
    expect(sent).toHaveLength(2)
  })
})

describe('a dashboard that is refused inside a reply of 200', () => {
  const entry = {
    response: { status: { status_code: 'ERROR', error_message: 'Name is <b>too</b> long.' } },
  }
  test.each([
    [1, { object: [entry] }],
    [2, [entry]],
  ] as const)('by version %d was not made, and the journal has the reason', async (version, body) => {
    const { library } = atHost(version, () => Response.json(body))
    expect(await library.create('Desk')).toEqual({
      ok: false,
      failure: {
        kind: 'library-refused',
        status: 200,
        outcome: 'not-done',
        text: 'Create failed 200: Name is <b>too</b> long.',
      },
    })
  })

  test('and has an id all the same: nobody knows what the host did', async () => {
    const half = { response: { ...entry.response, header: { id_guid: 'd1' } } }
    const { library } = atHost(1, () => Response.json({ object: [half] }))
    expect(await library.create('Desk')).toMatchObject({ failure: { outcome: 'unknown' } })
  })
})

describe('what version 2 sends', () => {
  test('is what the vendor’s OpenAPI document asks for, and nothing else', async () => {
    const { library, sent } = atHost(2, ({ path }) =>
      path.endsWith('/search') ? Response.json([]) : new Response(null, { status: 204 }),
    )
    await library.list()
    await library.create('Desk')
    await library.remove('d1')
    const schemas = ['SearchMetadataRequest', 'ImportMetadataTMLRequest', 'DeleteMetadataRequest']
    const { search, import: create, delete: remove } = vendorOpenApi.paths
    expect(sent.map(({ path }) => path)).toEqual([search, create, remove])
    for (const [at, schema] of schemas.entries())
      expect(await openApiProblem(schema, JSON.parse(sent[at]?.body ?? ''))).toBeNull()
  })

  test('would be found out', async () => {
    expect(await openApiProblem('SearchMetadataRequest', { record_count: 5 })).toContain('additional')
    expect(await openApiProblem('ImportMetadataTMLRequest', {})).toContain('metadata_tmls')
  })
})
