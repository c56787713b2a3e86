import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { liveboards } from '../../../../local/bi-host/liveboards'
import { endpoints, home, pathOf } from './endpoints'
import { ana, refusalOf, runningHost, visitor } from './running-host'
import type { Answer, RunningHost } from './running-host'

vi.setConfig({ testTimeout: 120_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

/** Either an answer, or a refusal that names itself: never a crash, never a word about the inside. */
function decent(answer: Answer): void {
  if (answer.status >= 400) {
    const { code } = refusalOf(answer)
    expect(code).not.toBe('unavailable')
  }
  expect(answer.text).not.toMatch(/\n\s+at |node_modules|\.ts:\d|Binder Error|Parser Error|Catalog Error/)
}

const nasty = fc.oneof(
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
  ),
)
const filter = fc.record({
  field: fc.oneof(
    fc.constantFrom(
      'price.asset',
      'stable_supply.token',
      'Asset',
      'etf.issuer',
      'option_surface.tenor',
      'options.expiry',
      'lending.market',
    ),
    nasty,
  ),
  op: fc.oneof(
    fc.constantFrom('in', 'not-in', 'eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'contains'),
    nasty,
  ),
  values: fc.array(fc.oneof(nasty, fc.double(), fc.integer(), fc.constantFrom('BTC', 'USDT', '2026-11-20')), {
    maxLength: 4,
  }),
})
const boardRequest = fc.record(
  {
    liveboardId: fc.oneof(
      fc.constantFrom(liveboards.home.id, liveboards.bitcoin.id, liveboards.derivatives.id),
      nasty,
    ),
    range: fc.oneof(fc.constantFrom('30D', '90D', '1Y', 'ALL'), nasty),
    filters: fc.array(filter, { maxLength: 3 }),
    tiles: fc.array(fc.oneof(fc.constantFrom('btc', 'market-cap', 'atm-btc', 'mvrv'), nasty), {
      maxLength: 2,
    }),
    part: fc.oneof(fc.constantFrom('all', 'definition'), nasty),
    tabId: nasty,
    drill: fc.record(
      {
        tile: fc.oneof(fc.constantFrom('btc', 'market-cap', 'volume', 'open-interest'), nasty),
        by: fc.oneof(fc.constantFrom('price.asset', 'options.exchange'), nasty),
        days: fc.record({ from: fc.oneof(fc.constant('2026-11-20'), nasty), to: fc.constant('2026-11-20') }),
      },
      { requiredKeys: ['tile', 'by'] },
    ),
  },
  { requiredKeys: ['liveboardId'] },
)

test('any board request is answered or refused decently', async () => {
  await fc.assert(
    fc.asyncProperty(boardRequest, async (body) => {
      decent(await host.ask('/prism/?op=LoadContextBook', { as: ana, body }))
    }),
    { numRuns: 60 },
  )
})

/** A request with one of its values exchanged for another. */
function spoilt(value: unknown, at: number, by: unknown): unknown {
  const leaves = (inner: unknown): number =>
    typeof inner === 'object' && inner !== null
      ? Object.values(inner).reduce<number>((sum, one) => sum + leaves(one), 0) + 1
      : 1
  const put = (inner: unknown, place: number): unknown => {
    if (place === 0 || typeof inner !== 'object' || inner === null) return by
    let left = place - 1
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

const anything = fc.oneof(
  nasty,
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, true, [], {}, -1),
  fc.json(),
)

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

describe('every endpoint answers or refuses decently whatever its request holds', () => {
  test.each(Object.entries(endpoints))('%s', async (name, { ask, query }) => {
    const { body, form, ...rest } = ask(home)
    const method = name.split(' ')[0] ?? 'GET'
    const bare = pathOf(name, home).split('?')[0] ?? '/'
    const operation = /\?op=.*/.exec(name)?.[0] ?? ''
    await fc.assert(
      fc.asyncProperty(fc.nat(40), anything, fc.boolean(), async (at, value, whole) => {
        const texts = Object.fromEntries(
          Object.entries(query?.(home) ?? {}).map(([key, own]) => [key, whole ? text(value) : own]),
        )
        const search =
          query === undefined
            ? operation
            : `?${new URLSearchParams({ ...texts, more: text(value) }).toString()}`
        const sent =
          body === undefined && form === undefined
            ? {}
            : form === undefined
              ? { body: spoilt(body, at, value) }
              : {
                  form: Object.fromEntries(
                    Object.entries(form).map(([key, own], place) => [
                      key,
                      place === at % Object.keys(form).length ? text(value) : own,
                    ]),
                  ),
                }
        const answer = await host.ask(bare + search, { ...rest, ...sent, method, as: ana })
        // The contracts' own endpoint refuses in words of its own.
        if (name.endsWith('/_pact/state')) expect(answer.status).toBeLessThan(500)
        else decent(answer)
      }),
      { numRuns: 8 },
    )
  })

  test('or is no request at all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 4 }),
        fc.constantFrom('LoadContextBook', 'SavePersonalisedView', 'toString', '__proto__'),
        async (text, op) => {
          decent(await host.ask(`/prism/?op=${op}`, { as: ana, raw: { type: 'application/json', text } }))
        },
      ),
      { numRuns: 40 },
    )
  })
})

test('any form and any list query are answered or refused decently', async () => {
  const field = fc.constantFrom(
    'import_objects',
    'import_policy',
    'create_new',
    'type',
    'id',
    'includedisabled',
    'force_create',
  )
  const value = fc.oneof(
    nasty,
    fc.json({ maxDepth: 3 }),
    fc.constantFrom('PARTIAL', 'PINBOARD_ANSWER_BOOK', '[]', '["x"]', 'true', '[{"liveboard":{"name":"x"}}]'),
  )
  const form = fc.dictionary(field, value, { maxKeys: 5 })
  await fc.assert(
    fc.asyncProperty(form, fc.constantFrom('tml/import', 'delete'), async (fields, path) => {
      decent(await host.ask(`/callosum/v1/tspublic/v1/metadata/${path}`, { as: ana, form: fields }))
    }),
    { numRuns: 80 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.constantFrom(
          'type',
          'category',
          'sort',
          'offset',
          'batchsize',
          'pattern',
          'fetchids',
          'sortascending',
        ),
        nasty,
      ),
      async (query) => {
        decent(
          await host.ask(`/callosum/v1/tspublic/v1/metadata/list?${new URLSearchParams(query).toString()}`, {
            as: ana,
          }),
        )
      },
    ),
    { numRuns: 60 },
  )
})

test('any path and any token leave a visitor with Home and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.webPath(), async (path) => {
      decent(await host.ask(path === '' ? '/' : path, { as: visitor }))
    }),
    { numRuns: 60 },
  )
  const good = await host.tokens.issue(visitor)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(good.length - 2),
      fc.constantFrom('A', 'a', 'Z', 'z', '0', '9', '-', '_'),
      async (at, letter) => {
        fc.pre(good[at] !== letter && good[at] !== '.')
        const token = good.slice(0, at) + letter + good.slice(at + 1)
        const answer = await host.ask('/prism/?op=LoadContextBook', {
          token,
          body: { liveboardId: liveboards.stablecoins.id },
        })
        expect([401, 403]).toContain(answer.status)
        decent(answer)
      },
    ),
    { numRuns: 60 },
  )
})
