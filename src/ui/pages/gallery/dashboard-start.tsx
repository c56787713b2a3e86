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

/** Of which dashboards the first charts make a beginning, the first three that this portal has. */
const beginnings: readonly DatasetKey[] = ['bitcoin', 'stablecoins', 'derivatives', 'etf', 'lending', 'home']
const mostBeginnings = 3
const chartsOfBeginning = 6

interface Beginning {
  readonly key: string
  readonly name: string
  readonly charts: readonly LibraryChart[]
}

/** On a dashboard without charts, where the vendor's library says that: what to put on it. */
export function DashboardStart({
  dashboard,
  addCharts,
}: {
  readonly dashboard: SavedDashboard
  /** Opens the dialog with all of them. */
  readonly addCharts: () => void
}): ReactNode {
  const { offers } = useApp()
  const ready = useBeginnings()
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
      {ready.length > 0 && (
        <>
          <h3 className="dashboard-start__caption">Or start from</h3>
          <ul className="dashboard-start__list">
            {ready.map(({ key, name, charts }) => (
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

/** Whether it is known that nothing stands on the dashboard. */
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

/** What to begin with. */
function useBeginnings(): readonly Beginning[] {
  const { catalogue, stores, useCases } = useApp()
  const { charts, load } = useStore(chartsStoreOf(stores, useCases))
  const datasets = beginnings
    .flatMap((key) => catalogue.datasets.filter((dataset) => dataset.key === key))
    .slice(0, mostBeginnings)
  useEffect(() => {
    // All of them, as the dialog and the palette will want them too.
    void load(catalogue.datasets.map(({ dashboardId }) => dashboardId))
  }, [catalogue, load])
  return datasets.flatMap(({ key, title, sidebarName, dashboardId }): readonly Beginning[] => {
    const first = (charts.get(dashboardId) ?? []).slice(0, chartsOfBeginning)
    return first.length === 0 ? [] : [{ key, name: sidebarName ?? title, charts: first }]
  })
}
