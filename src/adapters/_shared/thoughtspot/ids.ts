import { parsed } from '../../../core/kernel/json'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether it is an id of a liveboard, or of anything else that the cluster stores. */
export function isLiveboardId(text: string): boolean {
  return uuid.test(text)
}

/** One answer of the assistant, by the names that `/embed/conv-assist-answer` takes (specification, section 2.9). */
export type AnswerIds = Readonly<
  Record<'sessionId' | 'genNo' | 'acSessionId' | 'acGenNo' | 'convId' | 'messageId', string>
>

const answerNames = ['sessionId', 'genNo', 'acSessionId', 'acGenNo', 'convId', 'messageId'] as const

/** An opaque handle that the portal passes from the assistant to the surface. */
export const answerHandle = (ids: AnswerIds): string => JSON.stringify(answerNames.map((name) => ids[name]))

/** Null for anything that `answerHandle` did not write. */
export function readAnswerHandle(handle: string): AnswerIds | null {
  const ids = parsed(handle)
  if (!Array.isArray(ids) || ids.length !== answerNames.length) return null
  if (!ids.every((id): id is string => typeof id === 'string')) return null
  return Object.fromEntries(answerNames.map((name, at) => [name, ids[at] ?? ''])) as Record<
    keyof AnswerIds,
    string
  >
}
