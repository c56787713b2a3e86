import { expect, test } from 'vitest'
import type { AnswerRange } from '../../../../../local/bi-host/wire/answers'
import { presets, rangeChoice } from '../../../../../local/bi-host/frame/builder/edits'

test.each(presets)('%s is marked, in whatever order its parts stand', (label, range) => {
  const turned = Object.fromEntries(Object.entries(range).toReversed()) as unknown as AnswerRange
  expect([rangeChoice(range).preset, rangeChoice(turned).preset]).toEqual([label, label])
})

test('“last” stands on the range in force, and on the usual one where it is of another kind', () => {
  expect(rangeChoice({ kind: 'last', count: 1, unit: 'year' }).last).toMatchObject({ count: 1, unit: 'year' })
  expect(rangeChoice({ kind: 'current', unit: 'year' }).last).toEqual({ count: 90, unit: 'day' })
})

test('another range is none of them', () => {
  expect(rangeChoice({ kind: 'last', count: 31, unit: 'day' }).preset).toBeNull()
  expect(rangeChoice({ kind: 'last', count: 1, unit: 'quarter' }).preset).toBeNull()
  expect(rangeChoice(null).preset).toBeNull()
})
