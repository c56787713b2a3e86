import type { Answer } from '../../wire/answers'
import type { Catalog } from './catalog'

/** "Supply by Chain", "Volatility and Funding: BTC, ETH", "Top 10 Product by Growth": what a chart is called until somebody names it. */
export function autoTitle({ query }: Answer, catalog: Catalog | null): string {
  const name = (id: string): string => catalog?.label(id, query) ?? id
  const measures = listed(query.measures.map(name))
  const attributes = (query.attributes ?? []).map(name)
  const chosen = (query.filters ?? [])
    .filter((filter) => filter.op === 'in')
    .flatMap((filter) => filter.values.map(String))
  const only = chosen.length === 0 ? '' : `: ${chosen.slice(0, 3).join(', ')}${chosen.length > 3 ? ' …' : ''}`
  if (measures === '') return 'Untitled chart'
  if (query.top !== undefined) {
    const end = query.top.from === 'bottom' ? 'Bottom' : 'Top'
    const by = name(query.top.by)
    const also = listed(query.measures.filter((id) => id !== query.top?.by).map(name))
    return `${end} ${query.top.count} ${name(query.top.attribute)} by ${by}${also === '' ? '' : `, with ${also}`}${only}`
  }
  const by = attributes.length === 0 ? '' : ` by ${listed(attributes)}`
  return `${measures}${by}${only}`
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
