import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import ChartSpline from 'lucide-react/icons/chart-spline'
import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import House from 'lucide-react/icons/house'
import Keyboard from 'lucide-react/icons/keyboard'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Link from 'lucide-react/icons/link'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import PanelLeft from 'lucide-react/icons/panel-left'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Sparkles from 'lucide-react/icons/sparkles'
import Star from 'lucide-react/icons/star'
import SunMoon from 'lucide-react/icons/sun-moon'
import Zap from 'lucide-react/icons/zap'
import SearchIcon from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useStore } from 'zustand'
import { search, type Found, type SectionKind } from '../../../core/navigation/search'
import { searchIndex, type Range } from '../../../core/navigation/search-index'
import { useLocation } from 'wouter'
import { dismissedBy, useFinalFocus, useFirstField } from '../../components/dialog-window'
import { itemIcon, type Icon } from '../../components/icons'
import { isForInputMethod, keyNames, spoken } from '../../hooks/keys'
import { pathWithQuestion } from '../../../core/navigation/view-state'
import { asks, paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { useBack } from '../../hooks/use-back'
import { useResearchOffered } from '../../hooks/use-research-offered'
import { useEntries, useUsage, type PaletteEntry } from './entries'
import { findTypos } from './find-typos'
import '../../styles/palette-dialog.scss'

const headings: Readonly<Record<Group['value'], string>> = {
  favorites: 'Favorites',
  recents: 'Recent',
  datasets: 'Datasets',
  dashboards: 'Saved dashboards',
  tiles: 'Charts',
  ask: 'Ask',
  actions: 'Actions',
}

interface Group {
  readonly value: SectionKind | 'ask'
  readonly items: readonly Found<PaletteEntry>[]
}

/** Commands offered when nothing is found and the user cannot ask Deep Research. */
const fallbackCommands: ReadonlySet<string> = new Set([
  'action:sign-in',
  'action:go-home',
  'action:saved-dashboards',
])

/** Search over everything that can be opened or done. The arrow keys choose, Enter opens. */
export function Palette(): ReactNode {
  const { stores } = useApp()
  const complete = useStore(stores.dashboards, (state) => state.complete)
  const close = useStore(stores.dialogs, (state) => state.closeSearch)
  useBack(close)
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const focus = { initialFocus: useFirstField(field), finalFocus: useFinalFocus() }
  const entries = useEntries()
  const usage = useUsage()
  const index = useMemo(() => searchIndex(entries), [entries])
  const { sections, total } = useMemo(() => search(index, query, usage, findTypos), [index, query, usage])
  const found = sections.map(({ kind, found: items }): Group => ({ value: kind, items }))
  const shown = found.reduce((sum, { items }) => sum + items.length, 0)
  const ask = useAsk(query, shown === 0)
  const asking = ask === null ? [] : [{ value: 'ask' as const, items: [{ entry: ask, ranges: [] }] }]
  const nothing = shown === 0 && ask === null
  const fallbacks = entries
    .filter(({ id }) => nothing && fallbackCommands.has(id))
    .map((entry) => ({ entry, ranges: [] }))
  const groups = [
    ...found,
    ...asking,
    ...(fallbacks.length === 0 ? [] : [{ value: 'actions' as const, items: fallbacks }]),
  ]

  return (
    <Dialog.Root open onOpenChange={dismissedBy(close)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="palette" aria-label="Search" {...focus}>
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            autoHighlight="always"
            keepHighlight
            value={query}
            onValueChange={(value, { reason }) => {
              if (reason !== 'item-press') setQuery(value)
            }}
            itemToStringValue={(found: Found<PaletteEntry>) => found.entry.title}
          >
            <SearchField field={field} />
            <div className="palette__body">
              {found.length === 0 && (
                <p className="palette__none">
                  No results for “<bdi>{query.trim()}</bdi>”.
                  <span>
                    {ask === null
                      ? 'Try a ticker, a dataset or the name of a dashboard.'
                      : 'Press Enter to ask Deep Research, or try a ticker, a dataset or the name of a dashboard.'}
                  </span>
                </p>
              )}
              {!complete && query.trim() !== '' && (
                <p className="palette__none">
                  <span>Not all of your dashboards are listed. Search doesn’t find the others.</span>
                </p>
              )}
              <Results choose={(entry, beside) => choose(entry, beside, close)} favorites={usage.favorites} />
            </div>
            <div className="palette__foot">
              <span className="palette__hint" aria-hidden="true">
                <kbd className="key">↑</kbd>
                <kbd className="key">↓</kbd> Move
              </span>
              <span className="palette__hint" aria-hidden="true">
                <kbd className="key">↵</kbd> Open
              </span>
              <Autocomplete.Status className="palette__count">{countText(shown, total)}</Autocomplete.Status>
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function choose(entry: PaletteEntry, beside: boolean, close: () => void): void {
  if (entry.path !== undefined && beside) {
    window.open(entry.path, '_blank', 'noopener')
    return
  }
  close()
  entry.run()
}

type Keys = Pick<MouseEvent, 'ctrlKey' | 'metaKey'>

/** With Ctrl or Command a page opens in a new tab, as a link does. */
const opensNewTab = ({ ctrlKey, metaKey }: Keys): boolean => ctrlKey || metaKey

/** Offers to ask Deep Research when nothing is found, and for queries of three words or more. */
function useAsk(query: string, unanswered: boolean): PaletteEntry | null {
  const offered = useResearchOffered()
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const [, navigate] = useLocation()
  const question = query.trim().replaceAll(/\s+/g, ' ')
  const wanted = unanswered ? question.length > 1 : question.split(' ').length > 2
  if (!offered || !signedIn || !wanted) return null
  return {
    id: 'action:ask',
    group: 'actions',
    title: `Ask Deep Research: ${question}`,
    names: '',
    about: '',
    detail: '',
    shortcut: null,
    picture: 'deep-research',
    run: () =>
      navigate(pathWithQuestion(paths.deepResearch, new URLSearchParams(), question), { state: asks }),
  }
}

function SearchField({ field }: { readonly field: RefObject<HTMLInputElement | null> }): ReactNode {
  return (
    <Autocomplete.InputGroup className="palette__head">
      <SearchIcon size={18} strokeWidth={1.75} aria-hidden="true" />
      <Autocomplete.Input
        ref={field}
        className="palette__input"
        aria-label="Search datasets, dashboards and actions"
        placeholder="Name, ticker or action"
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onKeyDown={(event) => {
          // The list itself handles Enter only without Ctrl.
          if (event.key !== 'Enter' || event.repeat || !opensNewTab(event)) return
          if (isForInputMethod(event.nativeEvent)) return
          const click = new MouseEvent('click', { bubbles: true, ctrlKey: true })
          document.querySelector('.palette__row[data-highlighted]')?.dispatchEvent(click)
        }}
      />
      <Dialog.Close className="key palette__close">
        <span className="visually-hidden">Close </span>
        <span className="palette__esc">Esc</span>
        <X className="palette__x" size={20} strokeWidth={1.75} aria-hidden="true" />
      </Dialog.Close>
    </Autocomplete.InputGroup>
  )
}

function Results({
  choose,
  favorites,
}: {
  readonly choose: (entry: PaletteEntry, beside: boolean) => void
  /** Ids of entries. */
  readonly favorites: readonly string[]
}): ReactNode {
  return (
    <Autocomplete.List className="palette__list">
      {(group: Group) => (
        <Autocomplete.Group key={group.value} items={group.items} className="palette__group">
          <Autocomplete.GroupLabel className="palette__label">
            {headings[group.value]}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(found: Found<PaletteEntry>) => (
              <Autocomplete.Item
                key={found.entry.id}
                value={found}
                className="palette__row"
                onClick={(event) => choose(found.entry, opensNewTab(event))}
              >
                <PaletteRow found={found} starred={favorites.includes(found.entry.id)} />
              </Autocomplete.Item>
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  )
}

function countText(shown: number, total: number): string {
  if (shown < total) return `${shown} of ${total} results`
  return total === 1 ? '1 result' : total === 0 ? 'No results' : `${total} results`
}

const commandIcons: ReadonlyMap<string, Icon> = new Map([
  ['go-home', House],
  ['theme', SunMoon],
  ['sidebar', PanelLeft],
  ['help', Keyboard],
  ['refresh', RefreshCw],
  ['create-dashboard', Plus],
  ['saved-dashboards', LayoutDashboard],
  ['data-weaver', ChartNoAxesCombined],
  ['deep-research', Sparkles],
  ['sign-in', LogIn],
  ['sign-out', LogOut],
  ['copy-link', Link],
  ['favorite', Star],
  ['tile', ChartSpline],
])

/** The icon, the title with the matched letters marked, and details at the right. */
function PaletteRow({
  found: { entry, ranges },
  starred,
}: {
  readonly found: Found<PaletteEntry>
  readonly starred: boolean
}): ReactNode {
  return (
    <>
      {pictureOf(entry)}
      <bdi className="palette__title">
        {parts(entry.title, ranges).map(({ text, isMatch, at }) =>
          isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
        )}
      </bdi>
      <span className="palette__detail">{entry.detail}</span>
      {starred && (
        <>
          <Star className="palette__star" size={14} strokeWidth={1.75} aria-hidden="true" />
          <span className="visually-hidden">, favorite</span>
        </>
      )}
      {entry.shortcut !== null && (
        <span className="palette__keys">
          <span className="visually-hidden">, shortcut {spoken(entry.shortcut)}</span>
          <span aria-hidden="true">
            {entry.shortcut.keys.flatMap(keyNames).map((key, at) => (
              <kbd className="key" key={`${key}${at}`}>
                {key}
              </kbd>
            ))}
          </span>
        </span>
      )}
    </>
  )
}

function pictureOf({ group, picture }: PaletteEntry): ReactNode {
  const Mark = group === 'actions' || group === 'tiles' ? (commandIcons.get(picture) ?? Zap) : undefined
  return Mark === undefined ? itemIcon(picture, 18) : <Mark size={18} strokeWidth={1.75} aria-hidden="true" />
}

function parts(
  title: string,
  ranges: readonly Range[],
): readonly { readonly text: string; readonly isMatch: boolean; readonly at: number }[] {
  const edges = [0, ...ranges.flat(), title.length]
  return edges.slice(1).flatMap((end, index) => {
    const at = edges[index] ?? 0
    return end > at ? [{ text: title.slice(at, end), isMatch: index % 2 === 1, at }] : []
  })
}
