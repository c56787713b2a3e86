import * as v from 'valibot'
import { type Answer, partsOfSession } from '../../wire/answers'
import { narrowingSchema } from '../../query/resolve'
import { liveboards } from '../../wire/liveboards'
import { bearerOf, personOf } from '../access'
import { goneSignal } from '../../warehouse/warehouse'
import { pack, sendPacked } from '../host'
import { Refusal } from '../../warehouse/problem'
import { noAnswer } from './import-objects'
import type { Operation } from './boards'
import type { Asking } from '../../wire/answering'
import { askedBefore, type ConversationStore } from '../../assistant/conversations'
import type { Drawing, Understanding } from '../../assistant/model-answers'

const ids = v.object({
  convId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  messageId: v.pipe(v.string(), v.uuid()),
  /** Overrides the filters and range that the question was asked with. */
  narrow: v.exactOptional(narrowingSchema),
})

interface Asked {
  readonly question: string
  readonly context: Asking
}

/** A message with the questions before it. Null unless the caller is the user who asked. */
function askedIn(
  conversations: ConversationStore,
  subject: string,
  { convId, messageId, narrow }: v.InferOutput<typeof ids>,
): Asked | null {
  const conversation = conversations.get(convId)
  if (conversation === undefined || conversation.owner !== subject) return null
  const message = conversation.messages.find(({ id }) => id === messageId)
  if (message === undefined) return null
  const board = Object.values(liveboards).find((one) => one.worksheetId === conversation.worksheetId)
  return {
    question: message.text,
    context: {
      conversationId: conversation.id,
      worksheet: { id: conversation.worksheetId, name: board?.title ?? '' },
      asked: askedBefore(conversation, message),
      person: subject,
      narrow: narrow ?? message.narrow,
    },
  }
}

/** The single-answer view requests its content by the ids in its address. Only the user who asked may read it. */
export function answerView(
  conversations: ConversationStore,
  draw: Drawing,
): Readonly<Record<string, Operation>> {
  return {
    async GetAssistantAnswer(host, request, reply) {
      const person = personOf(await bearerOf(request, host.tokens))
      const wanted = v.safeParse(ids, request.body)
      if (!wanted.success) throw new Refusal('bad-request', 'An answer is named by convId and messageId.')
      const asked = askedIn(conversations, person.subject, wanted.output)
      const drawn =
        asked === null ? null : await draw(asked.question, { ...asked.context, signal: goneSignal(reply) })
      if (drawn === null) throw noAnswer()
      return sendPacked(request, reply, await pack(drawn))
    },
    /** Message ids of a stored conversation, for a page that was reloaded. The page then requests the answers one by one. */
    async GetConversation(host, request) {
      const person = personOf(await bearerOf(request, host.tokens))
      const wanted = v.safeParse(v.pick(ids, ['convId']), request.body)
      if (!wanted.success) throw new Refusal('bad-request', 'A conversation is named by convId.')
      const found = conversations.get(wanted.output.convId)
      if (found === undefined || found.owner !== person.subject)
        throw new Refusal('not-found', 'There is no such conversation, or it is not yours.')
      return { convId: found.id, messageIds: found.messages.map(({ id }) => id) }
    },
  }
}

/** Resolves an answer-view session, `<conversation>~<message>`, to its answer. Null for any other session. */
export type AssistantAnswers = (subject: string, sessionId: string) => Promise<Answer | null>

export function assistantAnswers(
  conversations: ConversationStore,
  understand: Understanding,
): AssistantAnswers {
  return (subject, sessionId) => {
    const [convId, messageId] = partsOfSession(sessionId)
    const wanted = v.safeParse(ids, { convId, messageId })
    const asked = wanted.success ? askedIn(conversations, subject, wanted.output) : null
    return asked === null ? Promise.resolve(null) : understand(asked.question, asked.context)
  }
}
