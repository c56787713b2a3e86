import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { Dataset, NavigationEntry, NavigationFolder } from '../../core/catalogue/catalogue'
import { itemIcon } from '../components/icons'
import { paths } from '../hooks/routes'
import { useApp } from '../hooks/use-app'

/** The rows of "My Workspace", for signed-in users. A label also selects the icon, see icons.tsx. */
const workspace = [
  { path: paths.savedDashboards, label: 'All Dashboards', shows: 'dashboard' },
  { path: paths.chartBuilder, label: 'Data Weaver', shows: 'builder' },
] as const

/** The whole tree: Home, the datasets in their folders, and the workspace of signed-in users. The sidebar and the phone's menu share it. */
export function NavigationTree({
  onChoose,
  create,
  children,
}: {
  readonly onChoose?: () => void
  /** The button beside "My Workspace". */
  readonly create: ReactNode
  /** Rendered at the end. */
  readonly children: ReactNode
}): ReactNode {
  const { catalogue, offers, stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const [home, datasets] = splitHome(catalogue.navigation)
  const rows = (entries: readonly NavigationEntry[]): ReactNode =>
    entries.map((entry) =>
      entry.kind === 'dataset' ? (
        <li key={entry.dataset.key}>
          <DatasetRow dataset={entry.dataset} onChoose={onChoose} />
        </li>
      ) : (
        <li key={entry.folder.id}>
          <FolderRow folder={entry.folder} onChoose={onChoose} />
        </li>
      ),
    )
  return (
    <>
      <ul className="nav-group">{rows(home)}</ul>
      <section className="nav-group" aria-labelledby="nav-datasets">
        <div className="nav-group__head">
          <p className="nav-group__label" id="nav-datasets">
            Datasets
          </p>
        </div>
        <ul className="nav-group__rows">{rows(datasets)}</ul>
      </section>
      {signedIn && (
        <section className="nav-group" aria-labelledby="nav-workspace">
          <div className="nav-group__head">
            <p className="nav-group__label" id="nav-workspace">
              My Workspace
            </p>
            {create}
          </div>
          <ul className="nav-group__rows">
            {workspace
              .filter(({ shows }) => offers.includes(shows))
              .map((entry) => (
                <li key={entry.path}>
                  <Row to={entry.path} label={entry.label} level="top" onChoose={onChoose} />
                </li>
              ))}
          </ul>
        </section>
      )}
      {children}
    </>
  )
}

function splitHome(
  entries: readonly NavigationEntry[],
): readonly [readonly NavigationEntry[], readonly NavigationEntry[]] {
  const isHome = (entry: NavigationEntry): boolean =>
    entry.kind === 'dataset' && entry.dataset.path === paths.home
  return [entries.filter(isHome), entries.filter((entry) => !isHome(entry))]
}

type Choosing = { readonly onChoose: (() => void) | undefined }

function DatasetRow({
  dataset,
  level = 'top',
  onChoose,
}: { readonly dataset: Dataset; readonly level?: 'top' | 'child' } & Choosing): ReactNode {
  return <Row to={dataset.path} label={dataset.sidebarName} level={level} onChoose={onChoose} />
}

function Row({
  to,
  label,
  level,
  onChoose,
}: {
  readonly to: string
  readonly label: string
  readonly level: 'top' | 'child'
} & Choosing): ReactNode {
  const [path] = useLocation()
  return (
    <Link
      href={to}
      className={`nav-row nav-row--${level}`}
      aria-current={path === to ? 'page' : undefined}
      onClick={onChoose}
    >
      {itemIcon(label, level === 'top' ? 18 : 16)}
      <span className="nav-row__label">{label}</span>
    </Link>
  )
}

function FolderRow({ folder, onChoose }: { readonly folder: NavigationFolder } & Choosing): ReactNode {
  const { stores } = useApp()
  const open = useStore(stores.sidebar, (state) => state.openFolder === folder.id)
  const dispatch = useStore(stores.sidebar, (state) => state.dispatch)
  const [path] = useLocation()
  const hasCurrentPage = folder.children.some((child) => child.path === path)
  const id = `folder-${folder.id}`
  return (
    <>
      <button
        type="button"
        className={hasCurrentPage ? 'nav-row nav-row--top nav-row--holds-page' : 'nav-row nav-row--top'}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => dispatch({ kind: 'folder-pressed', folder: folder.id })}
      >
        {itemIcon(folder.title, 18)}
        <span className="nav-row__label">{folder.title}</span>
        <ChevronRight className="nav-row__chevron" size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {open && (
        <ul className="nav-children" id={id} aria-label={folder.title}>
          {folder.children.map((child) => (
            <li key={child.key}>
              <DatasetRow dataset={child} level="child" onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
