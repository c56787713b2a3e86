import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import * as lucide from 'lucide'
import { Drawing } from '../parts/icon'

const icons = {
  sort: lucide.ArrowDownUp,
  calendar: lucide.Calendar,
  area: lucide.ChartArea,
  column: lucide.ChartColumn,
  'column-stacked': lucide.ChartColumnStacked,
  line: lucide.ChartLine,
  combined: lucide.ChartNoAxesCombined,
  pie: lucide.ChartPie,
  scatter: lucide.ChartScatter,
  check: lucide.Check,
  down: lucide.ChevronDown,
  left: lucide.ChevronLeft,
  right: lucide.ChevronRight,
  download: lucide.Download,
  new: lucide.FilePlus2,
  filter: lucide.Filter,
  open: lucide.FolderOpen,
  heatmap: lucide.Grid3x3,
  measure: lucide.Hash,
  layers: lucide.Layers,
  treemap: lucide.LayoutPanelLeft,
  edit: lucide.Pencil,
  percent: lucide.Percent,
  pin: lucide.Pin,
  plus: lucide.Plus,
  redo: lucide.Redo2,
  save: lucide.Save,
  search: lucide.Search,
  settings: lucide.Settings2,
  formula: lucide.SquareFunction,
  table: lucide.Table2,
  ellipsis: lucide.Ellipsis,
  delete: lucide.Trash2,
  attribute: lucide.Type,
  undo: lucide.Undo2,
  close: lucide.X,
} as const

export type BuilderIcon = keyof typeof icons

export function Mark({ name, size = 16 }: { readonly name: BuilderIcon; readonly size?: number }) {
  return <Drawing nodes={icons[name]} size={size} />
}

export function Choices<T>({
  label,
  of,
  isChosen,
  choose,
}: {
  readonly label: string
  readonly of: readonly (readonly [label: string, value: T])[]
  readonly isChosen: (value: T, label: string) => boolean
  readonly choose: (value: T) => void
}) {
  return (
    <div class="choices" role="radiogroup" aria-label={label}>
      {of.map(([name, value]) => (
        <label key={name} class="choice">
          <input type="radio" name={label} checked={isChosen(value, name)} onChange={() => choose(value)} />
          <span>{name}</span>
        </label>
      ))}
    </div>
  )
}

export function IconButton({
  icon,
  label,
  run,
  disabled = false,
}: {
  readonly icon: BuilderIcon
  readonly label: string
  readonly run: () => void
  readonly disabled?: boolean
}) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={run}
    >
      <Mark name={icon} size={15} />
    </button>
  )
}

/** Inline button. `spoken` is its accessible name where its text is not enough. */
export function TextButton(of: {
  readonly text: string
  readonly run: () => void
  readonly spoken?: string
}) {
  return (
    <button type="button" class="text-button inline" aria-label={of.spoken} onClick={of.run}>
      {of.text}
    </button>
  )
}

/** A section of the settings. Chips link to it by its `part`. */
export function Section({
  part,
  title,
  children,
}: {
  readonly part: string
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <section class="setting" data-part={part} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/**
 * Roving tab index: one item of a list is in the Tab order, the last active one or the first. The list's keys reach the others. Items are
 * rendered with `tabIndex={-1}`.
 */
export function useRoving(list: { readonly current: HTMLElement | null }, items: string): void {
  // After every render, because items come and go.
  useLayoutEffect(() => {
    if (list.current) settle(itemsOf(list.current, items))
  })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const entered = ({ target }: FocusEvent): void => {
      const all = itemsOf(element, items)
      const item = all.find((one) => one === target)
      if (item) settle(all, item)
    }
    element.addEventListener('focusin', entered)
    return () => element.removeEventListener('focusin', entered)
  })
}

/** Moves the focus among the items. False if the key does not apply. */
export function moveAmong(event: KeyboardEvent, items: string, along: 'across' | 'down'): boolean {
  const all = itemsOf(event.currentTarget as HTMLElement, items)
  const at = all.indexOf(event.target as HTMLElement)
  const [next, previous] = along === 'down' ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft']
  const to =
    event.key === next
      ? Math.min(at + 1, all.length - 1)
      : event.key === previous
        ? Math.max(at - 1, 0)
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? all.length - 1
            : null
  if (at < 0 || to === null) return false
  event.preventDefault()
  all[to]?.focus()
  return true
}

function itemsOf(list: HTMLElement, items: string): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(items)]
}

function settle(
  all: readonly HTMLElement[],
  item = all.find((one) => one.getAttribute('tabindex') === '0') ?? all[0],
): void {
  for (const one of all) one.setAttribute('tabindex', one === item ? '0' : '-1')
}
