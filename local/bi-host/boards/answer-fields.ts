import type { Warehouse } from '../warehouse/warehouse'
import type { Attribute, Measure, Source } from '../model/source'
import type { FieldsReply, FieldView, SourceView } from '../wire/answers'
import { functions } from '../query/functions'
import { groupsOf } from '../query/groups'
import { grainsOf } from '../query/resolve'
import type { Worksheet } from './worksheets'

const mostValues = 500

/** The data panel: sources in their groups, with all that can be measured and split by. */
export function fieldsReply(
  warehouse: Warehouse,
  { worksheetId, title, sources }: Worksheet,
  examples: readonly string[],
): FieldsReply {
  return {
    worksheetId,
    title,
    asOf: warehouse.asOf,
    badge: warehouse.badge,
    dataVersion: warehouse.dataVersion,
    groups: groupsOf(sources),
    sources: sources.map((source) => sourceView(warehouse, source)),
    functions: functions.map(({ name, signature, description, example }) => ({
      name,
      signature,
      description,
      example,
    })),
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
    firstDay: facts.firstDay,
    lastDay: facts.lastDay,
    origin: warehouse.origin(source.id).source,
  }
}

const adds = { additive: 'flow', 'semi-additive': 'balance', ratio: 'ratio' } as const

const measureView = (source: Source, id: string, measure: Measure): FieldView => ({
  id: `${source.id}.${id}`,
  label: measure.label,
  kind: 'measure',
  dataType: 'number',
  synonyms: measure.synonyms ?? [],
  unit: measure.unit,
  definition: measure.definition,
  format: measure.format,
  adds: adds[measure.kind],
  ...(measure.better === undefined ? {} : { better: measure.better }),
  ...(measure.requires === undefined
    ? {}
    : { needs: measure.requires.map((need) => `${source.id}.${need}`) }),
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
  ...(values === undefined ? {} : { values: values.slice(0, mostValues) }),
})
