import { useRef, useState } from 'react'
import type { DashboardsFailure } from '../../core/dashboards/dashboards'
import { cut } from '../../core/kernel/plain-text'
import type { SavedDashboard } from '../../core/ports/dashboard-library'
import { sessionKey } from '../../core/session/session-key'
import type { Stores } from '../../state/stores'
import { failureDetail, galleryTexts, mentionedName } from './dashboard-texts'
import { paths } from './routes'
import { useApp } from './use-app'

export type PendingRequests = ReturnType<typeof usePendingRequests>

/** Whether the user of this call is still the user: what somebody asked for is no message to the next. */
export function samePerson({ auth }: Pick<Stores, 'auth'>): () => boolean {
  const person = sessionKey(auth.getState())
  return () => sessionKey(auth.getState()) === person
}

/** Allows one request in flight per dashboard. The result is null if there already is one, or if the user has changed meanwhile. */
export function usePendingRequests() {
  const { stores } = useApp()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  // A second press may come before React has rendered after the first.
  const sent = useRef(new Set<string>())
  const answer = async <Value>(id: string, act: () => Promise<Value>): Promise<Value | null> => {
    const isSamePerson = samePerson(stores)
    if (sent.current.has(id)) return null
    sent.current.add(id)
    setBusy(new Set(sent.current))
    try {
      const value = await act()
      return isSamePerson() ? value : null
    } finally {
      sent.current.delete(id)
      setBusy(new Set(sent.current))
    }
  }
  return { busy, answer }
}

/** Copies a dashboard of the user's own, or a curated one, and raises a notice with a link to it. */
export function useDuplicate({ answer }: PendingRequests): {
  readonly duplicate: (dashboard: Pick<SavedDashboard, 'id' | 'name'>) => Promise<void>
} {
  const { stores, useCases } = useApp()
  return {
    async duplicate({ id, name }) {
      const { load } = stores.dashboards.getState()
      const isSamePerson = samePerson(stores)
      const copied = await answer(id, async () => {
        // The list is needed to choose a name that is not taken.
        if (stores.dashboards.getState().phase !== 'ready') await load()
        if (!isSamePerson()) return null
        const taken = new Set(stores.dashboards.getState().dashboards.map((dashboard) => dashboard.name))
        return useCases.copyDashboard(id, copyName(name, taken))
      })
      if (copied?.ok === false) raiseFailure(stores, galleryTexts.copyFailed, copied.failure, copyProblem)
      if (copied?.ok === true)
        stores.notices.getState().raise({
          tone: 'success',
          text: `Created “${mentionedName(copied.value.name)}”.`,
          about: copied.value.id,
          link: { label: 'Open', href: paths.savedDashboard(copied.value.id) },
        })
      // If it is gone or its name is taken, the list has to show that, and the next copy gets a free name.
      if (copied !== null && (copied.ok || isGone(copied.failure) || isTaken(copied.failure))) await load()
    },
  }
}

/** It was deleted elsewhere, and the list has to show that. */
export const isGone = (failure: DashboardsFailure): boolean => 'status' in failure && failure.status === 404

const isTaken = (failure: DashboardsFailure): boolean => 'status' in failure && failure.status === 409

/** For a taken name it is another text: the user did not choose the name of a copy. */
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

/** The first of "Copy of …", "Copy of … (2)" and so on that is not taken. */
function copyName(name: string, taken: ReadonlySet<string>): string {
  const plain = cut(`Copy of ${name}`, 240)
  let free = plain
  for (let count = 2; taken.has(free); count += 1) free = `${plain} (${count})`
  return free
}
