import { useRef, useState, type ReactNode } from 'react'
import type { AnswerColumn, AnswerSuggestion } from '../../../core/ports/research-assistant'
import { rowCount, type ChangedNumber } from '../../../core/research/changed-numbers'
import { formatDay } from '../../hooks/dates'
import { mayBeTruncated } from '../../../core/research/evidence'

/** How the assistant read the question and what it did, in the order in which a user may question it. */
export function AnswerNotes({ answer }: { readonly answer: AnswerSuggestion }): ReactNode {
  const { assumptions, clarifications } = answer.reasoning
  return (
    <>
      <Notes caption="Assumed" notes={assumptions} />
      <Notes caption="Please check" notes={clarifications} />
      <Notes
        caption="Could also mean"
        notes={answer.ambiguities.map(({ phrase, candidates }) => `“${phrase}”: ${candidates.join(', ')}`)}
      />
      <Notes
        caption="Calculated"
        notes={answer.formulas.map(({ name, expression }) => `${name} = ${expression}`)}
      />
      <Notes caption="Calculated first" notes={answer.subQueries.map(partText)} />
      <Notes caption="Limited" notes={answer.warningType === null ? [] : [readable(answer.warningType)]} />
      <Notes caption="Chart type" notes={chartText(answer)} />
    </>
  )
}

/** A sub-query: the name it was given, if any, and the tokens it was read as. */
function partText({ tokens, name }: AnswerSuggestion['subQueries'][number]): string {
  const read = tokens.join(' · ')
  return name === null ? read : `${name}: ${read}`
}

/** The suggested chart in words, for users who cannot see it: “Stacked area: Supply by Day, colored by Chain”. */
function chartText({ visualization, table }: AnswerSuggestion): readonly string[] {
  if (visualization === null || visualization.chartType === '') return []
  if (visualization.displayMode === 'TABLE_MODE') return ['Table']
  const named = (ids: readonly string[]): string =>
    ids.map((id) => table.find((column) => column.id === id)?.name ?? id).join(', ')
  const [axes] = visualization.axes
  const kind = readable(visualization.chartType)
  if (axes === undefined || axes.y.length === 0) {
    const drawn = [...new Set(visualization.columns)]
    return [drawn.length === 0 ? kind : `${kind}: ${named(drawn)}`]
  }
  const across = axes.x.length === 0 ? '' : ` by ${named(axes.x)}`
  const colored = axes.color.length === 0 ? '' : `, colored by ${named(axes.color)}`
  return [`${kind}: ${named(axes.y)}${across}${colored}`]
}

/** Turns STACKED_AREA and STACKED-AREA into “Stacked area”. */
function readable(constant: string): string {
  if (constant === 'KPI') return 'Single number'
  const text = constant.toLowerCase().replaceAll(/[_-]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function Notes({
  caption,
  notes,
}: {
  readonly caption: string
  readonly notes: readonly string[]
}): ReactNode {
  if (notes.length === 0) return null
  return (
    <dl className="answer__notes">
      <dt>{caption}</dt>
      {notes.map((note) => (
        <dd key={note}>{note}</dd>
      ))}
    </dl>
  )
}

const maxRows = 200
const isDay = /^\d{4}-\d\d-\d\d$/
// Whole numbers and cents unrounded; smaller numbers to six digits, without the noise of binary fractions. Negative zero is 0.
const plain = new Intl.NumberFormat('en-US', {
  signDisplay: 'negative',
  maximumFractionDigits: 2,
  maximumSignificantDigits: 6,
  roundingPriority: 'morePrecision',
})

export function formatValue(value: AnswerColumn['values'][number] | undefined): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return plain.format(value)
  return (typeof value === 'string' && isDay.test(value) && formatDay(value)) || String(value)
}

/** The numbers of an answer. Changed ones are marked, with their earlier value. */
export function AnswerTable({
  columns,
  changed,
  title,
}: {
  readonly columns: readonly AnswerColumn[]
  readonly changed: readonly ChangedNumber[]
  readonly title: string
}): ReactNode {
  const [all, setAll] = useState(false)
  const section = useRef<HTMLElement>(null)
  const rows = rowCount(columns)
  const isMarkBelow = changed.some(({ row }) => row >= maxRows)
  const shown = all || isMarkBelow ? rows : Math.min(rows, maxRows)
  const marks = new Map(changed.map((change) => [`${change.column} ${change.row}`, change.before]))
  const numeric = ({ values }: AnswerColumn): boolean => values.some((value) => typeof value === 'number')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
    <section ref={section} className="answer__table" aria-label={`${title}, table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-number={numeric(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: shown }, (_, row) => (
            <tr key={row}>
              {columns.map((column) => {
                const before = marks.get(`${column.id} ${row}`)
                const text = formatValue(column.values[row])
                return (
                  <td key={column.id} data-number={numeric(column)}>
                    {before === undefined ? (
                      text
                    ) : (
                      <mark title={`Was ${formatValue(before)}`}>
                        {text}
                        <span className="visually-hidden">, was {formatValue(before)}</span>
                      </mark>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {(shown < rows || mayBeTruncated(columns)) && (
        <p className="answer__cut">
          {shown < rows && (
            <>
              {maxRows} of {rows.toLocaleString('en-US')} rows.{' '}
              <button
                type="button"
                className="text-button"
                onClick={() => {
                  setAll(true)
                  // The button disappears, so the focus moves to the table.
                  section.current?.focus({ preventScroll: true })
                }}
              >
                Show all
              </button>{' '}
            </>
          )}
          {mayBeTruncated(columns) && 'There may be more rows than these.'}
        </p>
      )}
    </section>
  )
}
