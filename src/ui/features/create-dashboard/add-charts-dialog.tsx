import { Dialog } from '@base-ui/react/dialog'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import { folded } from '../../../core/navigation/search-index'
import type { LibraryChart, SavedDashboard } from '../../../core/ports/dashboard-library'
import { chartsStoreOf } from '../../../state/charts-store'
import { Button } from '../../components/button'
import { DialogWindow } from '../../components/dialog-window'
import { failureDetail, mentionedName } from '../../hooks/dashboard-texts'
import { useApp } from '../../hooks/use-app'

/** Of one dataset's dashboard. */
interface Offer {
  readonly dashboardId: string
  readonly title: string
  readonly charts: readonly LibraryChart[]
}

const keyOf = ({ dashboardId, chartId }: LibraryChart): string => `${dashboardId} ${chartId}`

/** Charts of the curated dashboards, several at once, for one's own. */
export function AddChartsDialog({
  dashboard,
  close,
}: {
  readonly dashboard: SavedDashboard
  readonly close: () => void
}): ReactNode {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly LibraryChart[]>([])
  const field = useRef<HTMLInputElement>(null)
  const { adding, failure, add } = useAdding(dashboard, close)
  const { offers, failed, retry } = useOffers(search)
  const keys = new Set(chosen.map(keyOf))
  const toggle = (chart: LibraryChart): void =>
    setChosen((before) =>
      keys.has(keyOf(chart)) ? before.filter((one) => keyOf(one) !== keyOf(chart)) : [...before, chart],
    )

  return (
    <Dialog.Root
      open
      disablePointerDismissal={adding || chosen.length > 0}
      onOpenChange={(open) => open || adding || close()}
    >
      <DialogWindow title="Add Charts" closing={{ disabled: adding }} initialFocus={field}>
        <form
          className="dialog__body add-charts"
          onSubmit={(event) => {
            event.preventDefault()
            if (chosen.length > 0 && !adding) void add(chosen)
          }}
        >
          <input
            ref={field}
            type="search"
            className="add-charts__search"
            aria-label="Search charts"
            placeholder="Search charts"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {offers === null && failed ? (
            <p className="dialog__alert" role="alert">
              The charts couldn’t be listed.{' '}
              <button
                type="button"
                className="text-button"
                onClick={() => {
                  // The button goes: the keyboard stays in the dialog.
                  field.current?.focus()
                  retry()
                }}
              >
                Retry
              </button>
            </p>
          ) : (
            <Choices offers={offers} chosen={keys} disabled={adding} toggle={toggle} />
          )}
          {failure !== null && (
            <p className="dialog__alert" role="alert">
              The charts couldn’t be added.
              <span className="dialog__detail"> {failureDetail(failure) ?? 'Try again.'}</span>
            </p>
          )}
          <div className="dialog__actions">
            <Button disabled={adding} onClick={close}>
              Cancel
            </Button>
            <Button main type="submit" disabled={adding || chosen.length === 0}>
              {adding ? 'Adding...' : chosen.length < 2 ? 'Add Chart' : `Add ${chosen.length} Charts`}
            </Button>
          </div>
        </form>
      </DialogWindow>
    </Dialog.Root>
  )
}

/** By dataset. */
function Choices({
  offers,
  chosen,
  disabled,
  toggle,
}: {
  readonly offers: readonly Offer[] | null
  readonly chosen: ReadonlySet<string>
  readonly disabled: boolean
  readonly toggle: (chart: LibraryChart) => void
}): ReactNode {
  return (
    <div className="add-charts__list">
      {offers === null ? (
        <output>Loading charts...</output>
      ) : offers.length === 0 ? (
        <output>No charts match.</output>
      ) : (
        offers.map((offer) => (
          <fieldset key={offer.dashboardId}>
            <legend>{offer.title}</legend>
            {offer.charts.map((chart) => (
              <label key={keyOf(chart)}>
                <input
                  type="checkbox"
                  checked={chosen.has(keyOf(chart))}
                  disabled={disabled}
                  onChange={() => toggle(chart)}
                />
                <bdi>{chart.title}</bdi>
              </label>
            ))}
          </fieldset>
        ))
      )}
    </div>
  )
}

/** Sends them once, and shows the dashboard anew with them on it. */
function useAdding(
  dashboard: SavedDashboard,
  close: () => void,
): {
  readonly adding: boolean
  readonly failure: DashboardsFailure | null
  readonly add: (charts: readonly LibraryChart[]) => Promise<void>
} {
  const { stores, useCases } = useApp()
  const [adding, setAdding] = useState(false)
  const [failure, setFailure] = useState<DashboardsFailure | null>(null)
  return {
    adding,
    failure,
    async add(charts) {
      setAdding(true)
      setFailure(null)
      const added = await useCases.addCharts(dashboard.id, charts)
      setAdding(false)
      if (!added.ok) return setFailure(added.failure)
      const [only] = charts
      const what = charts.length === 1 ? `“${only?.title ?? ''}” was` : `${charts.length} charts were`
      stores.notices
        .getState()
        .raise({ tone: 'success', text: `${what} added to “${mentionedName(dashboard.name)}”.` })
      close()
      void stores.saved.getState().refresh()
      await stores.dashboards.getState().load()
    },
  }
}

/** What the curated dashboards have, in the order of the navigation; null while it is not known. */
function useOffers(search: string): {
  readonly offers: readonly Offer[] | null
  readonly failed: boolean
  readonly retry: () => void
} {
  const { catalogue, stores, useCases } = useApp()
  const { charts, failed, load } = useStore(chartsStoreOf(stores, useCases))
  const retry = useCallback(() => {
    const ids = catalogue.datasets.map(({ dashboardId }) => dashboardId)
    void load(ids.filter((id) => id !== undefined))
  }, [catalogue, load])
  useEffect(retry, [retry])
  const offers = useMemo(() => {
    const words = folded(search).split(/\s+/)
    const all = catalogue.datasets.flatMap(({ dashboardId, sidebarName, title }): readonly Offer[] => {
      const own = dashboardId === undefined ? undefined : charts.get(dashboardId)
      return dashboardId === undefined || own === undefined
        ? []
        : [{ dashboardId, title: sidebarName ?? title, charts: own }]
    })
    if (all.length === 0) return null
    return all
      .map((offer) => ({
        ...offer,
        charts: offer.charts.filter((chart) =>
          words.every((word) => folded(`${chart.title} ${offer.title}`).includes(word)),
        ),
      }))
      .filter((offer) => offer.charts.length > 0)
  }, [catalogue, charts, search])
  return { offers, failed, retry }
}
