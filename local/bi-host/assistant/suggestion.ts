import type { Answer, RunResult } from '../wire/answers'
import type { Reader } from '../answers/read/reader'
import { resolve } from '../query/resolve'
import { contributions } from '../questions/why'
import type { Warehouse } from '../warehouse/warehouse'
import type { Suggestion } from '../wire/answering'
import { asksOf } from './asks'
import { describe, saysHowMany, saysMean } from './describe'
import { leftOut } from './left-out'
import type { Understood } from './model-answers'

interface Told {
  readonly question: string
  readonly answer: Answer
  readonly result: RunResult
  readonly reader: Reader
}

/** An answer in the vendor's words. What it leaves out comes first: nobody takes it for the answer to something else. */
export function suggestionOf(
  { model, asOf }: Pick<Warehouse, 'model' | 'asOf'>,
  { reading, assumption, goesOnFrom, addsUp }: Understood,
  { question, answer, result, reader }: Told,
): Suggestion {
  const chips = result.chips.filter(({ assumed }) => !assumed).map(({ label }) => label)
  const assumed = result.chips.filter((chip) => chip.assumed).map(({ label }) => label)
  const { table } = result
  const asks = asksOf(question)
  const resolved = resolve(model, answer.query, asOf)
  const missing = [
    ...leftOut({ question, reading, reader, asOf }),
    ...(asks.count && assumption === null && !saysHowMany(result)
      ? ['“How many” is left out: nothing in this answer can be counted.']
      : []),
    ...(asks.mean && assumption === null && !saysMean(result, resolved)
      ? ['“Average” is left out: ask for one name by day to have its mean.']
      : []),
  ]
  const told = describe(result, { model, resolved }, asks)
  const why = assumption === null ? '' : contributions(table, addsUp, question).trim()
  const split = table.columns.some(({ role }) => role === 'attribute')
  const id = (role: string): string[] =>
    table.columns.filter((column) => column.role === role).map((column) => column.id)
  return {
    tokens: chips,
    // The words of the search bar, which are read back as the same question.
    tmlTokens: result.phrase.split(' '),
    title: answer.title,
    description: [...missing, ...(why === '' ? [] : [why]), ...(why !== '' && split ? [] : [told])].join(' '),
    // The figures come from the model, not from a statement of anybody's: there is none to show.
    sqlQuery: null,
    warningType: table.truncated ? 'ROWS_CUT' : null,
    formulaInfo: (answer.query.formulas ?? []).map(({ label, expression }) => ({ name: label, expression })),
    llmReasoning: {
      assumptions: [...(assumption === null ? [] : [assumption]), ...reading.assumptions, ...assumed],
      clarifications: missing,
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
