import { asJson, type Host } from '../host'
import * as v from 'valibot'
import type { Person } from '../../wire/bi-token'
import { pagesOfPins, layoutSchema } from '../../store/dashboard-tiles'
import { tileGrid } from '../../wire/tile-grid'
import { ownDashboard } from '../access'
import { Refusal } from '../../warehouse/problem'
import { openForm } from '../../query/answer-form'
import { maxAnswers } from '../../store/answers-and-views'

export const importPolicies = ['PARTIAL', 'ALL_OR_NONE', 'VALIDATE_ONLY'] as const

/** The version 1 form. It has no `create_new`, which only version 2 has and which is ignored here. */
const formSchema = v.object({
  import_objects: v.pipe(v.string(), v.maxLength(200_000)),
  import_policy: v.optional(v.picklist(importPolicies), 'PARTIAL'),
  force_create: v.optional(v.picklist(['true', 'false']), 'false'),
})

export const boardName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(10_000))

const liveboardObject = v.object({
  guid: v.optional(v.pipe(v.string(), v.maxLength(100))),
  liveboard: v.object({
    name: boardName,
    description: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
    visualizations: v.exactOptional(v.pipe(v.array(v.unknown()), v.maxLength(tileGrid.maxTiles))),
    layout: v.exactOptional(layoutSchema),
  }),
})

interface ImportRequest {
  readonly objects: readonly unknown[]
  readonly policy: (typeof importPolicies)[number]
  /** Create new objects even where the import names existing ones. */
  readonly creating: boolean
}

/** Parses a version 1 form. Throws Refusal. */
export function importForm(body: unknown): ImportRequest {
  const form = v.safeParse(formSchema, body)
  if (!form.success) throw new Refusal('bad-request', 'The import request is not valid.')
  const { import_objects, import_policy: policy, force_create } = form.output
  return { objects: readObjects(import_objects), policy, creating: force_create === 'true' }
}

export type ImportHost = Pick<Host, 'dashboards' | 'answers'>

/** Import result for one object. */
interface ImportEntry {
  readonly response: {
    readonly status: { readonly status_code: 'OK' | 'WARNING' | 'ERROR'; readonly error_message?: string }
    readonly header?: Readonly<Record<string, string>>
  }
}

/** One object of an import: either the reason it is refused, or what it would add and how. */
type Import =
  | { readonly refused: string }
  | {
      readonly adds: 'dashboard' | 'answer' | null
      /** Dry run: the result without storing anything. */
      checked(): ImportEntry
      keep(): Promise<ImportEntry>
    }

/** Result of an accepted object. `problems` lists the parts that were left out. */
function entryOf(header: Readonly<Record<string, string>>, problems: readonly string[] = []): ImportEntry {
  const status =
    problems.length === 0
      ? ({ status_code: 'OK' } as const)
      : ({ status_code: 'WARNING', error_message: problems.join(' ') } as const)
  return { response: { status, header } }
}

const refusedEntry = (message: string): ImportEntry => ({
  response: { status: { status_code: 'ERROR', error_message: message } },
})

const answerObject = v.object({
  guid: v.exactOptional(v.pipe(v.string(), v.maxLength(100))),
  answer: v.looseObject({
    name: v.exactOptional(v.string()),
    title: v.exactOptional(v.string()),
    /** The chart builder's extension to the vendor's TML. */
    assay: v.exactOptional(v.record(v.string(), v.unknown())),
  }),
})

/** Imports an answer in TML as this host exports it: as a new answer, or replacing the user's answer with that guid. */
function answerImport(
  host: Pick<Host, 'answers'>,
  { subject }: Person,
  value: unknown,
  creating: boolean,
): Import {
  const object = v.safeParse(answerObject, value)
  if (!object.success) return { refused: notAnAnswer }
  const { guid, answer: given } = object.output
  const form = given.assay ?? given
  const { answer, problems } = openForm({ ...form, title: form['title'] ?? given.name })
  if (answer === null) return { refused: [notAnAnswer, ...problems].join(' ') }
  const target = guid === undefined || creating ? undefined : guid
  if (target !== undefined && host.answers.get(subject, target) === undefined) throw noAnswer()
  const entry = (id: string) =>
    entryOf(
      {
        id_guid: id,
        name: answer.title,
        description: '',
        author_guid: subject,
        owner_guid: subject,
        metadata_type: 'QUESTION_ANSWER_BOOK',
      },
      problems,
    )
  return {
    adds: target === undefined ? 'answer' : null,
    checked: () => entry(target ?? ''),
    async keep() {
      const { title } = answer
      const saved =
        target === undefined
          ? await host.answers.create(subject, title, answer)
          : await host.answers.replace(subject, target, title, answer)
      if (saved === null) throw noAnswer()
      return entry(saved.id)
    },
  }
}

const maxDashboards = 20_000

/** Throws Refusal if `added` more would exceed the limit. */
function room({ length }: readonly unknown[], added: number, limit: number, what: string): void {
  if (length + added > limit)
    throw new Refusal(
      'bad-request',
      `You have reached the limit of ${limit} ${what}. Delete one to make room.`,
    )
}

export const roomForAnswers = (
  { answers }: Pick<Host, 'answers'>,
  { subject }: Person,
  added: number,
): void => room(answers.of(subject), added, maxAnswers, 'saved charts')

export const roomForDashboards = (
  { dashboards }: Pick<Host, 'dashboards'>,
  { subject }: Person,
  added: number,
): void => room(dashboards.of(subject), added, maxDashboards, 'dashboards')

export const noAnswer = (): Refusal =>
  new Refusal('not-found', 'There is no such answer, or it is not yours.')

const notAnAnswer = 'An answer needs a title of 1 to 200 characters and a query with a measure.'

/**
 * Creates dashboards and answers for the user, or updates the user's own where the object names one. Throws Refusal. Returns one entry per
 * object, in order. As at the vendor, a refused object is an entry too.
 */
export async function importObjects(
  host: ImportHost,
  person: Person,
  { objects, policy, creating }: ImportRequest,
): Promise<readonly ImportEntry[]> {
  // Validate everything first: no change is made before every refusal is known.
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

/** Throws Refusal if the object names a dashboard that does not belong to this user. */
function boardImport(host: ImportHost, person: Person, value: unknown, creating: boolean): Import {
  const object = v.safeParse(liveboardObject, value)
  if (!object.success) return { refused: 'A dashboard needs a name of 1 to 10,000 characters.' }
  const { guid, liveboard } = object.output
  const { name, description, visualizations, layout } = liveboard
  const target = guid === undefined || creating ? null : ownDashboard(person, guid, host.dashboards)
  // Members that the import leaves out keep their values.
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

/** A JSON array whose members are objects, or JSON texts of objects. */
function readObjects(text: string): readonly unknown[] {
  const list = asJson(text)
  if (!Array.isArray(list) || list.length === 0 || list.length > 20) {
    throw new Refusal('bad-request', 'import_objects must be a JSON array of 1 to 20 dashboards or answers.')
  }
  return list.map((value: unknown) => (typeof value === 'string' ? asJson(value) : value))
}
