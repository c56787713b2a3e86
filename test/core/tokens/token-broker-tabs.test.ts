import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ada, ben, minute, noon, setStage, settled, type Stage, type Tab } from './token-broker-stage'

async function open(stage: Stage, count: number): Promise<readonly Tab[]> {
  const tabs: Tab[] = []
  for (let index = 0; index < count; index += 1) tabs.push(await stage.open())
  return tabs
}

async function tokensOf(tabs: readonly Tab[]): Promise<readonly string[]> {
  const results = await Promise.all(tabs.map((tab) => tab.broker.token()))
  return results.map((result) => (result.ok ? result.value.value : result.failure.kind))
}

describe('one user, several tabs', () => {
  test('three tabs that need a token at the same time send one request', async () => {
    const stage = setStage({ user: ada })
    const tabs = await open(stage, 3)
    expect(new Set(await stage.until(tokensOf([...tabs, ...tabs]))).size).toBe(1)
    expect(stage.service.asked).toHaveLength(1)
  })

  test('a tab opened later receives the token at once', async () => {
    const stage = setStage({ user: ada })
    const [first] = await open(stage, 1)
    await first?.broker.token()
    const [second] = await open(stage, 1)
    await second?.broker.token()
    expect(stage.service.asked).toHaveLength(1)
    expect(stage.clock.now()).toBe(noon)
  })

  test('the token outlives the tab that fetched it', async () => {
    const stage = setStage({ user: ada })
    const [first, second] = (await open(stage, 2)) as [Tab, Tab]
    await tokensOf([first, second])
    first.close()
    const third = await stage.open()
    await third.broker.token()
    second.close()
    await (await stage.open()).broker.token()
    expect(stage.service.asked).toHaveLength(1)
  })

  test('the token is gone once the last tab closes', async () => {
    const stage = setStage({ user: ada })
    const tabs = await open(stage, 3)
    await tokensOf(tabs)
    for (const tab of tabs) tab.close()
    await (await stage.open()).broker.token()
    expect(stage.service.asked).toHaveLength(2)
  })

  test('one request per token lifetime over ten lifetimes, though each tab has its own timer', async () => {
    const stage = setStage({ user: ada, lifetimeMs: 20_000 })
    const tabs = await open(stage, 3)
    await stage.until(tokensOf(tabs))
    // Renewed a fifth early: every 16 seconds.
    await stage.pass(9 * 16_000 + 1_000)
    expect(new Set(await tokensOf(tabs)).size).toBe(1)
    expect(stage.service.asked).toHaveLength(10)
  })

  test('an expiry reported in every tab costs one request', async () => {
    const stage = setStage({ user: ada })
    const tabs = await open(stage, 3)
    const before = await tokensOf(tabs)
    const after = tabs.map(async ({ broker }) => {
      broker.drop()
      return broker.token()
    })
    const given = await stage.until(Promise.all(after))
    expect(new Set(given.map((result) => (result.ok ? result.value.value : ''))).size).toBe(1)
    expect(given).not.toContainEqual(expect.objectContaining({ value: { value: before[0] } }))
    expect(stage.service.asked).toHaveLength(2)
  })

  test('a tab opened before the portal switched to another BI host shares nothing with later tabs', async () => {
    const stage = setStage({ user: ada })
    const before = await stage.open('known', 'https://old.invalid')
    const after = await stage.open()
    const third = await stage.open()
    const [old] = await stage.until(tokensOf([before]))
    const [fresh] = await stage.until(tokensOf([after]))
    expect(fresh).not.toBe(old)
    expect(await stage.until(tokensOf([third, before]))).toEqual([fresh, old])
    expect(stage.service.asked).toHaveLength(2)
  })

  test('a token rejected in one tab is returned in no tab', async () => {
    const stage = setStage({ user: ada })
    const [first, second, third] = (await open(stage, 3)) as [Tab, Tab, Tab]
    const [old = ''] = await tokensOf([first, second, third])
    first.broker.drop(old)
    await settled()
    const fourth = await stage.open()
    const now = await stage.until(tokensOf([second, third, first, fourth]))
    expect(now).not.toContain(old)
    expect(new Set(now).size).toBe(1)
    expect(stage.service.asked).toHaveLength(2)
  })
})

describe('tabs of different sessions', () => {
  test('do not share tokens', async () => {
    const stage = setStage({ user: ada })
    const [hers, alsoHers, left] = (await open(stage, 3)) as [Tab, Tab, Tab]
    left.identity.forget()
    stage.host.become(ben)
    const his = await stage.open()
    const [adas, adasToo, nobodys, bens] = await stage.until(tokensOf([hers, alsoHers, left, his]))
    expect(adas).toBe(adasToo)
    expect(new Set([adas, nobodys, bens]).size).toBe(3)
    expect(stage.service.asked).toHaveLength(3)
    await stage.pass(minute)
    expect(await tokensOf([hers, alsoHers, left, his])).toEqual([adas, adas, nobodys, bens])
  })

  test('a renewal that returns another user leaves none of their tokens with the first user', async () => {
    const stage = setStage({ user: ada })
    const [first, second] = (await open(stage, 2)) as [Tab, Tab]
    stage.service.failNext({ kind: 'token-refused', status: 401 })
    stage.host.become(ben)
    const [hisNow, stillHers] = await stage.until(tokensOf([first, second]))
    const accessOf = (value?: string) =>
      stage.service.issued.find((token) => token.value === value)?.accessToken
    const subjectOf = (value?: string) =>
      stage.host.tokens.find((token) => token.value === accessOf(value))?.subject
    expect([subjectOf(hisNow), subjectOf(stillHers)]).toEqual(['ben', 'ada'])
  })

  test('a token offer is ignored by tabs of other sessions', async () => {
    const stage = setStage()
    const tab = await stage.open()
    stage.browser.postRaw({
      kind: 'token-offered',
      session: '["http://identity.invalid/","ada"]',
      value: 'adas-own-token',
      serverTime: null,
      renewAt: noon + minute,
      goodUntil: noon + minute,
    })
    await settled()
    expect(await tokensOf([tab])).toEqual(['memory-token-0001'])
  })
})

describe('tabs that do not respond', () => {
  test('a tab whose request hangs blocks the others for five seconds at most', async () => {
    const stage = setStage()
    const [hangs, waits] = (await open(stage, 2)) as [Tab, Tab]
    stage.service.hold()
    void hangs.broker.token()
    await settled()
    const answerFromNowOn = stage.service.hold()
    answerFromNowOn()
    const asked = waits.broker.token()
    await stage.pass(4_950)
    expect(stage.service.asked).toHaveLength(1)
    await stage.pass(50)
    expect((await asked).ok).toBe(true)
    expect(stage.service.asked).toHaveLength(2)
  })

  test('a tab that announces a token and closes costs two seconds', async () => {
    const stage = setStage()
    const ghost = stage.browser.open()
    const [living] = (await open(stage, 1)) as [Tab]
    await tokensOf([living])
    const [announced] = await ghost.announcements()
    living.close()
    await ghost.announce(announced ?? '')
    const tab = await stage.open()
    expect(await stage.until(tokensOf([tab]))).toEqual(['memory-token-0002'])
    expect(stage.clock.now()).toBe(noon + 2_000)
  })

  test.each(['not JSON', '[]', '["token"]', '["token",1,2,3]', '["other","anonymous","cafe",1]'])(
    'an invalid announcement (%s) costs no time',
    async (text) => {
      const stage = setStage()
      const ghost = stage.browser.open()
      const [tab] = (await open(stage, 1)) as [Tab]
      await ghost.announce(text)
      await tokensOf([tab])
      expect(stage.clock.now()).toBe(noon)
    },
  )
})

describe('any sequence of actions in tabs', () => {
  type Step =
    | { readonly do: 'ask' | 'drop' | 'close' | 'wake' | 'retry' | 'forget'; readonly tab: number }
    | { readonly do: 'open' }
    | { readonly do: 'pass'; readonly seconds: number }
    | { readonly do: 'fail'; readonly status: number }
    | { readonly do: 'person'; readonly ada: boolean }

  const steps = fc.array(
    fc.oneof<[fc.Arbitrary<Step>, ...fc.Arbitrary<Step>[]]>(
      fc.record({
        do: fc.constantFrom('ask', 'ask', 'ask', 'drop', 'close', 'wake', 'retry', 'forget'),
        tab: fc.nat(3),
      }),
      fc.constant({ do: 'open' }),
      fc.record({ do: fc.constant('pass'), seconds: fc.constantFrom(1, 7, 30, 290) }),
      fc.record({ do: fc.constant('fail'), status: fc.constantFrom(401, 403, 429, 500) }),
      fc.record({ do: fc.constant('person'), ada: fc.boolean() }),
    ),
    { maxLength: 30 },
  )

  test('returns no rejected token, no token of another session, and no two tokens at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const stage = setStage({ user: ada })
        const tabs: Tab[] = [...(await open(stage, 2))]
        const refused = new Set<string>()
        for (const step of script) {
          const tab = 'tab' in step ? tabs[step.tab % Math.max(1, tabs.length)] : undefined
          if (step.do === 'open') tabs.push(await stage.open())
          if (step.do === 'pass') await stage.pass(step.seconds * 1_000)
          if (step.do === 'person') stage.host.become(step.ada ? ada : ben)
          if (step.do === 'fail') {
            stage.service.failNext(
              step.status < 429
                ? { kind: 'token-refused', status: step.status }
                : { kind: 'token-unavailable', status: step.status, retryAfter: null },
            )
          }
          if (tab === undefined) continue
          if (step.do === 'wake') tab.broker.revalidate()
          if (step.do === 'retry') tab.broker.retry()
          if (step.do === 'forget') tab.identity.forget()
          if (step.do === 'close') {
            tab.close()
            tabs.splice(tabs.indexOf(tab), 1)
          }
          if (step.do !== 'ask' && step.do !== 'drop') continue
          const [one, two] = await stage.until(Promise.all([tab.broker.token(), tab.broker.token()]))
          expect(one).toEqual(two)
          if (!one.ok) continue
          expect(refused).not.toContain(one.value.value)
          const issued = stage.service.issued.find(({ value }) => value === one.value.value)
          const owner = stage.host.tokens.find(({ value }) => value === issued?.accessToken)?.subject
          expect(owner).toBe(tab.session.state().user?.subject)
          if (step.do === 'ask') continue
          refused.add(one.value.value)
          tab.broker.drop(one.value.value)
          await settled()
        }
        for (const tab of tabs) tab.close()
      }),
      { numRuns: Number(process.env['ASSAY_FUZZ_RUNS'] ?? 60) },
    )
  }, 60_000)
})
