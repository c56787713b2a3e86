import { createElement, type ComponentType, type ReactNode } from 'react'
import { useDeferredUi } from './use-deferred-ui'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { paths } from '../hooks/routes'
import { useApp } from '../hooks/use-app'
import BookOpen from 'lucide-react/icons/book-open'
import { Tooltip } from '../components/tooltip'
import SearchIcon from 'lucide-react/icons/search'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'

function ThemeToggle(): ReactNode {
  const { stores } = useApp()
  const theme = useStore(stores.theme, (state) => state.theme)
  const toggle = useStore(stores.theme, (state) => state.toggle)
  const name = theme === 'dark' ? 'Switch to light mode' : 'Switch to dark mode'
  const Mark = theme === 'dark' ? Sun : Moon
  return (
    <Tooltip text={name}>
      <button type="button" className="control control--icon" aria-label={name} onClick={toggle}>
        <Mark size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}

/** Opens the command palette; the way to it from inside a frame too, where keys do not reach the portal. */
function Search(): ReactNode {
  const { stores } = useApp()
  const open = useStore(stores.dialogs, (state) => state.openSearch)
  return (
    <button
      type="button"
      className="control control--folds control--search"
      aria-label="Search"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      data-opens="search"
      onClick={open}
    >
      <SearchIcon size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="control__label">Search</span>
      {/* Drawn by the styles: no part of the button's name, which is what it says. */}
      <kbd
        className="key"
        data-keys={/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
        aria-hidden="true"
      />
    </button>
  )
}

/** With its name for visitors; signed in, where the menu is fuller, an icon. */
function KnowledgeBase(): ReactNode {
  const { branding, stores } = useApp()
  const named = useStore(stores.auth, (state) => !state.isAuthenticated)
  return (
    // Another look is another element: one that changed its place would count as a shift of the page.
    <Tooltip key={named ? 'named' : 'icon'} text="Knowledge Base" whenFolded={named}>
      <a
        className={named ? 'control control--folds' : 'control control--icon'}
        href={branding.knowledgeBaseUrl}
        target="_blank"
        rel="noopener"
        aria-label={named ? undefined : 'Knowledge Base'}
      >
        <BookOpen size={18} strokeWidth={1.75} aria-hidden="true" />
        {named && <span className="control__label">Knowledge Base</span>}
      </a>
    </Tooltip>
  )
}

/** Only for visitors, only on Home, and not before it is known that they are visitors. */
function ContactSales(): ReactNode {
  const { branding, stores } = useApp()
  const visitor = useStore(stores.auth, (state) => !state.isLoading && !state.isAuthenticated)
  const [path] = useLocation()
  if (!visitor || path !== paths.home) return null
  return (
    <a className="control control--main" href={branding.contactUrl} target="_blank" rel="noopener">
      Contact Sales
    </a>
  )
}

/** A control of the top menu. It decides itself whether it is to be seen, and renders nothing otherwise. */
interface MenuEntry {
  readonly id: string
  /** Rules stand between groups: the visitor's, the signed-in person's, everybody's. */
  readonly group: 'visitor' | 'person' | 'everyone'
  /** On a phone there is room for some, and the others are reached through its menu; a wide screen has them in its sidebar. */
  readonly on: 'wide' | 'phone' | 'both'
  readonly Control: ComponentType
}
/** Of signed-in people: before it is known that somebody is one of them the later parts are there. */
function deferred(
  name: 'RefreshData' | 'ChartBuilder' | 'SavedDashboards' | 'DeepResearch' | 'CreateFromBar',
): ComponentType {
  return function LaterControl() {
    const parts = useDeferredUi()
    return parts === null ? null : createElement(parts[name])
  }
}

const menuEntries: readonly MenuEntry[] = [
  { id: 'contact-sales', group: 'visitor', on: 'both', Control: ContactSales },
  { id: 'refresh', group: 'person', on: 'both', Control: deferred('RefreshData') },
  { id: 'chart-builder', group: 'person', on: 'wide', Control: deferred('ChartBuilder') },
  { id: 'saved-dashboards', group: 'person', on: 'wide', Control: deferred('SavedDashboards') },
  { id: 'deep-research', group: 'person', on: 'wide', Control: deferred('DeepResearch') },
  { id: 'create-dashboard', group: 'person', on: 'phone', Control: deferred('CreateFromBar') },
  { id: 'knowledge-base', group: 'everyone', on: 'wide', Control: KnowledgeBase },
  { id: 'theme', group: 'everyone', on: 'both', Control: ThemeToggle },
  { id: 'search', group: 'everyone', on: 'both', Control: Search },
]

const groups = ['visitor', 'person', 'everyone'] as const

/** The controls of the page, in groups with rules between those that have anything to show. */
export function TopMenu({ phone = false }: { readonly phone?: boolean }): ReactNode {
  return (
    <nav className="menu" aria-label="Tools">
      {groups.map((group) => (
        <div className="menu__group" key={group}>
          {menuEntries
            .filter((entry) => entry.group === group && entry.on !== (phone ? 'wide' : 'phone'))
            .map(({ id, Control }) => (
              <Control key={id} />
            ))}
        </div>
      ))}
    </nav>
  )
}
