import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { DatasetKey } from '../../../core/catalogue/catalogue'
import type { LibraryChart, SavedDashboard } from '../../../core/ports/dashboard-library'
import { chartsStoreOf } from '../../../state/charts-store'
import { Button, ButtonLink } from '../../components/button'
import { useAddCharts } from '../../features/create-dashboard/use-add-charts'
import { failureDetail } from '../../hooks/dashboard-texts'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'

/** Datasets whose first charts make a starting point: the first three of these that this portal has. */
const startingDatasets: readonly DatasetKey[] = [
  'bitcoin',
  'stablecoins',
  'derivatives',
  'etf',
  'lending',
  'home',
]
const maxStartingPoints = 3
const chartsPerStartingPoint = 6

interface StartingPoint {
  readonly key: string
  readonly name: string
  readonly charts: readonly LibraryChart[]
}

/** Shown on a dashboard without charts, if the vendor's library reports that: what to put on it. */
export function DashboardStart({
  dashboard,
  addCharts,
}: {
  readonly dashboard: SavedDashboard
  /** Opens the dialog with all charts. */
  readonly addCharts: () => void
}): ReactNode {
  const { offers } = useApp()
  const startingPoints = useStartingPoints()
  const { adding, failure, add } = useAddCharts(dashboard)
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <section className="dashboard-start" aria-labelledby="dashboard-start">
      <h2 className="dashboard-start__title" id="dashboard-start">
        Start this dashboard
      </h2>
      <div className="dashboard-start__ways">
        <Button main icon={Plus} disabled={adding} onClick={addCharts}>
          Add Charts
        </Button>
        {offers.includes('builder') && (
          <ButtonLink to={`${paths.chartBuilder}?dashboard=${encodeURIComponent(dashboard.id)}`}>
            <ChartNoAxesCombined size={18} strokeWidth={1.75} aria-hidden="true" />
            Build a Chart
          </ButtonLink>
        )}
      </div>
      {startingPoints.length > 0 && (
        <>
          <h3 className="dashboard-start__caption">Or start from</h3>
          <ul className="dashboard-start__list">
            {startingPoints.map(({ key, name, charts }) => (
              <li key={key}>
                <button
                  type="button"
                  className="dashboard-start__card"
                  aria-disabled={adding}
                  onClick={() => {
                    if (adding) return
                    setChosen(key)
                    void add(charts)
                  }}
                >
                  <strong>{adding && chosen === key ? 'Adding...' : name}</strong>
                  <span>
                    {charts.length === 1 ? '1 chart' : `${charts.length} charts`}:{' '}
                    {charts.map(({ title }) => title).join(' · ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {failure !== null && (
        <p className="dialog__alert" role="alert">
          The charts couldn’t be added. {failureDetail(failure) ?? 'Try again.'}
        </p>
      )}
    </section>
  )
}

/** Whether the dashboard is known to have no charts. */
export function useIsEmpty(id: string): boolean {
  const { stores, useCases } = useApp()
  const { charts, load } = useStore(chartsStoreOf(stores, useCases))
  const offered = useStore(stores.dashboards, (state) => state.can?.charts === true)
  const known = charts.has(id)
  useEffect(() => {
    if (offered && !known && id !== '') void load([id])
  }, [offered, known, id, load])
  return offered && charts.get(id)?.length === 0
}

/** The starting points whose charts have loaded. */
function useStartingPoints(): readonly StartingPoint[] {
  const { catalogue, stores, useCases } = useApp()
  const { charts, load } = useStore(chartsStoreOf(stores, useCases))
  const datasets = startingDatasets
    .flatMap((key) => catalogue.datasets.filter((dataset) => dataset.key === key))
    .slice(0, maxStartingPoints)
  useEffect(() => {
    // All datasets: the dialog and the palette need their charts, too.
    void load(catalogue.datasets.map(({ dashboardId }) => dashboardId))
  }, [catalogue, load])
  return datasets.flatMap(({ key, sidebarName, dashboardId }): readonly StartingPoint[] => {
    const first = (charts.get(dashboardId) ?? []).slice(0, chartsPerStartingPoint)
    return first.length === 0 ? [] : [{ key, name: sidebarName, charts: first }]
  })
}
