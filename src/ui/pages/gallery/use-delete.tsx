import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import { sessionKey } from '../../../core/session/session-key'
import { OverlayBoundary } from '../../components/overlay-boundary'
import { part } from '../../components/part'
import { useApp } from '../../hooks/use-app'
import { failureDetail, galleryTexts, mentionedName, shownName } from '../../hooks/dashboard-texts'

const ConfirmDialog = part(async () => (await import('../../components/confirm-dialog')).ConfirmDialog)

const deleteSeveral = (count: number): string =>
  `Are you sure you want to delete these ${count} dashboards? This action cannot be undone.`

/** Asks, deletes once, and reports the outcome. The caller renders `dialog`. */
export function useDelete(onDeleted?: (id: string) => void): {
  /** Asks once for all of them. */
  readonly ask: (...dashboards: readonly SavedDashboard[]) => void
  readonly dialog: ReactNode
} {
  const { stores } = useApp()
  const remove = useStore(stores.dashboards, (state) => state.remove)
  const { raise, dismiss } = stores.notices.getState()
  const person = useStore(stores.auth, sessionKey)
  const [question, setQuestion] = useState<{
    readonly dashboards: readonly SavedDashboard[]
    readonly person: string
  } | null>(null)
  // A question to the previous user is not for this one to answer.
  const asked = question?.person === person ? question.dashboards : null
  /** The notice about the last attempt, which the next one dismisses. */
  const lastNotice = useRef<number>(undefined)

  async function confirm(dashboards: readonly SavedDashboard[]): Promise<void> {
    setQuestion(null)
    if (lastNotice.current !== undefined) dismiss(lastNotice.current)
    const failures = await remove(...dashboards.map(({ id }) => id))
    // The user has changed meanwhile, and has deleted nothing.
    if (sessionKey(stores.auth.getState()) !== person) return
    const gone = dashboards.filter(({ id }) => !failures.has(id))
    for (const { id } of gone) onDeleted?.(id)
    const ids = new Set(gone.map(({ id }) => id))
    for (const { about, id } of stores.notices.getState().notices) if (ids.has(about ?? '')) dismiss(id)
    const left = dashboards.filter(({ id }) => !['busy', undefined].includes(failures.get(id)?.kind))
    const several = dashboards.length > 1
    if (left.length === 0) {
      if (several) raise({ tone: 'success', text: `${gone.length} dashboards were deleted.` })
      return
    }
    const details = left.map(({ id }) => failures.get(id)).map((failure) => failure && failureDetail(failure))
    const names = left.map(({ name }) => `“${mentionedName(name)}”`).join(', ')
    lastNotice.current = raise({
      tone: 'error',
      text: [several && `${names}:`, galleryTexts.deleteFailed, ...new Set(details)]
        .filter(Boolean)
        .join(' '),
    })
  }

  // Stable for each user, so that unchanged rows do not render again.
  const ask = useCallback(
    (...dashboards: readonly SavedDashboard[]) => setQuestion({ dashboards, person }),
    [person],
  )
  const cancel = useCallback(() => setQuestion(null), [])
  return {
    ask,
    dialog: (
      <OverlayBoundary area="delete-dialog" open={asked !== null} close={cancel}>
        {asked !== null && (
          <ConfirmDialog
            title={asked.length === 1 ? 'Delete Dashboard' : 'Delete Dashboards'}
            subject={
              asked.length === 1
                ? shownName(asked[0]?.name ?? '')
                : asked.map(({ name }) => mentionedName(name)).join(', ')
            }
            text={asked.length === 1 ? galleryTexts.deleteQuestion : deleteSeveral(asked.length)}
            keep="Cancel"
            confirm="Delete"
            answer={(confirmed) => (confirmed ? void confirm(asked) : cancel())}
          />
        )}
      </OverlayBoundary>
    ),
  }
}
