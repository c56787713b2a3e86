import * as v from 'valibot'
import { openForm } from '../../query/answer-form'
import type { Person } from '../../wire/bi-token'
import { mostAnswers } from '../../store/answers'
import type { Host } from '../host'
import { Refusal } from '../../warehouse/problem'

/** What an import says about one object. */
export interface ImportEntry {
  readonly response: {
    readonly status: { readonly status_code: 'OK' | 'WARNING' | 'ERROR'; readonly error_message?: string }
    readonly header?: Readonly<Record<string, string>>
  }
}

/** An object of an import: why it cannot be taken in, or what would be added and how. */
export type Import =
  | { readonly refused: string }
  | {
      readonly adds: 'dashboard' | 'answer' | null
      /** What it would come to; nothing is kept. */
      checked(): ImportEntry
      keep(): Promise<ImportEntry>
    }

/** Taken in; with problems a part of it was left out. */
export function entryOf(
  header: Readonly<Record<string, string>>,
  problems: readonly string[] = [],
): ImportEntry {
  const status =
    problems.length === 0
      ? ({ status_code: 'OK' } as const)
      : ({ status_code: 'WARNING', error_message: problems.join(' ') } as const)
  return { response: { status, header } }
}

export const refusedEntry = (message: string): ImportEntry => ({
  response: { status: { status_code: 'ERROR', error_message: message } },
})

const answerObject = v.object({
  guid: v.exactOptional(v.pipe(v.string(), v.maxLength(100))),
  answer: v.looseObject({
    name: v.exactOptional(v.string()),
    title: v.exactOptional(v.string()),
    /** What the chart builder's own TML has beside the vendor's words. */
    assay: v.exactOptional(v.record(v.string(), v.unknown())),
  }),
})

/** An answer in the vendor's modelling language, as this host exports it: as a new one, or in the place of the person's own of that guid. */
export function answerImport(
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

const mostDashboards = 20_000

/** Throws Refusal when so many more are too many. */
function room({ length }: readonly unknown[], added: number, most: number, what: string): void {
  if (length + added > most)
    throw new Refusal(
      'bad-request',
      `You have reached the limit of ${most} ${what}. Delete one to make room.`,
    )
}

export const roomForAnswers = (
  { answers }: Pick<Host, 'answers'>,
  { subject }: Person,
  added: number,
): void => room(answers.of(subject), added, mostAnswers, 'saved charts')

export const roomForDashboards = (
  { dashboards }: Pick<Host, 'dashboards'>,
  { subject }: Person,
  added: number,
): void => room(dashboards.of(subject), added, mostDashboards, 'dashboards')

export const noAnswer = (): Refusal =>
  new Refusal('not-found', 'There is no such answer, or it is not yours.')

const notAnAnswer = 'An answer needs a title of 1 to 200 characters and a query with a measure.'
