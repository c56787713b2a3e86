import type { Answer, AssistantAnswer, Reading, RunResult } from '../answers/contract'
import { narrowed } from '../answers/narrow'
import { otherNames, withBoth } from '../answers/read/both'
import { readingOn } from '../answers/read/reading-on'
import { readerFor } from '../answers/read/readers'
import type { Reader } from '../answers/read/reader'
import type { Subject } from '../answers/read/subject'
import { runAnswer } from '../answers/run'
import { openWorksheet } from '../answers/worksheets'
import { liveboards } from '../liveboards'
import type { Warehouse } from '../server/warehouse'
import type { AnswerContext, Answered, Answering, Suggestion } from './answering'
import { describe } from './describe'
import { followUps } from './follow-ups'
import { contributions, explained, whenOfWhy } from '../answers/why'

/** What the answer view draws; null when the question has no answer. */
export type Drawing = (question: string, context: AnswerContext) => Promise<AssistantAnswer | null>
/** The question as a query; null when it was not understood. */
export type Understanding = (question: string, context: Omit<AnswerContext, 'signal'>) => Answer | null

/** A question as it was read, after those before it in the conversation. */
export interface Understood {
  readonly reading: Reading
  readonly answer: Answer | null
  /** What the picture is made of, where it is not the same. */
  readonly drawn?: Answer
  /** Said beside the reader's own assumptions. */
  readonly assumption: string | null
  /** The earlier question whose answer this one changes; null when it stands by itself. */
  readonly goesOnFrom: string | null
  /** Whether the parts of a change make up the whole. */
  readonly addsUp?: boolean
}

/** A question that was understood, and as what. */
interface Previous {
  readonly asked: string
  readonly answer: Answer
  /** Whether it asked why. */
  readonly why: boolean
  /** The last answer before it that was about other names. */
  readonly before: Answer | null
}

/** What the boards of one coin are about, for questions that do not say. */
const subjects: Readonly<Record<string, Subject>> = {
  [liveboards.bitcoin.worksheetId]: { asset: 'BTC' },
  [liveboards.ethereum.worksheetId]: { asset: 'ETH', chain: 'Ethereum' },
}

/**
 * The assistant over the semantic model. It reads questions by rules and is no language model: what it did not understand it says, and
 * every word it did is shown as it was read. A question is read after all those before it, so that "only Ethereum" has something to
 * narrow.
 */
export function modelAnswers(warehouse: Warehouse): {
  readonly answer: Answering
  readonly draw: Drawing
  readonly understood: (question: string, context: Omit<AnswerContext, 'signal'>) => Understood
  readonly understand: Understanding
} {
  const readerOf = (context: Omit<AnswerContext, 'signal'>): Reader => {
    const bearer = { kind: 'person', subject: context.person, email: '', name: '' } as const
    const { sources } = openWorksheet(warehouse.model, bearer, context.worksheet.id)
    return readingOn(readerFor(warehouse, sources), readerFor(warehouse, warehouse.model.sources), sources)
  }
  const under = (answer: Answer, { narrow }: Pick<AnswerContext, 'narrow'>): Answer =>
    narrowed(warehouse.model, warehouse.asOf, answer, narrow)
  const understood = (question: string, context: Omit<AnswerContext, 'signal'>): Understood => {
    const reader = readerOf(context)
    const subject = subjects[context.worksheet.id]
    const known: Previous[] = []
    const last = (next: string): Previous | null => withBoth(next, known.at(-1) ?? null)
    for (const asked of context.asked) {
      const { answer, assumption } = understand(warehouse, reader, { asked, previous: last(asked), subject })
      // What was not understood is passed over: the next question goes on from the one before it.
      if (answer !== null)
        known.push({ asked, answer, why: assumption !== null, before: otherNames(answer, known.at(-1)) })
    }
    return understand(warehouse, reader, { asked: question, previous: last(question), subject })
  }
  return {
    understood,
    async answer(question, context) {
      const read = understood(question, context)
      if (read.answer === null) return refused(read.reading)
      const reply = await runAnswer(warehouse, under(read.answer, context), { signal: context.signal })
      return reply.kind === 'problem'
        ? failure(reply.reason.toUpperCase(), reply.message)
        : { suggestion: suggestionOf(read, read.answer, reply) }
    },
    async draw(question, context) {
      const { answer, drawn = answer } = understood(question, context)
      if (answer === null || drawn === null) return null
      const reply = await runAnswer(warehouse, under(drawn, context), { signal: context.signal })
      return {
        reply,
        followUps: reply.kind === 'result' ? followUps(readerOf(context), answer, reply.table) : [],
      }
    },
    understand(question, context) {
      const { answer, drawn = answer } = understood(question, context)
      return drawn && under(drawn, context)
    },
  }
}

function understand(
  { model }: Warehouse,
  reader: Reader,
  {
    asked,
    previous,
    subject,
  }: { readonly asked: string; readonly previous: Previous | null; readonly subject: Subject | undefined },
): Understood {
  const when = whenOfWhy(asked)
  const before = previous === null ? {} : { previous: previous.answer }
  const reading = reader.read({ phrase: when ?? asked, subject, ...before })
  // "Why did it fall" alone is about the whole of what was shown.
  const about = ofMeasure(when === '' ? (previous?.answer ?? null) : reading.answer, when !== null)
  const goesOnFrom = when === '' || reading.amended ? (previous?.asked ?? null) : null
  const [measure] = about?.query.measures ?? []
  const again = previous?.why === true && reading.amended && asksTheSame(previous.answer, about)
  if ((when === null && !again) || about === null || measure === undefined || measure.startsWith('formula.'))
    return { reading, answer: reading.answer, assumption: null, goesOnFrom }
  return { reading, goesOnFrom, ...explained(model, sameDays(about, previous?.answer), measure) }
}

/** "Why did it fall", after a change or a growth: what changed is what is asked about. */
function ofMeasure(about: Answer | null, why: boolean): Answer | null {
  const [first] = about?.query.measures ?? []
  const formula = about?.query.formulas?.find(({ id }) => `formula.${id}` === first)
  const [, base] = /^(?:change|growth)\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(formula?.expression ?? '') ?? []
  if (!why || about === null || first === undefined || base === undefined) return about
  const { formulas: _formulas, top: _top, sort: _sort, filters = [], ...rest } = about.query
  return {
    ...about,
    query: { ...rest, measures: [base], filters: filters.filter(({ field }) => field !== first) },
  }
}

/** "Why did Circle redeem so much", "why the outflow?": about the days and the names that were shown of the same measure. */
function sameDays(about: Answer, previous: Answer | undefined): Answer {
  const { range, measures, filters = [], attributes = [] } = about.query
  const shown = previous?.query
  // Days of its own make it a question of its own.
  if (!shown || range || shown.measures[0] !== measures[0]) return about
  const held = (shown.filters ?? []).filter(
    ({ field, op }) => (op === 'in' || op === 'not-in') && !filters.some((own) => own.field === field),
  )
  const kept = [...held, ...filters]
  const split = attributes.length > 0 ? attributes : (shown.attributes ?? [])
  return {
    ...about,
    query: {
      ...about.query,
      ...(shown.range ? { range: shown.range } : {}),
      ...(kept.length > 0 ? { filters: kept } : {}),
      ...(split.length > 0 ? { attributes: split } : {}),
    },
  }
}

/** "And ether?" after a "why" asks why again: the same change, of another or over other days. */
function asksTheSame({ query: before }: Answer, after: Answer | null): boolean {
  return (
    after !== null &&
    after.query.measures.join() === before.measures.join() &&
    after.query.compare === before.compare &&
    after.query.top === undefined &&
    after.query.grain === undefined
  )
}

function refused({ refusal, notUnderstood }: Reading): Answered {
  const near = notUnderstood.flatMap(({ suggestions }) => suggestions).slice(0, 3)
  const hints = near.length > 0 ? near : (refusal?.suggestions ?? [])
  const text = refusal?.message ?? 'I did not understand the question.'
  return failure(
    'NOT_UNDERSTOOD',
    hints.length === 0 ? text : `${text} Try: ${hints.map((hint) => `“${hint}”`).join(', ')}.`,
  )
}

function failure(errCode: string, errTxt: string): Answered {
  return { failure: { tool: null, errCode, errTxt, toolErrCode: null } }
}

function suggestionOf(
  { reading, assumption, goesOnFrom, addsUp }: Understood,
  answer: Answer,
  result: RunResult,
): Suggestion {
  const chips = result.chips.filter(({ assumed }) => !assumed).map(({ label }) => label)
  const assumed = result.chips.filter((chip) => chip.assumed).map(({ label }) => label)
  const { table } = result
  const { top, measures } = answer.query
  const least = top?.from === 'bottom' && top.by === measures[0]
  const id = (role: string): string[] =>
    table.columns.filter((column) => column.role === role).map((column) => column.id)
  return {
    tokens: chips,
    // The words of the search bar, which are read back as the same question.
    tmlTokens: result.phrase.split(' '),
    title: answer.title,
    description: assumption === null ? describe(result, least) : contributions(table, addsUp),
    // The figures come from the model, not from a statement of anybody's: there is none to show.
    sqlQuery: null,
    warningType: table.truncated ? 'ROWS_CUT' : null,
    formulaInfo: (answer.query.formulas ?? []).map(({ label, expression }) => ({ name: label, expression })),
    llmReasoning: {
      assumptions: [...(assumption === null ? [] : [assumption]), ...reading.assumptions, ...assumed],
      clarifications: reading.notUnderstood.map(({ text }) => `“${text}” was not understood and left out.`),
      interpretation: [
        `Read by rules, not by a language model: ${[...chips, ...assumed].join(', ')}.`,
        ...(goesOnFrom === null ? [] : [`Goes on from: “${goesOnFrom}”.`]),
      ].join(' '),
    },
    ambiguousPhrases: reading.ambiguities.map(({ text, choices }) => ({
      phrase: text,
      candidates: choices.map(({ label }) => label),
    })),
    ambiguousTokens: reading.ambiguities.map(({ text }) => text),
    subQueries: [],
    visualizationSuggestion: {
      chartType: result.chart.type.toUpperCase(),
      displayMode: result.chart.type === 'table' ? 'TABLE_MODE' : 'CHART_MODE',
      axisConfigs: [
        {
          x: id('date').length > 0 ? id('date') : id('attribute').slice(0, 1),
          y: id('measure'),
          color: id('date').length > 0 ? id('attribute') : [],
        },
      ],
      customChartConfigs: [],
    },
    tableData: {
      columnDataLite: table.columns.map((column, at) => ({
        columnId: column.id,
        columnName: column.label,
        columnDataType: column.role === 'date' ? 'DATE' : column.role === 'attribute' ? 'VARCHAR' : 'DOUBLE',
        dataValue: (table.cells[at] ?? []).slice(0, mostRows),
      })),
    },
  }
}

/** What goes over the wire with an answer; the answer view has all of it. */
const mostRows = 1_000
