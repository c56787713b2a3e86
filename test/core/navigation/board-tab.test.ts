import { describe, expect, test } from 'vitest'
import { readTab, tabForAddress } from '../../../src/core/navigation/board-tab'

describe('the tab in the address', () => {
  test.each([
    ['overview', 'overview'],
    ['0b4f8a52-1d2c-4e8e-9a65-6f8f6d3b2a10', '0b4f8a52-1d2c-4e8e-9a65-6f8f6d3b2a10'],
    ['../../evil', null],
    ['javascript:alert(1)', null],
    ['', null],
    [null, null],
  ])('%j reads as %j', (given, tab) => {
    expect(readTab(given)).toBe(tab)
  })

  test('the tab a board opens by itself stays out of the address', () => {
    expect(tabForAddress({ inAddress: null, reported: 'first', opening: null })).toEqual({
      tab: null,
      opening: 'first',
    })
  })

  test('another tab goes into it, and the way back takes it out again', () => {
    expect(tabForAddress({ inAddress: null, reported: 'second', opening: 'first' }).tab).toBe('second')
    expect(tabForAddress({ inAddress: 'second', reported: 'first', opening: 'first' }).tab).toBeNull()
  })

  test('a shared link keeps its tab when the board confirms it', () => {
    expect(tabForAddress({ inAddress: 'second', reported: 'second', opening: null })).toEqual({
      tab: 'second',
      opening: null,
    })
  })

  test.each([[null], ['../evil']])('a board that reports %j changes nothing', (reported) => {
    expect(tabForAddress({ inAddress: 'second', reported, opening: 'first' })).toEqual({
      tab: 'second',
      opening: 'first',
    })
  })
})
