import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical, Move, Pencil, Plus, Trash2 } from 'lucide'
import { Drawing } from '../parts/icon'

const icons = {
  down: ArrowDown,
  left: ArrowLeft,
  right: ArrowRight,
  up: ArrowUp,
  grip: GripVertical,
  move: Move,
  pencil: Pencil,
  plus: Plus,
  trash: Trash2,
} as const

/** Icons used only by the edit page, in its chunk. */
export function EditIcon({ name, size = 16 }: { readonly name: keyof typeof icons; readonly size?: number }) {
  return <Drawing nodes={icons[name]} size={size} />
}
