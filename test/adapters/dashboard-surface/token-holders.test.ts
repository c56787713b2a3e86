import { expect, test } from 'vitest'
import { createTokenHolders } from '../../../src/adapters/dashboard-surface/thoughtspot/token-holders'
import { minute, setStage, settled } from '../../core/tokens/token-broker-stage'

/** A tab with two views, each named, and the token that each has. */
async function twoViews() {
  const stage = setStage()
  const { broker } = await stage.open()
  const views = createTokenHolders<{ readonly name: string }>(broker)
  const request = async (
    view: { readonly name: string },
    why: 'any' | 'ageing' | 'refused',
  ): Promise<string> => {
    views.onTokenRequested(view, why)
    const result = await views.token()
    return result.ok ? result.value.value : result.failure.kind
  }
  return { stage, broker, views, request, old: { name: 'old' }, young: { name: 'young' } }
}

test('an expiry told by a view with an older token leaves the newest, and calls nobody', async () => {
  const { stage, request, old, young } = await twoViews()
  expect(await request(old, 'any')).toBe('memory-token-0001')
  await stage.pass(4 * minute + 100)
  expect(await request(young, 'any')).toBe('memory-token-0002')
  expect(await request(old, 'refused')).toBe('memory-token-0002')
  expect(stage.service.asked).toHaveLength(2)
  // Now it has the newest: an expiry of that is one.
  expect(await request(old, 'refused')).toBe('memory-token-0003')
  expect(await request(young, 'refused')).toBe('memory-token-0003')
  expect(stage.service.asked).toHaveLength(3)
})

test('the same of a view that only sees the end of its older token coming', async () => {
  const { stage, request, old, young } = await twoViews()
  await request(old, 'any')
  await stage.pass(4 * minute + 100)
  await request(young, 'any')
  await stage.pass(minute)
  expect(await request(old, 'ageing')).toBe('memory-token-0002')
  expect(stage.service.asked).toHaveLength(2)
  expect(await request(old, 'ageing')).toBe('memory-token-0003')
})

test('a view that nobody has seen ask before has what was given last', async () => {
  const { stage, broker, request, old } = await twoViews()
  await broker.token()
  expect(await request(old, 'refused')).toBe('memory-token-0002')
  expect(stage.service.asked).toHaveLength(2)
})

test('a request that comes while a token is on its way is for the next call', async () => {
  const { stage, views, request, old, young } = await twoViews()
  const release = stage.service.hold()
  views.onTokenRequested(old, 'any')
  const first = views.token()
  await settled()
  views.onTokenRequested(young, 'any')
  release()
  await first
  // Nobody knows yet what this one has: the one given last.
  expect(await request(young, 'refused')).toBe('memory-token-0002')
  expect(await request(old, 'refused')).toBe('memory-token-0002')
  expect(stage.service.asked).toHaveLength(2)
})
