import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { isSingleKey, nothingBegun, pressStep, shortcuts } from '../../../core/shell/shortcuts'
import { useApp } from '../../hooks/use-app'
import { isApple, isCovered, isTyping } from './keys'

/** Hears the keyboard and does what the table of shortcuts says, unless somebody is writing or a dialog is open. */
export function useShortcuts(): void {
  const { stores } = useApp()
  const singleKeys = useSingleKeys()

  useEffect(() => {
    let begun = nothingBegun
    const modified = shortcuts.filter((shortcut) => !isSingleKey(shortcut))
    const onKey = (event: KeyboardEvent): void => {
      // A key held down, half a composed letter, or one that somebody has used already.
      if (event.repeat || event.isComposing || event.defaultPrevented) return
      if (['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)) return
      const searching = stores.dialogs.getState().search
      if (isCovered() && !searching) return
      const mod = isApple() ? event.metaKey : event.ctrlKey
      const other = event.altKey || (isApple() ? event.ctrlKey : event.metaKey)
      const table = singleKeys && !isTyping(event.target) && !searching ? shortcuts : modified
      const step = pressStep(begun, { key: event.key, mod, other, at: event.timeStamp }, table)
      begun = step.begun
      if (step.action === null) return
      if (stores.commands.getState().runShortcut(step.action)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [stores, singleKeys])
}

/** Whether single keys are shortcuts. Read again whenever the help sheet, where this is chosen, has closed. */
function useSingleKeys(): boolean {
  const { stores, useCases } = useApp()
  const choosing = useStore(stores.dialogs, (state) => state.help)
  const [on, setOn] = useState(false)
  useEffect(() => {
    if (!choosing) void useCases.singleKeys().then(setOn)
  }, [useCases, choosing])
  return on
}
