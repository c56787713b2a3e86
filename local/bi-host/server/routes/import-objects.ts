import * as v from 'valibot'
import type { Person } from '../../bi-token'
import type { Dashboard } from '../../store/dashboards'
import { pagesOfPins } from '../../store/dashboard-tabs'
import { layoutSchema } from '../../store/dashboard-tiles'
import { tileGrid } from '../../tile-grid'
import { ownDashboard } from '../access'
import type { Host } from '../host'
import { Refusal } from '../problem'

export const mostDashboards = 20_000

const importForm = v.object({
  import_objects: v.pipe(v.string(), v.maxLength(200_000)),
  import_policy: v.optional(v.picklist(['PARTIAL', 'ALL_OR_NONE', 'VALIDATE_ONLY']), 'PARTIAL'),
  create_new: v.optional(v.picklist(['true', 'false']), 'false'),
  force_create: v.optional(v.picklist(['true', 'false']), 'false'),
})

/** The longest name that a dashboard may have. */
export const longestBoardName = 10_000

const liveboardObject = v.object({
  guid: v.optional(v.pipe(v.string(), v.maxLength(100))),
  liveboard: v.object({
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestBoardName)),
    description: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
    visualizations: v.exactOptional(v.pipe(v.array(v.unknown()), v.maxLength(tileGrid.mostTiles))),
    layout: v.exactOptional(layoutSchema),
  }),
})
type LiveboardObject = v.InferOutput<typeof liveboardObject>

/** The vendor's answer to an import: one entry per object, in order. */
export interface ImportAnswer {
  readonly object: readonly {
    readonly response: {
      readonly status: { readonly status_code: 'OK' | 'ERROR'; readonly error_message?: string }
      readonly header?: Readonly<Record<string, string>>
    }
  }[]
}

/** Creates dashboards of the person, or changes their own where the object names one. Throws Refusal. */
export async function importObjects(host: Host, person: Person, body: unknown): Promise<ImportAnswer> {
  const form = v.safeParse(importForm, body)
  if (!form.success) throw new Refusal('bad-request', 'The import form is not understood.')
  const objects = readObjects(form.output.import_objects).map((value) => v.safeParse(liveboardObject, value))
  const bad = objects.some(({ success }) => !success)
  if (bad && (form.output.import_policy !== 'PARTIAL' || objects.length === 1)) {
    throw new Refusal('bad-request', 'A dashboard needs a name of 1 to 10,000 characters.')
  }
  const creating = form.output.create_new === 'true' || form.output.force_create === 'true'
  const wanted = objects.flatMap(({ success, output }) => (success ? [{ output }] : []))
  // Every refusal comes before the first change.
  const targets = wanted.map(({ output }) =>
    output.guid === undefined || creating ? null : ownDashboard(person, output.guid, host.dashboards),
  )
  const added = targets.filter((target) => target === null).length
  if (host.dashboards.of(person.subject).length + added > mostDashboards) {
    throw new Refusal(
      'bad-request',
      `You have ${mostDashboards} dashboards, the most this host keeps for one person.`,
    )
  }
  const answers: ImportAnswer['object'][number][] = []
  let next = 0
  for (const { success } of objects) {
    const object = success ? wanted[next]?.output : undefined
    const target = success ? (targets[next] ?? null) : null
    if (success) next += 1
    answers.push(
      object
        ? await importOne(host, person, {
            object,
            target,
            keep: form.output.import_policy !== 'VALIDATE_ONLY',
          })
        : refused,
    )
  }
  return { object: answers }
}

const refused: ImportAnswer['object'][number] = {
  response: {
    status: { status_code: 'ERROR', error_message: 'A dashboard needs a name of 1 to 10,000 characters.' },
  },
}

async function importOne(
  host: Host,
  person: Person,
  {
    object,
    target,
    keep,
  }: { readonly object: LiveboardObject; readonly target: Dashboard | null; readonly keep: boolean },
): Promise<ImportAnswer['object'][number]> {
  const { name, description, visualizations, layout } = object.liveboard
  if (!keep)
    return {
      response: { status: { status_code: 'OK' }, header: { id_guid: target?.id ?? '', name, description } },
    }
  // What an import does not speak of stays as it is.
  const words = {
    name,
    description,
    ...(visualizations === undefined ? {} : pagesOfPins(visualizations, layout)),
  }
  const saved = target
    ? await host.dashboards.describe(person.subject, target.id, words)
    : await host.dashboards.create({ owner: person.subject, author: person.email, tiles: [], ...words })
  if (saved === null) throw new Refusal('not-found', 'There is no such dashboard, or it is not yours.')
  return {
    response: {
      status: { status_code: 'OK' },
      header: {
        id_guid: saved.id,
        name,
        description,
        author_guid: person.subject,
        owner_guid: saved.id,
        metadata_type: 'PINBOARD_ANSWER_BOOK',
      },
    },
  }
}

/** A JSON array whose members are objects, or texts that are JSON themselves. */
function readObjects(text: string): readonly unknown[] {
  const list = asJson(text)
  if (!Array.isArray(list) || list.length === 0 || list.length > 20) {
    throw new Refusal('bad-request', 'import_objects must be a JSON array of 1 to 20 dashboards.')
  }
  return list.map((value: unknown) => (typeof value === 'string' ? asJson(value) : value))
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
