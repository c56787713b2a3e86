import { expect, test } from 'vitest'
import { isExpanded } from '../../src/core/shell/sidebar'
import { fixedClock } from '../../src/adapters/clock/fixed-clock'
import { createSidebarStore } from '../../src/state/sidebar-store'

function started(): ReturnType<typeof createSidebarStore> & {
  readonly pass: (milliseconds: number) => void
} {
  const clock = fixedClock(0)
  const store = createSidebarStore(
    { rememberSidebar: () => Promise.resolve() },
    'collapsed',
    (milliseconds, action) => clock.after(milliseconds, action),
  )
  return { ...store, pass: (milliseconds) => clock.advance(milliseconds) }
}

test('collapses 150 ms after the pointer has left, not before', () => {
  const store = started()
  store.getState().dispatch({ kind: 'entered' })
  store.getState().dispatch({ kind: 'left' })
  store.pass(149)
  expect(isExpanded(store.getState())).toBe(true)
  store.pass(1)
  expect(isExpanded(store.getState())).toBe(false)
})

test('a pointer that comes back in time finds it open', () => {
  const store = started()
  store.getState().dispatch({ kind: 'entered' })
  store.getState().dispatch({ kind: 'left' })
  store.pass(100)
  store.getState().dispatch({ kind: 'entered' })
  store.pass(1_000)
  expect(isExpanded(store.getState())).toBe(true)
})

test('the choice is handed on to be remembered', () => {
  const choices: string[] = []
  const store = createSidebarStore(
    {
      rememberSidebar: (choice) => {
        choices.push(choice)
        return Promise.resolve()
      },
    },
    null,
  )
  store.getState().dispatch({ kind: 'toggled' })
  store.getState().dispatch({ kind: 'toggled' })
  expect(choices).toEqual(['collapsed', 'expanded'])
})
