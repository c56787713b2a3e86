import { sessionOf } from '../protocol/answer-session'
import type { Frame } from '../protocol/frame'
import type { PinTo } from '../protocol/pin-to'
import { callHost } from './host-call'

/**
 * Puts a tile of a board, or an answer of a conversation, on a dashboard of the person's own, and tells the embedding page where it
 * went. The reply has an `error` only when the host said no. @throws when nobody knows what became of it: then there is no reply.
 */
export async function pinViz(
  frame: Pick<Frame, 'port' | 'session'>,
  place: string,
  vizId: string,
  { title, ...to }: PinTo,
): Promise<object> {
  frame.port.post('pin', { vizId }, 'start')
  const pinned = await callHost(frame, 'AddVizToLiveboard', {
    session: sessionOf(place, vizId),
    ...(title === '' ? {} : { newVizName: title }),
    ...to,
  })
  if (!pinned.ok && !pinned.refused) throw new Error(pinned.message)
  if (!pinned.ok) return { error: pinned.message }
  const { pinboardId, pinboardName, vizId: tileId, created } = pinned.data
  if (created === true) frame.port.post('createLiveboard', { liveboardId: pinboardId, name: pinboardName })
  const tabId = pinned.data['tabId'] ?? null
  frame.port.post('pin', { vizId, liveboardId: pinboardId, liveboardName: pinboardName, tabId }, 'end')
  return { pinboardId, tabId, vizId: tileId }
}
