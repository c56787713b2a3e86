import * as v from 'valibot'
import type { Person } from '../../wire/bi-token'
import { type PersonalView, rangeIds } from '../../wire/board'
import { maxViews, type ViewFailure, type BoardOfOwner } from '../../store/views'
import { bearerOf, openBoard, personOf } from '../access'
import type { Host } from '../host'
import { parseBody } from '../bodies'
import { Refusal } from '../../warehouse/problem'
import type { Operation } from './board-data'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

const choice = {
  range: v.nullable(v.picklist(rangeIds)),
  chosen: v.pipe(
    v.record(id, v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(200))),
    v.check((fields) => Object.keys(fields).length <= 20),
  ),
}

/** An operation on the user's views of a board that they may open. */
const onBoard =
  <Entries extends v.ObjectEntries>(
    root: string,
    entries: Entries,
    work: (
      host: Host,
      board: BoardOfOwner,
      variables: v.InferOutput<v.ObjectSchema<Entries, undefined>>,
    ) => object | Promise<object>,
  ): Operation =>
  async (host, request, reply) => {
    const person: Person = personOf(await bearerOf(request, host.tokens))
    const { variables } = parseBody(v.object({ variables: v.object({ liveboardId: id }) }), request.body)
    const own = parseBody(v.object({ variables: v.object(entries) }), request.body)
    openBoard(person, variables.liveboardId, host.dashboards)
    const board = { owner: person.subject, liveboardId: variables.liveboardId }
    const data = await work(host, board, own.variables)
    return reply.send({ data: { [root]: data } })
  }

export const personalViewOperations: Readonly<Record<string, Operation>> = {
  ListPersonalisedViews: onBoard('Pinboard__personalisedViews', {}, (host, board) => ({
    views: host.views.of(board).map((view) => readable(host, view)),
  })),
  SavePersonalisedView: onBoard(
    'Pinboard__savePersonalisedView',
    { id: v.exactOptional(id), name, ...choice },
    async ({ views }, board, view) => {
      const saved = await views.save(board, view)
      if (!saved.ok) throw refused(saved.why)
      return { view: saved.view }
    },
  ),
  DeletePersonalisedViews: onBoard(
    'Pinboard__deletePersonalisedViews',
    { ids: v.pipe(v.array(id), v.maxLength(maxViews)) },
    async ({ views }, board, { ids }) => ({ views: await views.remove(board, ids) }),
  ),
}

function refused(why: ViewFailure): Refusal {
  switch (why) {
    case 'not-found':
      return new Refusal('not-found', 'There is no such view, or it is not yours.')
    case 'taken':
      return new Refusal('bad-request', 'You have a view of that name already. Choose another.')
    case 'full':
      return new Refusal(
        'bad-request',
        `You have reached the limit of ${maxViews} views of this dashboard. Delete one to make room.`,
      )
  }
}

/** Drops fields that the model no longer has, so that the board still opens. */
function readable({ warehouse }: Host, view: PersonalView): PersonalView {
  const known = Object.entries(view.chosen).filter(([field]) => warehouse.model.knows(field))
  return { ...view, chosen: Object.fromEntries(known) }
}
