import { useEffect, useMemo, useState } from 'preact/hooks'
import type { RunReply } from '../../answers/contract'
import type { Tile } from '../../contract'
import { PageMessage, ProblemPage } from '../board/page-message'
import { problemOf, type BoardProblem } from '../board/problem'
import { BoardSkeleton } from '../board/skeleton'
import { LookContext, useLook, useUi } from '../board/ui'
import type { Frame } from '../protocol/frame'
import type { AnswerRoute } from '../protocol/routes'
import { slotOf } from '../theme/color-book'
import { assignColors } from '../theme/series-colors'
import { TileView } from '../tiles/tile-view'

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'problem'; readonly problem: BoardProblem }
  | { readonly kind: 'reply'; readonly reply: RunReply }

/** One answer of the assistant, drawn from the ids of its message alone. */
export default function AnswerPage({ route }: { readonly route: AnswerRoute }) {
  const { frame } = useUi()
  const { convId, messageId } = route
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const given = new AbortController()
    setState({ kind: 'loading' })
    void load(frame, { convId, messageId }, given.signal).then((loaded) => {
      if (!given.signal.aborted) setState(loaded)
    })
    return () => given.abort()
  }, [frame, convId, messageId, attempt])

  if (state.kind === 'loading') return <BoardSkeleton single />
  if (state.kind === 'problem')
    return <ProblemPage problem={state.problem} retry={() => setAttempt(attempt + 1)} />
  const { reply } = state
  if (reply.kind === 'problem')
    return <PageMessage sign="empty" title="This answer cannot be drawn" text={reply.message} />
  return <Drawn tile={reply.tile} />
}

/** The room beside the tile's own edges, in px. */
const edges = 28

/** As tall as the frame, whatever the tile would like, in colours of its own. */
function Drawn({ tile }: { readonly tile: Tile }) {
  const look = useLook()
  const fitted = useMemo(() => ({ ...tile, height: Math.max(160, window.innerHeight - edges) }), [tile])
  const slots = useMemo(() => assignColors([tile], new Map()), [tile])
  const own = useMemo(() => {
    const { palette } = look
    const color = (colorKey: string): string => {
      const slot = slotOf(slots, colorKey)
      return slot === 'other' ? palette.other : (palette.series[slot] ?? palette.mark)
    }
    return { ...look, color }
  }, [look, slots])
  return (
    <LookContext.Provider value={own}>
      <div class="board-grid single" style={{ '--columns': 1 }}>
        <TileView tile={fitted} span={1} editable={false} stale={false} />
      </div>
    </LookContext.Provider>
  )
}

async function load(
  frame: Frame,
  ids: { readonly convId: string; readonly messageId: string },
  signal: AbortSignal,
): Promise<State> {
  try {
    const reply = await frame.session.call((token) =>
      fetch('/prism/?op=GetAssistantAnswer', {
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-requested-by': 'ThoughtSpot',
        },
        body: JSON.stringify(ids),
        signal,
      }),
    )
    if (!reply.ok) return { kind: 'problem', problem: await problemOf(reply) }
    return { kind: 'reply', reply: (await reply.json()) as RunReply }
  } catch {
    return { kind: 'problem', problem: { kind: 'unavailable', reference: '' } }
  }
}
