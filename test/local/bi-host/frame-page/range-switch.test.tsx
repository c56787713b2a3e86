import { screen } from '@testing-library/react'
import { render } from 'preact'
import { expect, test, vi } from 'vitest'
import { RangeSwitch } from '../../../../local/bi-host/frame/board/board-header'
import { LookContext, type Look } from '../../../../local/bi-host/frame/parts/context'
import { noCustomizations } from '../../../../local/bi-host/frame/protocol/customizations'
import { createWords } from '../../../../local/bi-host/frame/theme/words'

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
