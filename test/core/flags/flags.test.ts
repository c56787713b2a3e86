import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryPageAddress } from '../../../src/adapters/page-address/memory-page-address'
import { previewActive, readFlagValues, withPreview } from '../../../src/core/flags/evaluate'
import { defaultFlagValues, flagKeys, overdueFlags, reviews } from '../../../src/core/kernel/flag-table'
import { readPreview } from '../../../src/core/flags/preview'
import { readFileSync } from 'node:fs'
import { parseSync, Visitor, build, createLogger, type PluginOption } from 'vite'
import { memoryFlagSource } from '../../../src/adapters/flag-source/memory/memory-flag-source'
import { filesBelow } from '../../architecture/imports'
import portalBuild from '../../../vite.config'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { flagTimestamp, flagUserContext } from '../../../src/core/flags/flags-of-session'

describe('evaluate', () => {
  describe('flag values read from a vendor', () => {
    it('are the defaults where the vendor returns nothing, null or another type', () => {
      expect(readFlagValues(() => undefined)).toEqual(defaultFlagValues)
      expect(readFlagValues(() => null)).toEqual(defaultFlagValues)
      expect(readFlagValues(() => 'true')).toEqual(defaultFlagValues)
    })

    it('have the table’s types whatever the vendor returns', () => {
      fc.assert(
        fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), (vendor, odd) => {
          const values = readFlagValues((key) => vendor[key] ?? odd)
          return flagKeys.every((key) => typeof values[key] === 'boolean')
        }),
      )
    })
  })

  describe('the preview bypass', () => {
    const bypass = { ...defaultFlagValues, 'miu-query-params-bypass': true }

    it('makes every boolean true when the secret matches and the flag is on', () => {
      expect(Object.values(withPreview(bypass, true))).toEqual(flagKeys.map(() => true))
    })

    it.each([
      [bypass, false],
      [defaultFlagValues, true],
      [defaultFlagValues, false],
    ])('does nothing with one condition alone', (values, given) => {
      expect(withPreview(values, given)).toBe(values)
      expect(previewActive(values, given)).toBe(false)
    })

    it('reads the value once, removes it from the URL, and lasts for the tab', () => {
      const tabStore = memoryKeyValueStore()
      const pageAddress = memoryPageAddress('/datasets/etf?preview=word&tab=flows')
      const preview = readPreview({ tabStore, pageAddress }, 'word', 'ab12', 'AB12')
      expect(preview.given()).toBe(true)
      expect(pageAddress.current()).toBe('/datasets/etf?tab=flows')

      const afterSignIn = readPreview({ tabStore, pageAddress }, null, null, 'ab12')
      expect(afterSignIn.given()).toBe(true)
      afterSignIn.leave()
      expect(readPreview({ tabStore, pageAddress }, null, null, 'ab12').given()).toBe(false)
    })

    it('ends with its secret: a later release with another one, or with none, does not give it to the tab', () => {
      const needs = { tabStore: memoryKeyValueStore(), pageAddress: memoryPageAddress('/home') }
      expect(readPreview(needs, 'word', 'ab12', 'ab12').given()).toBe(true)
      expect(readPreview(needs, null, null, 'cd34').given()).toBe(false)
      expect(readPreview(needs, 'guess', 'ef56', 'cd34').given()).toBe(false)
      expect(readPreview(needs, null, null, null).given()).toBe(false)
      expect(readPreview(needs, null, null, 'ab12').given()).toBe(true)
    })

    it('also removes a wrong value from the URL, and does not start', () => {
      const pageAddress = memoryPageAddress('/home?preview=guess')
      const preview = readPreview({ tabStore: memoryKeyValueStore(), pageAddress }, 'guess', 'cd34', 'ab12')
      expect(preview.given()).toBe(false)
      expect(pageAddress.current()).toBe('/home')
    })
  })
})

describe('flag reads', () => {
  /** Where a source reads a flag: `….values['key']`, `values['key']`, `….all()['key']`. */
  function flagReads(file: string, code: string): readonly string[] {
    const { program, errors } = parseSync(file, code)
    if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message ?? ''}`)
    const found: string[] = []
    const text = (node: { readonly start: number; readonly end: number }): string =>
      code.slice(node.start, node.end)
    new Visitor({
      MemberExpression({ computed, object, property }) {
        if (!computed || property.type !== 'Literal' || typeof property.value !== 'string') return
        if (/(^|\.)values$|\.all\(\)$/.test(text(object))) found.push(property.value)
      },
    }).visit(program)
    return found
  }

  const table: readonly string[] = flagKeys

  describe('flags that the portal reads', () => {
    const reads = filesBelow('src', /\.tsx?$/).flatMap((file) =>
      flagReads(file, readFileSync(file, 'utf8')).map((key) => ({ file, key })),
    )

    it('are found', () => {
      const keys = reads.map(({ key }) => key)
      for (const key of [
        'miu-chart-interactions-enabled',
        'miu-deep-research-enabled',
        'miu-query-params-bypass',
      ])
        expect(keys).toContain(key)
    })

    it('are all in the table', () => {
      expect(reads.filter(({ key }) => !table.includes(key))).toEqual([])
    })

    it.each([
      "const on = state.values['no-such-flag']",
      "const on = values['no-such-flag']",
      "const on = source.all()['no-such-flag']",
      "const On = () => <b hidden={state.values['no-such-flag']} />",
    ])('would be detected: %s', (code) => {
      expect(flagReads('planted.tsx', code)).toEqual(['no-such-flag'])
    })

    it('do not compile when they are not in the table', () => {
      const source = memoryFlagSource()
      // @ts-expect-error -- there is no such flag
      expect(source.all()['no-such-flag']).toBeUndefined()
      // @ts-expect-error -- a flag has one type
      const text: string = source.all()['new-feature']
      expect(text).toBe(false)
    })
  })
})

describe('flag table', () => {
  describe('the flag table', () => {
    it('has the specification’s defaults', () => {
      expect(defaultFlagValues).toEqual({
        'miu-app-enabled': false,
        'miu-query-params-bypass': false,
        'new-feature': false,
        'UI-403': false,
        'miu-chart-interactions-enabled': true,
        'miu-deep-research-enabled': true,
      })
    })

    it('has an owner and a review date for every flag', () => {
      for (const { owner, by } of Object.values(reviews)) {
        expect(owner).not.toBe('')
        expect(new Date(by).toISOString().slice(0, 10)).toBe(by)
      }
    })

    it('has no flag that is overdue for review', () => {
      const today = new Date().toISOString().slice(0, 10)
      const whatToDo =
        'src/core/kernel/flag-table.ts: is the flag still needed? Its owner gives it a later date in reviews, or takes it out'
      expect(overdueFlags(today), whatToDo).toEqual([])
    })

    it('accepts a review on the review date and not after it', () => {
      const { by, owner } = reviews['new-feature']
      const line = `new-feature (${owner})`
      expect(overdueFlags(by)).not.toContain(line)
      expect(overdueFlags(`${by}+`)).toContain(line)
    })
  })

  describe('the build of the portal', () => {
    const onlyReview = async (): Promise<readonly string[]> => {
      const { plugins = [] } = portalBuild({ mode: 'production', command: 'build' })
      const review = plugins.find((one) => isNamed(one) && one.name === 'reviewed-flags')
      expect(review).toBeDefined()
      const warnings: string[] = []
      const customLogger = createLogger('warn')
      customLogger.warn = (text) => void warnings.push(text)
      await build({
        configFile: false,
        customLogger,
        plugins: [review ?? null],
        build: { write: false, lib: { entry: 'src/core/kernel/limits.ts', formats: ['es'] } },
      })
      return warnings
    }

    it('emits no warning while no flag is overdue', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 1) })
      try {
        expect(await onlyReview()).toEqual([])
      } finally {
        vi.useRealTimers()
      }
    })

    it('succeeds with an overdue flag, so that old releases still build, and names it', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2099, 0, 1) })
      try {
        const [warning = '', ...more] = await onlyReview()
        expect(warning).toMatch(
          /flag-table\.ts: past the review date are miu-app-enabled \(portal\), .*reviews/s,
        )
        expect(more).toEqual([])
      } finally {
        vi.useRealTimers()
      }
    })
  })

  function isNamed(option: PluginOption): option is PluginOption & { readonly name: string } {
    return typeof option === 'object' && option !== null && 'name' in option
  }
})

describe('user context', () => {
  const noon = Date.UTC(2026, 10, 21, 12, 34)
  const day = 86_400_000
  const surroundings = {
    hasBypassAccess: false,
    userAgent: 'Browser/1',
    timestamp: '2026-11-21T00:00:00.000Z',
  }
  const user = {
    subject: 'auth|1',
    issuer: 'https://id.example.com/',
    name: 'Ada Winter',
    email: 'ada@example.com',
  }

  describe('the user context of flags', () => {
    it('is anonymous without a user', () => {
      expect(flagUserContext(undefined, surroundings)).toEqual({
        kind: 'user',
        key: 'anonymous',
        anonymous: true,
        custom: surroundings,
      })
    })

    it('is keyed by email, else by subject, else "anonymous"', () => {
      const context = flagUserContext(user, { ...surroundings, hasBypassAccess: true })
      expect(context).toEqual({
        kind: 'user',
        key: 'ada@example.com',
        email: 'ada@example.com',
        name: 'Ada Winter',
        anonymous: false,
        custom: { ...surroundings, hasBypassAccess: true },
      })
      const { subject, issuer } = user
      expect(flagUserContext({ ...user, email: '' }, surroundings)).not.toHaveProperty('email')
      expect(flagUserContext({ subject, issuer }, surroundings).key).toBe('auth|1')
      expect(flagUserContext({ subject: '', issuer }, surroundings).key).toBe('anonymous')
    })

    it('has a fixed order of fields, whatever the order in the user', () => {
      const { email, name, issuer, subject } = user
      const other = { email, name, issuer, subject }
      const { custom } = flagUserContext(user, surroundings)
      const { hasBypassAccess, userAgent, timestamp } = custom
      expect(JSON.stringify(flagUserContext(other, { timestamp, userAgent, hasBypassAccess }))).toBe(
        JSON.stringify(flagUserContext(user, surroundings)),
      )
    })

    it('stays small enough for a URL, whatever the names of users and browsers', () => {
      const long = 'x'.repeat(20_000)
      const context = flagUserContext({ ...user, name: long }, { ...surroundings, userAgent: long })
      expect(JSON.stringify(context).length).toBeLessThan(1_000)
    })
  })

  describe('the timestamp of the context', () => {
    it('is the day of the first visit, for a month', () => {
      const needs = { clock: fixedClock(noon), keyValueStore: memoryKeyValueStore() }
      expect(flagTimestamp(needs)).toBe('2026-11-21T00:00:00.000Z')
      needs.clock.advance(29 * day)
      expect(flagTimestamp(needs)).toBe('2026-11-21T00:00:00.000Z')
      needs.clock.advance(day)
      expect(flagTimestamp(needs)).toBe('2026-12-21T00:00:00.000Z')
    })

    it.each(['soon', '', 'NaN', String(noon + 3 * day)])('rejects %j', (stored) => {
      const keyValueStore = memoryKeyValueStore()
      keyValueStore.write('assay.flags.since', stored)
      expect(flagTimestamp({ clock: fixedClock(noon), keyValueStore })).toBe('2026-11-21T00:00:00.000Z')
    })

    it('is today where storage is unavailable', () => {
      const needs = { clock: fixedClock(noon), keyValueStore: memoryKeyValueStore({ capacity: 0 }) }
      expect(flagTimestamp(needs)).toBe('2026-11-21T00:00:00.000Z')
      needs.clock.advance(day)
      expect(flagTimestamp(needs)).toBe('2026-11-22T00:00:00.000Z')
    })
  })
})
