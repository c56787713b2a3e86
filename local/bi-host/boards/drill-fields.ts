import type { SemanticModel } from '../model/semantic-model'
import type { TileDefinition } from './definition'

/** What a tile's measure can be broken down by: attributes of its source that the tile has not used up. */
export function drillFields(
  { measure, drill }: Pick<TileDefinition, 'measure' | 'drill'>,
  model: SemanticModel,
): readonly { readonly field: string; readonly label: string }[] {
  if (!drill) return []
  const [sourceId = ''] = measure.split('.')
  const fixed = drill.where.flatMap(({ field, op }) => (op === 'eq' ? [field.split('.').at(-1) ?? ''] : []))
  const used = new Set([...drill.by, ...fixed])
  return Object.entries(model.source(sourceId).attributes).flatMap(([id, { label }]) =>
    used.has(id) ? [] : [{ field: `${sourceId}.${id}`, label }],
  )
}
