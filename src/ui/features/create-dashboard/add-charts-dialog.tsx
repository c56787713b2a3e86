import { Dialog } from '@base-ui/react/dialog'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { folded } from '../../../core/kernel/folding'
import type { LibraryChart, SavedDashboard } from '../../../core/ports/dashboard-library'
import { chartsStoreOf } from '../../../state/charts-store'
import { Button } from '../../components/button'
import { DialogWindow, dismissedBy } from '../../components/dialog-window'
import { failureDetail } from '../../hooks/dashboard-texts'
import { isForInputMethod } from '../../hooks/keys'
import { useAppearance } from '../../hooks/use-appearance'
import { useApp } from '../../hooks/use-app'
import { createBoardStore } from '../../../state/board-store'
import { useAddCharts } from './use-add-charts'

/** The charts of one dataset's dashboard. */
interface Offer {
  readonly dashboardId: string
  readonly title: string
  readonly charts: readonly LibraryChart[]
}

const keyOf = ({ dashboardId, chartId }: LibraryChart): string => `${dashboardId} ${chartId}`

/** Keeps Enter in the search field from submitting the dialog, and makes Escape clear the field before it closes the dialog. */
function handleSearchKey(event: KeyboardEvent, search: string, write: (search: string) => void): void {
  if (isForInputMethod(event.nativeEvent)) return
  const clears = event.key === 'Escape' && search !== ''
  if (clears || event.key === 'Enter') event.preventDefault()
  if (!clears) return
  event.stopPropagation()
  write('')
}

/** Adds charts of the curated dashboards to one of the user's own, several at once. */
export function AddChartsDialog({
  dashboard,
  close,
}: {
  readonly dashboard: SavedDashboard
  readonly close: () => void
}): ReactNode {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly LibraryChart[]>([])
  const [previewed, setPreviewed] = useState<LibraryChart | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { adding, failure, add } = useAddCharts(dashboard, close)
  const { offers, unlisted, retry } = useOffers(search)
  const keys = new Set(chosen.map(keyOf))
  const toggle = (chart: LibraryChart): void =>
    setChosen((before) =>
      keys.has(keyOf(chart)) ? before.filter((one) => keyOf(one) !== keyOf(chart)) : [...before, chart],
    )

  return (
    <Dialog.Root
      open
      disablePointerDismissal={adding || chosen.length > 0}
      onOpenChange={dismissedBy(() => adding || close())}
    >
      <DialogWindow title="Add Charts" closing={{ disabled: adding }} first={field}>
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
            className="field__input"
            aria-label="Search charts"
            placeholder="Search charts"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => handleSearchKey(event, search, setSearch)}
          />
          {(offers !== null || !unlisted) && (
            <Choices offers={offers} chosen={keys} disabled={adding} toggle={toggle} preview={setPreviewed} />
          )}
          {unlisted && (
            <Unlisted
              which={offers === null ? 'The' : 'Some'}
              retry={() => {
                // The button disappears, so the focus moves to the field.
                field.current?.focus()
                retry()
              }}
            />
          )}
          <ChartPreview chart={previewed} />
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

function Unlisted({
  which,
  retry,
}: {
  readonly which: 'The' | 'Some'
  readonly retry: () => void
}): ReactNode {
  return (
    <p className="dialog__alert" role="alert">
      {which} charts couldn’t be listed.{' '}
      <button type="button" className="text-button" onClick={retry}>
        Retry
      </button>
    </p>
  )
}

/** Delay before a row's chart is drawn, in milliseconds: a pointer that only passes over the row draws none. */
const previewDelayMs = 250

/** The chart under the pointer or the focus, if the vendor can show a single chart. */
function ChartPreview({ chart }: { readonly chart: LibraryChart | null }): ReactNode {
  return useApp().offers.includes('charts') ? <DrawnChart chart={chart} /> : null
}

/** The vendor's drawing: one frame for all charts. */
function DrawnChart({ chart }: { readonly chart: LibraryChart | null }): ReactNode {
  const { useCases } = useApp()
  const container = useRef<HTMLDivElement>(null)
  const [board] = useState(() => createBoardStore(useCases, 'tile'))
  const { attach, show, phase } = useStore(board)
  const appearance = useAppearance('curated')
  const [shown, setShown] = useState<LibraryChart | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setShown(chart), previewDelayMs)
    return () => clearTimeout(timer)
  }, [chart])
  const hasChart = shown !== null
  useEffect(() => (hasChart ? attach(container.current) : undefined), [hasChart, attach])
  useEffect(() => {
    if (shown === null) return
    const { dashboardId, chartId, title } = shown
    show({ view: { kind: 'dashboard', dashboardId, chartId }, title: `${title} chart`, appearance })
  }, [shown, show, appearance])
  return (
    <div className="add-charts__picture" inert aria-hidden="true">
      <div className="add-charts__frame" ref={container} hidden={phase === 'failed'} />
      {shown === null && <p>Point at a chart, or choose it, to see it</p>}
      {phase === 'failed' && <p>This chart can’t be shown right now</p>}
    </div>
  )
}

/** The charts to choose from, by dataset. */
function Choices({
  offers,
  chosen,
  disabled,
  toggle,
  preview,
}: {
  readonly offers: readonly Offer[] | null
  readonly chosen: ReadonlySet<string>
  readonly disabled: boolean
  readonly toggle: (chart: LibraryChart) => void
  /** Called when the pointer or the focus is on a chart. */
  readonly preview: (chart: LibraryChart) => void
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
              <label key={keyOf(chart)} onPointerEnter={() => preview(chart)}>
                <input
                  type="checkbox"
                  checked={chosen.has(keyOf(chart))}
                  disabled={disabled}
                  onFocus={() => preview(chart)}
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

/** The charts of the curated dashboards, in the order of the navigation; null until they are known. */
function useOffers(search: string): {
  readonly offers: readonly Offer[] | null
  /** The charts of some dashboards failed to load. */
  readonly unlisted: boolean
  readonly retry: () => void
} {
  const { catalogue, stores, useCases } = useApp()
  const { charts, missed, load } = useStore(chartsStoreOf(stores, useCases))
  const ids = useMemo(() => catalogue.datasets.map(({ dashboardId }) => dashboardId), [catalogue])
  const retry = useCallback(() => void load(ids), [ids, load])
  useEffect(retry, [retry])
  const offers = useMemo(() => {
    const words = folded(search).split(/\s+/)
    const all = catalogue.datasets.flatMap(({ dashboardId, sidebarName }): readonly Offer[] => {
      const own = charts.get(dashboardId)
      return own === undefined ? [] : [{ dashboardId, title: sidebarName, charts: own }]
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
  return { offers, unlisted: ids.some((id) => missed.has(id)), retry }
}
