import { useMemo } from 'preact/hooks'
import type { Tile } from '../../contract'
import { tableOf } from './table-model'

/** More rows than this are for the file, not for the eye. */
const mostRows = 400

/** A picture's numbers as a real table. */
export function PlainTableView({ tile }: { readonly tile: Tile }) {
  const table = useMemo(() => tableOf(tile), [tile])
  return (
    <div
      // Not a landmark: a board would have one for every table.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nor a set of fields
      role="group"
      class="viz-content table-scroll as-table"
      data-viz-type="table"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
      tabIndex={0}
      aria-label={`${tile.title}, table`}
    >
      <table class="viz-table">
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.label} scope="col" class={column.numeric ? 'cell-number' : 'cell-text'}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, mostRows).map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} class={table.columns[column]?.numeric ? 'cell-number' : 'cell-text'}>
                  {cell.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows.length > mostRows ? (
        <p class="table-more">
          The first {mostRows} of {table.rows.length.toLocaleString('en-US')} rows.
        </p>
      ) : null}
    </div>
  )
}
