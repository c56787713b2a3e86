import type { BiBearer } from '../../wire/bi-token'
import { curatedBoards } from '../../boards/library/catalogue'
import { liveboards } from '../../wire/liveboards'
import type { Dashboard } from '../../store/dashboards'
import type { Host } from '../host'

const curator = 'curator@assay.local'

/** One row of the vendor's list. */
export interface Header {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly author: string
  readonly authorName: string
  readonly authorDisplayName: string
  readonly owner: string
  readonly created: number
  readonly modified: number
  readonly hasTabs: boolean
  /** Ours: of a person's own, so that something can be put on one of them. The vendor tells only that there are some. */
  readonly tabs?: readonly { readonly id: string; readonly label: string }[]
}

const common = {
  isDeleted: false,
  isHidden: false,
  isAutoCreated: false,
  isExternal: false,
  isDeprecated: false,
  tags: [],
}

export type BoardHeader = Header & typeof common

/** Every dashboard that this bearer may open. */
export function headersFor(
  bearer: BiBearer,
  host: Pick<Host, 'dashboards'> & {
    readonly warehouse: Pick<Host['warehouse'], 'asOf'>
    /** Of the cluster that this host pretends to be: none of the vendor's lists tabs. */
    readonly release?: () => string | undefined
  },
): readonly BoardHeader[] {
  const madeOn = Date.parse(`${host.warehouse.asOf}T00:00:00Z`)
  const curated = curatedBoards
    .filter(({ id }) => bearer.kind === 'person' || id === liveboards.home.id)
    .map(({ id, title, description, tabs }) => ({
      ...common,
      id,
      name: title,
      description,
      author: curator,
      authorName: curator,
      authorDisplayName: 'Assay',
      owner: curator,
      created: madeOn,
      modified: madeOn,
      hasTabs: (tabs ?? []).length > 0,
    }))
  if (bearer.kind === 'anonymous') return curated
  return [
    ...host.dashboards
      .of(bearer.subject)
      .map((dashboard) => headerOf(dashboard, bearer.name, host.release?.() === undefined)),
    ...curated,
  ]
}

function headerOf(dashboard: Dashboard, displayName: string, listsTabs: boolean): BoardHeader {
  const { id, name, description, author, owner, created, modified, tabs } = dashboard
  return {
    ...common,
    id,
    name,
    description,
    author,
    authorName: author,
    authorDisplayName: displayName,
    owner,
    created,
    modified,
    hasTabs: tabs.length > 0,
    ...(listsTabs && tabs.length > 0 ? { tabs: tabs.map(({ id: tab, label }) => ({ id: tab, label })) } : {}),
  }
}
