import {
  dashboardLibraryStates as states,
  exampleDashboardId,
} from '../../contracts/states/dashboard-library'
import type { FaultRule } from '../faults'
import type { StateRules } from '../http/pact-state-routes'
import { people } from '../identity/people'
import type { DashboardStore } from './store/dashboards'

const failing = (status: number): readonly FaultRule[] => [
  { service: 'bi-host', match: '/callosum/', kind: 'status', status },
]

/** The states of the contract with the BI host; what is so of itself needs no rule. */
export const dashboardLibraryStateRules: StateRules = {
  [states.hasDashboards]: [],
  [states.mayCreate]: [],
  [states.refusedToken]: [],
  [states.notAllowed]: failing(403),
  [states.absent]: [],
  [states.outOfOrder]: failing(503),
}

/** Whose token verification is to be run with: the first of the seeded people. */
const [person] = people

/** Puts the example dashboard into that person's gallery where a state needs it, and takes it away again; nothing else is touched. */
export async function arrangeDashboards(
  dashboards: DashboardStore,
  state: string,
  action: 'setup' | 'teardown',
): Promise<void> {
  if (person === undefined) return
  if (dashboards.get(exampleDashboardId) !== undefined) await dashboards.remove([exampleDashboardId])
  if (state !== states.hasDashboards || action === 'teardown') return
  await dashboards.put({
    id: exampleDashboardId,
    owner: person.subject,
    author: person.email,
    name: 'Morning note',
    description: 'Created from dashboard page',
    created: Date.now(),
    modified: Date.now(),
    tiles: [],
  })
}
