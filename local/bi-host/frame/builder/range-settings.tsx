import type { AnswerRange, PeriodUnit } from '../../wire/answers'
import { Choice } from './controls'
import { useBuilderState, useBuilderUi, useQuery } from './context'
import { withQuery } from './edits'
import { presets, rangeChoice } from './range-choice'

const units: readonly PeriodUnit[] = ['day', 'week', 'month', 'quarter', 'year']

/** The range: a usual one, the last so many of something, or two days. */
export function RangeSettings() {
  const { builder } = useBuilderUi()
  const { catalog, query } = useQuery()
  const taken = useBuilderState((state) => (state.reply ?? state.shown)?.range ?? null)
  const { range } = query
  const { preset: chosen, last } = rangeChoice(range ?? taken?.taken ?? null)
  const days =
    range?.kind === 'between' ? range : { from: taken?.from ?? '', to: taken?.to ?? catalog.reply.asOf }

  function set(next: AnswerRange): void {
    builder.edit((answer) => withQuery(answer, { range: next }))
  }
  function setDays(change: { from?: string; to?: string }): void {
    const next = { ...days, ...change }
    if (next.from !== '' && next.to !== '' && next.from <= next.to)
      set({ kind: 'between', from: next.from.slice(0, 10), to: next.to.slice(0, 10) })
  }

  return (
    <>
      <div class="choices" role="radiogroup" aria-label="Time">
        {presets.map(([label, preset]) => (
          <Choice
            key={label}
            name="range"
            label={label}
            checked={label === chosen}
            choose={() => set(preset)}
          />
        ))}
      </div>
      <div class="setting-line">
        <span>Last</span>
        <input
          type="number"
          min={1}
          max={1000}
          aria-label="How many"
          value={last.count}
          onChange={(event) => {
            const count = Math.round(Number(event.currentTarget.value))
            if (count >= 1 && count <= 1000) set({ kind: 'last', count, unit: last.unit })
          }}
        />
        <select
          aria-label="Unit"
          value={last.unit}
          onChange={(event) =>
            set({ kind: 'last', count: last.count, unit: event.currentTarget.value as PeriodUnit })
          }
        >
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {unit}s
            </option>
          ))}
        </select>
      </div>
      <div class="setting-line">
        <input
          type="date"
          aria-label="From"
          value={days.from.slice(0, 10)}
          max={catalog.reply.asOf}
          onChange={(event) => setDays({ from: event.currentTarget.value })}
        />
        <span>to</span>
        <input
          type="date"
          aria-label="To"
          value={days.to.slice(0, 10)}
          max={catalog.reply.asOf}
          onChange={(event) => setDays({ to: event.currentTarget.value })}
        />
      </div>
    </>
  )
}
