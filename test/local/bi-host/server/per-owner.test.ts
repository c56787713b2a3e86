import { expect, test } from 'vitest'
import type { Answer } from '../../../../local/bi-host/wire/answers'
import { createBuiltAnswers, createAnswerSessions } from '../../../../local/bi-host/server/built-answers'

const answer = { version: 2, title: 'Mine', query: { measures: ['a'] }, chart: { type: 'auto' } } as Answer
const many = Array.from({ length: 1200 }, (_, at) => at)

test('visitors who ask a lot take no answer from a person', () => {
  const built = createBuiltAnswers()
  const own = built.add('ana', answer)
  const first = built.add('anonymous', answer)
  for (const _ of many) built.add('anonymous', answer)
  expect(built.get('ana', own)).toEqual(answer)
  expect(() => built.get('anonymous', first)).toThrow('no such answer')
  expect(() => built.get('ben', own)).toThrow('no such answer')
})

test('nor the filters from their session', () => {
  const sessions = createAnswerSessions()
  const changes = { filters: [], added: [], removed: ['a'] }
  const own = sessions.add('ana', 's', changes)
  const first = sessions.add('anonymous', 's', changes)
  for (const _ of many) sessions.add('anonymous', 's', changes)
  expect(sessions.get('ana', 's', own)).toEqual(changes)
  expect(sessions.get('anonymous', 's', first).removed).toEqual([])
})
