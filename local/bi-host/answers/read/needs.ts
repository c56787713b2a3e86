import type { SemanticModel, SourceFacts } from '../../model/semantic-model'
import type { Draft } from './draft'
import type { MeasureContext } from './measure-context'
import type { Named } from './roles'
import { declaredValues } from '../../model/declarations'

/** What a measure cannot do without and nobody said: the usual value, or one line for each of a few. */
export function readNeeds(
  draft: Draft,
  { model, mentions, names }: MeasureContext,
  facts: (source: string) => SourceFacts,
): void {
  atDelta(draft)
  for (const id of draft.sources().flatMap((source) => needed(draft, model, source))) {
    const dot = id.indexOf('.')
    const source = model.source(id.slice(0, dot))
    const held = draft.filters.some(
      ({ field, op, values }) =>
        model.counterpart(source, field) === id.slice(dot + 1) &&
        (op === 'in' || op === 'eq') &&
        values.length === 1,
    )
    const split = draft.attributes.some(
      (attribute) => model.counterpart(source, attribute) === id.slice(dot + 1),
    )
    if (held || split) continue
    const { attribute } = model.attribute(source, id)
    const values = facts(source.id).values[id.slice(dot + 1)] ?? []
    // A market is known by its protocol, chain and asset: those of it that are named.
    const places = id === 'lending.market' && draft.filters.some(({ field }) => field.startsWith('lending.'))
    if (places && draft.attributes.length < 3) draft.attributes.push(id)
    if (places || heldElsewhere(draft, names, id, values)) continue
    if (attribute.kind === 'number') {
      const said = mentions.flatMap(({ meaning }, at) => {
        if (meaning.kind !== 'window' || draft.used.has(at)) return []
        draft.used.add(at)
        return [meaning.count * tenorDays[meaning.unit]]
      })
      if (said.length === 0) {
        draft.assumed.add(`filter:${draft.filters.length}`)
        draft.assumptions.push(`${attribute.label} of 30 days.`)
      }
      // "1w against 1m": side by side.
      if (said.length > 1) draft.attributes.push(id)
      if (said.length > 1) draft.filters.push({ field: id, op: 'in', values: said })
      else draft.filters.push({ field: id, op: 'eq', values: [said[0] ?? 30] })
    } else if (values.includes('ATM')) {
      draft.assumed.add(`filter:${draft.filters.length}`)
      draft.assumptions.push('At the money.')
      draft.filters.push({ field: id, op: 'in', values: ['ATM'] })
    } else if (values.length > 0 && values.length <= mostSplit && draft.attributes.length < 2) {
      draft.attributes.push(id)
      draft.assumed.add(`attribute:${id}`)
      draft.assumptions.push(
        `Split by ${attribute.label.toLowerCase()}: one number for all of them would mean nothing.`,
      )
    }
  }
}

/** "10-delta put IV": a volatility at a delta is a point of the smile, not the one at the money. */
function atDelta(draft: Draft): void {
  const field = 'option_surface.delta'
  const wing = draft.filters.some(
    (filter) => filter.field === field && filter.op === 'in' && !filter.values.includes('ATM'),
  )
  if (!wing && !draft.attributes.includes(field)) return
  draft.measures.forEach((id, at) => {
    if (id === 'option_surface.atm') draft.measures[at] = 'option_surface.iv'
  })
}

/** Tenors are said in months and kept in days. */
const tenorDays = { day: 1, week: 7, month: 30, quarter: 90, year: 360 } as const

/** A number for each of so many can be shown side by side. */
const mostSplit = 9

/** "Staked coins of ether" are those of its network: a name that means both holds what is needed. */
function heldElsewhere(draft: Draft, names: readonly Named[], id: string, known: readonly string[]): boolean {
  const source = id.slice(0, id.indexOf('.'))
  for (const [at, { field, op, values }] of draft.filters.entries()) {
    if (op !== 'in' || !field.startsWith(`${source}.`)) continue
    const found = values.map((value) => {
      const named = names.find(({ senses }) =>
        senses.some((sense) => sense.kind === 'value' && sense.id === field && sense.value === value),
      )
      const sense = named?.senses.find((other) => other.kind === 'value' && other.id === id)
      return sense?.kind === 'value' ? sense.value : calledAs(String(value), known)
    })
    const same = found.filter((value) => value !== null)
    if (same.length < values.length) continue
    draft.filters[at] = { field: id, op: 'in', values: same }
    const split = draft.attributes.indexOf(field)
    if (split >= 0) draft.attributes[split] = id
    return true
  }
  return false
}

/** ETH goes by the name of its network. */
function calledAs(value: string, known: readonly string[]): string | null {
  const names = [
    value,
    ...(declaredValues.find((one) => one.concept === 'asset' && one.value === value)?.words ?? []),
  ].map((name) => name.toLowerCase())
  return known.find((other) => names.some((name) => other.toLowerCase().startsWith(name))) ?? null
}

function needed(draft: Draft, model: SemanticModel, sourceId: string): readonly string[] {
  const source = model.source(sourceId)
  const expressions = draft.measures.map((id) => draft.expressionOf(id))
  return [
    ...new Set(
      Object.entries(source.measures)
        .filter(([id]) => expressions.some((text) => new RegExp(`\\b${sourceId}\\.${id}\\b`).test(text)))
        .flatMap(([, measure]) => (measure.requires ?? []).map((need) => `${sourceId}.${need}`)),
    ),
  ]
}
