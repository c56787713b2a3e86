import { describe, expect, test } from 'vitest'
import { readLinkedId, tabForAddress, viewForAddress } from '../../../src/core/navigation/board-links'

describe('the tab in the address', () => {
  test.each([
    ['overview', 'overview'],
    ['0b4f8a52-1d2c-4e8e-9a65-6f8f6d3b2a10', '0b4f8a52-1d2c-4e8e-9a65-6f8f6d3b2a10'],
    ['../../evil', null],
    ['javascript:alert(1)', null],
    ['', null],
    [null, null],
  ])('%j reads as %j', (given, tab) => {
    expect(readLinkedId(given)).toBe(tab)
  })

  test('a board that is where it opened leaves the address as it is', () => {
    expect(tabForAddress({ inAddress: null, chosen: null })).toBeNull()
    expect(tabForAddress({ inAddress: 'second', chosen: null })).toBe('second')
  })

  test('a chosen tab goes into it, the first one too', () => {
    expect(tabForAddress({ inAddress: null, chosen: 'second' })).toBe('second')
    expect(tabForAddress({ inAddress: 'second', chosen: 'first' })).toBe('first')
  })

  test('what is no plain id stays out of it', () => {
    expect(tabForAddress({ inAddress: 'second', chosen: '../evil' })).toBe('second')
  })
})

test.each([
  ['nobody has moved it', 'mine', undefined, 'mine'],
  ['a view was chosen', null, 'mine', 'mine'],
  ['another one was', 'mine', 'other', 'other'],
  ['the view was left', 'mine', null, null],
  ['it says what is no id', 'mine', '../evil', null],
])('the view in the address, when %s', (_, inAddress, chosen, wanted) => {
  expect(viewForAddress(inAddress, chosen)).toBe(wanted)
})
