import { useCallback, useEffect, useEffectEvent, type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { OverlayBoundary } from '../../components/overlay-boundary'
import { part } from '../../components/part'
import { lastUserEvent } from '../../hooks/last-user-event'
import { useApp } from '../../hooks/use-app'
import { usePortalCommands } from './portal-commands'
import { isSingleKey, noPendingKeys, pressStep, shortcuts } from '../../../core/shell/shortcuts'
import { isApple, isCovered, isDialogOpen, isTyping, keyOf } from '../../hooks/keys'
import { useFirstFavorites } from '../../hooks/use-favorite-links'

/** Runs the table of shortcuts on key presses, unless the user is typing or a dialog is open. */
function useShortcuts(): void {
  const { stores } = useApp()
  const singleKeys = useSingleKeys()
  const [, navigate] = useLocation()
  const { links } = useFirstFavorites()
  const handled = useRef<Event | null>(null)
  const openFavorite = useEffectEvent((press: KeyboardEvent): boolean => {
    const link = press === handled.current ? undefined : links[Number(press.key) - 1]
    if (link === undefined) return false
    handled.current = press
    navigate(link.path)
    return true
  })

  // A favorite that loads after its digit was pressed opens then, unless the user has done anything else since.
  useEffect(() => {
    const press = singleKeys && links.length > 0 ? waitingDigit() : null
    if (press !== null) openFavorite(press)
  }, [links, singleKeys])

  useEffect(() => {
    let begun = noPendingKeys
    const modified = shortcuts.filter((shortcut) => !isSingleKey(shortcut))
    const onKey = (event: KeyboardEvent): void => {
      // Ignores key repeat, letters being composed, and events that another listener has used.
      if (event.repeat || event.isComposing || event.defaultPrevented) return
      if (['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)) return
      const searching = stores.dialogs.getState().search
      if (isCovered() && !searching) return
      const mod = isApple() ? event.metaKey : event.ctrlKey
      const other = event.altKey || (isApple() ? event.ctrlKey : event.metaKey)
      const table = singleKeys && !isTyping(event.target) && !searching ? shortcuts : modified
      const step = pressStep(begun, { key: keyOf(event), mod, other, at: event.timeStamp }, table)
      begun = step.begun
      if (step.action === null) return
      const done =
        step.action === 'open-favorite'
          ? openFavorite(event)
          : stores.commands.getState().runShortcut(step.action)
      if (done) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [stores, singleKeys])
}

/** How long a digit waits for its favorite, in milliseconds. */
const maxDigitWaitMs = 5_000

/** The last key press if it was a digit and the user did nothing after it; null otherwise, or if it is too long ago. */
function waitingDigit(): KeyboardEvent | null {
  const press = lastUserEvent()
  if (!(press instanceof KeyboardEvent) || performance.now() - press.timeStamp > maxDigitWaitMs) return null
  const { key, ctrlKey, metaKey, altKey, target, timeStamp } = press
  if (ctrlKey || metaKey || altKey || isTyping(target) || isDialogOpen()) return null
  const { action } = pressStep(noPendingKeys, { key, mod: false, other: false, at: timeStamp })
  return action === 'open-favorite' ? press : null
}

/** Whether single keys are shortcuts. Read again when the help sheet, which has the switch, closes, and when another tab changes it. */
function useSingleKeys(): boolean {
  const { stores, useCases } = useApp()
  const choosing = useStore(stores.dialogs, (state) => state.help)
  const [on, setOn] = useState(false)
  useEffect(() => {
    const read = (): void => void useCases.singleKeys().then(setOn)
    if (!choosing) read()
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [useCases, choosing])
  return on
}

const Palette = part(async () => (await import('./palette')).Palette)
const HelpSheet = part(async () => (await import('./help-sheet')).HelpSheet)
const StartTimes = part(async () => (await import('./start-times')).StartTimes)

/** The palette, the help sheet, and the keys that open them. Both load when they are needed. */
export function SearchOverlay(): ReactNode {
  const { stores } = useApp()
  const search = useStore(stores.dialogs, (state) => state.search)
  const help = useStore(stores.dialogs, (state) => state.help)
  const { closeSearch, closeHelp } = stores.dialogs.getState()
  const [times, showTimes] = useState(false)
  const hideTimes = useCallback(() => showTimes(false), [])
  usePortalCommands(() => showTimes(true))
  useShortcuts()
  useFetchOnIntent()
  return (
    <>
      <OverlayBoundary area="search" open={search} close={closeSearch}>
        <Palette />
      </OverlayBoundary>
      <OverlayBoundary area="help" open={help} close={closeHelp}>
        <HelpSheet />
      </OverlayBoundary>
      <OverlayBoundary area="start-times" open={times} close={hideTimes}>
        <StartTimes close={hideTimes} />
      </OverlayBoundary>
    </>
  )
}

/** Prefetches the palette when the user presses Ctrl or points at a button that opens it, a moment before it is needed. */
function useFetchOnIntent(): void {
  useEffect(() => {
    const intent = (event: Event): void => {
      const key = event instanceof KeyboardEvent && ['Control', 'Meta'].includes(event.key)
      const near = event.target instanceof Element && event.target.closest('[data-opens="search"]') !== null
      if (!key && !near) return
      stop()
      void Palette.prefetch()
    }
    const events = ['keydown', 'pointerover', 'focusin'] as const
    const stop = (): void => {
      for (const name of events) document.removeEventListener(name, intent)
    }
    for (const name of events) document.addEventListener(name, intent, { passive: true })
    return stop
  }, [])
}
