import { useState } from 'preact/hooks'
import type { BoardReply, RangeId, FilterChip } from '../../wire/board'
import { formatDay } from '../../rendering/format'
import { mayChooseRange } from '../protocol/runtime'
import type { ViewOptions } from '../protocol/view-options'
import { Icon } from '../parts/icon'
import { BoardMenu } from './board-menu'
import { ViewChip } from './views-panel'
import { useLook, useStore, useUi } from '../parts/context'
import { SearchField, TickField } from '../parts/form'
import { Popover, usePanel } from '../parts/floating'

export interface BoardHeaderProps {
  readonly reply: BoardReply
  readonly options: ViewOptions
}

/** Number of values from which a search field is shown. */
const searchFrom = 9

interface FilterChipProps {
  readonly chip: FilterChip
  readonly chosen: readonly string[]
  readonly locked: boolean
  readonly choose: (values: readonly string[]) => void
}

function FilterChipButton({ chip, chosen, locked, choose }: FilterChipProps) {
  const { words } = useLook()
  const { open, button, panel } = usePanel('dialog')
  const summary =
    chosen.length === 0
      ? // A single-choice filter has no "all": the charts name their own value.
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

/** Filters on the left, data date and range on the right. The full header adds the board's name. */
export function BoardHeader({ reply, options }: BoardHeaderProps) {
  const { board: view } = reply
  const { frame, board } = useUi()
  const parameters = useStore(frame.state, (state) => state.parameters)
  const { words } = useLook()
  const chosen = useStore(board.state, (state) => state.chosen)
  const cross = useStore(board.state, (state) => state.cross)
  const range = useStore(board.state, (state) => state.range)
  const title = !options.compactHeader || options.showTitle
  const chips = view.filters.filter(({ elsewhere }) => !(options.hideOtherChips && elsewhere))
  const description = !options.compactHeader || options.showDescription
  return (
    <header class={`liveboard-header ${options.stickyHeader && !options.fullHeight ? 'sticky' : ''}`}>
      {title || description ? (
        <div class="liveboard-head">
          {title ? <p class="liveboard-title">{view.title}</p> : null}
          {description ? <p class="liveboard-description">{view.description}</p> : null}
        </div>
      ) : null}
      <div class="liveboard-bar">
        <div class="chips">
          {chips.map((chip) => (
            <FilterChipButton
              key={chip.field}
              chip={chip}
              chosen={chosen[chip.field] ?? chip.chosen}
              locked={options.keepFilters}
              choose={(values) => board.setChosen(chip.field, values)}
            />
          ))}
          <ViewChip options={options} />
          <EventsSwitch reply={reply} />
          {cross ? (
            <button
              type="button"
              class="chip cross-filter-chip"
              aria-label={`${words('filter.clear')}: ${cross.label}`}
              onClick={(event) => {
                // The button disappears, so move the focus to the element before it.
                const before = event.currentTarget.previousElementSibling
                if (before instanceof HTMLElement) before.focus()
                board.setCross(null)
              }}
            >
              <b>{cross.label}</b>
              <Icon name="close" size={14} />
            </button>
          ) : null}
        </div>
        <div class="board-facts">
          {view.badge === null ? null : <span class="badge liveboard-badge">{view.badge}</span>}
          {/* With the compact header, the embedding page's own header shows this. */}
          {options.compactHeader ? null : (
            <span class="as-of">
              <span class="as-of-words">{words('board.asOf')} </span>
              <time dateTime={view.asOf}>{formatDay(view.asOf)}</time> UTC
            </span>
          )}
          {mayChooseRange(parameters) ? (
            <RangeSwitch
              ranges={view.ranges}
              chosen={range ?? view.range}
              fixed={view.rangeFixed ?? false}
              choose={(next) => board.setRange(next)}
            />
          ) : null}
          <BoardMenu reply={reply} />
        </div>
      </div>
    </header>
  )
}

function EventsSwitch({ reply }: { readonly reply: BoardReply }) {
  const { board } = useUi()
  const { words } = useLook()
  const shown = useStore(board.state, (state) => state.events !== null)
  const [notice, setNotice] = useState('')
  if (!reply.tiles.some(({ kind }) => kind === 'series' || kind === 'candles')) return null
  return (
    <>
      <button
        type="button"
        class="chip events-switch"
        aria-pressed={shown}
        title={words('board.events.hint')}
        onClick={() => {
          void board.showEvents(!shown).then((done) => setNotice(done ? '' : words('board.events.failed')))
        }}
      >
        {words('board.events')}
      </button>
      <span class="events-failed" role="alert">
        {notice}
      </span>
    </>
  )
}

const labels: Readonly<Record<RangeId, readonly [string, string]>> = {
  '30D': ['30D', '30 days'],
  '90D': ['90D', '90 days'],
  '1Y': ['1Y', 'One year'],
  ALL: ['All', 'All history'],
}

interface RangeSwitchProps {
  readonly ranges: readonly RangeId[]
  readonly chosen: RangeId
  /** No chart on the page follows the range. */
  readonly fixed: boolean
  readonly choose: (range: RangeId) => void
}

/** Radio group: arrow keys choose, Tab moves past it. If a choice has no effect, it says why. */
export function RangeSwitch({ ranges, chosen, fixed, choose }: RangeSwitchProps) {
  const { words } = useLook()
  if (ranges.length < 2) return null
  const why = fixed ? words('board.range.fixed') : undefined
  return (
    <>
      {why === undefined ? null : (
        <span id="range-fixed" class="range-fixed">
          {why}
        </span>
      )}
      <div
        class="range-switch"
        role="radiogroup"
        aria-label={words('board.range')}
        title={why}
        {...(fixed ? { 'aria-disabled': true, 'aria-describedby': 'range-fixed' } : {})}
      >
        {ranges.map((range) => (
          <label key={range} title={why ?? labels[range][1]}>
            <input
              type="radio"
              name="range"
              disabled={fixed}
              checked={!fixed && range === chosen}
              onChange={() => choose(range)}
            />
            <span>{labels[range][0]}</span>
          </label>
        ))}
      </div>
    </>
  )
}
