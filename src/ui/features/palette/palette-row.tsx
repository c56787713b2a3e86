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
import type { ReactNode } from 'react'
import type { Range } from '../../../core/navigation/search-index'
import type { Found } from '../../../core/navigation/search'
import { itemIcon, type Icon } from '../../components/icons'
import type { PaletteEntry } from './entries'
import { keyNames, spoken } from '../../hooks/keys'

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
export function PaletteRow({
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
