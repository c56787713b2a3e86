import { h } from 'preact'
import { useContext } from 'preact/hooks'
import * as lucide from 'lucide'
import { LookContext } from './context'

const icons = {
  chart: lucide.ChartLine,
  check: lucide.Check,
  'chevron-down': lucide.ChevronDown,
  ellipsis: lucide.Ellipsis,
  info: lucide.Info,
  search: lucide.Search,
  table: lucide.Table2,
  close: lucide.X,
  delete: lucide.Trash2,
} as const

export type IconName = keyof typeof icons

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  const symbols = useContext(LookContext)?.symbols
  const symbol = `rd-icon-${name}`
  return <Drawing nodes={icons[name]} size={size} symbol={symbols?.has(symbol) ? symbol : null} />
}

/** An icon in the frame's stroke, or the embedding page's symbol. */
export function Drawing({
  nodes,
  size,
  symbol = null,
}: {
  readonly nodes: lucide.IconNode
  readonly size: number
  readonly symbol?: string | null
}) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {symbol === null ? (
        nodes.map(([tag, attributes], at) => h(tag, { key: at, ...attributes }))
      ) : (
        <use href={`#${symbol}`} />
      )}
    </svg>
  )
}
