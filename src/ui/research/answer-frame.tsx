import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { SurfaceView, ViewRequest } from '../../core/ports/dashboard-surface'
import type { AssistantReply, Conversation } from '../../core/ports/research-assistant'
import { useAppearance } from '../board/use-appearance'
import { useApp } from '../use-app'

type Phase = 'loading' | 'rendered' | 'failed'

/** The provider's own picture of one answer, in a container that is its own for good. */
export function AnswerFrame({
  reply,
  conversation,
  question,
}: {
  readonly reply: AssistantReply
  readonly conversation: Conversation
  readonly question: string
}): ReactNode {
  const { useCases } = useApp()
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<SurfaceView | null>(null)
  const [phase, setPhase] = useState<Phase>('loading')
  const appearance = useAppearance('own')
  const { messageId, answer } = reply
  const request = useMemo<ViewRequest>(
    () => ({
      view: {
        kind: 'answer',
        conversationId: conversation.id,
        messageId,
        sessionId: answer.sessionId,
        genNo: answer.genNo,
        acSessionId: answer.stateKey.transactionId,
        acGenNo: answer.stateKey.generationNumber,
      },
      title: `Answer to “${question.slice(0, 80)}”`,
      appearance,
    }),
    [conversation.id, messageId, answer, question, appearance],
  )

  useEffect(() => {
    let gone = false
    let opened: SurfaceView | undefined
    useCases.openView(place.current, { purpose: 'answer' }).then(
      (made) => {
        if (gone) return made.dispose()
        opened = made
        made.watch((event) => {
          if (event.kind === 'loading' || event.kind === 'rendered' || event.kind === 'failed')
            setPhase(event.kind)
        })
        setView(made)
      },
      () => setPhase('failed'),
    )
    return () => {
      gone = true
      opened?.dispose()
    }
  }, [useCases])
  useEffect(() => view?.show(request), [view, request])

  return (
    <div className="answer__frame" data-phase={phase} aria-busy={phase === 'loading'}>
      <div className="answer__place" ref={place} />
      {phase === 'failed' && (
        <p className="answer__lost">
          The chart could not be shown. The table below has its figures.
          <button type="button" className="text-button" onClick={() => view?.retry()}>
            Retry
          </button>
        </p>
      )}
    </div>
  )
}
