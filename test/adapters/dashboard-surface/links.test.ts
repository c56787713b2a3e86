import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curatedBoards } from '../../../local/bi-host/boards/library/catalogue'
import { liveboards } from '../../../local/bi-host/wire/liveboards'
import { bundleFiles } from '../../../local/open-stack/superset/bundle'
import { madeBoards, model, type MadeBoard } from '../../../local/open-stack/superset/made-boards'
import type { FilterVocabulary, FrameFilter } from '../../../src/adapters/_shared/embedded-frame/routes'
import {
  filtersOf,
  supersetVocabulary,
  toPortalTab,
} from '../../../src/adapters/dashboard-surface/superset/address'
import { thoughtSpotVocabulary } from '../../../src/adapters/dashboard-surface/thoughtspot/filters'
import {
  narrowingDifference,
  fieldNames,
  applyNarrowing,
  namedRanges,
  timeRange,
  type Narrowing,
} from '../../../src/core/kernel/narrowing'
import { knownPath } from '../../../src/core/kernel/portal-path'
import { readViewState, viewAddress } from '../../../src/core/navigation/view-state'

/** A curated dashboard, as one vendor's page reports it. */
interface VendorBoard {
  readonly vocabulary: FilterVocabulary
  /** The dashboard's own filters. */
  readonly own: readonly FrameFilter[]
  readonly keyOf: (filter: object) => unknown
}

const dashboard = knownPath('/datasets/lending')
const embeddedOf = ({ board, title }: MadeBoard) => {
  const found = curatedBoards.find(({ id }) => id === liveboards[board.key].id)
  if (found === undefined) throw new Error(`There is no embedded dashboard ${title}.`)
  return found
}

function thoughtSpotBoard(made: MadeBoard): VendorBoard {
  const { range, ranges = ['30D', '90D', '1Y', 'ALL'], chips, defaults = [] } = embeddedOf(made)
  const labelOf = (field: string): string =>
    model.attribute(model.source(field.split('.')[0] ?? ''), field).attribute.label
  return {
    vocabulary: thoughtSpotVocabulary,
    own: [
      { dateColumn: 'Date', days: null },
      { parameter: 'Time range', value: range, allowed: ranges },
      ...chips.map(({ field, label = labelOf(field) }) => ({
        column: label,
        oper: 'IN',
        values: defaults.filter((one) => one.field === field).flatMap(({ values }) => values.map(String)),
      })),
    ],
    keyOf: (filter) =>
      'column' in filter ? filter.column : 'dateColumn' in filter ? filter.dateColumn : 'range',
  }
}

const files = bundleFiles({ uri: 'duckdb:////data/market.duckdb' })

function supersetBoard({ dashboardId }: MadeBoard): VendorBoard {
  const file = [...files.values()]
    .map((text): { uuid?: string; metadata?: { native_filter_configuration: Filter[] } } => JSON.parse(text))
    .find(({ uuid }) => uuid === dashboardId)
  interface Filter {
    readonly id: string
    readonly defaultDataMask: object
  }
  const filters = file?.metadata?.native_filter_configuration ?? []
  return {
    vocabulary: supersetVocabulary,
    own:
      filtersOf(
        Object.fromEntries(filters.map(({ id, defaultDataMask }) => [id, { id, ...defaultDataMask }])),
      ) ?? [],
    keyOf: (filter) => ('id' in filter ? filter.id : null),
  }
}

/** The filters that the frame reports when it is opened with these: those of the request that the dashboard has. */
function opened({ vocabulary, own, keyOf }: VendorBoard, asked: Narrowing): Narrowing {
  const given = vocabulary.write(asked, own)
  const now = own.map((filter) => given.find((one) => keyOf(one) === keyOf(filter)) ?? filter)
  return narrowingDifference(vocabulary.read(own).narrowing, vocabulary.read(now).narrowing)
}

const anyNarrowing = fc.record({
  range: fc.constantFrom(null, ...namedRanges, timeRange('2026-01-01..2026-03-31')),
  filters: fc
    .dictionary(
      fc.constantFrom(...fieldNames),
      fc.uniqueArray(fc.constantFrom('Ethereum', 'Tron', "Lido's", 'a, b'), { maxLength: 3 }),
    )
    .map((filters): Narrowing['filters'] => filters),
})

test('a range until the last day of the calendar has a day that Superset can read as its end', () => {
  const [made] = madeBoards
  if (made === undefined) throw new Error('There is no dashboard.')
  const { vocabulary, own } = supersetBoard(made)
  const given = vocabulary.write({ range: timeRange('2026-01-01..9999-12-31'), filters: {} }, own)
  expect(JSON.stringify(given)).toContain('"2026-01-01 : 9999-12-31"')
})

describe('a link copied under one vendor', () => {
  const cases = madeBoards.flatMap((made) => {
    const [here, there] = [thoughtSpotBoard(made), supersetBoard(made)]
    return [
      { title: made.title, from: 'ThoughtSpot', to: 'Superset', here, there },
      { title: made.title, from: 'Superset', to: 'ThoughtSpot', here: there, there: here },
    ]
  })

  test.each(cases)(
    'of $from opens $title under $to with every filter and range that both have',
    ({ here, there }) => {
      const [ours, theirs] = [here, there].map(({ vocabulary, own }) => vocabulary.read(own))
      const shared = fieldNames.filter(
        (field) => ours?.fields.includes(field) && theirs?.fields.includes(field),
      )
      const columns = [here, there].map(({ own }) => own.filter((filter) => !('dateColumn' in filter)).length)
      expect(shared.length).toBe(Math.min(...columns) - 1)
      expect([ours, theirs].map((read) => read?.acceptsRange('2026-01-01..2026-03-31'))).toEqual([true, true])
      fc.assert(
        fc.property(anyNarrowing, (asked) => {
          // The user's filters, as the page reports them and Copy link writes them.
          const copied = opened(here, asked)
          const { address } = viewAddress({
            dashboard,
            tab: null,
            chart: null,
            view: null,
            narrowing: copied,
          })
          const { narrowing } = readViewState(dashboard, address.split('?')[1] ?? '')
          expect(narrowing).toEqual(copied)
          const seen = applyNarrowing(there.vocabulary.read(there.own).narrowing, opened(there, narrowing))
          const { range } = copied
          if (range !== null && theirs?.acceptsRange(range)) expect(seen.range).toBe(range)
          for (const field of shared)
            if (copied.filters[field] !== undefined)
              expect(seen.filters[field]).toEqual(copied.filters[field])
        }),
        { numRuns: 50 },
      )
    },
  )

  test('opens the tab that shows the same charts', () => {
    const pairs = madeBoards.flatMap((made) =>
      made.tabs.flatMap(({ id, charts }) => {
        const shown = charts.map(({ chart }) => chart.tile)
        const alike = (tiles: readonly string[]): number =>
          tiles.filter((tile) => shown.includes(tile)).length
        const [closest] = (embeddedOf(made).tabs ?? []).toSorted((a, b) => alike(b.tiles) - alike(a.tiles))
        return closest === undefined ? [] : [{ superset: toPortalTab(id), thoughtSpot: closest.id }]
      }),
    )
    expect(pairs).toHaveLength(6)
    for (const { superset, thoughtSpot } of pairs) expect(superset).toBe(thoughtSpot)
  })
})
