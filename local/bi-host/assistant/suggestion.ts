import type { Answer, Reading, RunResult } from '../wire/answers'
import { resolve, type Resolved } from '../query/resolve'
import { tokenNames, withLabels } from '../questions/token-names'
import { contributions } from '../questions/why'
import type { Warehouse } from '../warehouse/warehouse'
import type { Answered, Suggestion } from '../wire/answering'
import {
  type UserTerms,
  against,
  gap,
  was,
  whenOf,
  write,
  type AnswerSummary,
  type SummaryMeasure,
} from './phrasing'
import type { SemanticModel } from '../model/semantic-model'
import { aboutCourse, aboutNames, countsNames } from './about-course'
import { midSentence } from '../query/words'
import { summaryOf, asksOf, type Asks } from './summary'

/** The answer in a sentence or two: the number, its unit, its name and its date, plus whatever else the question asks for. */
function describe(
  result: RunResult,
  { model, resolved }: { readonly model: SemanticModel; readonly resolved: Resolved },
  asks: Asks,
): string {
  const summary = summaryOf(result, resolved, model)
  if (summary.measures.every(({ values }) => values.every((value) => value === null)))
    return summary.conditions.length > 0
      ? `None: no ${summary.noun || summary.grain} with ${summary.conditions.join(' and ')}.`
      : 'There is nothing to show for this question.'
  const sentence = summary.days
    ? aboutCourse(summary, summary.days, asks)
    : summary.names
      ? aboutNames(summary, summary.names, asks)
      : headline(summary, asks)
  // Rows cut by the requested limit need no note.
  const notes = resolved.query.limit === undefined ? result.notes.slice(0, 1) : []
  return [sentence, ...notes].filter((part) => part !== '').join(' ')
}

/** Whether the answer states a count, or its value is itself a number of things. */
const hasCount = ({ table: { columns } }: RunResult): boolean =>
  columns.some(({ role }) => role === 'date') ||
  countsNames(columns) ||
  columns.some(({ format }) => format?.kind === 'number' || format?.kind === 'coins')

/** Whether the answer includes a mean: of its days, or as a rate over several days. */
function hasMean({ table: { columns } }: RunResult, { measures, attributes, grain }: Resolved): boolean {
  if (measures.some(({ formula }) => formula)) return true
  const [measure] = measures
  const { base } = measure ?? {}
  if (base?.measure.kind === 'ratio' && base.measure.over === 'interval' && grain === undefined) return true
  return columns.some(({ role }) => role === 'date') && attributes.length === 0
}

function headline(summary: AnswerSummary, { versus, mean }: Asks): string {
  const { measures } = summary
  return `${measures.map((measure, at) => one(summary, measure, { first: at === 0, mean })).join('; ')}. ${versus ? gap(measures, 0) : ''}`.trim()
}

function one(
  { span, before }: AnswerSummary,
  measure: SummaryMeasure,
  { first, mean }: { readonly first: boolean; readonly mean: boolean },
): string {
  const [now] = measure.values
  const label = first ? measure.label : midSentence(measure.label)
  // A rate over several days is their weighted mean.
  const averaged = mean && measure.adds === 'ratio' && !measure.atEnd && span.from < span.to
  return `${averaged ? `${label} averaged` : was(label)} ${write(measure, now)} ${whenOf(measure, span)}${against(measure, now, measure.prior?.[0], before)}`
}

/** Which names made up a change, with the days of both periods. */
function whyOf(
  { measures: [measure], span, before }: AnswerSummary,
  table: RunResult['table'],
  asked: { readonly addsUp: boolean | undefined; readonly asked: string },
): string {
  if (measure === undefined || before === null) return ''
  const periods = [whenOf(measure, span), whenOf(measure, before)] as const
  return contributions(table, periods, { ...asked, label: was(measure.label) }).trim()
}

/** The reading of a question, relative to earlier ones of the conversation. */
export interface Understood {
  readonly reading: Reading
  readonly answer: Answer | null
  /** The query to draw, if it differs from `answer`. */
  readonly drawn?: Answer
  /** Listed with the reader's own assumptions. */
  readonly assumption: string | null
  /** The earlier question whose answer this one amends. Null if it stands alone. */
  readonly followsUpOn: string | null
  /** Whether the parts of a change add up to the whole. */
  readonly addsUp?: boolean
  /** The user's own terms, from this question or earlier ones. */
  readonly words: UserTerms
}

interface AnsweredQuestion {
  readonly question: string
  readonly answer: Answer
  readonly result: RunResult
}

/** The answer in the vendor's format. Parts of the question that it leaves out are listed first. */
export function suggestionOf(
  { model, asOf }: Pick<Warehouse, 'model' | 'asOf'>,
  { reading, assumption, followsUpOn, addsUp }: Understood,
  { question, answer, result }: AnsweredQuestion,
): Suggestion {
  const chips = result.chips.filter(({ assumed }) => !assumed).map(({ label }) => label)
  const assumed = result.chips.filter((chip) => chip.assumed).map(({ label }) => label)
  const { table } = result
  const asks = asksOf(question)
  const resolved = resolve(model, answer.query, asOf)
  const missing = [
    ...(asks.count && assumption === null && !hasCount(result)
      ? ['“How many” is left out: nothing in this answer can be counted.']
      : []),
    ...(asks.mean && assumption === null && !hasMean(result, resolved)
      ? ['“Average” is left out: ask for one name by day to have its mean.']
      : []),
  ]
  const description = describe(result, { model, resolved }, asks)
  const why =
    assumption === null ? '' : whyOf(summaryOf(result, resolved, model), table, { addsUp, asked: question })
  const split = table.columns.some(({ role }) => role === 'attribute')
  const id = (role: string): string[] =>
    table.columns.filter((column) => column.role === role).map((column) => column.id)
  return {
    tokens: chips,
    // Text of the search bar, which parses back to the same question.
    tmlTokens: result.phrase.split(' '),
    title: answer.title,
    description: [
      ...missing,
      ...(why === '' ? [] : [why]),
      ...(why !== '' && split ? [] : [description]),
    ].join(' '),
    // The numbers come from the semantic model, so there is no SQL to show.
    sqlQuery: null,
    warningType: table.truncated ? 'ROWS_CUT' : null,
    formulaInfo: formulasOf(model, answer),
    llmReasoning: {
      assumptions: [...(assumption === null ? [] : [assumption]), ...reading.assumptions, ...assumed].join(
        '\n',
      ),
      clarifications: missing.join('\n'),
      interpretation: [
        // The reading itself is in the tokens.
        'Understood by fixed rules, without a language model.',
        ...(followsUpOn === null ? [] : [`Follow-up to “${followsUpOn}”.`]),
      ].join(' '),
    },
    ambiguousPhrases: [],
    ambiguousTokens: reading.ambiguities.map(({ text, choices }) => ({
      token: { token: text },
      alternativeTokens: choices.map(({ label }) => ({ token: label })),
    })),
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
        dataValue: table.cells[at] ?? [],
      })),
    },
  }
}

/** In labels, as the search bar writes calculations: an analyst does not know the ids. */
const formulasOf = (model: SemanticModel, { query }: Answer): Suggestion['formulaInfo'] =>
  (query.formulas ?? []).map(({ label, expression }) => ({
    name: label,
    expression: withLabels(tokenNames(model), expression),
  }))

export function failure(errCode: string, errTxt: string): Answered {
  return { failure: { tool: null, errCode, errTxt, toolErrCode: null } }
}
