import { useEffect, useMemo, useState } from 'preact/hooks'
import { requestAction, useStore, useUi, LookContext, useLook } from '../parts/context'
import { PageMessage, ProblemPage, BoardSkeleton } from '../parts/page-message'
import { narrowingOf } from '../protocol/state'
import type { AnswerRoute } from '../protocol/routes'
import { pinViz, saveViz, callOperation, type BoardProblem } from '../host/calls'
import type { AssistantAnswer, Narrowing } from '../../wire/answers'
import type { Tile } from '../../wire/board'
import { colorsOf, slotsOfAnswer } from '../../rendering/theme/series-colors'
import { TileView } from '../tiles/tile-view'

export interface AnswerIds {
  readonly convId: string
  readonly messageId: string
}

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'problem'; readonly problem: BoardProblem }
  | { readonly kind: 'answer'; readonly answer: AssistantAnswer }

/** Loads an answer by its message's ids alone. */
export function useAnswer(
  { convId, messageId }: AnswerIds,
  /** Overrides the filters and range that the question was asked with. */
  narrow?: Narrowing,
): { readonly loaded: Loaded; readonly retry: () => void } {
  const { frame } = useUi()
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const more = JSON.stringify(narrow === undefined ? {} : { narrow })

  useEffect(() => {
    const controller = new AbortController()
    setLoaded({ kind: 'loading' })
    const body = { convId, messageId, ...(JSON.parse(more) as object) }
    callOperation<AssistantAnswer>(frame, 'GetAssistantAnswer', body, controller.signal).then(
      (reply) =>
        setLoaded(
          reply.ok ? { kind: 'answer', answer: reply.value } : { kind: 'problem', problem: reply.problem },
        ),
      () => undefined,
    )
    return () => controller.abort()
  }, [frame, convId, messageId, more, attempt])

  return { loaded, retry: () => setAttempt(attempt + 1) }
}

export function DrawnAnswer({
  tile,
  ids,
  height,
}: {
  readonly tile: Tile
  readonly ids: AnswerIds
  readonly height: number
}) {
  const look = useLook()
  // Several answers share a page, so each tile takes its message's id.
  const fitted = useMemo(() => ({ ...tile, id: ids.messageId, height }), [tile, ids.messageId, height])
  const slots = useMemo(() => slotsOfAnswer(tile), [tile])
  const own = useMemo(() => ({ ...look, color: colorsOf(slots, look.palette) }), [look, slots])
  return (
    <LookContext.Provider value={own}>
      <TileView
        tile={fitted}
        span={1}
        editable={false}
        stale={false}
        sessionContainer={ids.convId}
        readBeside
      />
    </LookContext.Provider>
  )
}

/** Space for the tile's own borders, in px. */
const edges = 28

/** Minimum height of a chart, in px. A single number fits into less. */
const minHeight = 116

/** A single assistant answer, loaded by its message's ids alone, as tall as the frame. */
export function AnswerPage({ route }: { readonly route: AnswerRoute }) {
  const { frame } = useUi()
  const { narrow } = useStore(frame.state, narrowingOf)
  const { loaded, retry } = useAnswer(route, narrow)
  const { convId, messageId } = route
  useEffect(() => {
    const nothing = (): void => undefined
    frame.attachAssistant({
      ask: nothing,
      reset: nothing,
      editLast: nothing,
      deleteLast: nothing,
      tileAction: (actionId) => requestAction(actionId, messageId),
      pin: (_, to) => pinViz(frame, convId, messageId, to),
      save: (_, name) => saveViz(frame, convId, messageId, name),
    })
  }, [frame, convId, messageId])

  if (loaded.kind === 'loading') return <BoardSkeleton single />
  if (loaded.kind === 'problem') return <ProblemPage problem={loaded.problem} retry={retry} />
  const { reply } = loaded.answer
  if (reply.kind === 'problem')
    return <PageMessage sign="empty" title="This answer could not be drawn" text={reply.message} />
  return (
    <div class="board-grid single" style={{ '--columns': 1 }}>
      <DrawnAnswer tile={reply.tile} ids={route} height={Math.max(minHeight, window.innerHeight - edges)} />
    </div>
  )
}
