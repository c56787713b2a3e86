import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { SurfaceEvent, SurfaceView, ViewRequest } from '../../../core/ports/dashboard-surface'
import type { AssistantReply } from '../../../core/ports/research-assistant'
import { useAppearance } from '../../hooks/use-appearance'
import { useApp } from '../../hooks/use-app'

export type LibraryChange = Extract<SurfaceEvent, { readonly kind: 'library-changed' }>
export type TileAction = Extract<SurfaceEvent, { readonly kind: 'action' }>

/** `opening`: nothing has been shown yet. `loading`: the view on screen is reloading. */
type Phase = 'opening' | 'loading' | 'rendered' | 'failed'

interface Handlers {
  /** The open view, for what callers need of it; null once it is gone. */
  readonly onView: (view: SurfaceView | null) => void
  /** The view's own menu changed the library. */
  readonly onLibraryChanged: (change: LibraryChange) => void
  /** The view's own menu opens the chart builder. */
  readonly onExplore: (tile: TileAction) => void
  /** The last day that its data covers, as an ISO day. */
  readonly onAsOf: (day: string) => void
}

interface AnswerFrameProps extends Handlers {
  readonly reply: AssistantReply
  readonly question: string
}

/** Each frame runs the vendor's application, ten megabytes here: without a limit, an afternoon's conversation would fill the memory. */
const maxFrames = 8

interface OpenFrame {
  readonly near: boolean
  readonly close: () => void
}
/** Ordered by when they were last near the screen, the latest at the end. */
const openFrames = new Map<Element, OpenFrame>()

function keepOpen(element: Element, frame: OpenFrame): void {
  openFrames.delete(element)
  openFrames.set(element, frame)
  for (const [other, { near, close }] of openFrames) {
    if (openFrames.size <= maxFrames) return
    if (near) continue
    openFrames.delete(other)
    close()
  }
}

/** True once the element comes within half a screen, until `maxFrames` others have done so since. */
function useFrameOpen(container: RefObject<HTMLElement | null>): boolean {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const element = container.current
    if (element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.at(-1)?.isIntersecting === true
        if (near) setIsOpen(true)
        if (near || openFrames.has(element)) keepOpen(element, { near, close: () => setIsOpen(false) })
      },
      { rootMargin: '50% 0px' },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      openFrames.delete(element)
    }
  }, [container])
  return isOpen
}

/** The provider's own chart of one answer, in a container of its own. The frame is open while it is near the screen, or was recently. */
export function AnswerFrame(props: AnswerFrameProps): ReactNode {
  const [attempt, setAttempt] = useState(0)
  return <OpenedFrame key={attempt} {...props} reopen={() => setAttempt(attempt + 1)} />
}

function OpenedFrame({
  reply,
  question,
  reopen,
  ...handlers
}: AnswerFrameProps & {
  /** Mounts all of this again, after the surface could not be reached. */
  readonly reopen: () => void
}): ReactNode {
  const container = useRef<HTMLDivElement>(null)
  const { view, phase } = useOpenedView(container, useFrameOpen(container), handlers)
  const appearance = useAppearance('assistant')
  const { handle, answer } = reply
  const request = useMemo<ViewRequest>(
    () => ({
      view: {
        kind: 'answer',
        handle,
      },
      title: `Answer to “${question.slice(0, 80)}”`,
      appearance,
    }),
    [handle, question, appearance],
  )

  useEffect(() => view?.show(request), [view, request])

  return (
    <div
      className="answer__frame"
      data-phase={phase}
      data-shape={answer.visualization?.chartType === 'KPI' ? 'figure' : 'chart'}
      aria-busy={phase === 'opening' || phase === 'loading'}
    >
      <div className="answer__container" ref={container} />
      {phase === 'failed' && (
        <p className="answer__lost">
          The chart couldn’t be shown.{answer.table.length > 0 && ' Its numbers are in the table below.'}
          <button
            type="button"
            className="text-button"
            onClick={() => (view === null ? reopen() : view.retry())}
          >
            Retry
          </button>
        </p>
      )}
    </div>
  )
}

/** A view in this container while `open`. */
function useOpenedView(
  container: RefObject<HTMLElement | null>,
  open: boolean,
  handlers: Handlers,
): { readonly view: SurfaceView | null; readonly phase: Phase } {
  const { stores, useCases } = useApp()
  const [view, setView] = useState<SurfaceView | null>(null)
  const [phase, setPhase] = useState<Phase>('opening')
  const { onView } = handlers
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })

  useEffect(() => {
    if (!open) return
    let isDisposed = false
    let opened: SurfaceView | undefined
    useCases.openView(container.current, { purpose: 'answer' }).then(
      (made) => {
        if (isDisposed) return made.dispose()
        opened = made
        made.watch((event) => {
          const { onAsOf, onLibraryChanged, onExplore } = latest.current
          if (event.kind === 'loading')
            setPhase((before) => (before === 'rendered' || before === 'loading' ? 'loading' : 'opening'))
          if (event.kind === 'rendered' || event.kind === 'failed') setPhase(event.kind)
          if (event.kind === 'data' && event.asOf !== null) onAsOf(event.asOf)
          if (event.kind === 'library-changed') onLibraryChanged(event)
          if (event.kind === 'action' && event.action === 'open-in-builder') onExplore(event)
        })
        setView(made)
        onView(made)
      },
      () => setPhase('failed'),
    )
    return () => {
      isDisposed = true
      setView(null)
      setPhase('opening')
      onView(null)
      opened?.dispose()
    }
  }, [useCases, container, open, onView])
  const refreshes = useStore(stores.research, (state) => state.refreshes ?? 0)
  const refreshed = useRef(refreshes)
  useEffect(() => {
    if (refreshed.current === refreshes) return
    refreshed.current = refreshes
    view?.refresh().catch(() => setPhase('failed'))
  }, [view, refreshes])
  return { view, phase }
}
