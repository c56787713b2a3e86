import { useEffect } from 'preact/hooks'
import { askTile } from '../parts/ask-tile'
import { PageMessage, ProblemPage, BoardSkeleton } from '../parts/page-message'
import { useStore, useUi } from '../parts/context'
import { narrowingOf } from '../protocol/state'
import type { AnswerRoute } from '../protocol/routes'
import { DrawnAnswer, useAnswer } from './answer'
import { pinViz } from '../host/calls'

/** The room beside the tile's own edges, in px. */
const edges = 28

/** The least height of a picture, in px. A figure fits into less. */
const least = 116

/** One answer of the assistant, drawn from the ids of its message alone, as tall as the frame. */
export default function AnswerPage({ route }: { readonly route: AnswerRoute }) {
  const { frame } = useUi()
  const { narrow } = useStore(frame.state, narrowingOf)
  const { loaded, again } = useAnswer(route, narrow)
  const { convId, messageId } = route
  useEffect(() => {
    const nothing = (): void => undefined
    frame.attachAssistant({
      ask: nothing,
      reset: nothing,
      editLast: nothing,
      deleteLast: nothing,
      tileAction: (actionId) => askTile(actionId, messageId),
      pin: (_, to) => pinViz(frame, convId, messageId, to),
    })
  }, [frame, convId, messageId])

  if (loaded.kind === 'loading') return <BoardSkeleton single />
  if (loaded.kind === 'problem') return <ProblemPage problem={loaded.problem} retry={again} />
  const { reply } = loaded.answer
  if (reply.kind === 'problem')
    return <PageMessage sign="empty" title="This answer cannot be drawn" text={reply.message} />
  return (
    <div class="board-grid single" style={{ '--columns': 1 }}>
      <DrawnAnswer tile={reply.tile} ids={route} height={Math.max(least, window.innerHeight - edges)} />
    </div>
  )
}
