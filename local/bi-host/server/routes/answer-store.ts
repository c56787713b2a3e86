import * as v from 'valibot'
import { answerSchema, openForm } from '../../query/answer-form'
import type { AnswerOperations, OpenedPin, PinReply, SavedAnswerHead } from '../../wire/answers'
import { narrowed, narrowingSchema } from '../../query/narrow'
import type { Person } from '../../wire/bi-token'
import type { SavedAnswer } from '../../store/answers'
import { tabLabelSchema } from '../../store/dashboard-tiles'
import { rowsOfHeight, tileGrid } from '../../wire/tile-grid'
import { bearerOf, ownDashboard, personOf } from '../access'
import { onNoBoard } from '../built-answers'
import type { Host } from '../host'
import { parseBody } from '../bodies'
import { newDashboard, pinRefusal } from '../copies'
import { Refusal } from '../../warehouse/problem'
import type { Operation } from './board-data'
import { noAnswer, roomForAnswers } from './import-answer'
import { sessionIdOf } from '../../wire/answer-session'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(10_000))
const newTab = v.object({ label: tabLabelSchema })

/** An operation for people: a visitor keeps nothing. */
const forPerson =
  <Schema extends v.GenericSchema>(
    schema: Schema,
    work: (host: Host, person: Person, wanted: v.InferOutput<Schema>) => unknown,
  ): Operation =>
  async (host, request, reply) => {
    const person = personOf(await bearerOf(request, host.tokens))
    const made = await work(host, person, parseBody(schema, request.body))
    return reply.send(made)
  }

const headOf = ({ id: own, title, created, modified }: SavedAnswer): SavedAnswerHead => ({
  id: own,
  title,
  created,
  modified,
})

const save = forPerson(
  v.object({ id: v.exactOptional(id), answer: answerSchema }),
  async (host, person, wanted) => {
    const { answer } = wanted
    const { subject } = person
    if (wanted.id !== undefined) {
      const saved = await host.answers.replace(subject, wanted.id, answer.title, answer)
      if (!saved) throw noAnswer()
      return { head: headOf(saved) }
    }
    roomForAnswers(host, person, 1)
    return { head: headOf(await host.answers.create(subject, answer.title, answer)) }
  },
)

const open = forPerson(v.object({ id }), (host, { subject }, wanted) => {
  const saved = host.answers.get(subject, wanted.id)
  if (!saved) throw noAnswer()
  const { answer, problems } = openForm(saved.answer)
  if (!answer) throw new Refusal('bad-request', `This answer is damaged: ${problems.join(' ')}`)
  return { head: headOf(saved), answer, problems }
})

/** A chart of a dashboard, of whatever version it was kept in, and what of it could not be opened. */
const openPin = forPerson(v.object({ dashboardId: id, tileId: id }), (host, person, wanted): OpenedPin => {
  const dashboard = ownDashboard(person, wanted.dashboardId, host.dashboards)
  const tile = dashboard.tiles.find((candidate) => candidate.id === wanted.tileId)
  if (!tile) throw pinRefusal('not-found')
  const about = { dashboardId: dashboard.id, dashboardName: dashboard.name, tileId: tile.id }
  if (tile.kind === 'curated') return { ...about, answer: null, problems: [] }
  const { answer, problems } = openForm(tile.answer)
  return { ...about, answer: answer && { ...answer, title: tile.title }, problems }
})

const pin = forPerson(
  v.object({
    answer: answerSchema,
    to: v.union([
      v.object({ dashboardId: id, tab: v.exactOptional(v.union([v.object({ id }), newTab])) }),
      v.object({ newDashboard: name, tab: v.exactOptional(newTab) }),
    ]),
    tileId: v.exactOptional(id),
  }),
  async (host, person, { answer, to, tileId }): Promise<PinReply> => {
    const created = 'newDashboard' in to
    if (created && tileId !== undefined)
      throw new Refusal('bad-request', 'A chart can only be changed on the dashboard that it is on.')
    const dashboard = created
      ? await newDashboard(host, person, {
          name: to.newDashboard,
          description: 'Created from Data Weaver',
          tiles: [],
        })
      : ownDashboard(person, to.dashboardId, host.dashboards)
    const subject = { kind: 'answer' as const, title: answer.title, answer: { ...answer, v: 2 } }
    const change =
      tileId === undefined
        ? await host.dashboards.addTile(
            person.subject,
            dashboard.id,
            subject,
            { w: tileGrid.columns / 2, h: rowsOfHeight(360) },
            to.tab,
          )
        : await host.dashboards.replaceTile(person.subject, dashboard.id, tileId, subject)
    if (!change.ok) throw pinRefusal(change.why)
    return {
      dashboardId: dashboard.id,
      dashboardName: dashboard.name,
      tileId: change.tile.id,
      tabId: change.tile.tabId ?? null,
      created,
    }
  },
)

/** Saving, opening and pinning. */
export const answerStoreOperations = {
  ListAnswers: forPerson(v.object({}), (host, { subject }) => ({
    answers: host.answers.of(subject).map(headOf),
  })),
  OpenAnswer: open,
  OpenPin: openPin,
  OpenAnswerSession: forPerson(
    v.object({ answer: answerSchema, narrow: v.exactOptional(narrowingSchema) }),
    ({ builtAnswers, warehouse: { model, asOf } }, { subject }, { answer, narrow }) => ({
      sessionId: sessionIdOf(onNoBoard, builtAnswers.add(subject, narrowed(model, asOf, answer, narrow))),
    }),
  ),
  SaveAnswer: save,
  DeleteAnswer: forPerson(v.object({ id }), async (host, { subject }, wanted) => {
    if (!(await host.answers.remove(subject, wanted.id))) throw noAnswer()
    return {}
  }),
  ListPinTargets: forPerson(v.object({}), (host, { subject }) => ({
    dashboards: host.dashboards
      .of(subject)
      .toSorted((a, b) => b.modified - a.modified)
      .map(({ id: own, name: title, tabs }) => ({ id: own, name: title, tabs })),
  })),
  PinAnswer: pin,
} as const satisfies Readonly<Partial<Record<keyof AnswerOperations, Operation>>>
