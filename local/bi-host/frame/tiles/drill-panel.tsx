import { useEffect, useState } from 'preact/hooks'
import type { BarsData, FieldFilter, Tile } from '../../wire/board'
import { useLook, useUi } from '../parts/context'
import { formatFull, formatNumber } from '../../rendering/format'
import { Select } from '../parts/form'
import { Icon } from '../parts/icon'
import type { Point } from './point'
import { Popover, usePointAnchor, type PagePoint } from '../parts/popover'

export interface DrillPanelProps {
  readonly tile: Tile
  readonly point: Point
  readonly at: PagePoint
  readonly close: (refocus: boolean) => void
}

type Answer =
  | { readonly kind: 'waiting' }
  /** Without words of its own it is told in the frame's. */
  | { readonly kind: 'failed'; readonly text: string | undefined }
  | { readonly kind: 'ready'; readonly data: BarsData; readonly period: string }

/** One number by another attribute: the bars that add up to it, with the choice of what to break it down by. */
export function DrillPanel({ tile, point, at, close }: DrillPanelProps) {
  const { frame, board } = useUi()
  const { words } = useLook()
  const { id: tileId, crossFilterField: field, drill: offered = [] } = tile
  const anchor = usePointAnchor(at)
  const [by, setBy] = useState(offered[0]?.field ?? '')
  const [answer, setAnswer] = useState<Answer>({ kind: 'waiting' })
  const title = [tile.title, point.heading].filter((part) => part !== '').join(': ')

  useEffect(() => {
    frame.port.post('dialog-open', { vizId: tileId })
    return () => frame.port.post('dialog-close', { vizId: tileId })
  }, [frame, tileId])

  useEffect(() => {
    const running = new AbortController()
    const filters: readonly FieldFilter[] =
      point.pick === null || field === undefined ? [] : [{ field, op: 'in', values: [point.pick.key] }]
    const drill = { tile: tileId, by, ...(point.days === null ? {} : { days: point.days }) }
    setAnswer({ kind: 'waiting' })
    frame.port.post('drillDown', {
      vizId: tileId,
      additionalFilters: filters,
      drillDownColumns: [by],
      nonFilteredColumns: [],
    })
    board.drill(drill, filters, running.signal).then(
      (reply) => {
        const drilled = reply.ok ? reply.reply.tiles[0] : undefined
        if (drilled?.data?.kind === 'bars')
          setAnswer({ kind: 'ready', data: drilled.data, period: drilled.subtitle })
        else setAnswer({ kind: 'failed', text: drilled?.problem })
      },
      () => undefined,
    )
    return () => running.abort()
    // Words are not among them: another look asks for nothing anew.
  }, [frame, board, tileId, field, point, by])

  return (
    <Popover
      anchor={anchor}
      label={`${words('point.drill')}: ${title}`}
      kind="dialog"
      className="drill"
      stays
      close={close}
    >
      <div class="drill-head">
        <h3 class="drill-title">{title}</h3>
        <button type="button" class="icon-button" aria-label="Close" onClick={() => close(true)}>
          <Icon name="close" size={15} />
        </button>
      </div>
      <p class="drill-period">{answer.kind === 'ready' ? answer.period : '\u00a0'}</p>
      <label class="drill-by">
        {words('drill.by')}
        <Select value={by} of={offered.map(({ field, label }) => ({ id: field, label }))} change={setBy} />
      </label>
      <div
        class="drill-answer"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no set of fields
        role="group"
        aria-label={title}
        aria-busy={answer.kind === 'waiting'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
        tabIndex={0}
      >
        {answer.kind === 'failed' ? <p class="drill-words">{answer.text ?? words('viz.failed')}</p> : null}
        {answer.kind === 'ready' ? <Bars data={answer.data} label={title} /> : null}
      </div>
    </Popover>
  )
}

/** What came is green and what went orange, as in every chart; amounts are blue. */
function Bars({ data, label }: { readonly data: BarsData; readonly label: string }) {
  const { words, palette } = useLook()
  const amounts = data.format.signed ? palette.green : palette.series[1]
  const values = data.series[0]?.values ?? []
  const most = Math.max(...values.map((value) => Math.abs(value ?? 0)), 1e-12)
  if (data.categories.length === 0) return <p class="drill-words">{words('drill.none')}</p>
  return (
    <table class="viz-table drill-table" aria-label={label}>
      <tbody>
        {data.categories.map((category, row) => {
          const value = values[row] ?? null
          return (
            <tr key={category.key}>
              <th scope="row" class="cell-text">
                {category.label}
              </th>
              <td class="drill-bar" aria-hidden="true">
                <i
                  style={{
                    width: `${(Math.abs(value ?? 0) / most) * 100}%`,
                    background: (value ?? 0) < 0 ? palette.mark : amounts,
                  }}
                />
              </td>
              <td class="cell-number" title={formatFull(value, data.format)}>
                {formatNumber(value, data.format)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
