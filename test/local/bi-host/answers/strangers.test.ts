import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readerFor } from '../../../../local/bi-host/answers/read/readers'
import { modelAnswers } from '../../../../local/bi-host/assistant/model-answers'
import { liveboards } from '../../../../local/bi-host/liveboards'
import type { Warehouse } from '../../../../local/bi-host/server/warehouse'
import { sampleWarehouse } from '../boards/sample-warehouse'
import { strangerConversations } from './stranger-conversations'
import { strangerQuestions } from './stranger-questions'
import { verdict } from './verdict'

vi.setConfig({ testTimeout: 120_000 })

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
}, 120_000)
afterAll(() => warehouse.close())

test('questions of a stranger', () => {
  const reader = readerFor(warehouse, warehouse.model.sources)
  const rows = strangerQuestions.map(([question, ...expected]) => {
    const reading = reader.read({ phrase: question })
    return { question, ...verdict(reading, reading.answer, expected), expected }
  })
  writeFileSync('/tmp/strangers-1.json', JSON.stringify(rows, null, 1))
  expect(rows.length).toBeGreaterThan(40)
})

test('conversations of a stranger', () => {
  const { understood } = modelAnswers(warehouse)
  const rows = strangerConversations.flatMap(({ board, turns }) =>
    turns.map(([question, ...expected], at) => {
      const { worksheetId, title } = Object.entries(liveboards).find(([name]) => name === board)![1]
      const { reading, answer } = understood(question, {
        conversationId: 'c',
        worksheet: { id: worksheetId, name: title },
        asked: turns.slice(0, at).map(([text]) => text),
        person: 'somebody',
        signal: new AbortController().signal,
      })
      return { board, question, ...verdict(reading, answer, expected), expected }
    }),
  )
  writeFileSync('/tmp/strangers-2.json', JSON.stringify(rows, null, 1))
  expect(rows.length).toBeGreaterThan(40)
})
