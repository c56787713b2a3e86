import { h } from 'preact'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical, Move, Plus, Trash2 } from 'lucide'

const icons = {
  down: ArrowDown,
  left: ArrowLeft,
  right: ArrowRight,
  up: ArrowUp,
  grip: GripVertical,
  move: Move,
  plus: Plus,
  trash: Trash2,
} as const

/** Icons of the edit page alone: they come with its chunk. */
export function EditIcon({ name, size = 16 }: { readonly name: keyof typeof icons; readonly size?: number }) {
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
