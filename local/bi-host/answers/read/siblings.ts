import { baseMeasure } from '../../query/resolve'
import type { Draft } from './draft'
import type { MeasureContext, Placed } from './measure-context'

/**
 * "Put/call ratio by volume and by OI": measures of one noun that differ by what they are counted by. Where one stands beside what
 * they are counted by, that is the way which is meant.
 */
export function bySiblings(draft: Draft, context: MeasureContext, placed: Placed[]): void {
  const { model, names } = context
  const parts = (id: string): readonly string[] =>
    id.startsWith('formula.') ? [] : baseMeasure(model, id).measure.label.toLowerCase().split(' by ')
  insideFunction(draft, context, placed)
  const found = placed.find(({ id }) => {
    const [noun, way] = parts(id)
    return way !== undefined && siblingsOf(model, id, noun).length > 1
  })
  if (!found) return
  const [noun] = parts(found.id)
  const source = found.id.slice(0, found.id.indexOf('.'))
  const ways = placed.flatMap((item) => {
    if (item === found) return []
    const sibling = siblingsOf(model, found.id, noun).find((id) => {
      const [, way = ''] = parts(id)
      const counted = `${source}.${way.replaceAll(' ', '_')}`
      return names.some(
        ({ place, senses }) =>
          place === item.place && senses.some((sense) => sense.kind === 'measure' && sense.id === counted),
      )
    })
    return sibling === undefined ? [] : [{ item, sibling }]
  })
  if (ways.length === 0) return
  const ranked = ways.every(({ item }) => item.rank)
  for (const { item } of ways) placed.splice(placed.indexOf(item), 1)
  for (const { item, sibling } of ways)
    if (!placed.some(({ id, rank }) => id === sibling && !rank))
      placed.push({ ...item, id: sibling, rank: false })
  // "Ratio by volume and by OI": what was taken for want of a way goes.
  const said = context.mentions[found.place]
  const own = said !== undefined && /\bby\b/i.test(context.textOf(said).text)
  if (ranked && !own && !ways.some(({ sibling }) => sibling === found.id))
    placed.splice(placed.indexOf(found), 1)
  placed.sort((a, b) => a.place - b.place)
  draft.used.add(found.place)
}

function siblingsOf(model: MeasureContext['model'], id: string, noun: string | undefined): readonly string[] {
  const source = id.slice(0, id.indexOf('.'))
  return Object.entries(model.source(source).measures).flatMap(([own, { label }]) =>
    label.toLowerCase().startsWith(`${noun ?? ''} by `) ? [`${source}.${own}`] : [],
  )
}

/** "Put/call ratio by volume, 7-day mean": the way is said of what the mean is made of. */
function insideFunction(draft: Draft, { model, names }: MeasureContext, placed: Placed[]): void {
  for (const item of placed) {
    const [, name, base, rest] =
      /^([a-z_]+)\(([a-z_]+\.[a-z0-9_]+)(.*)\)$/.exec(draft.expressionOf(item.id)) ?? []
    if (name === undefined || base === undefined || rest === undefined) continue
    const [noun] = baseMeasure(model, base).measure.label.toLowerCase().split(' by ')
    const source = base.slice(0, base.indexOf('.'))
    const found = siblingsOf(model, base, noun).find((id) => {
      const [, way = ''] = baseMeasure(model, id).measure.label.toLowerCase().split(' by ')
      return placed.some(
        ({ rank, place }) =>
          rank &&
          names.some(
            (named) =>
              named.place === place &&
              named.senses.some(
                (sense) => sense.kind === 'measure' && sense.id === `${source}.${way.replaceAll(' ', '_')}`,
              ),
          ),
      )
    })
    const said = placed.findIndex(({ rank }) => rank)
    if (found === undefined || found === base) continue
    const label = baseMeasure(model, found).measure.label
    item.id = draft.formula(`${name}(${found}${rest})`, `${label}, ${name.replaceAll('_', ' ')}`)
    placed.splice(said, 1)
    return
  }
}
