import { asJson } from '../bodies'
import * as v from 'valibot'
import type { Person } from '../../wire/bi-token'
import { pagesOfPins, layoutSchema } from '../../store/dashboard-tiles'
import { tileGrid } from '../../wire/tile-grid'
import { ownDashboard } from '../access'
import type { Host } from '../host'
import { Refusal } from '../../warehouse/problem'
import {
  answerImport,
  roomForAnswers,
  roomForDashboards,
  entryOf,
  refusedEntry,
  type Import,
  type ImportEntry,
} from './import-answer'

export const importPolicies = ['PARTIAL', 'ALL_OR_NONE', 'VALIDATE_ONLY'] as const

/** Version 1's form: it does not know `create_new`, which is version 2's and is passed over. */
const formSchema = v.object({
  import_objects: v.pipe(v.string(), v.maxLength(200_000)),
  import_policy: v.optional(v.picklist(importPolicies), 'PARTIAL'),
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

interface ImportRequest {
  readonly objects: readonly unknown[]
  readonly policy: (typeof importPolicies)[number]
  /** As new ones, whatever they name. */
  readonly creating: boolean
}

/** What version 1's form asks for. Throws Refusal. */
export function importForm(body: unknown): ImportRequest {
  const form = v.safeParse(formSchema, body)
  if (!form.success) throw new Refusal('bad-request', 'The import request is not valid.')
  const { import_objects, import_policy: policy, force_create } = form.output
  return { objects: readObjects(import_objects), policy, creating: force_create === 'true' }
}

type ImportHost = Pick<Host, 'dashboards' | 'answers'>

/**
 * Creates dashboards and answers of the person, or changes their own where the object names one. Throws Refusal. One entry per object,
 * in order: as at the vendor, an object that is refused is an entry of its own.
 */
export async function importObjects(
  host: ImportHost,
  person: Person,
  { objects, policy, creating }: ImportRequest,
): Promise<readonly ImportEntry[]> {
  // Every refusal comes before the first change.
  const imports = objects.map((value) =>
    isAnswer(value)
      ? answerImport(host, person, value, creating)
      : boardImport(host, person, value, creating),
  )
  const none = policy === 'ALL_OR_NONE' && imports.some((one) => 'refused' in one)
  const adding = (what: 'dashboard' | 'answer') =>
    imports.filter((one) => 'adds' in one && one.adds === what).length
  if (adding('dashboard') > 0) roomForDashboards(host, person, adding('dashboard'))
  if (adding('answer') > 0) roomForAnswers(host, person, adding('answer'))
  const entries: ImportEntry[] = []
  for (const one of imports) {
    if ('refused' in one) entries.push(refusedEntry(one.refused))
    else if (none) entries.push(refusedEntry('Another object of this import was refused.'))
    else entries.push(policy === 'VALIDATE_ONLY' ? one.checked() : await one.keep())
  }
  return entries
}

const isAnswer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'answer' in value && !('liveboard' in value)

/** Throws Refusal when the object names a dashboard that is not this person's. */
function boardImport(host: ImportHost, person: Person, value: unknown, creating: boolean): Import {
  const object = v.safeParse(liveboardObject, value)
  if (!object.success) return { refused: 'A dashboard needs a name of 1 to 10,000 characters.' }
  const { guid, liveboard } = object.output
  const { name, description, visualizations, layout } = liveboard
  const target = guid === undefined || creating ? null : ownDashboard(person, guid, host.dashboards)
  // What an import does not speak of stays as it is.
  const words = {
    name,
    description,
    ...(visualizations === undefined ? {} : pagesOfPins(visualizations, layout)),
  }
  return {
    adds: target === null ? 'dashboard' : null,
    checked: () => entryOf({ id_guid: target?.id ?? '', name, description }),
    async keep() {
      const saved = target
        ? await host.dashboards.describe(person.subject, target.id, words)
        : await host.dashboards.create({ owner: person.subject, author: person.email, tiles: [], ...words })
      if (saved === null) throw new Refusal('not-found', 'There is no such dashboard, or it is not yours.')
      return entryOf({
        id_guid: saved.id,
        name,
        description,
        author_guid: person.subject,
        owner_guid: saved.id,
        metadata_type: 'PINBOARD_ANSWER_BOOK',
      })
    },
  }
}

/** A JSON array whose members are objects, or texts that are JSON themselves. */
function readObjects(text: string): readonly unknown[] {
  const list = asJson(text)
  if (!Array.isArray(list) || list.length === 0 || list.length > 20) {
    throw new Refusal('bad-request', 'import_objects must be a JSON array of 1 to 20 dashboards or answers.')
  }
  return list.map((value: unknown) => (typeof value === 'string' ? asJson(value) : value))
}
