import * as v from 'valibot'
import { liveboards } from '../liveboards'
import { bearerOf, personOf } from '../server/access'
import { goneSignal } from '../server/gone-signal'
import { pack, sendPacked } from '../server/packed'
import { Refusal } from '../server/problem'
import type { Operation } from '../server/routes/board-data'
import type { ConversationStore } from './conversations'
import type { Drawing } from './model-answers'

const ids = v.object({
  convId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  messageId: v.pipe(v.string(), v.uuid()),
})

/** The single-answer view asks for what it draws by the ids of its address; only the person who asked gets it. */
export function answerView(
  conversations: ConversationStore,
  draw: Drawing,
): Readonly<Record<string, Operation>> {
  return {
    async GetAssistantAnswer(host, request, reply) {
      const person = personOf(await bearerOf(request, host.tokens))
      const wanted = v.safeParse(ids, request.body)
      if (!wanted.success) throw new Refusal('bad-request', 'An answer is named by convId and messageId.')
      const conversation = conversations.get(wanted.output.convId)
      const missing = new Refusal('not-found', 'There is no such answer, or it is not yours.')
      if (conversation === undefined || conversation.owner !== person.subject) throw missing
      const place = conversation.messages.findIndex(({ id }) => id === wanted.output.messageId)
      const message = conversation.messages[place]
      if (message === undefined) throw missing
      const board = Object.values(liveboards).find((one) => one.worksheetId === conversation.worksheetId)
      const drawn = await draw(message.text, {
        conversationId: conversation.id,
        worksheet: { id: conversation.worksheetId, name: board?.title ?? '' },
        asked: conversation.messages.slice(0, place).map(({ text }) => text),
        person: person.subject,
        signal: goneSignal(reply),
      })
      if (drawn === null) throw missing
      return sendPacked(request, reply, await pack(drawn))
    },
  }
}
