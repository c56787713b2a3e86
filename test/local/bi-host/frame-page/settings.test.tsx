import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Reading, RunResult } from '../../../../local/bi-host/wire/answers'
import { AnswerTableView } from '../../../../local/bi-host/frame/builder/answer-table'
import { addMeasure } from '../../../../local/bi-host/frame/builder/edits'
import { openSettings, type, type Opened } from './builder-fields'
import { render } from 'preact'
import { wholeText } from '../../../../local/bi-host/frame/app/page'
import { RangeSwitch } from '../../../../local/bi-host/frame/board/board-header'
import { LookContext, type Look } from '../../../../local/bi-host/frame/parts/context'
import { noCustomizations } from '../../../../local/bi-host/frame/protocol/view-options'
import { PlainTableView } from '../../../../local/bi-host/frame/tiles/tables'
import type { SeriesData, Tile, TileData } from '../../../../local/bi-host/wire/board'
import { createWords } from '../../../../local/bi-host/frame/theme/words'

/** Adds the filter of a field through the list, and returns its card. */
async function card(user: Opened['user'], label: string): Promise<HTMLElement> {
  await user.selectOptions(screen.getByRole('combobox', { name: 'Add filter' }), label)
  const head = await screen.findByRole('button', { name: `Remove the ${label} filter` })
  const found = head.closest<HTMLElement>('.filter-card')
  if (!found) throw new Error(`There is no filter of ${label}.`)
  return found
}

describe('an attribute of names', () => {
  test('is a list of check boxes to include or exclude, with a search once it is long', async () => {
    const { user, filters } = await openSettings()
    const fund = within(await card(user, 'Fund'))
    expect(fund.getAllByRole('checkbox')).toHaveLength(60)
    fund.getByText('2 more: search for them.')
    await user.type(fund.getByRole('searchbox', { name: 'Search values of Fund' }), 'fund 61')
    await user.click(fund.getByRole('checkbox', { name: 'Fund 61' }))
    await waitFor(() => expect(filters()).toEqual([{ field: 'funds.fund', op: 'in', values: ['Fund 61'] }]))
    // Selected values stay visible during any search, and others can be added.
    await user.clear(fund.getByRole('searchbox'))
    await user.click(fund.getByRole('checkbox', { name: 'Fund 2' }))
    await waitFor(() => expect(filters()[0]?.values).toEqual(['Fund 61', 'Fund 2']))
    expect(fund.getByRole<HTMLInputElement>('checkbox', { name: 'Fund 61' }).checked).toBe(true)
    await user.selectOptions(fund.getByRole('combobox'), 'all but')
    await waitFor(() =>
      expect(filters()).toEqual([{ field: 'funds.fund', op: 'not-in', values: ['Fund 61', 'Fund 2'] }]),
    )
    await user.type(fund.getByRole('searchbox'), 'nothing like it')
    await fund.findByText('No value matches')
  })

  test('can be switched to exclude before any is checked, and its list stays when the last one is unchecked', async () => {
    const { user, filters, asked } = await openSettings()
    const stakes = within(await card(user, 'Stakes'))
    expect(stakes.queryByRole('searchbox')).toBeNull()
    await user.selectOptions(stakes.getByRole('combobox'), 'all but')
    expect(asked()?.filters).toBeUndefined()
    await user.click(stakes.getByRole('checkbox', { name: 'Yes' }))
    await waitFor(() => expect(filters()).toEqual([{ field: 'funds.stakes', op: 'not-in', values: ['Yes'] }]))
    await user.click(stakes.getByRole('checkbox', { name: 'Yes' }))
    await waitFor(() => expect(asked()?.filters).toBeUndefined())
    expect(stakes.getByRole<HTMLSelectElement>('combobox').value).toBe('not-in')
  })

  test('is found by a part of its name', async () => {
    const { user, filters } = await openSettings()
    const fund = within(await card(user, 'Fund'))
    await user.selectOptions(fund.getByRole('combobox'), 'containing')
    await type(user, fund.getByRole('textbox', { name: 'Fund contains' }), 'Trust')
    await waitFor(() =>
      expect(filters()).toEqual([{ field: 'funds.fund', op: 'contains', values: ['Trust'] }]),
    )
    expect(fund.queryAllByRole('checkbox')).toEqual([])
  })
})

describe('the cards', () => {
  const cards = (): readonly (string | null | undefined)[] =>
    [...document.querySelectorAll('.filter-card-head')].map(
      ({ firstElementChild }) => firstElementChild?.textContent,
    )

  test('keep their order when a later one is set first, and an unfinished one is dropped with its question', async () => {
    const { user, builder, filters } = await openSettings()
    await card(user, 'Stakes')
    const flow = within(await card(user, 'Net flow'))
    await type(user, flow.getByRole('textbox'), '1')
    await waitFor(() => expect(filters()).toHaveLength(1))
    expect(cards()).toEqual(['Stakes', 'Net flow'])
    builder.edit((answer) => ({ ...answer, query: { measures: ['loans.lent'] } }))
    await waitFor(() => expect(cards()).toEqual([]))
  })

  test('are one per concept, whichever source names it', async () => {
    await openSettings({
      measures: ['funds.flow', 'loans.lent'],
      filters: [{ field: 'loans.vault', op: 'in', values: ['A'] }],
    })
    const offered = [...screen.getByRole<HTMLSelectElement>('combobox', { name: 'Add filter' }).options].map(
      ({ text }) => text,
    )
    expect(offered).toEqual(['+ Add filter', 'Stakes', 'Age', 'Launched', 'Net flow', 'Lent'])
  })
})

describe('a measure', () => {
  test.each([
    ['at least', 'ge'],
    ['at most', 'le'],
    ['over', 'gt'],
    ['under', 'lt'],
    ['is', 'eq'],
    ['is not', 'ne'],
  ])('is compared: %s', async (words, op) => {
    const { user, filters } = await openSettings()
    const flow = within(await card(user, 'Net flow'))
    flow.getByText('US dollars a day')
    await user.selectOptions(flow.getByRole('combobox', { name: 'Net flow: condition' }), words)
    await type(user, flow.getByRole('textbox', { name: 'Net flow: value' }), '-2.5')
    await waitFor(() => expect(filters()).toEqual([{ field: 'funds.flow', op, values: [-2.5] }]))
  })

  test('is between two numbers, given in either order, and applies only while both are set', async () => {
    const { user, filters, asked } = await openSettings()
    const flow = within(await card(user, 'Net flow'))
    await user.selectOptions(flow.getByRole('combobox'), 'between')
    await type(user, flow.getByRole('textbox', { name: 'Net flow: from' }), '1000')
    expect(asked()?.filters).toBeUndefined()
    await type(user, flow.getByRole('textbox', { name: 'Net flow: to' }), '9')
    await waitFor(() =>
      expect(filters()).toEqual([{ field: 'funds.flow', op: 'between', values: [9, 1000] }]),
    )
    await type(user, flow.getByRole('textbox', { name: 'Net flow: to' }), '')
    await waitFor(() => expect(asked()?.filters).toBeUndefined())
    flow.getByRole('textbox', { name: 'Net flow: to' })
  })

  test('is compared with its one number, whatever the other end holds', async () => {
    const { user, filters } = await openSettings()
    const flow = within(await card(user, 'Net flow'))
    await user.selectOptions(flow.getByRole('combobox'), 'between')
    await type(user, flow.getByRole('textbox', { name: 'Net flow: from' }), '5')
    await type(user, flow.getByRole('textbox', { name: 'Net flow: to' }), 'nine')
    await flow.findByRole('alert')
    await user.selectOptions(flow.getByRole('combobox'), 'at least')
    await waitFor(() => expect(filters()).toEqual([{ field: 'funds.flow', op: 'ge', values: [5] }]))
    expect(flow.queryByRole('alert')).toBeNull()
  })

  test('shows a condition from the question’s text, and follows undo', async () => {
    const { user, builder } = await openSettings({
      filters: [{ field: 'funds.flow', op: 'gt', values: [1e9] }],
    })
    const value = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Net flow: value' }).value
    const condition = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Net flow: condition' })
    expect([condition.value, value()]).toEqual(['gt', '1bn'])
    await type(user, screen.getByRole('textbox', { name: 'Net flow: value' }), '5')
    await waitFor(() => expect(builder.state.get().answer.query.filters?.[0]?.values).toEqual([5]))
    builder.undo()
    await waitFor(() => expect(value()).toBe('1bn'))
  })
})

describe('a number as people write it', () => {
  test.each([
    ['50m', 'ge', [50e6]],
    ['> 100m', 'gt', [100e6]],
    ['>= $1,250', 'ge', [1250]],
    ['≤ 2.5 bn', 'le', [2.5e9]],
    ['<1.1k', 'lt', [1100]],
    ['under −3%', 'lt', [-3]],
    ['= 1.5t', 'eq', [1.5e12]],
    ['5m to 10m', 'between', [5e6, 10e6]],
  ])('%s', async (text, op, values) => {
    const { user, filters } = await openSettings()
    const flow = within(await card(user, 'Net flow'))
    await type(user, flow.getByRole('textbox', { name: 'Net flow: value' }), text)
    await waitFor(() => expect(filters()).toEqual([{ field: 'funds.flow', op, values }]))
    expect(flow.getByRole<HTMLSelectElement>('combobox').value).toBe(op)
    expect(flow.queryByRole('alert')).toBeNull()
  })

  test.each(['50q', '1,5', '5 million dollars', '--3', '12.3.4', 'm', '1000 00'])(
    'an invalid number is refused and changes nothing: %s',
    async (text) => {
      const { user, builder } = await openSettings({
        filters: [{ field: 'funds.flow', op: 'gt', values: [7] }],
      })
      const before = builder.state.get().answer
      const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Net flow: value' })
      await type(user, field, text)
      expect((await screen.findByRole('alert')).textContent).toContain(`“${text}”`)
      expect(field.getAttribute('aria-invalid')).toBe('true')
      expect(field.value).toBe(text)
      expect(builder.state.get().answer).toEqual(before)
    },
  )
})

describe('an attribute of numbers or of days', () => {
  test('is compared as a number, and individually named numbers are checked', async () => {
    const { user, filters } = await openSettings({
      filters: [{ field: 'funds.age', op: 'in', values: [30, 90] }],
    })
    const age = within(
      screen.getByRole('button', { name: 'Remove the Age filter' }).closest('.filter-card') as HTMLElement,
    )
    await user.click(age.getByRole('checkbox', { name: '90' }))
    await waitFor(() => expect(filters()).toEqual([{ field: 'funds.age', op: 'in', values: [30] }]))
    await user.click(age.getByRole('button', { name: 'Remove the Age filter' }))
    const anew = within(await card(user, 'Age'))
    await user.selectOptions(anew.getByRole('combobox'), 'is')
    await type(user, anew.getByRole('textbox', { name: 'Age: value' }), '30')
    await waitFor(() => expect(filters()).toEqual([{ field: 'funds.age', op: 'eq', values: [30] }]))
  })

  test.each([
    ['from', 'ge'],
    ['until', 'le'],
    ['on', 'eq'],
  ])('of days begins or ends: %s', async (words, op) => {
    const { user, filters } = await openSettings()
    const launch = within(await card(user, 'Launched'))
    await user.selectOptions(launch.getByRole('combobox', { name: 'Launched: condition' }), words)
    await type(user, launch.getByLabelText('Launched: value'), '2025-03-01')
    await waitFor(() => expect(filters()).toEqual([{ field: 'funds.launched', op, values: ['2025-03-01'] }]))
  })
})

test('the controls of one chart do not stay for the next', async () => {
  const { user, builder } = await openSettings()
  const flow = within(await card(user, 'Net flow'))
  await type(user, flow.getByRole('textbox'), '50')
  await waitFor(() => expect(builder.state.get().answer.query.filters).toHaveLength(1))
  const control = () => screen.queryByRole('button', { name: 'Remove the Net flow filter' })
  builder.reset()
  builder.edit((answer) => addMeasure(answer, 'funds.flow'))
  await waitFor(() => expect(control()).toBeNull())
  // They do not stay for an answer to a new question in words either.
  await card(user, 'Net flow')
  builder.state.set({ reading: { amended: false } as unknown as Reading })
  await waitFor(() => expect(control()).toBeNull())
})

describe('settings', () => {
  describe('the time', () => {
    const time = () => within(screen.getByRole('region', { name: 'Time' }))
    test.each([
      ['30 days', { kind: 'last', count: 30, unit: 'day' }],
      ['1 year', { kind: 'last', count: 1, unit: 'year' }],
      ['This quarter', { kind: 'current', unit: 'quarter' }],
      ['Year to date', { kind: 'current', unit: 'year' }],
      ['All', { kind: 'all' }],
    ])('is one press away: %s', async (label, range) => {
      const { user, asked } = await openSettings()
      await user.click(time().getByRole('radio', { name: label }))
      await waitFor(() => expect(asked()?.range).toEqual(range))
      expect(time().getByRole<HTMLInputElement>('radio', { name: label }).checked).toBe(true)
    })

    test('is a number of recent intervals, or a date range', async () => {
      const { user, asked } = await openSettings()
      await type(user, time().getByRole('spinbutton', { name: 'How many' }), '6')
      await user.selectOptions(time().getByRole('combobox', { name: 'Unit' }), 'weeks')
      await waitFor(() => expect(asked()?.range).toEqual({ kind: 'last', count: 6, unit: 'week' }))
      await type(user, time().getByLabelText('From'), '2026-01-01')
      await type(user, time().getByLabelText('To'), '2026-03-31')
      await waitFor(() =>
        expect(asked()?.range).toEqual({ kind: 'between', from: '2026-01-01', to: '2026-03-31' }),
      )
      // Days that end before they begin send no request.
      await type(user, time().getByLabelText('From'), '2026-05-01')
      expect(asked()?.range).toEqual({ kind: 'between', from: '2026-01-01', to: '2026-03-31' })
    })
  })

  describe('other manual settings', () => {
    test('interval, the largest, order and comparison are each one choice, and each is undone in turn', async () => {
      const { user, builder, asked } = await openSettings()
      const region = (name: string) => within(screen.getByRole('region', { name }))
      await user.click(region('Interval').getByRole('radio', { name: 'Week' }))
      await waitFor(() => expect(asked()?.grain).toBe('week'))
      await user.selectOptions(region('Order').getByRole('combobox', { name: 'Show' }), 'Show top')
      await type(user, await region('Order').findByRole('spinbutton', { name: 'How many to show' }), '5')
      await waitFor(() =>
        expect(asked()?.top).toEqual({ attribute: 'funds.fund', by: 'funds.flow', count: 5, from: 'top' }),
      )
      await user.selectOptions(region('Order').getByRole('combobox', { name: 'Sort by' }), 'by Net flow')
      await waitFor(() => expect(asked()?.sort).toEqual({ by: 'funds.flow', descending: true }))
      await user.click(region('Compare with').getByRole('radio', { name: 'Previous period' }))
      await waitFor(() => expect(asked()?.compare).toBe('previous-period'))

      const before = builder.state.get().answer
      const steps = builder.state.get().past.length
      for (let step = 0; step < steps; step += 1) builder.undo()
      expect(builder.state.get().answer.query).toEqual({
        measures: ['funds.flow'],
        attributes: ['funds.fund'],
      })
      for (let step = 0; step < steps; step += 1) builder.redo()
      expect(builder.state.get().answer).toEqual(before)
    })
  })
})

describe('range switch', () => {
  function show(fixed: boolean): () => void {
    const choose = vi.fn<() => void>()
    const look = { words: createWords(noCustomizations) } as unknown as Look
    render(
      <LookContext.Provider value={look}>
        <RangeSwitch ranges={['30D', '1Y']} chosen="1Y" fixed={fixed} choose={choose} />
      </LookContext.Provider>,
      document.body,
    )
    return choose
  }

  test('a range that affects a chart can be selected', () => {
    const choose = show(false)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '1Y' }).checked).toBe(true)
    screen.getByRole('radio', { name: '30D' }).click()
    expect(choose).toHaveBeenCalledWith('30D')
    expect(screen.queryByText('Charts use their own time ranges')).toBeNull()
  })

  test('a range that affects no chart is not highlighted, is disabled and explains why', () => {
    const choose = show(true)
    screen.getByText('Charts use their own time ranges')
    for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) {
      expect([radio.disabled, radio.checked]).toEqual([true, false])
      radio.click()
    }
    expect(choose).not.toHaveBeenCalled()
  })
})

describe('a chart shown as a table', () => {
  const line = (key: string, values: readonly (number | null)[]) => ({
    key,
    label: key,
    colorKey: key,
    values,
  })
  const supply: SeriesData = {
    kind: 'series',
    shape: 'change',
    grain: 'day',
    dates: ['2026-11-18', '2026-11-19', '2026-11-20'],
    series: [line('USDT', [190e9, null, 192.5e9]), line('USDC', [10e9, null, 7.5e9])],
    format: { kind: 'usd' },
  }

  /** The cells of a table as displayed and as copied. */
  function shown(data: TileData, title = 'Supply by stablecoin') {
    render(<PlainTableView tile={{ id: 't', title, subtitle: '', data } as Tile} />, document.body)
    const rows = [...document.querySelectorAll('tr')].map((row) => [...row.cells])
    render(null, document.body)
    return {
      read: rows.map((row) => row.map(({ textContent }) => textContent)),
      copied: rows.map((row) => row.map(({ dataset }) => dataset['whole'])),
    }
  }

  test('says what the chart draws: changes since the first day with their total, or shares of the day', () => {
    const changes = shown(supply)
    expect(changes.read).toEqual([
      ['Day', 'USDT', 'USDC', 'Total'],
      ['20 Nov 2026', '+$2,500,000,000', '\u2212$2,500,000,000', '$0.00'],
      ['18 Nov 2026', '$0.00', '$0.00', '$0.00'],
    ])
    expect(changes.copied[1]).toEqual([undefined, '2500000000', '-2500000000', '0'])
    const shares = shown({ ...supply, shape: 'area-100' })
    expect(shares.read).toEqual([
      ['Day', 'USDT', 'USDC'],
      ['20 Nov 2026', '96.3%', '3.8%'],
      ['18 Nov 2026', '95.0%', '5.0%'],
    ])
    expect(shares.copied[1]).toEqual([undefined, '96.25', '3.75'])
    expect(shown({ ...supply, shape: 'line' }).read[1]).toEqual([
      '20 Nov 2026',
      '$192,500,000,000',
      '$7,500,000,000',
    ])
  })
})

describe('what is copied', () => {
  const select = (from: Node, to: Node): Selection | null => {
    const range = document.createRange()
    range.setStartBefore(from)
    range.setEndAfter(to)
    const selection = document.getSelection()
    selection?.removeAllRanges()
    selection?.addRange(range)
    return selection
  }

  test('from a table are its full numbers, one row per line, and plain text is left to the browser', () => {
    const table = document.createElement('table')
    table.innerHTML =
      '<tr><th>USDT</th><td><span data-whole="190123456789.5">$190B</span></td></tr>' +
      '<tr><th>USDC</th><td><span data-whole="-0.0123">\u22120.0%</span></td></tr>'
    document.body.append(table)
    const [first, second] = table.querySelectorAll('tr')
    if (!first || !second) throw new Error('There are no rows')
    expect(wholeText(select(first, second))).toBe('USDT\t190123456789.5\nUSDC\t-0.0123')
    const number = first.querySelector('span')?.firstChild
    if (!number) throw new Error('There is no number')
    expect(wholeText(select(number, number))).toBe('190123456789.5')
    const name = first.querySelector('th')?.firstChild
    if (!name) throw new Error('There is no name')
    expect(wholeText(select(name, name))).toBeNull()
    table.remove()
  })

  test('from the table of an answer are its full numbers as well', () => {
    const columns = [
      { id: 'day', label: 'Date', role: 'date' },
      { id: 'net', label: 'Net issuance', role: 'measure', format: { kind: 'usd', signed: true } },
    ] as const
    const table = { columns, cells: [['2026-08-17'], [-1_093_456_789]], rows: 1 }
    const result = { table, tile: { title: 'Net issuance' } } as unknown as RunResult
    render(<AnswerTableView result={result} order={null} setOrder={vi.fn()} />, document.body)
    const [head, row] = document.querySelectorAll('tr')
    if (!head || !row) throw new Error('There are no rows')
    expect(row.textContent).toContain('\u2212$1.09B')
    expect(wholeText(select(head, row))).toBe('Date\tNet issuance\n17 Aug 2026\t-1093456789')
    render(null, document.body)
  })
})
