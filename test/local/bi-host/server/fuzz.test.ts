import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { endpoints, home, pathOf } from './endpoints'
import { anything, asText, decent, nasty, spoilt } from './decent'
import { ana, runningHost, visitor, type RunningHost } from './running-host'

vi.setConfig({ testTimeout: 120_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

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

test('any board request is answered or refused with a proper status', async () => {
  await fc.assert(
    fc.asyncProperty(boardRequest, async (body) => {
      decent(await host.ask('/prism/?op=LoadContextBook', { as: ana, body }))
    }),
    { numRuns: 60 },
  )
})

describe('every endpoint answers or refuses any request with a proper status', () => {
  test.each(Object.entries(endpoints))('%s', async (name, { ask, query }) => {
    const { body, form, ...rest } = ask(home)
    const method = name.split(' ')[0] ?? 'GET'
    const bare = pathOf(name, home).split('?')[0] ?? '/'
    const operation = /\?op=.*/.exec(name)?.[0] ?? ''
    await fc.assert(
      fc.asyncProperty(fc.nat(40), anything, fc.boolean(), async (at, value, whole) => {
        const texts = Object.fromEntries(
          Object.entries(query?.(home) ?? {}).map(([key, own]) => [key, whole ? asText(value) : own]),
        )
        const search =
          query === undefined
            ? operation
            : `?${new URLSearchParams({ ...texts, more: asText(value) }).toString()}`
        const sent =
          body === undefined && form === undefined
            ? {}
            : form === undefined
              ? { body: spoilt(body, at, value) }
              : {
                  form: Object.fromEntries(
                    Object.entries(form).map(([key, own], index) => [
                      key,
                      index === at % Object.keys(form).length ? asText(value) : own,
                    ]),
                  ),
                }
        const answer = await host.ask(bare + search, { ...rest, ...sent, method, as: ana })
        // The endpoint for provider states refuses in its own format.
        if (name.endsWith('/_pact/state')) expect(answer.status).toBeLessThan(500)
        else decent(answer)
      }),
      { numRuns: 8 },
    )
  })

  test('for an invalid HTTP request', async () => {
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

test('any form and any list query are answered or refused with a proper status', async () => {
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

/** Any text that a path segment can contain. `fc.webPath()` does the same but takes seconds to set up. */
const step = fc
  .string({ unit: 'binary' })
  .map((text) =>
    encodeURIComponent(text).replaceAll(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, (mark) => decodeURIComponent(mark)),
  )
const anyPath = fc.array(step).map((steps) => `/${steps.join('/')}`)

test('with any path and any token, a visitor reaches only Home', async () => {
  await fc.assert(
    fc.asyncProperty(anyPath, async (path) => {
      decent(await host.ask(path, { as: visitor }))
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
