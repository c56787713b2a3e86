import { describe, expect, it } from 'vitest'
import { dayOf } from '../../../../local/bi-host/data/days'
import { along, shares, smoothPath } from '../../../../local/bi-host/data/paths'

describe('along', () => {
  it('reads anchors from a line', () => {
    expect(along('2023-11-21 37400, 2024-11-21 98000')).toEqual([
      ['2023-11-21', 37_400],
      ['2024-11-21', 98_000],
    ])
  })

  it('refuses an anchor without its number', () => {
    expect(() => along('2023-11-21 37400, 2024-11-21')).toThrow('is no anchor')
  })
})

describe('smoothPath', () => {
  const anchors = along('2024-01-01 10, 2024-01-11 40, 2024-01-21 40, 2024-01-31 20')
  const path = smoothPath(dayOf('2023-12-30'), 40, anchors)

  it('passes its anchors and is flat outside', () => {
    expect(path[0]).toBeCloseTo(10)
    expect(path[2]).toBeCloseTo(10)
    expect(path[12]).toBeCloseTo(40)
    expect(path[32]).toBeCloseTo(20)
    expect(path[39]).toBeCloseTo(20)
  })

  it('never overshoots', () => {
    expect(Math.max(...path)).toBeLessThanOrEqual(40 + 1e-9)
    expect(Math.min(...path)).toBeGreaterThanOrEqual(10 - 1e-9)
  })

  it('does not depend on how far it is drawn', () => {
    expect([...smoothPath(dayOf('2023-12-30'), 20, anchors)]).toEqual([...path.subarray(0, 20)])
  })
})

describe('shares', () => {
  it('sum to one, or are all zero', () => {
    expect(shares([1, 3])).toEqual([0.25, 0.75])
    expect(shares([0, 0])).toEqual([0, 0])
  })
})
