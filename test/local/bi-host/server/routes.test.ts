import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FieldsReply, RunReply } from '../../../../local/bi-host/wire/answers'
import type { BiBearer } from '../../../../local/bi-host/wire/bi-token'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import {
  ana,
  refusalOf,
  runningHost,
  visitor,
  type Answer as HttpAnswer,
  type RunningHost,
} from './running-host'

vi.setConfig({ testTimeout: 120_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

const ask = (op: string, body: unknown, as: BiBearer | null = ana): Promise<HttpAnswer> =>
  host.ask(`/prism/?op=${op}`, { as, body })
const answerOf = (query: object): object => ({ version: 2, title: 'Test', query, chart: { type: 'auto' } })

test('a person sees every source on a shelf; a worksheet shows its own, a visitor Home’s and no other', async () => {
  const all = (await ask('GetAnswerFields', {})).json as FieldsReply
  expect(all.groups.flatMap(({ sources }) => sources).sort()).toEqual(all.sources.map(({ id }) => id).sort())
  expect(all.groups.map(({ id }) => id)).not.toContain('more')
  const chain = all.sources
    .find(({ id }) => id === 'stable_supply')
    ?.attributes.find(({ id }) => id === 'stable_supply.chain')
  expect(chain).toMatchObject({ label: 'Chain', dataType: 'text' })
  expect(chain?.values).toContain('Ethereum')
  const close = all.sources.flatMap(({ measures }) => measures).find(({ id }) => id === 'price.close')
  expect(close).toMatchObject({ needs: ['price.asset'], adds: 'ratio', format: { kind: 'price' } })

  const staking = (await ask('GetAnswerFields', { worksheetId: liveboards.staking.worksheetId }))
    .json as FieldsReply
  expect(staking.sources.map(({ id }) => id)).toContain('staking')
  expect(staking.sources.length).toBeLessThan(all.sources.length)
  expect(staking.title).toBe('Staking')
  const alone = (await ask('GetAnswerFields', { worksheetId: 'stable_supply' })).json as FieldsReply
  expect(alone.sources.map(({ id }) => id)).toEqual(['stable_supply'])
  expect(refusalOf(await ask('GetAnswerFields', { worksheetId: 'stable_supply' }, visitor)).code).toBe(
    'forbidden',
  )

  const home = (await ask('GetAnswerFields', {}, visitor)).json as FieldsReply
  expect(home.worksheetId).toBe(liveboards.home.worksheetId)
  expect(home.sources.length).toBeLessThan(all.sources.length)
  const refused = await ask('GetAnswerFields', { worksheetId: liveboards.staking.worksheetId }, visitor)
  expect(refusalOf(refused).code).toBe('forbidden')
  expect(refusalOf(await ask('GetAnswerFields', { worksheetId: 'x' })).code).toBe('not-found')
  expect((await ask('GetAnswerFields', {}, null)).status).toBe(401)
})

test('an answer is run; a visitor’s reach ends with Home, whatever way a measure is named', async () => {
  const query = { measures: ['stable_supply.supply'], attributes: ['stable_supply.chain'] }
  const reply = (await ask('RunAnswer', { answer: answerOf(query) })).json as RunReply
  expect(reply).toMatchObject({ kind: 'result', chart: { type: 'bars' } })
  const staked = (measures: string[], more: object = {}): Promise<HttpAnswer> =>
    ask('RunAnswer', { answer: answerOf({ measures, ...more }) }, visitor)
  expect((await staked(['price.bitcoin_dominance'])).status).toBe(200)
  for (const beyond of [
    await staked(['onchain.mvrv']),
    await staked(['formula.f'], { formulas: [{ id: 'f', label: 'F', expression: 'onchain.mvrv + 1' }] }),
    await staked(['formula.f'], { formulas: [{ id: 'f', label: 'F', expression: '[MVRV] + 1' }] }),
    await staked(['price.bitcoin_dominance'], {
      filters: [{ field: 'onchain.mvrv', op: 'gt', values: [1] }],
    }),
  ]) {
    expect(refusalOf(beyond).code).toBe('forbidden')
  }
})

test('a body of another shape is refused by name', async () => {
  expect(refusalOf(await ask('RunAnswer', { answer: { ...answerOf({ measures: [] }) } })).message).toContain(
    'measures',
  )
  expect(refusalOf(await ask('RunAnswer', {})).message).toContain('answer')
})
