import type { PartNode, PartsData } from '../../wire/board'
import type { Query, QueryFilter, Range } from '../../model/source'
import { figureAt, meaningOf } from '../panel'
import type { TileContext } from '../definition'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'

interface WholeChoice {
  readonly by: string
  readonly within?: string
  readonly range?: Range
  readonly where?: readonly QueryFilter[]
  readonly totalLabel: string
  /** Parts beyond this number are added up as "Other". */
  readonly most?: number
}

/** A treemap: a balance on the last day (or a flow over a range) by one attribute, and by a second within it. */
export function treemap(measure: string, choice: WholeChoice): Calculation<Made<PartsData>> {
  return {
    measure,
    asks: {
      measures: [measure],
      by: choice.within === undefined ? [choice.by] : [choice.by, choice.within],
      range: choice.range ?? '30D',
      chart: 'treemap',
      ...(choice.where ? { where: choice.where } : {}),
    },
    build: (context) => wholeOf(context, measure, { most: 30, ...choice }, 'treemap'),
  }
}

async function wholeOf(
  context: TileContext,
  measure: string,
  choice: WholeChoice,
  shape: PartsData['shape'],
): Promise<Made<PartsData>> {
  const [source = '', id = ''] = measure.split('.')
  const { measure: meaning } = context.model.measure(context.model.source(source), id)
  const query: Query = {
    source,
    measures: [id],
    dims: choice.within === undefined ? [choice.by] : [choice.by, choice.within],
    range: choice.range ?? '30D',
    ...(choice.where ? { filters: choice.where } : {}),
  }
  const { columns } = await context.run(query)
  const outer = new Map<string, PartNode[]>()
  for (const [row, name] of (columns[choice.by] ?? []).entries()) {
    const value = columns[id]?.[row]
    if (typeof value !== 'number' || value <= 0) continue
    const inner = choice.within === undefined ? String(name) : String(columns[choice.within]?.[row])
    const list = outer.get(String(name)) ?? []
    list.push({
      key: inner,
      label: inner,
      colorKey: choice.within === undefined ? inner : String(name),
      value,
    })
    outer.set(String(name), list)
  }
  const nodes = grouped(
    [...outer].map(([key, children]) => ({
      key,
      label: key,
      colorKey: key,
      value: children.reduce((sum, { value }) => sum + value, 0),
      ...(choice.within === undefined ? {} : { children: children.sort((a, b) => b.value - a.value) }),
    })),
    choice.most ?? 30,
  )
  const total = nodes.reduce((sum, { value }) => sum + value, 0)
  const share = (value: number): string =>
    formatNumber(total === 0 ? null : (100 * value) / total, { kind: 'percent', digits: 1 })
  const filters = [...(choice.where ?? []), ...context.filtersOf(source, choice.where ?? [])]
  return {
    data: { shape, nodes, total, totalLabel: choice.totalLabel, format: meaning.format },
    summary: `${meaning.label} ${formatNumber(total, meaning.format)}: ${nodes
      .slice(0, 4)
      .map(({ label, value }) => `${label} ${share(value)}`)
      .join(', ')}.`,
    figures:
      meaning.kind === 'semi-additive'
        ? { [figureAt(meaningOf(measure, filters), context.facts(source).lastDay)]: total }
        : {},
  }
}

function grouped(nodes: readonly PartNode[], most: number): readonly PartNode[] {
  const sorted = [...nodes].sort((a, b) => b.value - a.value)
  if (sorted.length <= most + 1) return sorted
  const rest = sorted.slice(most)
  return [
    ...sorted.slice(0, most),
    {
      key: 'Other',
      label: 'Other',
      colorKey: 'Other',
      value: rest.reduce((sum, { value }) => sum + value, 0),
    },
  ]
}
