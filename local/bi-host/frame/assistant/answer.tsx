import { useEffect, useMemo, useState } from 'preact/hooks'
import type { AssistantAnswer, Narrowing } from '../../wire/answers'
import type { Tile } from '../../wire/board'
import { callOperation, type BoardProblem } from '../host/calls'
import { LookContext, useLook, useUi } from '../parts/context'
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

/** What an answer shows, by the ids of its message alone. */
export function useAnswer(
  { convId, messageId }: AnswerIds,
  /** What the page around sets for it, in place of what it was asked under. */
  narrow?: Narrowing,
): {
  readonly loaded: Loaded
  readonly again: () => void
} {
  const { frame } = useUi()
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const more = JSON.stringify(narrow === undefined ? {} : { narrow })

  useEffect(() => {
    const given = new AbortController()
    setLoaded({ kind: 'loading' })
    const body = { convId, messageId, ...(JSON.parse(more) as object) }
    callOperation<AssistantAnswer>(frame, 'GetAssistantAnswer', body, given.signal).then(
      (reply) =>
        setLoaded(
          reply.ok ? { kind: 'answer', answer: reply.value } : { kind: 'problem', problem: reply.problem },
        ),
      () => undefined,
    )
    return () => given.abort()
  }, [frame, convId, messageId, more, attempt])

  return { loaded, again: () => setAttempt(attempt + 1) }
}

/** The tile of an answer, in colours of its own. */
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
  // Answers stand below each other: each tile has the id of its message.
  const fitted = useMemo(() => ({ ...tile, id: ids.messageId, height }), [tile, ids.messageId, height])
  const slots = useMemo(() => slotsOfAnswer(tile), [tile])
  const own = useMemo(() => ({ ...look, color: colorsOf(slots, look.palette) }), [look, slots])
  return (
    <LookContext.Provider value={own}>
      <TileView tile={fitted} span={1} editable={false} stale={false} sessionPlace={ids.convId} />
    </LookContext.Provider>
  )
}
