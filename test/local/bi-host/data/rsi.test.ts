import { describe, expect, it } from 'vitest'
import { wilderRsi } from '../../../../local/bi-host/data/facts/prices'

describe('wilderRsi', () => {
  it('gives the published worked example: 70.53, then 66.32', () => {
    // The 33-day example in StockCharts' description of the indicator, first two values.
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
      46.0328, 45.614, 46.282, 46.282, 46.0028,
    ]
    const rsi = wilderRsi(closes)
    expect(rsi.slice(0, 14)).toEqual(Array.from({ length: 14 }, () => null))
    expect(rsi[14]).toBeCloseTo(70.53, 1)
    expect(rsi[15]).toBeCloseTo(66.32, 1)
  })

  it('is 100 when nothing falls', () => {
    expect(wilderRsi(Array.from({ length: 20 }, (_, day) => 100 + day))[19]).toBe(100)
  })
})
