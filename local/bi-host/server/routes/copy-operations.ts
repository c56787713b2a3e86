import * as v from 'valibot'
import { tabLabelSchema } from '../../store/dashboard-tiles'
import type { Answer } from '../../wire/answers'
import type { Person } from '../../wire/bi-token'
import { Refusal } from '../../warehouse/problem'
import { bearerOf, personOf } from '../access'
import { answerSubject, copyBoard, pinTile, renamed, sessionSubject } from '../copies'
import { tileOf } from '../answer-tiles'
import type { Host } from '../host'
import { answerOfSubject } from '../tml'
import type { AssistantAnswers } from './answer-view'
import type { Operation } from './boards'
import { idOf, idSchema, sessionSchema, variablesOf } from '../document'
import { roomForAnswers, boardName } from './import-objects'

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
