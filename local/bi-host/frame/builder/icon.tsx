import { h } from 'preact'
import {
  ArrowDownUp,
  Calendar,
  ChartArea,
  ChartBar,
  ChartBarStacked,
  ChartColumn,
  ChartColumnStacked,
  ChartLine,
  ChartNoAxesCombined,
  ChartPie,
  ChartScatter,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  Download,
  FilePlus2,
  Filter,
  FolderOpen,
  Grid3x3,
  Hash,
  Info,
  Layers,
  LayoutPanelLeft,
  Pencil,
  Percent,
  Pin,
  Plus,
  Redo2,
  Save,
  Search,
  Settings2,
  SquareFunction,
  Table2,
  Trash2,
  Type,
  Undo2,
  X,
} from 'lucide'

const icons = {
  sort: ArrowDownUp,
  calendar: Calendar,
  area: ChartArea,
  bar: ChartBar,
  'bar-stacked': ChartBarStacked,
  column: ChartColumn,
  'column-stacked': ChartColumnStacked,
  line: ChartLine,
  combined: ChartNoAxesCombined,
  pie: ChartPie,
  scatter: ChartScatter,
  check: Check,
  down: ChevronDown,
  left: ChevronLeft,
  right: ChevronRight,
  download: Download,
  new: FilePlus2,
  filter: Filter,
  open: FolderOpen,
  heatmap: Grid3x3,
  measure: Hash,
  info: Info,
  layers: Layers,
  treemap: LayoutPanelLeft,
  edit: Pencil,
  percent: Percent,
  pin: Pin,
  plus: Plus,
  redo: Redo2,
  save: Save,
  search: Search,
  settings: Settings2,
  formula: SquareFunction,
  table: Table2,
  delete: Trash2,
  attribute: Type,
  undo: Undo2,
  close: X,
} as const

export type BuilderIcon = keyof typeof icons

export function Mark({ name, size = 16 }: { readonly name: BuilderIcon; readonly size?: number }) {
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
      {icons[name].map(([tag, attributes], at) => h(tag, { key: at, ...attributes }))}
    </svg>
  )
}
