import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mostViews, openViews, type ViewChange, type ViewStore } from '../../../../local/bi-host/store/views'

let folder: string
let store: ViewStore
const boards = new Set(['b', 'c'])
const open = (): Promise<ViewStore> => openViews(folder, (id) => boards.has(id))
beforeEach(async () => {
  boards.add('b')
  folder = await mkdtemp(join(tmpdir(), 'bi-views-'))
  store = await open()
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const board = { owner: 'local|ana', liveboardId: 'b' }
const choice = { range: null, chosen: {} }
const named = (name: string, at = board): Promise<ViewChange> => store.save(at, { name, ...choice })
const why = (change: ViewChange): string => (change.ok ? 'ok' : change.why)

test('a name is taken once, also by those who save at once', async () => {
  const both = await Promise.all([named('Quarter'), named('Quarter')])
  expect(both.map(why)).toEqual(['ok', 'taken'])
  const other = await named('Other')
  const renamed = other.ok ? await store.save(board, { ...other.view, name: 'Quarter' }) : other
  expect(why(renamed)).toBe('taken')
  expect(why(await named('Quarter', { ...board, liveboardId: 'c' }))).toBe('ok')
  expect(store.of(board).map(({ name }) => name)).toEqual(['Other', 'Quarter'])
})

test('there is an end to how many, also for those who save at once', async () => {
  for (let count = 1; count < mostViews; count += 1) await named(`View ${count}`)
  expect((await Promise.all([named('Last'), named('One more')])).map(why)).toEqual(['ok', 'full'])
  const [first] = store.of(board)
  expect(first && why(await store.save(board, { ...first, range: 'ALL' }))).toBe('ok')
  expect(store.of(board)).toHaveLength(mostViews)
})

test('views of a board that went without them are dropped at the next start', async () => {
  await named('On it')
  await named('Elsewhere', { ...board, liveboardId: 'c' })
  await store.close()
  boards.delete('b')
  store = await open()
  expect(store.of(board)).toEqual([])
  expect(store.of({ ...board, liveboardId: 'c' })).toHaveLength(1)
})
