import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { fail } from '../../../core/kernel/result'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import type { EmbeddedView } from '../../../core/ports/dashboard-surface'
import type { BoardStore } from '../../../state/board-store'
import { BoardSkeleton } from '../../features/dashboard/board-skeleton'
import { OwnFrame } from '../../features/dashboard/own-frame'
import { useAppearance } from '../../hooks/use-appearance'
import { useViewState, useLinkedPage } from '../../features/dashboard/view-state'
import { useTileResearch } from '../../features/research/subject'
import { useUnsavedWork } from '../../hooks/use-unsaved-work'
import { paths } from '../../hooks/routes'
import { refreshDashboard } from '../../hooks/chart-notices'
import { useApp } from '../../hooks/use-app'
import { useBoardEvents } from '../../hooks/use-board-events'
import { mentionedName } from '../../hooks/dashboard-texts'
import { raiseFailure, samePerson } from '../../hooks/use-duplicate'

/** The dashboard itself, embedded, at least 800 px high. */
export function SavedBoard({ dashboard }: { readonly dashboard: SavedDashboard }): ReactNode {
  const { stores } = useApp()
  // The vendor's own Edit, on the dashboard and in its charts' menus, edits in this frame.
  const unsaved = useStore(stores.saved, (state) => state.unsaved)
  const failed = useStore(stores.saved, (state) => state.phase === 'failed')
  useUnsavedWork(unsaved ? unsavedLayout : null, failed)
  useChangesElsewhere(dashboard)
  return <Embedded store={stores.saved} kind="dashboard" dashboard={dashboard} />
}

/** Refreshes the board when another window has changed the dashboard, once it is not being edited. A change in this window shows by itself. */
function useChangesElsewhere({ id, modifiedAt }: SavedDashboard): void {
  const { refresh, unsaved } = useStore(useApp().stores.saved)
  const known = useRef({ id, modifiedAt })
  const focusedAt = useRef(-Infinity)
  const isOutdated = useRef(false)
  useEffect(() => {
    const onFocus = (): void => void (focusedAt.current = performance.now())
    addEventListener('focus', onFocus)
    return () => removeEventListener('focus', onFocus)
  }, [])
  useEffect(() => {
    const before = known.current
    known.current = { id, modifiedAt }
    if (before.id !== id) isOutdated.current = false
    else if (before.modifiedAt !== null && before.modifiedAt !== modifiedAt) {
      // A user who has just switched to this window may arrive before the updated list.
      const hasJustCome = performance.now() - focusedAt.current < listDelayMs
      isOutdated.current ||= unsaved || hasJustCome || !document.hasFocus()
    }
    // The changes of a user who is editing it would be lost.
    if (unsaved || !isOutdated.current) return
    isOutdated.current = false
    void refresh()
  }, [id, modifiedAt, unsaved, refresh])
}

/** How long after the switch a list may arrive that another window's change triggered, in milliseconds. */
const listDelayMs = 10_000

/** One frame for all of the user's dashboards, whichever way they go from one to the next. */
const sharedFrame = 'own-dashboards'

const unsavedLayout = {
  title: 'Leave without saving?',
  text: 'Your changes to this dashboard will be lost.',
}

/** The part of the browser's Navigation API used here; without it the page is in the history twice. */
interface Navigation {
  entries(): readonly { readonly url: string | null }[]
  readonly currentEntry: { readonly index: number } | null
  /** Among this page's own entries: `history.back` would go through those that a frame has added. */
  back(): unknown
}

/** Goes back if the previous history entry is this page, and returns whether it did. */
function goBackTo(path: string): boolean {
  const { navigation } = window as { readonly navigation?: Navigation }
  const url = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
  if (typeof url !== 'string' || new URL(url).pathname !== path) return false
  navigation?.back()
  return true
}

/** The dashboard on the host's edit page, in a frame of its own. Once saved or canceled there, it shows again as it is. */
export function DashboardEditor({ dashboard }: { readonly dashboard: SavedDashboard }): ReactNode {
  const { stores } = useApp()
  const [, navigate] = useLocation()
  const unsaved = useStore(stores.editor, (state) => state.unsaved)
  const failed = useStore(stores.editor, (state) => state.phase === 'failed')
  const announce = useEffectEvent(useSavedNotice(dashboard))
  const address = paths.savedDashboard(dashboard.id)
  useUnsavedWork(unsaved ? unsavedLayout : null, failed)
  const saved = useRef(false)
  const [ended, setEnded] = useState(false)
  useBoardEvents(stores.editor, (event) => {
    // A later change, such as a rename, is not a save.
    if (event.kind === 'library-changed') saved.current = event.change === 'saved'
    if (event.kind === 'edit-ended') setEnded(true)
  })
  // In an effect, once no unsaved work is held any more.
  useEffect(() => {
    if (!ended) return
    if (saved.current) announce()
    if (!goBackTo(address)) navigate(address, { replace: true })
  }, [ended, address, navigate])
  return <Embedded store={stores.editor} kind="editor" dashboard={dashboard} />
}

/** Raises a notice that the dashboard was saved, under its name at that time, with Undo to its state when the editor opened. */
function useSavedNotice({ id, name }: SavedDashboard): () => void {
  const { stores, useCases } = useApp()
  const offered = useStore(stores.dashboards, (state) => state.can?.restore === true)
  const before = useRef<ReturnType<typeof useCases.snapshotDashboard> | null>(null)
  useEffect(() => {
    if (offered) before.current ??= useCases.snapshotDashboard(id)
  }, [offered, id, useCases])

  async function raiseSaved(): Promise<void> {
    const isSamePerson = samePerson(stores)
    const earlier = (await before.current) ?? fail({ kind: 'changed-since' } as const)
    if (!isSamePerson()) return
    const saved = { tone: 'success', text: `“${mentionedName(name)}” was saved.` } as const
    const { raise, dismiss } = stores.notices.getState()
    if (!earlier.ok) return void raise(saved)
    const later = useCases.snapshotDashboard(id)
    const undo = async (): Promise<void> => {
      dismiss(notice)
      const now = await later
      const restored = now.ok ? await useCases.restoreDashboard(earlier.value, now.value) : now
      if (!isSamePerson()) return
      if (!restored.ok) return raiseFailure(stores, 'The changes couldn’t be undone.', restored.failure)
      raise({ tone: 'success', text: `The changes to “${mentionedName(name)}” were undone.` })
      await refreshDashboard(stores, id)
    }
    const notice = raise({ ...saved, about: id, action: { label: 'Undo', run: () => void undo() } })
  }
  return () => void raiseSaved()
}

function Embedded({
  store,
  kind,
  dashboard,
}: {
  readonly store: BoardStore
  readonly kind: (EmbeddedView & { readonly kind: 'dashboard' | 'editor' })['kind']
  readonly dashboard: SavedDashboard
}): ReactNode {
  const { show, hide } = useStore(store)
  useLinkedPage(store, true)
  useTileResearch(store, null)
  const appearance = useAppearance('own')
  const asked = useViewState(dashboard.id, store)
  const { id } = dashboard
  const name = mentionedName(dashboard.name)
  const title = kind === 'editor' ? `Edit ${name} dashboard` : `${name} dashboard`

  const section = useRef<HTMLElement>(null)
  // The button that opened the editor is gone, and the focus with it.
  useEffect(() => {
    if (kind === 'editor' && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true })
  }, [kind])
  useEffect(() => {
    const view = { kind, dashboardId: id, ...(kind === 'dashboard' ? asked : {}) }
    show({ view, title, appearance, ...(kind === 'dashboard' ? { preRenderId: sharedFrame } : {}) })
  }, [kind, id, asked, title, appearance, show])
  useEffect(() => hide, [hide])

  return (
    <OwnFrame
      ref={section}
      store={store}
      kind="board--saved"
      what="dashboard"
      name={name}
      loading={`the ${name} dashboard`}
      skeleton={<BoardSkeleton />}
      tabIndex={-1}
      aria-label={title}
    />
  )
}
