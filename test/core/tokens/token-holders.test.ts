import { expect, test } from 'vitest'
import { createTokenHolders } from '../../../src/core/tokens/token-holders'
import { minute, setStage, settled } from './token-broker-stage'

/** A tab with two views, each named, and the token that each has. */
async function twoViews() {
  const stage = setStage()
  const { broker } = await stage.open()
  const views = createTokenHolders<{ readonly name: string }>(broker)
  const wish = async (
    view: { readonly name: string },
    why: 'any' | 'ageing' | 'refused',
  ): Promise<string> => {
    views.wishes(view, why)
    const result = await views.token()
    return result.ok ? result.value.value : result.failure.kind
  }
  return { stage, broker, views, wish, old: { name: 'old' }, young: { name: 'young' } }
}

test('an expiry told by a view with an older token leaves the newest, and calls nobody', async () => {
  const { stage, wish, old, young } = await twoViews()
  expect(await wish(old, 'any')).toBe('memory-token-0001')
  await stage.pass(4 * minute + 100)
  expect(await wish(young, 'any')).toBe('memory-token-0002')
  expect(await wish(old, 'refused')).toBe('memory-token-0002')
  expect(stage.service.asked).toHaveLength(2)
  // Now it has the newest: an expiry of that is one.
  expect(await wish(old, 'refused')).toBe('memory-token-0003')
  expect(await wish(young, 'refused')).toBe('memory-token-0003')
  expect(stage.service.asked).toHaveLength(3)
})

test('the same of a view that only sees the end of its older token coming', async () => {
  const { stage, wish, old, young } = await twoViews()
  await wish(old, 'any')
  await stage.pass(4 * minute + 100)
  await wish(young, 'any')
  await stage.pass(minute)
  expect(await wish(old, 'ageing')).toBe('memory-token-0002')
  expect(stage.service.asked).toHaveLength(2)
  expect(await wish(old, 'ageing')).toBe('memory-token-0003')
})

test('a view that nobody has seen wish before has what was given last', async () => {
  const { stage, broker, wish, old } = await twoViews()
  await broker.token()
  expect(await wish(old, 'refused')).toBe('memory-token-0002')
  expect(stage.service.asked).toHaveLength(2)
})

test('a wish that comes while a token is on its way is for the next call', async () => {
  const { stage, views, wish, old, young } = await twoViews()
  const release = stage.service.hold()
  views.wishes(old, 'any')
  const first = views.token()
  await settled()
  views.wishes(young, 'any')
  release()
  await first
  // Nobody knows yet what this one has: the one given last.
  expect(await wish(young, 'refused')).toBe('memory-token-0002')
  expect(await wish(old, 'refused')).toBe('memory-token-0002')
  expect(stage.service.asked).toHaveLength(2)
})
