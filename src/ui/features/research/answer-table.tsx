import type { ReactNode } from 'react'
import type { AnswerColumn } from '../../../core/ports/research-assistant'
import { rowCount, type ChangedNumber } from '../../../core/research/changed-numbers'

const mostRows = 200
const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 })

export function writeValue(value: AnswerColumn['values'][number] | undefined): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'number' ? plain.format(value) : String(value)
}

/** The figures of an answer; those that stood otherwise before are marked, with what they were. */
export function AnswerTable({
  columns,
  changed,
  title,
}: {
  readonly columns: readonly AnswerColumn[]
  readonly changed: readonly ChangedNumber[]
  readonly title: string
}): ReactNode {
  const rows = rowCount(columns)
  const marks = new Map(changed.map((change) => [`${change.column} ${change.row}`, change.before]))
  const numeric = ({ values }: AnswerColumn): boolean => values.some((value) => typeof value === 'number')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
    <section className="answer__table" aria-label={`${title}, table`} tabIndex={0}>
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
          {Array.from({ length: Math.min(rows, mostRows) }, (_, row) => (
            <tr key={row}>
              {columns.map((column) => {
                const before = marks.get(`${column.id} ${row}`)
                const text = writeValue(column.values[row])
                return (
                  <td key={column.id} data-number={numeric(column)}>
                    {before === undefined ? (
                      text
                    ) : (
                      <mark title={`Was ${writeValue(before)}`}>
                        {text}
                        <span className="visually-hidden">, was {writeValue(before)}</span>
                      </mark>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows > mostRows && (
        <p className="answer__cut">
          {mostRows} of {rows} rows.
        </p>
      )}
    </section>
  )
}
