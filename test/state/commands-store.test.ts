import { expect, test } from 'vitest'
import { createCommandsStore, type Command } from '../../src/state/commands-store'

const done: string[] = []
const command = (id: string, shortcut?: Command['shortcut']): Command => ({
  id,
  label: id,
  run: () => void done.push(id),
  ...(shortcut === undefined ? {} : { shortcut }),
})

test('commands are there as long as what offers them, the page’s own first', () => {
  const store = createCommandsStore()
  const ids = (): readonly string[] => store.getState().commands.map(({ id }) => id)
  store.getState().register([command('portal', 'theme')], 'portal')
  const leave = store.getState().register([command('page', 'theme')])
  expect(ids()).toEqual(['page', 'portal'])
  expect(store.getState().runShortcut('theme')).toBe(true)
  leave()
  expect(ids()).toEqual(['portal'])
  expect(store.getState().runShortcut('theme')).toBe(true)
  expect(store.getState().runShortcut('home')).toBe(false)
  expect(done).toEqual(['page', 'portal'])
})
