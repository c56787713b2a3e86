import * as formats from '../../model/formats'
import { history, ofAsset, onDates, shown } from '../coin/history'
import { changeOver, line } from '../coin/price'
import type { History } from '../coin/history'
import { movingMean } from '../../query/statistics'
import type { OwnSeries } from '../tiles/series'
import type { Calculation } from '../tiles/tile'
import { inWords } from '../../rendering/wording'

const btc = ofAsset('BTC')

/** Value of new coins over its own mean of a year. */
export function puellOf(issuance: History, close: History): (number | null)[] {
  const prices = onDates(issuance.dates, close)
  const income = issuance.values.map((coins, row) => {
    const price = prices[row] ?? null
    return coins === null || price === null ? null : coins * price
  })
  const means = movingMean(income, 365)
  return income.map((value, row) => {
    const level = means[row] ?? null
    return value === null || level === null ? null : value / level
  })
}

export const puell: Calculation<OwnSeries> = {
  measure: 'onchain.issuance',
  unit: 'US dollars of new coins of the day over their mean of 365 days',
  definition:
    'Income of miners against its own year. The halving of April 2024 halved it in a day without anybody selling: read it from a year after.',
  build: async (context) => {
    const [issuance, close] = await Promise.all([
      history(context, 'onchain.issuance', btc),
      history(context, 'price.close', btc),
    ])
    const { dates, cut } = shown(context, issuance.dates)
    return {
      dates,
      grain: 'day',
      series: [line('Puell multiple', cut(puellOf(issuance, close)), { colorKey: 'BTC' })],
    }
  },
}

export const hashRate: Calculation<OwnSeries> = {
  measure: 'onchain.hash_rate',
  unit: 'Exahashes a second, 7-day mean',
  asks: { measures: ['moving_average(onchain.hash_rate, 7)'], where: btc, grain: 'day' },
  build: async (context) => {
    const { dates: all, values } = await history(context, 'onchain.hash_rate', btc)
    const smooth = movingMean(values, 7)
    const { dates, cut } = shown(context, all)
    return {
      dates,
      grain: 'day',
      series: [line('Hash rate, 7-day mean', cut(smooth), { colorKey: 'Hash rate' })],
      subtitle: `7-day mean, ${inWords(changeOver(smooth, 30), formats.percentChange)} in 30 days`,
    }
  },
}
