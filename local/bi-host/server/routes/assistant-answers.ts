import * as v from 'valibot'
import { partsOfSession, type Answer } from '../../wire/answers'
import { narrowingSchema } from '../../query/resolve'
import { liveboards } from '../../wire/liveboards'
import { bearerOf, personOf } from '../access'
import { goneSignal } from '../../warehouse/warehouse'
import { pack, sendPacked, type Host } from '../host'
import { Refusal } from '../../warehouse/problem'
import { noAnswer, roomForAnswers, boardName } from './import-objects'
import type { Operation } from './boards'
import type { Asking } from '../../wire/answering'
import { askedBefore, type ConversationStore } from '../../assistant/conversations'
import type { Drawing, Understanding } from '../../assistant/model-answers'
import { tabLabelSchema } from '../../store/dashboard-tiles'
import type { Person } from '../../wire/bi-token'
import { answerSubject, copyBoard, pinTile, renamed, sessionSubject } from '../copies'
import { tileOf } from '../answer-tiles'
import { answerOfSubject } from '../tml'
import { idOf, idSchema, sessionSchema, variablesOf } from '../document'

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
type AssistantAnswers = (subject: string, sessionId: string) => Promise<Answer | null>

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

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const tab = { tabId: v.exactOptional(idSchema), newTabName: v.exactOptional(tabLabelSchema) }

const variables = {
  save: v.object({ session: sessionSchema, name }),
  copy: v.object({ liveboardId: idSchema, name: boardName }),
  pin: v.union([
    v.object({ session: sessionSchema, newVizName: v.exactOptional(name), liveboardId: idSchema, ...tab }),
    v.object({
      session: sessionSchema,
      newVizName: v.exactOptional(name),
      newLiveboardName: boardName,
      newTabName: tab.newTabName,
    }),
  ]),
}

/** The host's own pages call these. The SDK's document for the first one is not valid GraphQL, so no client sends it. */
export function copyOperations(
  assistant: AssistantAnswers,
): Readonly<Record<'AddVizToLiveboard' | 'SaveViz' | 'CopyLiveboard', Operation>> {
  return {
    AddVizToLiveboard: async (host, request) => {
      const person = personOf(await bearerOf(request, host.tokens))
      const { session, newVizName, ...to } = variablesOf(request.body, variables.pin)
      const answer = await assistant(person.subject, session.sessionId)
      const subject =
        answer === null ? sessionSubject(host, person, session.sessionId) : answerSubject(answer)
      const pinned = await pinTile(host, person, renamed(subject, newVizName), to)
      return {
        data: {
          Answer__addVizToPinboard: {
            id: idOf(session.sessionId, session.genNo),
            pinboardId: pinned.dashboard.id,
            pinboardName: pinned.dashboard.name,
            vizId: pinned.tile.id,
            created: pinned.created,
            tabId: pinned.tile.tabId ?? null,
          },
        },
      }
    },
    SaveViz: async (host, request) => {
      const person = personOf(await bearerOf(request, host.tokens))
      const { session, name: title } = variablesOf(request.body, variables.save)
      const { sessionId } = session
      const answer =
        (await assistant(person.subject, sessionId)) ?? (await answerOfTile(host, person, sessionId))
      roomForAnswers(host, person, 1)
      const { id: saved } = await host.answers.create(person.subject, title, { ...answer, title })
      return { data: { Answer__save: { answer: { id: saved } } } }
    },
    CopyLiveboard: async (host, request) => {
      const person = personOf(await bearerOf(request, host.tokens))
      const { liveboardId, name } = variablesOf(request.body, variables.copy)
      const made = await copyBoard(host, person, liveboardId, name)
      return { data: { Pinboard__copy: { pinboardId: made.id, pinboardName: made.name } } }
    },
  }
}

async function answerOfTile(host: Host, person: Person, sessionId: string): Promise<Answer> {
  const { tile } = sessionSubject(host, person, sessionId)
  const { question } = await tileOf(host, person, sessionId, { filters: [], removed: [], added: [] })
  const answer = answerOfSubject(host, person, { question, tile })
  if (answer === null)
    throw new Refusal('bad-request', 'This chart cannot be saved by itself. Pin it to a dashboard instead.')
  return answer
}
