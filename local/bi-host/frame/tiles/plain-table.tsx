import { useMemo } from 'preact/hooks'
import type { Tile } from '../../wire/board'
import { TableArea } from './table-area'
import { tableOf } from '../../rendering/table-model'

/** More rows than this are for the file, not for the eye. */
const mostRows = 400

/** A picture's numbers as a real table. */
export function PlainTableView({ tile }: { readonly tile: Tile }) {
  const table = useMemo(() => tableOf(tile), [tile])
  return (
    <TableArea title={tile.title} viz="table" className="as-table">
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
    </TableArea>
  )
}
