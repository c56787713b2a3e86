import { describe, expect, test } from 'vitest'
import { lastLook } from '../../../src/core/favorites/last-look'

const minute = 60_000
const day = 24 * 60 * minute

describe('what a number was when one last looked', () => {
  test('is what it was at the end of the last visit, however often one looks during the next', () => {
    const first = lastLook(null, [{ id: 'a', value: 1 }], day)
    expect(first.seen).toEqual([{ id: 'a', value: 1, before: null }])
    const second = lastLook(first.text, [{ id: 'a', value: 2 }], day + 20 * minute)
    expect(second.seen).toEqual([{ id: 'a', value: 2, before: null }])
    const next = lastLook(second.text, [{ id: 'a', value: 3 }], 2 * day)
    const before = { value: 2, at: day + 20 * minute }
    expect(next.seen).toEqual([{ id: 'a', value: 3, before }])
    const again = lastLook(next.text, [{ id: 'a', value: 4 }], 2 * day + 29 * minute)
    expect(again.seen).toEqual([{ id: 'a', value: 4, before }])
  })

  test('stays for those that are not on Home today', () => {
    const first = lastLook(null, [{ id: 'a', value: 1 }], day)
    const other = lastLook(first.text, [{ id: 'b', value: 1 }], 2 * day)
    expect(lastLook(other.text, [{ id: 'a', value: 2 }], 3 * day).seen).toEqual([
      { id: 'a', value: 2, before: { value: 1, at: day } },
    ])
  })

  test('is unknown where what is stored is none of ours, and of a bad entry alone', () => {
    for (const stored of ['', '{', '[]', '{"version":2,"numbers":[{"id":"a","value":1,"at":0}]}', 'null'])
      expect(lastLook(stored, [{ id: 'a', value: 2 }], day).seen).toEqual([
        { id: 'a', value: 2, before: null },
      ])
    const stored = JSON.stringify({
      version: 1,
      numbers: [null, { id: 'b', value: '1', at: 0 }, { id: 'a', value: 1, at: 0, before: 'x' }],
    })
    const numbers = ['a', 'b'].map((id) => ({ id, value: 2 }))
    expect(lastLook(stored, numbers, day).seen).toEqual([
      { id: 'a', value: 2, before: { value: 1, at: 0 } },
      { id: 'b', value: 2, before: null },
    ])
  })

  test('is kept of as many as can be favorites', () => {
    const many = Array.from({ length: 150 }, (_, at) => ({ id: String(at), value: at }))
    const { numbers }: { readonly numbers: readonly { readonly id: string }[] } = JSON.parse(
      lastLook(null, many, day).text,
    )
    expect([numbers.length, numbers[0]?.id]).toEqual([100, '50'])
  })
})
