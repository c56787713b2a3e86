import type { Answering, Suggestion } from '../wire/answering'

type Column = Suggestion['tableData']['columnDataLite'][number]

const names = (columnId: string, columnName: string, dataValue: Column['dataValue']): Column => ({
  columnId,
  columnName,
  columnDataType: 'VARCHAR',
  dataValue,
})
const numbers = (columnId: string, columnName: string, dataValue: Column['dataValue']): Column => ({
  columnId,
  columnName,
  columnDataType: 'DOUBLE',
  dataValue,
})

/** The parts that differ between answers. The rest is derived from them. */
interface Fixed {
  readonly title: string
  readonly interpretation: string
  readonly columns: readonly [Column, Column]
  readonly chartType: string
  readonly rest?: Partial<Suggestion>
}

function suggestion({ title, interpretation, columns, chartType, rest }: Fixed): Suggestion {
  const [over, value] = columns
  const words = [value.columnName.toLowerCase(), over.columnName.toLowerCase()]
  return {
    tokens: words,
    tmlTokens: words.map((word) => `[${word}]`),
    title,
    description: interpretation,
    sqlQuery: `select ${over.columnId}, ${value.columnId} from sample order by 2 desc`,
    warningType: null,
    formulaInfo: [],
    llmReasoning: { assumptions: 'the last day of the sample data', clarifications: '', interpretation },
    ambiguousPhrases: [],
    ambiguousTokens: [],
    subQueries: [],
    visualizationSuggestion: {
      chartType,
      displayMode: 'CHART_MODE',
      axisConfigs: [{ x: [over.columnId], y: [value.columnId], color: [] }],
      customChartConfigs: [],
    },
    tableData: { columnDataLite: columns },
    ...rest,
  }
}

/** Keyed by the question in lower case. The numbers are made up. */
const answers: ReadonlyMap<string, Suggestion> = new Map([
  [
    'share of stablecoin supply by chain',
    suggestion({
      title: 'Share of stablecoin supply by chain',
      interpretation: 'Each chain’s share of all stablecoins in circulation, the four largest chains',
      columns: [
        names('stable_supply.chain', 'Chain', ['Ethereum', 'Tron', 'Solana', 'BNB Chain', 'Others']),
        numbers('share', 'Share', [52.4, 26.1, 5.2, 3.9, 12.4]),
      ],
      chartType: 'BAR',
      rest: {
        warningType: 'TOP_N_APPLIED',
        formulaInfo: [{ name: 'share', expression: 'sum ( supply ) / group_sum ( supply )' }],
        llmReasoning: {
          assumptions: 'the last day of the sample data\n[COL|supply] is what circulates',
          clarifications: 'all chains below the fourth are one row',
          interpretation: 'Each chain’s share of all stablecoins in circulation, the four largest chains',
        },
        ambiguousPhrases: [
          {
            token: [{ token: 'share of' }, { token: 'supply' }],
            alternativePhrases: [{ token: [{ token: 'share of' }, { token: 'market cap' }] }],
          },
        ],
        ambiguousTokens: [
          {
            token: { token: 'supply' },
            alternativeTokens: [{ token: 'circulating supply' }, { token: 'issued supply' }],
          },
        ],
        subQueries: [
          {
            tokens: ['top 4', 'chain', 'by supply'],
            cohortConfig: {
              name: 'Largest chains',
              cohortType: 'SIMPLE',
              anchorColumnId: 'stable_supply.chain',
            },
          },
        ],
        visualizationSuggestion: {
          chartType: 'BAR',
          displayMode: 'CHART_MODE',
          axisConfigs: [{ x: ['stable_supply.chain'], y: ['share'], color: ['stable_supply.chain'] }],
          customChartConfigs: [
            { key: 'bars', dimensions: [{ key: 'x', columns: ['stable_supply.chain', 'share'] }] },
          ],
        },
      },
    }),
  ],
  [
    'top 5 assets by market cap',
    suggestion({
      title: 'Top 5 assets by market cap',
      interpretation: 'The five assets with the largest market capitalization',
      columns: [
        names('price.asset', 'Asset', ['BTC', 'ETH', 'USDT', 'SOL', 'BNB']),
        numbers('market_cap.cap', 'Market cap', [1.91e12, 3.6e11, 1.83e11, 1.02e11, 9.1e10]),
      ],
      chartType: 'BAR',
    }),
  ],
  [
    'etf net flow of the last 5 days',
    suggestion({
      title: 'ETF net flow, last 5 days',
      interpretation: 'Net flow of all funds for each of the last five trading days',
      columns: [
        names('etf.day', 'Day', ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']),
        numbers('etf.net_flow', 'Net flow', [1.2e8, -4.1e7, 2.05e8, 8.8e7, -1.3e7]),
      ],
      chartType: 'COLUMN',
    }),
  ],
])

export const fixedQuestions: readonly string[] = [...answers.keys()]

export const fixedAnswers: Answering = async (question) => {
  const words = question
    .toLowerCase()
    .trim()
    .replace(/[?!. ]+$/, '')
    .replaceAll(/\s+/g, ' ')
  const found = answers.get(words)
  if (found !== undefined) return { suggestion: found }
  return {
    failure: {
      tool: 'SEARCH',
      errCode: 'NOT_UNDERSTOOD',
      errTxt: `I did not understand "${question.trim()}". Try "${fixedQuestions[0] ?? ''}".`,
      toolErrCode: null,
    },
  }
}
