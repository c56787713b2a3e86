import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { openSettings, type } from './open-settings'
import { render } from 'preact'
import { wholeText } from '../../../../local/bi-host/frame/app/page'
import { RangeSwitch } from '../../../../local/bi-host/frame/board/board-header'
import { LookContext, type Look } from '../../../../local/bi-host/frame/parts/context'
import { noCustomizations } from '../../../../local/bi-host/frame/protocol/customizations'
import { createWords } from '../../../../local/bi-host/frame/theme/words'

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

    test('is the last so many of something, or two days', async () => {
      const { user, asked } = await openSettings()
      await type(user, time().getByRole('spinbutton', { name: 'How many' }), '6')
      await user.selectOptions(time().getByRole('combobox', { name: 'Unit' }), 'weeks')
      await waitFor(() => expect(asked()?.range).toEqual({ kind: 'last', count: 6, unit: 'week' }))
      await type(user, time().getByLabelText('From'), '2026-01-01')
      await type(user, time().getByLabelText('To'), '2026-03-31')
      await waitFor(() =>
        expect(asked()?.range).toEqual({ kind: 'between', from: '2026-01-01', to: '2026-03-31' }),
      )
      // Days that end before they begin ask for nothing.
      await type(user, time().getByLabelText('From'), '2026-05-01')
      expect(asked()?.range).toEqual({ kind: 'between', from: '2026-01-01', to: '2026-03-31' })
    })
  })

  describe('what else can be asked by hand', () => {
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

  test('a range that something follows can be chosen', () => {
    const choose = show(false)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '1Y' }).checked).toBe(true)
    screen.getByRole('radio', { name: '30D' }).click()
    expect(choose).toHaveBeenCalledWith('30D')
    expect(screen.queryByText('Charts use their own time ranges')).toBeNull()
  })

  test('a range that nothing follows is not lit, takes no press and says why', () => {
    const choose = show(true)
    screen.getByText('Charts use their own time ranges')
    for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) {
      expect([radio.disabled, radio.checked]).toEqual([true, false])
      radio.click()
    }
    expect(choose).not.toHaveBeenCalled()
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

  test('from a table are its numbers whole, a row a line; plain words are left to the browser', () => {
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
})
