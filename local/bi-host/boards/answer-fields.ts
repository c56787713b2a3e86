import type { Warehouse } from '../warehouse/warehouse'
import type { Attribute, Measure, Source } from '../model/source'
import type { FieldsReply, FieldView, SourceView } from '../wire/answers'
import { functions } from '../query/expression'
import { grainsOf } from '../query/resolve'
import type { Worksheet } from './library/catalogue'

/** Groups of the data panel, in order. A source without a group is listed under "More". */
const groups = [
  {
    id: 'market',
    label: 'Market',
    sources: ['price', 'market_cap', 'trading', 'hourly', 'sentiment', 'fear_greed'],
  },
  { id: 'stablecoins', label: 'Stablecoins', sources: ['stable_supply', 'stable_price', 'stable_bridge'] },
  { id: 'funds', label: 'Funds and tokenization', sources: ['etf', 'rwa'] },
  {
    id: 'derivatives',
    label: 'Derivatives',
    sources: [
      'funding',
      'futures_term',
      'options',
      'option_surface',
      'option_strikes',
      'exchange_liquidations',
    ],
  },
  {
    id: 'on-chain',
    label: 'On-chain',
    sources: ['onchain', 'lending', 'liquidations', 'staking', 'restaking'],
  },
  { id: 'context', label: 'Context', sources: ['rates', 'events', 'calendar'] },
] as const

function groupsOf(sources: readonly Source[]): FieldsReply['groups'] {
  const ids = sources.map(({ id }) => id)
  const shelved = groups.map(({ id, label, sources: own }) => ({
    id,
    label,
    sources: own.filter((source) => ids.includes(source)),
  }))
  const rest = ids.filter((id) => !groups.some(({ sources: own }) => (own as readonly string[]).includes(id)))
  return [...shelved, { id: 'more', label: 'More', sources: rest }].filter(
    (group) => group.sources.length > 0,
  )
}

const maxValues = 500

/** The data panel: sources in groups, with their measures and attributes. */
export function fieldsReply(
  warehouse: Warehouse,
  { worksheetId, title, sources }: Worksheet,
  examples: readonly string[],
): Omit<FieldsReply, 'person'> {
  return {
    worksheetId,
    title,
    asOf: warehouse.asOf,
    groups: groupsOf(sources),
    sources: sources.map((source) => sourceView(warehouse, source)),
    functions: functions.map(({ name, signature, description }) => ({ name, signature, description })),
    examples,
  }
}

function sourceView(warehouse: Warehouse, source: Source): SourceView {
  const facts = warehouse.facts(source.id)
  return {
    id: source.id,
    label: source.label,
    description: source.description,
    synonyms: source.synonyms ?? [],
    measures: Object.entries(source.measures).map(([id, measure]) => measureView(source, id, measure)),
    attributes: Object.entries(source.attributes).map(([id, attribute]) =>
      attributeView(source, id, attribute, facts.values[id]),
    ),
    grains: grainsOf(source),
  }
}

const measureView = (source: Source, id: string, measure: Measure): FieldView => ({
  id: `${source.id}.${id}`,
  label: measure.label,
  kind: 'measure',
  dataType: 'number',
  synonyms: measure.synonyms ?? [],
  unit: measure.unit,
  definition: measure.definition,
  ...(measure.requires !== undefined && { needs: measure.requires.map((need) => `${source.id}.${need}`) }),
})

const attributeView = (
  source: Source,
  id: string,
  attribute: Attribute,
  values: readonly string[] | undefined,
): FieldView => ({
  id: `${source.id}.${id}`,
  label: attribute.label,
  kind: 'attribute',
  dataType: attribute.kind ?? 'text',
  synonyms: attribute.synonyms ?? [],
  concept: attribute.concept,
  ...(values === undefined ? {} : { values: values.slice(0, maxValues) }),
})
