import type { BarsData } from '../../wire/board'
import * as formats from '../../model/formats'
import type { QueryFilter } from '../../model/query'
import type { TileContext } from '../definition'
import { only, readPanel } from '../panel'
import { lastOf } from '../../query/statistics'
import { barsData } from '../tiles/shapes'
import type { Calculation, Made } from '../tiles/tile'
import { inWords } from '../../rendering/wording'

/** A simple yearly rate paid daily, as the yearly yield of reinvesting it. */
export const compounded = (apr: number): number => ((1 + apr / 100 / 365) ** 365 - 1) * 100

interface Yield {
  readonly name: string
  readonly measure: string
  readonly where: readonly QueryFilter[]
  readonly isSimple?: boolean
}

const compared: readonly Yield[] = [
  {
    name: 'SOL staking',
    measure: 'staking.apr',
    where: [{ field: 'network', op: 'eq', values: ['Solana'] }],
    isSimple: true,
  },
  {
    name: 'ETH staking',
    measure: 'staking.apr',
    where: [{ field: 'network', op: 'eq', values: ['Ethereum'] }],
    isSimple: true,
  },
  {
    name: 'Lending dollars',
    measure: 'lending.supply_apy',
    where: [{ field: 'asset_class', op: 'eq', values: ['Dollar'] }],
  },
  {
    name: 'Lending ether',
    measure: 'lending.supply_apy',
    where: [{ field: 'asset_class', op: 'eq', values: ['Ether'] }],
  },
  {
    name: 'Tokenised Treasuries',
    measure: 'rwa.yield',
    where: [{ field: 'asset_class', op: 'eq', values: ['Treasuries'] }],
  },
]

/** What pays today: everything as a compounded yield after fees, rewards left out, beside the T-bill. */
export const yieldsCompared: Calculation<Made<BarsData>> = {
  measure: 'rates.bill',
  unit: 'Percent a year, compounded, after fees',
  definition:
    'Every rate as a yearly yield after protocol or management fee, incentives left out. What lies under the T-bill line pays less than lending to the US government; what lies above carries a risk.',
  build: compareYields,
}

async function compareYields(context: TileContext): Promise<Made<BarsData>> {
  const range = { last: 10, unit: 'day' } as const
  const [bill, ...panels] = await Promise.all([
    readPanel(context, { measure: 'rates.bill', range }),
    ...compared.map(({ measure, where }) => readPanel(context, { measure, where, range })),
  ])
  const rate = lastOf(only(bill))
  const bars = compared.map(({ name, isSimple }, row) => {
    const panel = panels[row]
    const value = panel ? lastOf(only(panel)) : null
    return { key: name, value: value !== null && isSimple ? compounded(value) : value }
  })
  return {
    data: barsData(bars, formats.percentFine, {
      name: 'APY',
      ...(rate === null
        ? {}
        : { guides: [{ value: rate, label: `T-bill ${inWords(rate, formats.percentFine)}` }] }),
    }),
    summary: `Yields compared, net and compounded: ${bars.map(({ key, value }) => `${key} ${inWords(value, formats.percentFine)}`).join(', ')}; T-bill ${inWords(rate, formats.percentFine)}.`,
  }
}
