import { useState, type RefObject } from 'react'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import type { PinOutcome, PinTarget, SurfaceView } from '../../../core/ports/dashboard-surface'
import { reconcilePin, type PinTrace } from '../../../core/dashboards/reconcile-pin'
import { failureDetail, mentionedName } from '../../hooks/dashboard-texts'
import { useApp } from '../../hooks/use-app'
import { useIsOpen } from '../../hooks/use-is-open'
import { usePinnedNotice } from '../../hooks/chart-notices'
import { samePerson } from '../../hooks/use-duplicate'

export interface SaveProblem {
  readonly text: string
  /** The dashboard that the answer may be on after all. */
  readonly dashboard: SavedDashboard | null
}

/**
 * The dialog's save: `saving`, `announced` once the view has meanwhile sent its message about it, and `unannounced` while that message may
 * still follow the reply.
 */
export type OwnSave = 'none' | 'saving' | 'announced' | 'unannounced'

/** How long after the reply the view's message may come, in ms. */
const announcementMs = 5_000

/** Whether the view's message about a pin is about the dialog's own save, which the dialog reports. */
export function isOwnSave(save: RefObject<OwnSave>): boolean {
  const isOwn = save.current !== 'none'
  if (isOwn) save.current = save.current === 'unannounced' ? 'none' : 'announced'
  return isOwn
}

export interface SaveAnswer {
  readonly phase: 'idle' | 'saving' | 'looking'
  readonly problem: SaveProblem | null
  /**
   * Sends one request. After an unknown outcome it reloads the list and derives the problem's text from it (engineering decision 30).
   * Returns the dashboard that the answer may be on.
   */
  readonly save: (target: PinTarget, onto: SavedDashboard | null) => Promise<SavedDashboard | null>
}

/** Saves a view's answer on a dashboard. If the user closes the dialog meanwhile, a notice reports the outcome. */
export function useSaveAnswer(
  view: SurfaceView | null,
  ownSaveRef: RefObject<OwnSave>,
  close: () => void,
): SaveAnswer {
  const { stores } = useApp()
  const notice = usePinnedNotice()
  const [phase, setPhase] = useState<SaveAnswer['phase']>('idle')
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const isOpen = useIsOpen()

  async function checkOutcome(target: PinTarget, before: readonly SavedDashboard[]): Promise<PinTrace> {
    setPhase('looking')
    await stores.dashboards.getState().load()
    const { phase: listed, failure, dashboards } = stores.dashboards.getState()
    return reconcilePin(target, before, listed === 'ready' && failure === null ? dashboards : null)
  }

  async function pin(target: PinTarget): Promise<PinOutcome> {
    ownSaveRef.current = 'saving'
    let outcome: PinOutcome = { kind: 'not-shown' }
    try {
      outcome = (await view?.pin(target)) ?? outcome
      return outcome
    } finally {
      const isToCome = outcome.kind === 'pinned' && ownSaveRef.current === 'saving'
      ownSaveRef.current = isToCome ? 'unannounced' : 'none'
      if (isToCome)
        setTimeout(() => {
          if (ownSaveRef.current === 'unannounced') ownSaveRef.current = 'none'
        }, announcementMs)
    }
  }

  return {
    phase,
    problem,
    async save(target, onto) {
      if (ownSaveRef.current === 'saving' || ownSaveRef.current === 'announced') {
        setProblem({ text: stillSaving, dashboard: null })
        return null
      }
      // The outcome is shown only to the user who saved.
      const isSamePerson = samePerson(stores)
      setPhase('saving')
      setProblem(null)
      const { dashboards: before } = stores.dashboards.getState()
      const outcome = await pin(target)
      if (!isSamePerson()) return null
      if (outcome.kind === 'pinned') {
        const name = 'newDashboardName' in target ? target.newDashboardName : (onto?.name ?? null)
        const tabId = 'tabId' in target ? target.tabId : null
        const { chartId } = outcome
        notice({ dashboardId: outcome.dashboardId ?? onto?.id ?? null, name, tabId, chartId })
        if (isOpen()) close()
        return null
      }
      const found =
        outcome.kind === 'unknown' ? problemOfTrace(await checkOutcome(target, before)) : problemOf(outcome)
      if (!isSamePerson()) return null
      setPhase('idle')
      if (isOpen()) setProblem(found)
      else stores.notices.getState().raise({ tone: 'warning', text: `${notSaved} ${found.text}` })
      return found.dashboard
    },
  }
}

const stillSaving = 'Your last save is still in progress. Wait for it to finish.'
const notSaved = 'Your answer may not have been saved.'

function problemOf(outcome: Exclude<PinOutcome, { readonly kind: 'pinned' | 'unknown' }>): SaveProblem {
  if (outcome.kind === 'not-shown')
    return {
      text: 'The chart isn’t on screen yet. Wait for it to load, or press Retry below the answer.',
      dashboard: null,
    }
  const why = outcome.reason ?? 'The dashboard may be full or deleted. Choose another one.'
  return { text: `The chart wasn’t saved. ${why}`, dashboard: null }
}

function problemOfTrace(trace: PinTrace): SaveProblem {
  switch (trace.kind) {
    case 'nothing':
      return { text: failureDetail({ kind: 'outcome-unknown', found: false }) ?? '', dashboard: null }
    case 'unknown':
      return {
        text: 'We couldn’t confirm the save. Check the dashboard before trying again.',
        dashboard: null,
      }
    case 'made':
    case 'changed': {
      const { dashboard } = trace
      const what = trace.kind === 'made' ? 'now exists' : 'has changed since'
      const text = `We couldn’t confirm the save, but “${mentionedName(dashboard.name)}” ${what}. Check whether the chart is on it before saving again.`
      return { text, dashboard }
    }
  }
}
