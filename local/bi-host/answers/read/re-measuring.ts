import type { Answer } from '../../wire/answers'
import type { ComposeContext } from './compose'
import { type Draft, saidAt } from './draft'
import { baseMeasure } from '../../query/resolve'
import { knownDifference } from './differences'
import { perPayment, worthOf } from './in-units'
import { goesOut, inCoins, sizeOf } from './vocabulary'
import { isMarker } from './roles'
import { isCoin } from './role-cues'
import { measureLabel } from './working'
import { isAttribute } from './filters'

/** "Drop issuance again": what was shown of it goes. */
export function takeAway(draft: Draft, { names }: ComposeContext, dropped: ReadonlySet<number>): void {
  for (const { place, senses } of names) {
    if (!dropped.has(place)) continue
    const kept = draft.measures.filter(
      (id) => !senses.some((sense) => sense.kind === 'measure' && sense.id === id),
    )
    draft.measures.splice(0, draft.measures.length, ...kept)
    draft.used.add(place)
  }
}

/** "And the difference", after two measures: the first less the second. */
export function takeOne(draft: Draft, { mentions, names, model, textOf }: ComposeContext): boolean {
  const place = mentions.findIndex(
    (mention) =>
      isMarker(mention.meaning, 'gap', 'ratio', 'beyond') ||
      (names.length === 0 && (isMarker(mention.meaning, 'minus') || isNet(textOf(mention).text))) ||
      (mention.meaning.kind === 'function' && /^(?:difference|spread|gap)$/i.test(textOf(mention).text)),
  )
  const mention = mentions[place]
  const net = mention !== undefined && (isMarker(mention.meaning, 'minus') || isNet(textOf(mention).text))
  // "Net of the two": what goes out is taken from what comes in.
  const [first, second, third] =
    net && goesOut.has(draft.measures[0] ?? '') && draft.measures.length === 2
      ? draft.measures.toReversed()
      : draft.measures
  if (place < 0 || first === undefined || second === undefined || third !== undefined) return false
  const ratio = isMarker(mention?.meaning, 'ratio')
  draft.used.add(place)
  draft.explained.add(place)
  const known = ratio ? null : knownDifference(first, second)
  if (known !== null) {
    draft.measures.splice(0, 2, known)
    return true
  }
  const name = `${measureLabel(draft, model, first)} ${ratio ? '/' : 'less'} ${measureLabel(draft, model, second).toLowerCase()}`
  const id = draft.formula(
    `${draft.expressionOf(first)} ${ratio ? '/' : '-'} ${draft.expressionOf(second)}`,
    name,
  )
  draft.measures.splice(0, 2, ...(isMarker(mentions[0]?.meaning, 'and', 'add') ? [first, second, id] : [id]))
  return true
}

/** "And the net?", after what comes in and what goes out. */
const isNet = (text: string): boolean => /^(?:net|netted|nets)$/i.test(text)

const windowed = /^(moving_average|moving_sum|volatility)\((.+), (\d+)\)$/

/** "Make it 200", "200 days instead": the same over so many days. */
export function lengthen(draft: Draft, { query }: Answer, { mentions }: ComposeContext): boolean {
  const place = mentions.findIndex(
    ({ meaning }) => meaning.kind === 'amount' || (meaning.kind === 'window' && meaning.unit === 'day'),
  )
  const meaning = mentions[place]?.meaning
  const count = meaning?.kind === 'amount' ? meaning.value : meaning?.kind === 'window' ? meaning.count : 0
  const instead = mentions.some((mention) => isMarker(mention.meaning, 'instead'))
  const plain = mentions.every(({ meaning: other }) =>
    ['amount', 'window', 'filler', 'marker', 'function'].includes(other.kind),
  )
  const named = mentions.flatMap(({ meaning: other }) => (other.kind === 'function' ? [other.name] : []))
  if (!instead || !plain || !Number.isInteger(count) || count < 2 || count > 1000) return false
  let done = false
  query.measures.forEach((id, at) => {
    const [, name, inner] = windowed.exec(draft.expressionOf(id)) ?? []
    if (name === undefined || inner === undefined || (named.length > 0 && !named.some((one) => one === name)))
      return
    const label = draft.formulas.find((formula) => `formula.${formula.id}` === id)?.label ?? inner
    draft.measures[at] = draft.formula(
      `${name}(${inner}, ${count})`,
      label.replace(/\d+-day/, `${count}-day`),
    )
    done = true
  })
  if (!done) return false
  draft.used.add(place)
  mentions.forEach((mention, at) => {
    if (mention.meaning.kind === 'function') draft.used.add(at)
  })
  return true
}

/** "Only 6 months": another stretch than before. */
export function otherStretch(draft: Draft, { mentions }: ComposeContext): void {
  if (mentions.some(({ meaning }, place) => meaning.kind === 'window' && !draft.used.has(place)))
    delete draft.rest.range
}

/** "By volume, not OI", after the put/call ratio by open interest: the one of that name by volume. "Volume of SOL" is a question of its own. */
export function siblingSaid(
  { query }: Answer,
  { mentions, names, model, textOf }: ComposeContext,
): string | null {
  const [shown] = query.measures
  if (shown === undefined || shown.startsWith('formula.') || query.measures.length > 1) return null
  const parts = (id: string): readonly string[] =>
    baseMeasure(model, id).measure.label.toLowerCase().split(' by ')
  const [noun, way] = parts(shown)
  const plain = mentions.every(({ meaning }) => ['name', 'filler', 'marker'].includes(meaning.kind))
  if (way === undefined || !plain || names.some(({ role }) => role === 'value')) return null
  const said = names.filter(({ place, role }) => {
    let lead = place - 1
    while (mentions[lead]?.meaning.kind === 'filler') lead -= 1
    return role !== 'excluded' && !isMarker(mentions[lead]?.meaning, 'without', 'minus')
  })
  const sourceId = shown.slice(0, shown.indexOf('.'))
  const found = Object.keys(model.source(sourceId).measures).find((id) => {
    const [own, other] = parts(`${sourceId}.${id}`)
    return (
      own === noun &&
      other !== way &&
      said.some(({ place, senses }) => {
        const mention = mentions[place]
        return (
          mention !== undefined &&
          (textOf(mention).text.toLowerCase() === other ||
            senses.some((sense) => sense.kind === 'measure' && sense.id === `${sourceId}.${other ?? ''}`))
        )
      })
    )
  })
  return found === undefined ? null : `${sourceId}.${found}`
}

/** "In coins": what is shown in dollars, counted. */
export function counted(draft: Draft, { mentions, model }: ComposeContext): void {
  const money = mentions.findIndex(({ meaning }) => isMarker(meaning, 'dollars'))
  if (money >= 0) {
    draft.measures.forEach((id, at) => {
      draft.measures[at] = worthOf(draft, model, id) ?? id
    })
    draft.used.add(money)
  }
  draft.measures.splice(0, draft.measures.length, ...perPayment(draft, { mentions, model }, draft.measures))
  const place = mentions.findIndex(({ meaning }) => isMarker(meaning, 'coins'))
  if (place < 0 || !draft.measures.some((id) => Object.hasOwn(inCoins, id))) return
  draft.measures.splice(0, draft.measures.length, ...draft.measures.map((id) => inCoins[id] ?? id))
  draft.used.add(place)
}

/** "Who are the biggest providers", after their yields: a rate has no size, so the largest are those with the most. */
export function bySize(draft: Draft, { mentions, names, model, textOf }: ComposeContext): void {
  const [shown] = draft.measures
  const big = mentions.some(
    (mention) =>
      mention.meaning.kind === 'top' && /\b(?:biggest|largest|smallest)$/i.test(textOf(mention).text),
  )
  if (!big || shown === undefined || shown.startsWith('formula.') || draft.measures.length > 1) return
  const { format, kind } = baseMeasure(model, shown).measure
  const size = sizeOf[shown.slice(0, shown.indexOf('.'))]
  const rate = kind === 'ratio' && format.kind === 'percent' && !('signed' in format && format.signed)
  if (!rate || size === undefined || !names.some(({ role }) => role === 'head')) return
  draft.measures.splice(0, 1, size)
}

/** "How big are they", "assets by fund", after their fees: the size of such things, asked for or named by its noun. */
export function sized(draft: Draft, { mentions, names, model, textOf }: ComposeContext, adds: boolean): void {
  const [source] = draft.sources()
  const size = source === undefined ? undefined : sizeOf[source]
  if (size === undefined || names.some(({ role }) => role === 'measure')) return
  const noun = baseMeasure(model, size).measure.label.toLowerCase().split(' ').at(-1)
  const said = mentions.map((mention) => textOf(mention).text.toLowerCase())
  const named = names.find(({ place, role }) => said[place] === noun && /^(?:context|head)$/.test(role))
  // "Which assets", "all assets": the things, not how much of them there is.
  const things =
    mentions.some(({ meaning }) => isMarker(meaning, 'unfilter')) ||
    (named?.role === 'head' && names.every((other) => other === named || other.role !== 'head'))
  const asked = said.some((text) => /^how (?:big|large)$/.test(text))
  if ((!asked && (named === undefined || things)) || draft.measures.includes(size)) return
  draft.measures.splice(adds && !asked ? draft.measures.length : 0, draft.measures.length, size)
  if (named) draft.used.add(named.place)
}

/** "Put BTC next to it", after what has no coins: its price. */
export function priceBeside(
  draft: Draft,
  { names, mentions, model, sources, running = [] }: ComposeContext,
  { measured, adds, joins }: { readonly measured: boolean; readonly adds: boolean; readonly joins: boolean },
): void {
  const coins = names.filter(({ role }) => role === 'value')
  const known = running.some((source) =>
    Object.values(model.source(source).attributes).some(({ concept }) => concept === 'asset'),
  )
  if (measured || known || !(adds || joins) || coins.length === 0 || coins.length < names.length) return
  if (!coins.every(({ senses }) => isCoin(senses, model)) || !sources.some(({ id }) => id === 'price')) return
  if (coins.some(({ senses }) => senses.some(({ source }) => running.includes(source)))) return
  if (mentions.every(({ meaning }) => ['name', 'filler', 'marker'].includes(meaning.kind)))
    draft.addMeasure('price.close')
}

/** Another subject has no use for what only the one before had. */
export function leaveBehind(draft: Draft, { model }: ComposeContext): void {
  // Puts over calls are of both.
  if (draft.measures.some((id) => id.startsWith('options.put_call'))) {
    draft.attributes.splice(
      0,
      draft.attributes.length,
      ...draft.attributes.filter((id) => !id.endsWith('.option_type')),
    )
    draft.filters.splice(
      0,
      draft.filters.length,
      ...draft.filters.filter(({ field }) => !field.endsWith('.option_type')),
    )
  }
  const known = (id: string): boolean =>
    !isAttribute(model, id) ||
    draft.sources().some((source) => model.counterpart(model.source(source), id) !== null)
  draft.attributes.splice(0, draft.attributes.length, ...draft.attributes.filter((id) => known(id)))
  draft.filters.splice(0, draft.filters.length, ...draft.filters.filter(({ field }) => known(field)))
  if (draft.rest.top && !known(draft.rest.top.attribute)) delete draft.rest.top
}

/** "Assets instead", where it changes nothing: what was named was not understood. */
export function nothingChanged(draft: Draft, previous: Answer, { names }: ComposeContext): void {
  const same =
    JSON.stringify(draft.query()) === JSON.stringify(previous.query) && draft.chart === previous.chart.type
  if (same && draft.unknown.size === 0)
    for (const { place, role } of names) if (role === 'context') draft.unknown.add(place)
}

/** "What discount do their tokens trade at": the things of those that are shown, which names no others. */
export function ofThose(draft: Draft, context: ComposeContext): void {
  const things = /^(?:tokens?|coins?|assets?|products?|funds?|liquid tokens?|shares?)$/i
  for (const { place, role } of context.names)
    if (
      role === 'context' &&
      /^(?:their|its)$/i.test(saidAt(context, place - 1)) &&
      things.test(saidAt(context, place))
    )
      draft.used.add(place)
}
