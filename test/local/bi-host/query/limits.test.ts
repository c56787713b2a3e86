import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Answer, AnswerQuery, RunProblem } from '../../../../local/bi-host/wire/answers'
import { runAnswer } from '../../../../local/bi-host/boards/run-answer'
import { QueryStopped } from '../../../../local/bi-host/warehouse/engine'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { sampleWarehouse } from '../boards/sample-warehouse'

vi.setConfig({ testTimeout: 120_000 })

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
}, 120_000)
afterAll(() => warehouse.close())

/** Every hour of every asset on every exchange since the first day, with a calculation: nobody can read that. */
const everything: Answer = {
  version: 2,
  title: 'Everything',
  query: {
    measures: ['hourly.volume', 'formula.f'],
    attributes: ['hourly.asset', 'hourly.weekday'],
    grain: 'hour',
    range: { kind: 'all' },
    formulas: [{ id: 'f', label: 'Mean', expression: 'moving_average(hourly.volume, 24)' }],
  },
  chart: { type: 'auto' },
}

async function refused(from: Warehouse, answer: Answer): Promise<RunProblem> {
  const reply = await runAnswer(from, answer)
  if (reply.kind === 'result') throw new Error('It was given.')
  return reply
}

test('an answer that is too large says so, and every way on is smaller until one is given', async () => {
  const problem = await refused(warehouse, everything)
  expect(problem).toMatchObject({ reason: 'too-much', message: expect.stringContaining('10,000 rows') })
  const labels = problem.remedies.map(({ label }) => label)
  expect(labels).toEqual(['Top 10 only', 'By day', 'Last 7 days', 'One attribute'])
  for (const remedy of problem.remedies) expect(await steps(remedy.answer), remedy.label).toBeLessThan(5)
})

/** How often a person who takes the second way on, or the only one, is told to narrow again. */
async function steps(answer: Answer): Promise<number> {
  const reply = await runAnswer(warehouse, answer)
  if (reply.kind === 'result') return 0
  const next = reply.remedies[1] ?? reply.remedies[0]
  if (!next) throw new Error(`There is no way on: ${reply.message}`)
  return 1 + (await steps(next.answer))
}

test('an answer that the statement limit stopped says what to narrow, and each way on is an answer', async () => {
  const slow: Warehouse = {
    ...warehouse,
    statement: () => Promise.reject(new QueryStopped('timeout')),
  }
  const answer: Answer = {
    ...everything,
    query: {
      measures: ['trading.volume'],
      attributes: ['trading.exchange'],
      grain: 'day',
      range: { kind: 'all' },
    },
  }
  const problem = await refused(slow, answer)
  expect(problem).toMatchObject({ reason: 'too-slow', message: expect.stringContaining('Narrow it') })
  expect(problem.remedies.map(({ label }) => label)).toEqual(['Top 10 only', 'By week', 'Last 90 days'])
  for (const remedy of problem.remedies) expect(await steps(remedy.answer), remedy.label).toBeLessThan(2)
})

test('an answer nobody waits for is stopped, and the next one is given', async () => {
  const left = new AbortController()
  const other = { ...everything, query: { ...everything.query, attributes: ['hourly.asset', 'hourly.hour'] } }
  const going = runAnswer(warehouse, other, { signal: left.signal })
  left.abort()
  await expect(going).rejects.toMatchObject({ name: 'AbortError' })
  const { grain: _grain, formulas: _formulas, ...small } = everything.query
  const next = { ...everything, query: { ...small, measures: ['hourly.volume'] } }
  expect((await runAnswer(warehouse, next)).kind).toBe('result')
})

test('what the model has no longer, or never had, is named, and taking it away gives the rest', async () => {
  const sound = { measures: ['stable_supply.supply'], attributes: ['stable_supply.chain'] }
  const lost: readonly (readonly [AnswerQuery, string])[] = [
    [{ ...sound, measures: ['stable_supply.supply', 'gone.measure'] }, 'Take the measure away'],
    [{ ...sound, attributes: ['stable_supply.chain', 'stable_supply.gone'] }, 'Take the attribute away'],
    [{ ...sound, filters: [{ field: 'gone.field', op: 'in', values: ['x'] }] }, 'Take the filter away'],
    [{ ...sound, filters: [{ field: 'lending.protocol', op: 'in', values: ['x'] }] }, 'Take the filter away'],
    [{ ...sound, grain: 'hour' }, 'By day'],
  ]
  for (const [query, way] of lost) {
    const problem = await refused(warehouse, { ...everything, query })
    expect(problem.remedies.map(({ label }) => label)).toEqual([way])
    const [remedy] = problem.remedies
    expect(remedy && (await runAnswer(warehouse, remedy.answer)).kind).toBe('result')
  }
})
