import { build, type PluginOption } from 'vite'
import { describe, expect, it, vi } from 'vitest'
import { defaultFlagValues, flagKeys, flagTable, overdueFlags } from '../../../src/core/kernel/flag-table'
import portalBuild from '../../../vite.config'

describe('the flag table', () => {
  it('has the specification’s defaults', () => {
    expect(defaultFlagValues()).toEqual({
      'miu-app-enabled': false,
      'miu-query-params-bypass': false,
      'new-feature': false,
      'UI-403': false,
      'miu-chart-interactions-enabled': true,
      'miu-deep-research-enabled': true,
    })
  })

  it('sets exactly the four flags of the specification when none came in time', () => {
    const onTimeout = flagKeys.filter((key) => flagTable[key].onTimeout !== undefined)
    expect(onTimeout).toEqual(['miu-app-enabled', 'miu-query-params-bypass', 'new-feature', 'UI-403'])
  })

  it('has an owner, a reason and a review date for every flag', () => {
    for (const key of flagKeys) {
      const { owner, changes, reviewBy } = flagTable[key]
      expect(owner.length * changes.length, key).toBeGreaterThan(0)
      expect(new Date(reviewBy).toISOString().slice(0, 10), key).toBe(reviewBy)
    }
  })

  it('has no flag that is overdue for review', () => {
    expect(overdueFlags(new Date().toISOString().slice(0, 10))).toEqual([])
  })

  it('lets a flag be reviewed on its day and not after it', () => {
    const day = flagTable['new-feature'].reviewBy
    expect(overdueFlags(day)).not.toContain('new-feature')
    expect(overdueFlags(`${day}+`)).toContain('new-feature')
  })
})

describe('the build of the portal', () => {
  const onlyReview = async (): Promise<unknown> => {
    const { plugins = [] } = portalBuild({ mode: 'production', command: 'build' })
    const review = plugins.find((one) => isNamed(one) && one.name === 'reviewed-flags')
    expect(review).toBeDefined()
    return build({
      configFile: false,
      logLevel: 'silent',
      plugins: [review ?? null],
      build: { write: false, lib: { entry: 'src/core/kernel/limits.ts', formats: ['es'] } },
    })
  }

  it('goes through while every flag is within its time', async () => {
    await expect(onlyReview()).resolves.toBeDefined()
  })

  it('fails on a flag past its review date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2099, 0, 1) })
    try {
      await expect(onlyReview()).rejects.toThrow(/Flags past their review date: .*miu-app-enabled/)
    } finally {
      vi.useRealTimers()
    }
  })
})

function isNamed(option: PluginOption): option is PluginOption & { readonly name: string } {
  return typeof option === 'object' && option !== null && 'name' in option
}
