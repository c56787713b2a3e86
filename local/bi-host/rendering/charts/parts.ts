import type { PartNode, PartsData } from '../../wire/board'
import { formatNumber } from '../format'
import { mix, drawnBack, groundOf, inkOn } from '../theme/variables'
import { partReadout, readoutAt } from '../readout'
import { type Drawing, type DrawContext, type PartRoom, textWidth, widest } from './drawing'
import type { ChartOption } from './engine'
/** Donut and treemap. */
export function drawParts(data: PartsData, context: DrawContext): Drawing {
  return data.shape === 'donut' ? drawDonut(data, context) : drawTreemap(data, context)
}

function drawDonut(data: PartsData, context: DrawContext): Drawing {
  const { palette } = context
  const outer = Math.max(40, Math.min(context.width, context.height) / 2 - 8)
  const big = Math.min(24, outer / 4.2)
  const shown = data.nodes.filter((node) => !context.hidden.has(node.key))
  return {
    option: {
      graphic: [
        {
          type: 'text',
          left: 'center',
          top: context.height / 2 - big * 1.05,
          silent: true,
          style: {
            text: formatNumber(data.total, data.format),
            fill: palette.text,
            font: `600 ${big}px ${palette.axisFont}`,
            align: 'center',
          },
        },
        {
          type: 'text',
          left: 'center',
          top: context.height / 2 + big * 0.22,
          silent: true,
          style: {
            text: data.totalLabel,
            fill: palette.muted,
            font: `500 ${Math.max(11, big * 0.55)}px ${palette.axisFont}`,
            align: 'center',
          },
        },
      ],
      series: [
        {
          id: 'parts',
          type: 'pie',
          radius: [outer * 0.74, outer],
          center: ['50%', '50%'],
          startAngle: 90,
          avoidLabelOverlap: false,
          label: { show: false },
          labelLine: { show: false },
          itemStyle: { borderColor: palette.card, borderWidth: 2 },
          emphasis: { scale: false },
          data: shown.map((node) => ({
            name: node.label,
            value: Math.max(0, node.value),
            itemStyle: { color: context.color(node.colorKey), opacity: fade(context, node.key) },
          })),
        },
      ],
    },
    readout: (pointed) => {
      const node = shown[pointed.dataIndex ?? -1]
      return node ? partReadout(node.label, node.value, node.colorKey, data) : null
    },
    mark: (position) => ({ seriesIndex: 0, dataIndex: position }),
    pick: (pointed) => {
      const node = shown[pointed.dataIndex ?? -1]
      return node ? { key: node.key, label: node.label } : null
    },
  }
}

interface Room {
  readonly width: number
  readonly height: number
}

const lineHeight = 16
const partTop = 6
const partSide = 7
const headSide = 2
/** Bold words are wider than the axis text that widths are told for. */
const boldSize = 12.6

/** Name and share of a part, in as many lines as it has room for; words that would be cut are left to the tooltip. */
export function partText(name: string, part: string, room: Room | null): string {
  if (room === null) return ''
  const width = room.width - 2 * partSide
  const lines = Math.floor((room.height - partTop) / lineHeight)
  if (lines >= 2 && widest([name, part], boldSize) <= width) return `${name}\n${part}`
  if (lines < 1) return ''
  if (textWidth(`${name}  ${part}`, boldSize) <= width) return `${name}  ${part}`
  return textWidth(name, boldSize) <= width ? name : ''
}

/** The same for the line above the parts of a part. */
export function headText(name: string, part: string, room: Room | null): string {
  // Before it is known how wide it is, it has its line.
  if (room === null) return name
  const width = room.width - 2 * headSide
  if (textWidth(`${name}  ${part}`, boldSize) <= width) return `${name}  ${part}`
  return textWidth(name, boldSize) <= width ? name : ''
}

/** A line without words stays: the parts below it have been laid out under one. */
function headed(text: string, color: string) {
  return { color, formatter: () => text }
}

function written(text: string, color: string) {
  return { show: text !== '', color, formatter: () => text }
}

interface TreeItem {
  readonly name: string
  readonly value: number
  readonly key: string
  readonly colorKey: string
  readonly path: string
}

function drawTreemap(data: PartsData, context: DrawContext): Drawing {
  const { palette } = context
  const nested = data.nodes.some((node) => (node.children?.length ?? 0) > 0)

  function item(node: PartNode, parent: PartNode | null, at: number, of: number, room: Room | null) {
    const base = context.color((parent ?? node).colorKey)
    // Children are shades of their parent, so that one name keeps one colour.
    const own = parent ? mix(base, palette.card, of < 2 ? 0 : (at / of) * 0.45) : base
    // Mixed, not see-through: of a part the library draws only the words back.
    const color = groundOf(own, palette.card, fade(context, (parent ?? node).key) < 1)
    const ink = inkOn(color)
    return {
      name: node.label,
      value: Math.max(0, node.value),
      key: (parent ?? node).key,
      colorKey: (parent ?? node).colorKey,
      path: parent ? `${parent.label}: ${node.label}` : node.label,
      itemStyle: { color, borderColor: palette.card },
      ...(parent === null && (node.children?.length ?? 0) > 0
        ? { upperLabel: headed(headText(node.label, share(node.value, data), room), palette.text) }
        : { label: written(partText(node.label, share(node.value, data), room), ink) }),
    }
  }

  const shown = data.nodes.filter((node) => !context.hidden.has(node.key))

  function option(room: PartRoom): ChartOption {
    return {
      series: [
        {
          id: 'parts',
          type: 'treemap',
          left: 0,
          right: 0,
          top: 0,
          bottom: 0,
          roam: false,
          nodeClick: false,
          breadcrumb: { show: false },
          squareRatio: 1.2,
          label: {
            show: true,
            fontFamily: palette.axisFont,
            fontSize: 12,
            fontWeight: 600,
            lineHeight: 16,
            padding: [partTop, partSide],
            position: 'insideTopLeft',
          },
          upperLabel: {
            show: nested,
            height: 20,
            fontFamily: palette.axisFont,
            fontSize: 11.5,
            fontWeight: 600,
            padding: [0, headSide],
          },
          itemStyle: { borderColor: palette.card, borderWidth: 0, gapWidth: 2 },
          levels: [
            {
              itemStyle: { borderWidth: 0, gapWidth: 4, borderColor: palette.card },
              upperLabel: { show: false },
            },
            { itemStyle: { gapWidth: 1.5, borderColor: palette.card } },
          ],
          emphasis: { disabled: true },
          data: shown.map((node, part) => ({
            ...item(node, null, 0, 1, room(part)),
            ...(node.children && node.children.length > 0
              ? {
                  children: node.children.map((child, at) =>
                    item(child, node, at, node.children?.length ?? 1, room(part, at)),
                  ),
                }
              : {}),
          })),
        },
      ],
    }
  }

  return {
    option: option(() => null),
    worded: option,
    readout: (pointed) => {
      const node = pointed.data as Partial<TreeItem> | undefined
      return node?.path === undefined || node.value === undefined
        ? readoutAt(data, pointed.dataIndex ?? -1)
        : partReadout(node.path, node.value, node.colorKey ?? '', data)
    },
    // The tree has a root at index 0, its parts follow; with children the count runs through every part.
    mark: (position) => ({
      seriesIndex: 0,
      dataIndex:
        1 + data.nodes.slice(0, position).reduce((sum, node) => sum + 1 + (node.children?.length ?? 0), 0),
    }),
    pick: (pointed) => {
      const node = pointed.data as Partial<TreeItem> | undefined
      const part = data.nodes.find((candidate) => candidate.key === node?.key)
      return part ? { key: part.key, label: part.label } : null
    },
  }
}

function share(value: number, data: PartsData): string {
  return formatNumber(data.total === 0 ? null : (value / data.total) * 100, { kind: 'percent' })
}

function fade(context: DrawContext, key: string): number {
  return context.selected !== null && context.selected !== key ? drawnBack : 1
}
