/**
 * Readings written short, for sets that accept many: `{a|b}` stands for either, `@name` for a range or an optional grain in
 * {@link shorthands}. What comes out is in the order of `notation.ts`. A split by the one value that a filter names says the same as
 * the filter alone, so it is accepted beside it.
 */
export function readings(templates: readonly string[]): readonly string[] {
  const said = templates.flatMap(expanded)
  const split = [...said, ...said.filter((text) => !partsOf(text).some(isSplit)).flatMap(redundantSplits)]
  return [...new Set([...split, ...split.flatMap(redundantSplits)])]
}

const thirtyDays = ['last 1 month', 'last 30 day', 'previous 1 month']
const year = ['last 12 month', 'last 1 year', 'last 365 day']
const shorthands: Readonly<Record<string, readonly string[]>> = {
  G: ['', 'day', 'week', 'month'],
  D: ['', 'day', 'week'],
  S: ['', 'day', 'week', 'month'],
  d1: ['last 1 day', 'previous 1 day'],
  d7: ['last 7 day', 'last 1 week'],
  d30: ['last 30 day', 'last 1 month'],
  d90: ['last 90 day', 'last 3 month'],
  lw: ['last 1 week', 'last 7 day', 'previous 1 week'],
  w2: ['last 2 week', 'last 14 day', 'previous 2 week'],
  w4: ['last 4 week', 'last 28 day', 'previous 4 week'],
  lm: thirtyDays,
  pm: thirtyDays,
  m3: ['last 3 month', 'last 90 day', 'last 1 quarter', 'previous 3 month'],
  m6: ['last 6 month', 'last 180 day', 'last 26 week', 'previous 6 month'],
  m12: [...year, 'previous 12 month'],
  lq: ['previous 1 quarter', 'last 1 quarter', 'last 3 month', 'last 90 day'],
  ly: ['last 1 year', 'last 12 month', 'last 365 day', 'previous 1 year'],
  py: ['last 1 year', 'last 12 month', 'last 365 day', 'previous 12 month', 'last 52 week'],
  y2: ['last 2 year', 'last 24 month', 'previous 2 year'],
  tw: ['current week', 'last 1 week', 'last 7 day'],
  tq: ['current quarter'],
  yr: ['current year', 'since 2026-01-01', 'between 2026-01-01 2026-12-31', 'between 2026-01-01 2026-11-20'],
  yd: ['previous 1 day', 'between 2026-11-19 2026-11-19'],
  now: ['', 'current day', 'last 1 day'],
  tc: ['', 'where transfer_class in Distributed'],
  eth: ['where asset in ETH', 'where network in Ethereum'],
  ethn: ['where asset in ETH', 'where network in Ethereum'],
}

function expanded(template: string): readonly string[] {
  const choices = template
    .replaceAll(/@(\w+)/g, (_, name: string) => `{${alternatives(name).join('|')}}`)
    .split(/\{([^{}]*)\}/)
    .map((part, at) => (at % 2 === 1 ? part.split('|') : [part]))
  return choices
    .reduce<readonly string[]>(
      (begun, next) => begun.flatMap((text) => next.map((part) => text + part)),
      [''],
    )
    .map((text) => inOrder(text.split(';').map((part) => part.trim())))
}

function alternatives(name: string): readonly string[] {
  const found = shorthands[name]
  if (found === undefined) throw new Error(`There is no shorthand @${name}.`)
  return found
}

const partsOf = (text: string): readonly string[] => text.split('; ')
const isSplit = (part: string): boolean => part.startsWith('by ')

const order: readonly RegExp[] = [
  /^by /,
  /^(hour|day|week|month|quarter|year)$/,
  /^(last|current|previous|since|between|all|day) ?/,
  /^vs /,
  /^where /,
  /^(top|bottom) /,
  /^sort /,
  /^chart /,
]

function inOrder([measures = '', ...parts]: readonly string[]): string {
  const rank = (part: string): number => order.findIndex((form) => form.test(part))
  const rest = parts.filter((part) => part !== '').map(valuesInOrder)
  const unknown = rest.find((part) => rank(part) === -1)
  if (unknown !== undefined) throw new Error(`No part of a query: "${unknown}".`)
  return [measures, ...rest.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))].join('; ')
}

function valuesInOrder(part: string): string {
  const [, head, values] = /^(where \S+ (?:in|not-in) )(.+)$/.exec(part) ?? []
  return head === undefined || values === undefined ? part : head + values.split(', ').toSorted().join(', ')
}

/** Filters that no reader would split by. */
const aside = new Set(['transfer_class', 'open'])

function redundantSplits(text: string): readonly string[] {
  if (text.startsWith('why ') || text === 'refuse') return []
  const [measures = '', ...parts] = partsOf(text)
  const split = parts.find(isSplit)
  const by = split?.slice('by '.length)
  if (by?.includes(', ')) return []
  const rest = parts.filter((part) => part !== split)
  const attributes = parts.flatMap((part) => /^where ([a-z_]+) (?:in|eq) [^,]+$/.exec(part)?.[1] ?? [])
  if (by === undefined) return attributes.map((name) => [measures, `by ${name}`, ...rest].join('; '))
  return attributes
    .filter((name) => name !== by && !aside.has(name))
    .flatMap((name) =>
      [`by ${by}, ${name}`, `by ${name}, ${by}`].map((both) => [measures, both, ...rest].join('; ')),
    )
}
