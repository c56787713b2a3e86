import type { BarsData } from '../../wire/board'
import * as formats from '../../model/formats'
import { sum } from '../calculations/breakdown'
import { figureOver, readPanel } from '../panel'
import type { Calculation, Made } from '../tiles/tile'
import { inWords } from '../../rendering/wording'

const causes = [
  { measure: 'stable_supply.issued', label: 'Issued', sign: 1 },
  { measure: 'stable_supply.redeemed', label: 'Redeemed', sign: -1 },
  { measure: 'stable_supply.bridged_in', label: 'Bridged in', sign: 1 },
  { measure: 'stable_supply.bridged_out', label: 'Bridged out', sign: -1 },
] as const

/** Per chain, the four causes that add up to the change of supply over 30 days. */
export const whySupplyChanged: Calculation<Made<BarsData>> = {
  measure: 'stable_supply.net_issuance',
  unit: 'Tokens at one dollar each, last 30 days',
  definition:
    'Issued less redeemed plus bridged in less bridged out is the change of supply on the chain. An inflow to Tron is mostly movement: it does not mean that new dollars were issued there.',
  asks: {
    measures: [
      'stable_supply.issued',
      'stable_supply.redeemed',
      'stable_supply.bridged_in',
      'stable_supply.bridged_out',
    ],
    by: ['chain'],
    over: 30,
  },
  build: async (context) => {
    const range = { last: 30, unit: 'day' } as const
    const [net, ...panels] = await Promise.all([
      readPanel(context, { measure: 'stable_supply.net_issuance', by: 'chain', range }),
      ...causes.map(({ measure }) => readPanel(context, { measure, by: 'chain', range })),
    ])
    const value = (cause: number, chain: string): number =>
      (causes[cause]?.sign ?? 1) * (sum(panels[cause]?.values[chain] ?? []) ?? 0)
    const change = (chain: string): number => causes.reduce((all, _, cause) => all + value(cause, chain), 0)
    const chains = [...net.keys].sort((a, b) => change(b) - change(a))
    const issuance = chains.reduce((all, chain) => all + value(0, chain) + value(1, chain), 0)
    return {
      data: {
        shape: 'stacked-bars',
        orientation: 'horizontal',
        categories: chains.map((chain) => ({ key: chain, label: chain, colorKey: chain })),
        series: causes.map(({ label }, cause) => ({
          key: label,
          label,
          colorKey: label,
          values: chains.map((chain) => value(cause, chain)),
        })),
        format: formats.usdChange,
        notes: chains.map((chain) => inWords(change(chain), formats.usdChange)),
      },
      summary: `Change of supply in 30 days: ${chains
        .slice(0, 2)
        .concat(chains.slice(-2))
        .map((chain) => `${chain} ${inWords(change(chain), formats.usdChange)}`)
        .join(', ')}.`,
      figures: { [figureOver(net.meaning, net.dates[0] ?? '', net.dates.at(-1) ?? '')]: issuance },
    }
  },
}
