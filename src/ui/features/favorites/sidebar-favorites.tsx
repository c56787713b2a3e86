import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useStore } from 'zustand'
import { itemIcon } from '../../components/icons'
import { useApp } from '../../hooks/use-app'
import { useFirstFavorites } from '../../hooks/use-favorite-links'

/** The last part of the navigation, so that it moves nothing when it loads. Each row shows the digit that opens it. */
export function SidebarFavorites({ onChoose }: { readonly onChoose?: () => void }): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const { links, more } = useFirstFavorites()
  const [path] = useLocation()
  if (!signedIn || links.length === 0) return null
  return (
    <section className="nav-group" aria-labelledby="nav-favorites">
      <div className="nav-group__head">
        <p className="nav-group__label" id="nav-favorites">
          Favorites
        </p>
      </div>
      <ul className="nav-group__rows">
        {links.map(({ id, title, path: to, picture, board }, at) => (
          <li key={id}>
            <Link
              href={to}
              className="nav-row nav-row--top"
              title={board === title ? title : `${title}, ${board}`}
              // A dataset, and the dataset of a chart, is marked in the tree instead.
              aria-current={path === to && id.startsWith('dashboard:') ? 'page' : undefined}
              aria-keyshortcuts={String(at + 1)}
              onClick={onChoose}
            >
              {itemIcon(picture, 18)}
              <bdi className="nav-row__label">{title}</bdi>
              <kbd className="nav-row__digit" aria-hidden="true">
                {at + 1}
              </kbd>
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <button
              type="button"
              className="nav-row nav-row--top"
              onClick={() => {
                onChoose?.()
                stores.dialogs.getState().openSearch()
              }}
            >
              <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
              <span className="nav-row__label">{more} more</span>
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}
