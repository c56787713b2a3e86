import { Suspense, useCallback, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import { sessionKey } from '../../../core/session/session-key'
import { OverlayBoundary } from '../../components/overlay-boundary'
import { part } from '../../components/part'
import { useApp } from '../../hooks/use-app'
import { failureDetail, galleryTexts, shownName } from '../../hooks/dashboard-texts'

const ConfirmDialog = part(async () => (await import('../../components/confirm-dialog')).ConfirmDialog)

/** Asking, sending once, and saying what came of it. `dialog` is to be rendered where the hook is used. */
export function useDelete(onDeleted: (id: string) => void): {
  readonly ask: (dashboard: SavedDashboard) => void
  readonly dialog: ReactNode
} {
  const { stores } = useApp()
  const remove = useStore(stores.dashboards, (state) => state.remove)
  const { raise, dismiss } = stores.notices.getState()
  const person = useStore(stores.auth, sessionKey)
  const [question, setQuestion] = useState<{
    readonly dashboard: SavedDashboard
    readonly person: string
  } | null>(null)
  // Asked of the person before, it is not for this one to answer.
  const asked = question?.person === person ? question.dashboard : null
  /** What was said about the last attempt goes with the next one. */
  const lastNotice = useRef<number>(undefined)

  async function confirm({ id }: SavedDashboard): Promise<void> {
    setQuestion(null)
    if (lastNotice.current !== undefined) dismiss(lastNotice.current)
    const failure = await remove(id)
    if (failure === null) return onDeleted(id)
    // Whoever is here by now has deleted nothing.
    if (failure.kind === 'busy' || sessionKey(stores.auth.getState()) !== person) return
    const detail = failureDetail(failure)
    lastNotice.current = raise({
      tone: 'error',
      text: detail === null ? galleryTexts.deleteFailed : `${galleryTexts.deleteFailed} ${detail}`,
    })
  }

  // The same one for as long as the person is: rows that have not changed are not drawn again.
  const ask = useCallback((dashboard: SavedDashboard) => setQuestion({ dashboard, person }), [person])
  const cancel = useCallback(() => setQuestion(null), [])
  return {
    ask,
    dialog: (
      <OverlayBoundary area="delete-dialog" open={asked !== null} close={cancel}>
        <Suspense fallback={null}>
          {asked !== null && (
            <ConfirmDialog
              title="Delete Dashboard"
              subject={shownName(asked.name)}
              text={galleryTexts.deleteQuestion}
              keep="Cancel"
              confirm="Delete"
              answer={(confirmed) => (confirmed ? void confirm(asked) : cancel())}
            />
          )}
        </Suspense>
      </OverlayBoundary>
    ),
  }
}
