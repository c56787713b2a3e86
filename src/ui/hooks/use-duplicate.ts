import { useRef, useState } from 'react'
import type { DashboardsFailure } from '../../core/dashboards/dashboards'
import type { SavedDashboard } from '../../core/ports/dashboard-library'
import { sessionKey } from '../../core/session/session-key'
import type { Stores } from '../../state/stores'
import { failureDetail, galleryTexts, mentionedName } from './dashboard-texts'
import { paths } from './routes'
import { useApp } from './use-app'

export type Waiting = ReturnType<typeof useWaiting>

/** Waits for one answer of each dashboard, and knows whether whoever asked is still here. */
export function useWaiting() {
  const { stores } = useApp()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  // A second press may come before the screen has been drawn with the first.
  const sent = useRef(new Set<string>())
  const answer = async <Value>(id: string, act: () => Promise<Value>): Promise<Value | null> => {
    const person = sessionKey(stores.auth.getState())
    if (sent.current.has(id)) return null
    sent.current.add(id)
    setBusy(new Set(sent.current))
    try {
      const value = await act()
      return sessionKey(stores.auth.getState()) === person ? value : null
    } finally {
      sent.current.delete(id)
      setBusy(new Set(sent.current))
    }
  }
  return { busy, answer }
}

/** Makes a copy of a dashboard of one's own, or of a curated one, and says where it is. */
export function useDuplicate({ answer }: Waiting): {
  readonly duplicate: (dashboard: Pick<SavedDashboard, 'id' | 'name'>) => Promise<void>
} {
  const { stores, useCases } = useApp()
  return {
    async duplicate({ id, name }) {
      const { load } = stores.dashboards.getState()
      const person = sessionKey(stores.auth.getState())
      const copied = await answer(id, async () => {
        // Which name is free is known once the list is.
        if (stores.dashboards.getState().phase !== 'ready') await load()
        if (sessionKey(stores.auth.getState()) !== person) return null
        const taken = new Set(stores.dashboards.getState().dashboards.map((dashboard) => dashboard.name))
        return useCases.copyDashboard(id, copyName(name, taken))
      })
      if (copied?.ok === false) raiseFailure(stores, galleryTexts.copyFailed, copied.failure, copyProblem)
      // Gone, or its name taken: the list shall say so, and the next copy has a name that is free.
      if (copied?.ok === true)
        stores.notices.getState().raise({
          tone: 'success',
          text: `Created “${mentionedName(copied.value.name)}”.`,
          about: copied.value.id,
          link: { label: 'Open', href: paths.savedDashboard(copied.value.id) },
        })
      if (copied !== null && (copied.ok || isGone(copied.failure) || isTaken(copied.failure))) await load()
    },
  }
}

/** It was deleted elsewhere, and the list shall say so. */
export const isGone = (failure: DashboardsFailure): boolean => 'status' in failure && failure.status === 404

const isTaken = (failure: DashboardsFailure): boolean => 'status' in failure && failure.status === 409

/** The name of a copy was not chosen by the person. */
const copyProblem = (failure: DashboardsFailure): string | null =>
  isTaken(failure) ? galleryTexts.copyNameTaken : failureDetail(failure)

export function raiseFailure(
  stores: Stores,
  text: string,
  failure: DashboardsFailure,
  detail = failureDetail,
): void {
  const sentences = [text, detail(failure)].filter(Boolean)
  stores.notices.getState().raise({ tone: 'error', text: sentences.join(' ') })
}

/** The first of "Copy of …" and "Copy of … (2)" that no other has. */
function copyName(name: string, taken: ReadonlySet<string>): string {
  const plain = `Copy of ${name}`.slice(0, 240).replace(/[\uD800-\uDBFF]$/, '')
  let free = plain
  for (let count = 2; taken.has(free); count += 1) free = `${plain} (${count})`
  return free
}
