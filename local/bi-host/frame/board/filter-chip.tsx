import { useState } from 'preact/hooks'
import type { FilterChip } from '../../wire/board'
import { SearchField, TickField } from '../parts/form'
import { Icon } from '../parts/icon'
import { Popover, usePanel } from '../parts/popover'
import { useLook } from '../parts/context'

/** More values than this get a search field. */
const searchFrom = 9

export interface FilterChipProps {
  readonly chip: FilterChip
  readonly chosen: readonly string[]
  readonly locked: boolean
  readonly choose: (values: readonly string[]) => void
}

/** A filter of the board: its name, what is chosen, and a panel to choose in. */
export function FilterChipButton({ chip, chosen, locked, choose }: FilterChipProps) {
  const { words } = useLook()
  const { open, button, panel } = usePanel('dialog')
  const summary =
    chosen.length === 0
      ? // One at a time is no "all": charts name theirs.
        words(chip.multiple ? 'filter.all' : 'filter.own')
      : chosen.length === 1
        ? (chosen[0] ?? '')
        : `${chosen.length} values`
  return (
    <>
      <button
        {...button}
        type="button"
        class={`chip liveboard-filter-chip ${chosen.length > 0 ? 'chosen' : ''}`}
        data-field={chip.field}
      >
        <span class="chip-label">{chip.label}</span> <b>{summary}</b>
        <Icon name="chevron-down" size={14} />
      </button>
      {open ? (
        <Popover {...panel} label={chip.label} className="filter-panel">
          <FilterPanel chip={chip} chosen={chosen} locked={locked} choose={choose} />
        </Popover>
      ) : null}
    </>
  )
}

function FilterPanel({ chip, chosen, locked, choose }: FilterChipProps) {
  const { words } = useLook()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const values = chip.values.filter((value) => value.toLowerCase().includes(wanted))

  function toggle(value: string): void {
    if (!chip.multiple) return choose(chosen.includes(value) && !locked ? [] : [value])
    const next = chosen.includes(value) ? chosen.filter((item) => item !== value) : [...chosen, value]
    choose(chip.values.filter((item) => next.includes(item)))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const down = event.key === 'ArrowDown'
    if (!down && event.key !== 'ArrowUp') return
    event.preventDefault()
    const panel = event.currentTarget as HTMLElement
    const fields = [...panel.querySelectorAll<HTMLElement>('input')]
    const at = fields.indexOf(document.activeElement as HTMLElement)
    fields[(at + (down ? 1 : -1) + fields.length) % fields.length]?.focus()
  }

  return (
    <div role="none" onKeyDown={onKeyDown}>
      {chip.values.length >= searchFrom ? (
        <SearchField label={words('filter.search')} value={search} change={setSearch} />
      ) : null}
      <fieldset class="filter-values">
        <legend class="visually-hidden">{chip.label}</legend>
        {values.map((value) => (
          <TickField
            key={value}
            label={value}
            type={chip.multiple ? 'checkbox' : 'radio'}
            name={`filter-${chip.field}`}
            checked={chosen.includes(value)}
            change={() => toggle(value)}
          />
        ))}
        {values.length === 0 ? <p class="filter-none">{words('filter.none')}</p> : null}
      </fieldset>
      {chosen.length > 0 && !locked ? (
        <div class="filter-foot">
          <button type="button" class="text-button" onClick={() => choose([])}>
            {words('filter.clear')}
          </button>
        </div>
      ) : null}
    </div>
  )
}
