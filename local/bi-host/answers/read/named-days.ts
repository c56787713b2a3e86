import { plainEvents, shocks } from '../../data/universe/market'
import { dateAt, low } from './moments'
import type { Days, Found } from './moments'
import { phraseBook } from './phrases'
import type { Word } from './words'

/** What people call the events that they count from. */
const called: readonly (readonly [id: string, names: string])[] = [
  ['btc-halving-2024', 'halving, last halving, bitcoin halving, btc halving, latest halving'],
  [
    'etf-btc-launch',
    'etf launch, etf launches, etf approval, etfs launched, etf approvals, etfs were approved, spot etf launch, bitcoin etf launch, btc etf launch, bitcoin etfs launched, btc etfs launched, spot etfs launched, launch of the etfs, launch of etfs, launch of the bitcoin etfs, launch of the spot etfs',
  ],
  [
    'etf-eth-launch',
    'eth etf launch, ether etf launch, ethereum etf launch, eth etfs launched, ether etfs launched, ethereum etfs launched, launch of the ether etfs, launch of the eth etfs',
  ],
  ['ethereum-dencun', 'dencun, dencun upgrade, dencun fork'],
  ['ethereum-pectra', 'pectra, pectra upgrade, pectra fork'],
  ['shock-2024-08-05', 'carry unwind, yen carry unwind'],
  ['shock-2025-10-10', 'tariff shock, tariff crash, october crash, october liquidations'],
]

const days = new Map([...plainEvents, ...shocks].map(({ id, iso }) => [id, iso]))
const book = phraseBook(
  called.flatMap(([id, names]) => {
    const day = days.get(id)
    return day === undefined ? [] : names.split(', ').map((name) => [name, day] as const)
  }),
)
const yearly = phraseBook([
  ['christmas', '12-25'],
  ['xmas', '12-25'],
  ['christmas day', '12-25'],
  ['new year', '01-01'],
  ['new years', '01-01'],
  ['new years day', '01-01'],
  ["new year's day", '01-01'],
] as const)

/** A date, or a day that goes by a name, after a word that counts from it: "since the halving", "before Christmas". */
export function countedFrom(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  const date = dateAt(words, at, asOf)
  if (date) return date
  const the = low(words, at) === 'the' ? 1 : 0
  const event = book(words, at + the)
  if (event) return { value: { from: event.entry[1], to: event.entry[1] }, length: the + event.length }
  const feast = yearly(words, at + the)
  if (!feast) return null
  const year = Number(asOf.slice(0, 4))
  const day =
    `${year}-${feast.entry[1]}` > asOf ? `${year - 1}-${feast.entry[1]}` : `${year}-${feast.entry[1]}`
  return { value: { from: day, to: day }, length: the + feast.length }
}
