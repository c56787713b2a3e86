import { describe, expect, test } from 'vitest'
import {
  boardData,
  starAction,
  starredTile,
} from '../../../src/adapters/dashboard-surface/thoughtspot/frame-messages'

const here = { liveboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01', tabId: 'risk', vizId: null }
const payload = {
  id: starAction.id,
  vizId: 'price',
  session: {},
  embedAnswerData: { id: 'price', name: 'Price' },
}

describe('a star asked for in the menu of a tile', () => {
  test('names the tile, its board and its tab', () => {
    expect(starredTile('customAction', payload, here)).toEqual({
      kind: 'tile',
      liveboardId: here.liveboardId,
      tabId: 'risk',
      vizId: 'price',
      title: 'Price',
    })
  })

  test('is read where the vendor has the id beside the data', () => {
    const { id, ...data } = payload
    expect(starredTile('customAction', { payload: { id }, ...data }, here)?.vizId).toBe('price')
  })

  test('of a tile that does not say its name is called a chart', () => {
    expect(starredTile('customAction', { ...payload, embedAnswerData: null }, here)?.title).toBe('Chart')
  })

  test.each([
    ['another event', 'data', payload],
    ['another action', 'customAction', { ...payload, id: 'other' }],
    ['no tile', 'customAction', { ...payload, vizId: undefined }],
    ['no plain id', 'customAction', { ...payload, vizId: '../evil' }],
    ['nothing', 'customAction', null],
  ])('%s is none', (_name, type, data) => {
    expect(starredTile(type, data, here)).toBeNull()
  })
})

describe('how fresh a board is', () => {
  test.each([
    [
      { asOf: '2026-11-20', source: 'Sample' },
      { asOf: '2026-11-20', source: 'Sample' },
    ],
    [
      { asOf: 'yesterday', source: '' },
      { asOf: null, source: null },
    ],
    [{ asOf: 20261120 }, { asOf: null, source: null }],
    [null, { asOf: null, source: null }],
  ])('%j says %j', (data, fresh) => {
    expect(boardData(data)).toEqual(fresh)
  })
})
