import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import type { NumberSeen } from '../../../core/favorites/last-look'
import { isSameNumber } from '../../../core/kernel/numbers'
import type { StarredTile } from '../../../core/ports/dashboard-surface'
import { createBoardStore } from '../../../state/board-store'
import { usePinnedNotice } from '../../hooks/chart-notices'
import { useBoardEvents } from '../../hooks/use-board-events'
import { useAppearance } from '../../hooks/use-appearance'
import { createdDay } from '../../hooks/dashboard-texts'
import { StarButton } from './star-button'
import { useApp } from '../../hooks/use-app'
import type { FavoriteLink } from '../../hooks/use-favorite-links'

/** One favorite chart in its own view. The frame is created only once the card comes near the screen. */
export function ChartCard({
  tile,
  link,
  seen,
}: {
  readonly tile: StarredTile
  readonly link: FavoriteLink | null
  /** Defined if the chart is a single number and its value is known. */
  readonly seen: NumberSeen | undefined
}): ReactNode {
  const { stores, useCases } = useApp()
  const card = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const near = useNear(card)
  const [board] = useState(() => createBoardStore(useCases, 'tile'))
  const { attach, show, retry, refresh, phase, failure, hasData } = useStore(board)
  const appearance = useAppearance('curated')
  const reportPin = usePinnedNotice()
  useBoardEvents(board, (event) => {
    if (event.kind === 'library-changed' && event.change === 'pinned') reportPin(event)
  })
  const { dashboardId, tabId, chartId, title } = tile

  useEffect(() => (near ? attach(frame.current) : undefined), [near, attach])
  useEffect(() => {
    if (!near) return
    show({
      view: { kind: 'dashboard', dashboardId, chartId, ...(tabId === null ? {} : { tabId }) },
      title: `${title} chart`,
      appearance,
      showPreviewLoader: true,
    })
  }, [near, show, dashboardId, tabId, chartId, title, appearance])

  // "Refresh data" refreshes everything on the page that comes from the provider.
  useEffect(
    () =>
      stores.board.subscribe((now, before) => {
        if (now.refreshing && !before.refreshing) void refresh()
      }),
    [stores, refresh],
  )

  const failed = phase === 'failed'
  return (
    <div className="tile-card" ref={card} aria-busy={!failed && !hasData}>
      <div className="tile-card__frame" ref={frame} hidden={failed} />
      {failed && (
        <div className="tile-card__failure">
          {failure?.kind === 'not-supported' ? (
            // A favorite from before the portal had another BI vendor.
            <p>
              <bdi>“{title}”</bdi> can’t be shown here.
            </p>
          ) : (
            <>
              <p>
                <bdi>“{title}”</bdi> can’t be shown right now.
              </p>
              <button type="button" className="text-button" onClick={retry}>
                Retry
              </button>
            </>
          )}
        </div>
      )}
      <div className="tile-card__foot">
        {link === null ? (
          <span>Dashboard not available</span>
        ) : (
          <Link href={link.path} aria-label={`${title}, on ${link.board}`}>
            <bdi>{link.board}</bdi>
          </Link>
        )}
        {seen !== undefined && seen.before !== null && <LastLook {...seen} before={seen.before} />}
        <StarButton item={tile} name={title} className="tile-card__star" undo={false} />
      </div>
    </div>
  )
}

const points = new Intl.NumberFormat('en-US', {
  maximumFractionDigits: 2,
  maximumSignificantDigits: 2,
  roundingPriority: 'morePrecision',
  signDisplay: 'always',
})
const plainNumber = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumSignificantDigits: 4,
  signDisplay: 'negative',
})
const change = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumSignificantDigits: 2,
  signDisplay: 'always',
})

/** How a number has changed since this user last looked. */
function LastLook({
  value,
  unit,
  before,
}: Pick<NumberSeen, 'value' | 'unit'> & {
  readonly before: NonNullable<NumberSeen['before']>
}): ReactNode {
  const formatNumber = (number: number): string =>
    plainNumber.format(number).replace('-', '−') + (unit === 'percent' ? '%' : '')
  const earlier = formatNumber(before.value)
  return (
    <span
      className="tile-card__seen"
      title={`${formatNumber(value)} now, ${earlier} on ${createdDay(before.at)}`}
    >
      Since you last looked: {differenceOf()}
    </span>
  )

  function differenceOf(): string {
    if (isSameNumber(value, before.value)) return 'unchanged'
    if (unit === 'percent') return `${points.format(value - before.value).replace('-', '−')} pp`
    // For a rate, which no vendor marks, and after a change of sign, a percentage would be misread.
    if (unit !== 'amount' || before.value <= 0 || value < 0) return `was ${earlier}`
    return change.format(value / before.value - 1).replace('-', '−')
  }
}

/** True once the element has been at most half a screen away. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '50% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, near])
  return near
}
