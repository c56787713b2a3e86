import type { Dashboard, DashboardStore } from '../../../../local/bi-host/store/dashboards'

export const ana = 'local|ana'

/** An empty dashboard of Ana. */
export const ownDashboard = (store: DashboardStore): Promise<Dashboard> =>
  store.create({ owner: ana, author: 'ana@example.com', name: 'Mine', description: '', tiles: [] })

/** A tile copied from a curated dashboard. */
export const curated = (tileId: string) => ({ kind: 'curated', boardId: 'board', tileId }) as const
