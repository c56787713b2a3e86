import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clusterTime } from '../../../src/adapters/_shared/thoughtspot/cluster-time'
import {
  builderAction,
  errorCode,
  plainQuestion,
  questionOfTml,
  researchAction,
  printHeight,
  pinOutcome,
  pinRejection,
  libraryChange,
  pageAsked,
  tileAction,
  unsavedWork,
  boardData,
  starAction,
  starredTile,
} from '../../../src/adapters/dashboard-surface/thoughtspot/frame-messages'
import {
  filtersOf,
  parametersOf,
  secondsOf,
  thoughtSpotVocabulary,
  withDays,
  withoutDays,
} from '../../../src/adapters/dashboard-surface/thoughtspot/filters'

const utc = clusterTime('UTC')

describe('frame messages', () => {
  const id = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'

  describe('portal actions in a chart’s menu', () => {
    const pressed = {
      id: builderAction.id,
      vizId: 'supply',
      embedAnswerData: { name: 'Supply', id: 'a', sources: { header: { guid: 'source-1' } } },
    }

    test.each([
      ['with its id in the data', pressed],
      ['with its id beside them', { ...pressed, id: undefined, payload: { id: builderAction.id } }],
      [
        'with a list of sources',
        { ...pressed, embedAnswerData: { name: 'Supply', sources: [{ header: { guid: 'source-1' } }] } },
      ],
    ])('%s', (_, data) => {
      expect(tileAction('customAction', data)).toEqual({
        kind: 'action',
        action: 'open-in-builder',
        chartId: 'supply',
        title: 'Supply',
        sourceId: 'source-1',
      })
    })

    // developer-docs, callback-response-payload.adoc, "Liveboard visualization": a payload recorded from the menu of a chart.
    const chart = '2c9a59ec-c741-45c8-bb35-84928aece3fb'
    const recorded = {
      embedAnswerData: { id: '3c0e1f61-2521-49cb-b95a-4c762bdce44e', name: 'Total Sales', vizId: chart },
    }

    test('with the chart inside its answer, as the vendor has recorded it', () => {
      expect(tileAction('customAction', { ...recorded, id: researchAction.id })).toEqual({
        kind: 'action',
        action: 'deep-research',
        chartId: chart,
        title: 'Total Sales',
        sourceId: null,
      })
      const here = { dashboardId: id, tabId: null, chartId: null }
      expect(starredTile('customAction', { ...recorded, id: starAction.id }, here)).toEqual({
        kind: 'tile',
        dashboardId: id,
        tabId: null,
        chartId: chart,
        title: 'Total Sales',
      })
    })

    test('ignores messages of unknown shape', () => {
      expect(
        tileAction('customAction', { id: researchAction.id, vizId: '../x', embedAnswerData: 7 }),
      ).toEqual({
        kind: 'action',
        action: 'deep-research',
        chartId: null,
        title: null,
        sourceId: null,
      })
    })

    test.each([
      ['data', pressed],
      ['explore', pressed],
      ['AskAi', pressed],
      ['customAction', { ...pressed, id: 'toString' }],
      ['customAction', null],
    ])('%s with %j is ignored', (type, data) => expect(tileAction(type, data)).toBeNull())
  })

  test('the question behind a chart is in its definition, and is used without the search bar’s syntax', () => {
    const words = "[Volume] [Date].monthly [Venue].'Deribit'"
    expect(questionOfTml({ answer: { search_query: words } })).toBe(words)
    expect(plainQuestion(words)).toBe('Volume Date monthly Venue Deribit')
    expect(plainQuestion('supply by chain, 90 days')).toBe('supply by chain, 90 days')
    for (const tml of [undefined, {}, { answer: null }, { answer: { search_query: 7 } }])
      expect(questionOfTml(tml)).toBeNull()
  })

  describe('the filters in force', () => {
    const filter = { column: 'Venue', oper: 'IN', values: ['Deribit'] }
    test.each([
      ['as one list', { filters: [filter] }],
      [
        'in the vendor’s other spelling',
        { filters: [{ columnName: 'Venue', operator: 'IN', values: ['Deribit'] }] },
      ],
      ['as the reply to GetFilters', { liveboardFilters: [filter], runtimeFilters: [] }],
      [
        'at run time alone',
        {
          liveboardFilters: [],
          runtimeFilters: [{ columnName: 'Venue', operator: 'IN', values: ['Deribit'] }],
        },
      ],
      // developer-docs, events-hostEvents.adoc: the reply to GetFilters.
      [
        'as a list with the charts that each is for',
        [
          {
            column: 'Venue',
            operator: 'IN',
            values: ['Deribit'],
            applicable_viz: { type: 'ALL', viz_ids: [] },
          },
        ],
      ],
      ['as the SDK hands that list on', { 0: { column: 'Venue', operator: 'IN', values: ['Deribit'] } }],
      ['inside a reply', { data: { liveboardFilters: [filter] } }],
    ])('%s', (_, data) => expect(filtersOf(data)).toEqual([filter]))

    // visual-embed-sdk, src/utils/filterConverter.ts: what a cluster sends, as the vendor's own code reads it.
    const onColumn = (name: string, ...filters: readonly object[]) => ({ columnInfo: { name }, filters })
    const ofValues = (filterType: string, ...keys: readonly unknown[]) => ({
      filterContent: [{ filterType, value: keys.map((key) => ({ key })) }],
    })
    const ofDate = (dateFilter: object) => ({ dateFilterContent: [{ dateFilter }] })
    test.each([
      [
        'values',
        [ofValues('IN', 'Deribit', 0, false, null)],
        [{ oper: 'IN', values: ['Deribit', 0, false] }],
      ],
      [
        'two conditions',
        [ofValues('GE', 5), ofValues('LE', 10)],
        [
          { oper: 'GE', values: [5] },
          { oper: 'LE', values: [10] },
        ],
      ],
      ['none', [], [{ oper: 'IN', values: [] }]],
      [
        'all but some',
        [{ filterContent: [{ filterType: 'IN', negate: true, value: [{ key: 'OKX' }] }] }],
        [{ oper: 'NOT_IN', values: ['OKX'] }],
      ],
      [
        'outside a range of numbers',
        [{ filterContent: [{ filterType: 'BW', negate: true, value: [{ key: 1 }, { key: 2 }] }] }],
        [{ oper: 'BW', values: [1, 2], negate: true }],
      ],
    ])('of a column with conditions: %s', (_, filters, read) => {
      const message = { liveboardFilters: [onColumn('Venue', ...filters)], runtimeFilters: [] }
      expect(filtersOf(message)).toEqual(read.map((one) => ({ column: 'Venue', ...one })))
    })

    // developer-docs, filters_overview.adoc: what UpdateFilters accepts for dates.
    const [from, to] = [1_704_047_400, 1_735_669_799]
    const months = { datePeriod: 'MONTH', includeCurrentPeriod: false }
    type DateFilter = Readonly<Record<string, unknown>> & { readonly type: string; readonly op?: string }
    test.each<readonly [DateFilter, object]>([
      // The first second of 1 August in India, which elsewhere is a second of the day before.
      [{ type: 'EXACT_DATE', op: 'GT', epoch: '1690828200' }, { values: [1_690_828_200] }],
      [
        { type: 'EXACT_DATE_RANGE', op: 'BW_INC', dateRange: { lowEpoch: String(from), highEpoch: to } },
        { values: [from, to] },
      ],
      [{ type: 'YEAR_ONLY', yearName: '2023' }, { values: ['2023'] }],
      [{ type: 'QUARTER_YEAR', quarterName: 'Q1', yearName: '2023' }, { values: ['Q1', '2023'] }],
      [{ type: 'MONTH_YEAR', monthName: 'JULY', yearName: '2023' }, { values: ['JULY', '2023'] }],
      [
        { type: 'LAST_N_PERIOD', number: 3, ...months },
        { values: [3], ...months },
      ],
      [
        { type: 'NEXT_N_PERIOD', number: '2', datePeriod: 'WEEK' },
        { values: [2], datePeriod: 'WEEK' },
      ],
      [
        { type: 'THIS_PERIOD', datePeriod: 'QUARTER' },
        { values: [''], datePeriod: 'QUARTER' },
      ],
      [
        { type: 'PERIOD_TO_DATE', datePeriod: 'YEAR' },
        { values: [''], datePeriod: 'YEAR' },
      ],
      ...['YESTERDAY', 'TODAY', 'TOMORROW'].map(
        (type) => [{ type, epoch: null, datePeriod: null }, { values: [''] }] as const,
      ),
    ])('of dates are sent back unchanged: %j', (dateFilter, back) => {
      const { type, op = 'EQ' } = dateFilter
      const filter = { column: 'Date', oper: op, type, ...back }
      const conditions = (negate?: true) => ({ dateFilterContent: [{ dateFilter, negate }] })
      const read = filtersOf({ liveboardFilters: [onColumn('Date', conditions(), conditions(true))] })
      expect(read).toEqual([filter, { ...filter, negate: true }])
      // Reported in the form that can be sent back, too.
      expect(filtersOf({ filters: read })).toEqual(read)
      expect(thoughtSpotVocabulary.read(read ?? []).beyond).toEqual(['Date'])
      expect(withDays(read ?? [], 'Date', utc)).toEqual([...(read ?? []), { dateColumn: 'Date', days: null }])
    })

    test.each([
      { type: 'EXACT_DATE', epoch: null },
      { type: 'EXACT_DATE', epoch: 'soon' },
      { type: 'EXACT_DATE_RANGE', dateRange: { lowEpoch: '', highEpoch: 1 } },
      { type: 'EXACT_DATE_RANGE' },
      { type: 'MONTH_YEAR', monthName: 'JULY' },
      { type: 'LAST_N_PERIOD', number: null, datePeriod: 'MONTH' },
      { type: 'THIS_PERIOD' },
      // The vendor does not document that UpdateFilters accepts them.
      { type: 'LAST_PERIOD', datePeriod: 'MONTH' },
      { type: 'MONTH_ONLY', monthName: 'JULY' },
      { type: 'toString' },
    ])('of dates that cannot be sent back are only reported: %j', (date) => {
      const read = filtersOf({ liveboardFilters: [onColumn('Date', ofDate(date))] }) ?? []
      expect(read).toEqual([{ column: 'Date', oper: 'EQ', values: [], unsent: true }])
      expect(thoughtSpotVocabulary.read(read).beyond).toEqual(['Date'])
    })

    test('that exclude values are not stored in a link, whose values replace them', () => {
      const own = { column: 'Chain', oper: 'IN', values: ['Tron'], negate: true }
      const read = filtersOf({ filters: [own] }) ?? []
      expect(read).toEqual([own])
      expect(thoughtSpotVocabulary.read(read)).toMatchObject({
        narrowing: { filters: {} },
        beyond: ['Chain'],
      })
      const asked = { range: null, filters: { chain: ['Base'] } }
      const [written] = thoughtSpotVocabulary.write(asked, read)
      expect(written).toStrictEqual({ column: 'Chain', oper: 'IN', values: ['Base'] })
    })

    test('of some charts, or of days that no link can hold, are reported', () => {
      const some = {
        column: 'Chain',
        operator: 'IN',
        values: ['Tron'],
        applicable_viz: { type: 'SPECIFIC', viz_ids: ['v'] },
      }
      const read = filtersOf([
        some,
        onColumn('Date', ofDate({ type: 'TODAY' })),
        onColumn('Asset', ofValues('IN', 'BTC')),
      ])
      expect(thoughtSpotVocabulary.read(read ?? [])).toMatchObject({
        narrowing: { filters: { asset: ['BTC'] } },
        beyond: ['Chain', 'Date'],
      })
    })

    const [first, last] = secondsOf(
      { dateColumn: 'Date', days: { from: '2026-03-01', to: '2026-05-31' } },
      utc,
    )
    const ofDays = { column: 'Date', oper: 'BW_INC', values: [first, last].map(String) }
    const everyDay = secondsOf({ dateColumn: 'Date', days: null }, utc).map(String)
    test.each([
      ['two days', [filter, ofDays], { from: '2026-03-01', to: '2026-05-31' }, [filter]],
      [
        'two days, whatever preceded them',
        [{ ...ofDays, values: ['0', '1'] }, ofDays],
        { from: '2026-03-01', to: '2026-05-31' },
        [],
      ],
      [
        'two days in numbers',
        [{ ...ofDays, values: [first, last] }],
        { from: '2026-03-01', to: '2026-05-31' },
        [],
      ],
      ['every day', [filter, { ...ofDays, values: everyDay }], null, [filter]],
      [
        'all days but two',
        [{ ...ofDays, negate: true as const }],
        null,
        [{ ...ofDays, negate: true as const }],
      ],
      ['nothing', [filter], null, [filter]],
      ['no days', [{ ...ofDays, values: ['soon', 'late'] }], null, []],
      [
        'days as the vendor’s documents give them',
        [{ ...ofDays, values: ['2026-03-01', '2026-05-31'] }],
        { from: '2026-03-01', to: '2026-05-31' },
        [],
      ],
      ['a foreign filter of one day', [{ ...ofDays, oper: 'EQ' }], null, [{ ...ofDays, oper: 'EQ' }]],
      ['another column', [{ ...ofDays, column: 'Expiry' }], null, [{ ...ofDays, column: 'Expiry' }]],
    ])('of the date column are distinguished from the others: %s', (_, filters, days, others) => {
      expect([first, last]).toEqual([1_772_323_200, 1_780_271_999])
      expect(withDays(filters, 'Date', utc)).toEqual([...others, { dateColumn: 'Date', days }])
      expect(withDays(filters, '', utc)).toEqual(filters)
      expect(withoutDays(filters, 'Date')).toEqual(others)
      expect(withoutDays(filters, '')).toEqual(filters)
    })

    const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Havana', 'Europe/Berlin')
    const isoDay = fc
      .date({ min: new Date('2012-01-01'), max: new Date('2099-12-30'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    test('are those of the cluster’s time zone, when they are sent and when they are read', () => {
      fc.assert(
        fc.property(zone, isoDay, isoDay, (timeZone, one, other) => {
          const time = clusterTime(timeZone)
          const [from, to] = [one, other].toSorted() as [string, string]
          const entry = { dateColumn: 'Date', days: { from, to } }
          const values = secondsOf(entry, time)
          expect(withDays([{ ...ofDays, values: [...values] }], 'Date', time)).toEqual([entry])
          expect(withDays([{ ...ofDays, values: values.map(String) }], 'Date', time)).toEqual([entry])
          const all = secondsOf({ ...entry, days: null }, time)
          expect(withDays([{ ...ofDays, values: [...all] }], 'Date', time)).toEqual([
            { ...entry, days: null },
          ])
        }),
      )
      const days = { from: '2026-01-01', to: '2026-03-31' }
      const sent = secondsOf({ dateColumn: 'Date', days }, clusterTime('America/Los_Angeles'))
      expect(sent).toEqual(
        ['2026-01-01T08:00:00Z', '2026-04-01T06:59:59Z'].map((at) => Date.parse(at) / 1_000),
      )
    })

    const onTab = { level: 'TAB', targetId: 'tab-1' }
    test.each([
      ['from the filter', { filters: [{ ...filter, applicability: onTab }] }, onTab],
      ['from the message', { filters: [filter], applicability: onTab }, onTab],
      [
        'of the whole dashboard',
        { filters: [filter], applicability: { level: 'LIVEBOARD' } },
        { level: 'LIVEBOARD' },
      ],
      ['without a target', { filters: [filter], applicability: { level: 'TAB' } }, undefined],
      ['of no known level', { filters: [filter], applicability: { level: 'ROW', targetId: 'x' } }, undefined],
    ])('keep their scope: %s', (_, data, applicability) => {
      expect(filtersOf(data)).toEqual([{ ...filter, ...(applicability && { applicability }) }])
    })

    test('have values in the types of their columns, and texts in a link', () => {
      const chain = { column: 'Chain', oper: 'IN' }
      const read = filtersOf({ filters: [{ ...chain, values: [7, true, 'Tron', null] }] }) ?? []
      expect(read).toEqual([{ ...chain, values: [7, true, 'Tron'] }])
      const { narrowing } = thoughtSpotVocabulary.read(read)
      expect(narrowing.filters).toEqual({ chain: ['7', 'true', 'Tron'] })
      expect(thoughtSpotVocabulary.write(narrowing, read)).toEqual(read)
      const asked = { range: null, filters: { chain: ['Base', '7'] } }
      expect(thoughtSpotVocabulary.write(asked, read)).toEqual([{ ...chain, values: ['Base', 7] }])
    })

    test.each([
      [ofValues('', 'Deribit')],
      [{ filterContent: [{ filterType: 'IN', value: 'Deribit' }] }],
      [{ filterContent: 'Deribit' }],
      [ofDate({ op: 'EQ' })],
      [null],
    ])('of a column with the unknown condition %j are named beside the others', (condition) => {
      const odd = { columnInfo: { name: 'Desk' }, filters: [condition] }
      const read = filtersOf({ liveboardFilters: [odd, filter] }) ?? []
      expect(read).toEqual([{ column: 'Desk', oper: 'IN', values: [], unsent: true }, filter])
      expect(thoughtSpotVocabulary.read(read).beyond).toEqual(['Desk', 'Venue'])
    })

    // visual-embed-sdk, src/utils/filterConverter.ts: "absent fields can arrive as `null` rather than being omitted".
    const ofVenue = (...filters: readonly object[]) => ({ columnInfo: { name: 'Venue' }, filters })
    test.each([
      ['no dates', [ofVenue({ ...ofValues('IN', 'Deribit'), dateFilterContent: null })], [filter]],
      [
        'no values',
        [ofVenue({ filterContent: [{ filterType: 'IN', value: null }] })],
        [{ ...filter, values: [] }],
      ],
      ['no conditions', [{ columnInfo: { name: 'Venue' }, filters: null }], [{ ...filter, values: [] }]],
      ['values in the singular', [{ columnName: 'Venue', filterType: 'IN', value: ['Deribit'] }], [filter]],
      // filterConverter.spec.ts: "a bad runtime filter does not discard the good filters alongside it".
      [
        'a filter without a column',
        [{ columnName: null, operator: 'IN', values: ['OKX'] }, filter],
        [filter],
      ],
      [
        'a filter without values',
        [{ columnName: 'Venue', operator: 'IN', values: null }],
        [{ ...filter, values: [] }],
      ],
    ])('are read where there are %s', (_, list, read) => {
      expect(filtersOf({ liveboardFilters: null, runtimeFilters: list })).toEqual(read)
    })

    test('of a date are its kind, without the seconds that the kind stands for today', () => {
      // developer-docs, callback-response-payload.adoc: `filterGroups` of a recorded payload.
      const recorded = {
        columnInfo: { name: 'Date' },
        filters: [
          {
            filterContent: [
              {
                filterType: 'BW_INC_MIN',
                negate: false,
                value: [{ key: '1773705600' }, { key: '1773792000' }],
              },
            ],
            dateFilterContent: [
              {
                dateFilter: {
                  type: 'YESTERDAY',
                  datePeriod: 'DAY',
                  op: 'EQ',
                  dateRange: { lowEpoch: '1773705600', highEpoch: '1773792000' },
                  epoch: null,
                },
              },
            ],
          },
        ],
      }
      expect(filtersOf({ liveboardFilters: [recorded], runtimeFilters: [] })).toEqual([
        { column: 'Date', oper: 'EQ', values: [''], type: 'YESTERDAY', datePeriod: 'DAY' },
      ])
    })

    test.each([[{}], [null], [{ filter: 'Venue' }], [{ filters: [{ name: 'Venue' }] }], [{ filters: [7] }]])(
      'cannot be read of %j',
      (data) => expect(filtersOf(data)).toBeNull(),
    )
  })

  describe('the parameters in force', () => {
    const onTab = { level: 'TAB', targetId: 'tab-2' }
    test.each([
      ['a number', { name: 'Rate', value: 10 }, { value: 10 }],
      ['a boolean', { name: 'Rate', value: false }, { value: false }],
      ['a text', { name: 'Rate', value: '10' }, { value: '10' }],
      [
        'of a tab',
        { name: 'Rate', value: 'EUR', applicability: onTab },
        { value: 'EUR', applicability: onTab },
      ],
      [
        'of the whole dashboard',
        { name: 'Rate', value: 'EUR', applicability: { level: 'LIVEBOARD' } },
        { value: 'EUR', applicability: { level: 'LIVEBOARD' } },
      ],
      [
        'of no known level',
        { name: 'Rate', value: 'EUR', applicability: { level: 'ROW' } },
        { value: 'EUR' },
      ],
    ])('keep their scope: %s', (_, given, read) =>
      expect(parametersOf({ parameters: [given] })).toEqual([{ parameter: 'Rate', ...read }]),
    )

    test('are read inside a reply, and as the SDK hands a list on', () => {
      const [list, read] = [[{ name: 'Rate', value: 10 }], [{ parameter: 'Rate', value: 10 }]]
      for (const data of [{ data: { parameters: list } }, { 0: list[0] }, list])
        expect(parametersOf(data)).toEqual(read)
    })

    test('take their scope from the message where they have none', () => {
      const given = { parameters: [{ name: 'Rate', value: 10 }], applicability: onTab }
      expect(parametersOf(given)).toEqual([{ parameter: 'Rate', value: 10, applicability: onTab }])
    })

    test.each([
      { value: 10 },
      { name: 'Rate', value: '' },
      { name: 'Rate', value: Number.NaN },
      { name: 'Rate' },
    ])('are not read from %j', (given) => expect(parametersOf({ parameters: [given] })).toEqual([]))

    test('the range of a dashboard is dashboard-wide: one of a tab is reported and left unchanged', () => {
      const range = { name: 'Time range', allowedValues: ['30D', '90D', 'ALL'] }
      const given = [
        { ...range, value: '30D', applicability: onTab },
        { ...range, value: '90D', applicability: { level: 'LIVEBOARD' } },
      ]
      const [tab, whole] = parametersOf({ parameters: given }) ?? []
      const own = [tab ?? {}, whole ?? {}]
      expect(thoughtSpotVocabulary.read(own)).toMatchObject({
        narrowing: { range: '90d' },
        beyond: ['Time range'],
      })
      expect(thoughtSpotVocabulary.write({ range: 'all', filters: {} }, own)).toEqual([
        tab,
        { ...whole, value: 'ALL' },
      ])
      expect(thoughtSpotVocabulary.read([tab ?? {}]).acceptsRange('30d')).toBe(false)
    })
  })

  test('an error is reported by its code only', () => {
    expect(errorCode({ code: 'INIT_ERROR', message: 'x' })).toBe('INIT_ERROR')
    expect(errorCode({ errorType: 'API' })).toBe('API')
    expect(errorCode({ code: 13058 })).toBe('13058')
    expect(errorCode({ code: 'a b' })).toBeNull()
    expect(errorCode(null)).toBeNull()
  })

  test.each([
    [
      { liveboardId: id, vizId: 'viz-1' },
      { kind: 'pinned', dashboardId: id, chartId: 'viz-1' },
    ],
    [
      { liveboardId: id, vizId: '<b>' },
      { kind: 'pinned', dashboardId: id, chartId: null },
    ],
    [{ liveboardId: '<b>' }, { kind: 'pinned', dashboardId: null, chartId: null }],
    [{}, { kind: 'unknown' }],
    [new Error('no answer'), { kind: 'unknown' }],
    [null, { kind: 'unknown' }],
  ])('the reply to a pin: %o', (reply, outcome) => {
    expect(pinOutcome(reply)).toEqual(outcome)
  })

  const endless: { error?: unknown } = {}
  endless.error = endless
  test.each([
    [{ error: 'That dashboard is full.' }, { kind: 'refused', reason: 'That dashboard is full.' }],
    [{ error: 'x'.repeat(301) }, { kind: 'refused', reason: null }],
    // As the frame sent it, where the SDK only passes it on: a string or an object.
    ['That dashboard is full.', { kind: 'refused', reason: 'That dashboard is full.' }],
    [
      { message: 'No permission', code: 'X' },
      { kind: 'refused', reason: 'No permission' },
    ],
    [{ error: { code: 7 } }, { kind: 'refused', reason: null }],
    [true, { kind: 'refused', reason: null }],
    // What the SDK has turned into text: the user reads the sentence in it, or none.
    [{ error: '[{"message":"Not authorized","code":10003}]' }, { kind: 'refused', reason: 'Not authorized' }],
    [{ error: '["Not yours"]' }, { kind: 'refused', reason: 'Not yours' }],
    [{ error: '{"errors":[{"message":"Not now"}]}' }, { kind: 'refused', reason: 'Not now' }],
    [{ error: '[{"code":10003}]' }, { kind: 'refused', reason: null }],
    [{ error: '{"message":"Cut o' }, { kind: 'refused', reason: null }],
    [endless, { kind: 'refused', reason: null }],
    // The SDK's own texts for an empty reply and for errors in transit.
    [{ error: 'No answer found.' }, { kind: 'unknown' }],
    [{ error: 'No answer found for vizId: 7.' }, { kind: 'unknown' }],
    [new Error('Iframe element is not set'), { kind: 'unknown' }],
    [undefined, { kind: 'unknown' }],
  ])('whether a reply refuses a pin: %o', (cause, outcome) => {
    expect(pinRejection(cause)).toEqual(outcome)
  })

  test('unsaved work is only what the view reports explicitly', () => {
    expect(unsavedWork('unsavedChanges', { unsaved: true })).toBe(true)
    expect(unsavedWork('unsavedChanges', { unsaved: 'yes' })).toBe(false)
    expect(unsavedWork('save', { unsaved: true })).toBeNull()
  })

  test('the print height of a view, if it is a valid height', () => {
    expect(printHeight('onPaper', { height: 3_556 })).toBe(3_556)
    for (const height of ['3556', -1, Number.NaN, 1e9, null])
      expect(printHeight('onPaper', { height })).toBeNull()
    expect(printHeight('EMBED_HEIGHT', { height: 3_556 })).toBeNull()
  })

  describe('changes that the user makes to a dashboard inside a frame', () => {
    test.each([
      ['save', 'saved'],
      ['pin', 'pinned'],
      ['rename', 'renamed'],
      ['createLiveboard', 'created'],
    ])('%s is reported as %s', (type, change) => {
      expect(libraryChange(type, { liveboardId: id, name: 'Desk' })).toEqual({
        kind: 'library-changed',
        change,
        dashboardId: id,
        name: 'Desk',
      })
    })

    test.each([undefined, null, 'text', [], { liveboardId: 7 }, { liveboardId: '../evil', name: '' }])(
      'an unknown shape is still a change: %j',
      (data) => {
        expect(libraryChange('save', data)).toEqual({
          kind: 'library-changed',
          change: 'saved',
          dashboardId: null,
          name: null,
        })
      },
    )

    test.each([
      ['t-2', { tabId: 't-2' }],
      ['../t', {}],
      [7, {}],
    ])('pinned to the tab %j', (tabId, address) => {
      const change = libraryChange('pin', { liveboardId: id, liveboardName: 'Desk', tabId })
      expect(change).toEqual({
        kind: 'library-changed',
        change: 'pinned',
        dashboardId: id,
        name: 'Desk',
        ...address,
      })
    })

    test.each([
      [true, { replaced: true }],
      ['true', {}],
    ])('pinned in place of another: %j', (replaced, address) => {
      const change = libraryChange('pin', { liveboardId: id, replaced })
      expect(change).toEqual({
        kind: 'library-changed',
        change: 'pinned',
        dashboardId: id,
        name: null,
        ...address,
      })
    })

    test('a renamed chart is no change of its dashboard', () => {
      expect(libraryChange('rename', { vizId: 'v', name: 'Desk' })).toBeNull()
    })

    test.each(['data', 'delete', 'makeACopy', 'download', 'toString', '__proto__'])(
      '%s is ignored',
      (type) => {
        expect(libraryChange(type, {})).toBeNull()
      },
    )
  })

  describe('a page that a link in a frame leads to', () => {
    test('is a path of plain words', () => {
      expect(pageAsked('openPath', { path: '/datasets/etf' })).toBe('/datasets/etf')
    })

    test.each([
      'datasets',
      '//evil.example',
      '/a//b',
      '/a/../b',
      'javascript:alert(1)',
      '/a?b=c',
      '/a\\b',
      7,
      '',
    ])('is not %j', (path) => expect(pageAsked('openPath', { path })).toBeNull())

    test('is read from no other message', () => expect(pageAsked('data', { path: '/home' })).toBeNull())
  })
})

describe('starred chart', () => {
  const here = { dashboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01', tabId: 'risk', chartId: null }
  const payload = {
    id: starAction.id,
    vizId: 'price',
    session: {},
    embedAnswerData: { id: 'price', name: 'Price' },
  }

  describe('a star requested in the menu of a chart', () => {
    test('contains the chart, its dashboard and its tab', () => {
      expect(starredTile('customAction', payload, here)).toEqual({
        kind: 'tile',
        dashboardId: here.dashboardId,
        tabId: 'risk',
        chartId: 'price',
        title: 'Price',
      })
    })

    test('is read where the vendor has the id beside the data', () => {
      const { id, ...data } = payload
      expect(starredTile('customAction', { payload: { id }, ...data }, here)?.chartId).toBe('price')
    })

    test('of a chart without a name is called a chart', () => {
      expect(starredTile('customAction', { ...payload, embedAnswerData: null }, here)?.title).toBe('Chart')
    })

    test('has its name without bidirectional marks, which would reverse the sentence that repeats it', () => {
      const of = (name: string) =>
        starredTile('customAction', { ...payload, embedAnswerData: { name } }, here)?.title
      expect(of('\u202eecirP')).toBe('ecirP')
      expect(of('\u2066')).toBe('Chart')
    })

    test.each([
      ['another event', 'data', payload],
      ['another action', 'customAction', { ...payload, id: 'other' }],
      ['no tile', 'customAction', { ...payload, vizId: undefined }],
      ['no plain id', 'customAction', { ...payload, vizId: '../evil' }],
      ['nothing', 'customAction', null],
    ])('%s is ignored', (_name, type, data) => {
      expect(starredTile(type, data, here)).toBeNull()
    })
  })

  describe('how fresh a board is', () => {
    test.each([
      [
        { asOf: '2026-11-20', source: 'Sample' },
        { asOf: '2026-11-20', source: 'Sample' },
      ],
      [
        { asOf: 'yesterday', source: '' },
        { asOf: null, source: null },
      ],
      [{ asOf: 20261120 }, { asOf: null, source: null }],
      [null, { asOf: null, source: null }],
    ])('%j is read as %j', (data, fresh) => {
      expect(boardData(data)).toEqual(fresh)
    })
  })
})

test('a date filter is sent back with its type, by which the vendor reads its values', () => {
  const dates = { column: 'Date', oper: 'EQ', values: ['2026-01-01'], type: 'EXACT_DATE' }
  expect(filtersOf({ filters: [dates] })).toEqual([dates])
  expect(filtersOf({ filters: [{ ...dates, type: 7 }] })?.[0]).not.toHaveProperty('type')
})
