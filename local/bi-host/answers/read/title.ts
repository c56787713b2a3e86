import type { Resolved } from '../../query/resolve'

/** A title for an answer nobody has named yet: "Supply by chain, USDC". */
export function titleOf({ measures, attributes, query }: Resolved): string {
  const values = (query.filters ?? [])
    .filter(({ op }) => op === 'in' || op === 'eq')
    .map(({ values: list }) => list.slice(0, 3).join(', '))
  const names = measures.map(({ label }) => label)
  const head = names.length === 2 ? names.join(' and ') : names.join(', ')
  const split =
    attributes.length === 0 ? '' : ` by ${attributes.map(({ label }) => label.toLowerCase()).join(' and ')}`
  const top = query.top ? `${query.top.from === 'bottom' ? 'Bottom' : 'Top'} ${query.top.count}: ` : ''
  return `${top}${head}${split}${values.length === 0 ? '' : `, ${values.join(', ')}`}`.slice(0, 200)
}
