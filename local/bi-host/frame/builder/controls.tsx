import type { ComponentChildren } from 'preact'
import { Mark, type BuilderIcon } from './icon'

/** One of a few, as a pill. */
export function Choice({
  name,
  label,
  checked,
  choose,
}: {
  readonly name: string
  readonly label: string
  readonly checked: boolean
  readonly choose: () => void
}) {
  return (
    <label class="choice">
      <input type="radio" name={name} checked={checked} onChange={choose} />
      <span>{label}</span>
    </label>
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

/** A part of the settings; chips lead to it by its `part`. */
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
