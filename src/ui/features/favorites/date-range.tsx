import CalendarRange from 'lucide-react/icons/calendar-range'
import { useCallback, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useLocation, useSearch } from 'wouter'
import { daysOf, type TimeRange } from '../../../core/kernel/narrowing'
import { homePath, portalPath } from '../../../core/kernel/portal-path'
import { readViewState, viewAddress } from '../../../core/navigation/view-state'
import type { BoardStore } from '../../../state/board-store'
import { OverlayBoundary } from '../../components/overlay-boundary'
import { part } from '../../components/part'
import { Tooltip } from '../../components/tooltip'
import { useApp } from '../../hooks/use-app'
import { useCommands } from '../../hooks/use-commands'
import { formatDays } from '../../hooks/dates'

const DatesDialog = part(async () => (await import('./dates-dialog')).DatesDialog)

/**
 * A first and a last day for all charts of the board, as the vendor's own controls offer only named ranges. The address holds them, and the
 * board follows it as it follows a link.
 */
export function DateRange({ board }: { readonly board: BoardStore }): ReactNode {
  const { offers } = useApp()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const asOf = useLastDay(board, search)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const offered = offers.includes('dates')
  useCommands(
    offered
      ? [
          {
            id: 'dates',
            label: 'Choose dates',
            names: 'custom time range period from to calendar days',
            run: () => setOpen(true),
          },
        ]
      : [],
  )
  if (!offered) return null
  const asked = readViewState(portalPath(path) ?? homePath, search)
  const { range } = asked.narrowing
  const days = daysOf(range)
  const shown = formatDays(range)
  function choose(range: TimeRange | null): void {
    close()
    const { address } = viewAddress({ ...asked, narrowing: { ...asked.narrowing, range } }, search)
    if (address !== viewAddress(asked, search).address) navigate(address)
  }
  return (
    <>
      <Tooltip text={shown === null ? 'Choose dates' : 'Change dates'}>
        <button
          type="button"
          className={shown === null ? 'control control--icon' : 'control control--dates'}
          aria-label={shown === null ? 'Choose dates' : `Change dates: ${shown}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <CalendarRange size={18} strokeWidth={1.75} aria-hidden="true" />
          {shown !== null && <span className="control__label">{shown}</span>}
        </button>
      </Tooltip>
      <OverlayBoundary area="dates" open={open} close={close}>
        <DatesDialog days={days} asOf={asOf} choose={choose} close={close} />
      </OverlayBoundary>
    </>
  )
}

/** The last day of the data as far as this page knows it: with chosen days the board reports the last of those instead. */
function useLastDay(board: BoardStore, search: string): string | null {
  const dashboardId = useStore(board, (state) => state.dashboardId)
  const asOf = useStore(board, (state) => state.asOf)
  const [seen, setSeen] = useState<Seen>({ dashboardId: null, last: null, chosen: null })
  const { last, chosen } = seen.dashboardId === dashboardId ? seen : nothingSeen
  const isChosen = daysOf(readViewState(homePath, search).narrowing.range) !== null
  // The board still reports it for a moment after the days have been cleared.
  const now = isChosen ? { last, chosen: asOf } : { last: asOf === chosen ? last : (asOf ?? last), chosen }
  if (now.last !== last || now.chosen !== chosen) setSeen({ dashboardId, ...now })
  return now.last
}

interface Seen {
  readonly dashboardId: string | null
  readonly last: string | null
  /** The last day that the board reported with chosen days. */
  readonly chosen: string | null
}
const nothingSeen = { last: null, chosen: null }
