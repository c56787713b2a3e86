import { callHost } from '../board/host-call'
import { sessionOf } from '../protocol/answer-session'
import type { PinTo } from '../protocol/assistant-events'
import type { Frame } from '../protocol/frame'
import type { AnswerIds } from './drawn-answer'

/** Puts an answer on a dashboard of the person's own, and tells the embedding page where it went. */
export async function pinAnswer(
  frame: Frame,
  { convId, messageId }: AnswerIds,
  { title, ...to }: PinTo,
): Promise<object> {
  frame.port.post('pin', { vizId: messageId }, 'start')
  const pinned = await callHost(frame, 'AddVizToLiveboard', {
    session: sessionOf(convId, messageId),
    ...(title === '' ? {} : { newVizName: title }),
    ...to,
  })
  if (!pinned.ok) return { error: pinned.message }
  const { pinboardId, pinboardName, vizId, created } = pinned.data
  if (created === true) frame.port.post('createLiveboard', { liveboardId: pinboardId, name: pinboardName })
  frame.port.post('pin', { vizId: messageId, liveboardId: pinboardId, liveboardName: pinboardName }, 'end')
  return { pinboardId, tabId: null, vizId }
}
