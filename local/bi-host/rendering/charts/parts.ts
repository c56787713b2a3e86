import type { PartNode, PartsData } from '../../wire/board'
import { formatNumber } from '../format'
import { mix, groundOf, inkOn } from '../theme/variables'
import { partReadout, readoutAt } from '../readout'
import {
  type Drawing,
  type DrawContext,
  fade,
  type PartRoom,
  pickOf,
  textWidth,
  widest,
  type ChartOption,
  type ChartSeries,
} from './drawing'
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
    pick: (pointed) => pickOf(shown[pointed.dataIndex ?? -1]),
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
/** Bold text is wider than the axis text that `textWidth` measures. */
const boldSize = 12.6

/** Name and share of a part, in as many lines as fit. Text that would be cut is left to the tooltip. */
export function partText(name: string, part: string, room: Room | null): string {
  if (room === null) return ''
  const width = room.width - 2 * partSide
  const lines = Math.floor((room.height - partTop) / lineHeight)
  if (lines >= 2 && widest([name, part], boldSize) <= width) return `${name}\n${part}`
  if (lines < 1) return ''
  if (textWidth(`${name}  ${part}`, boldSize) <= width) return `${name}  ${part}`
  return textWidth(name, boldSize) <= width ? name : ''
}

/** The same for the header line of a part with children. */
export function headText(name: string, part: string, room: Room | null): string {
  // Until its width is known, reserve its line.
  if (room === null) return name
  const width = room.width - 2 * headSide
  if (textWidth(`${name}  ${part}`, boldSize) <= width) return `${name}  ${part}`
  return textWidth(name, boldSize) <= width ? name : ''
}

/** An empty header keeps its line, because the parts below are laid out under one. */
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
  const option = (room: PartRoom): ChartOption => ({ series: [treeOf(data, context, room)] })
  return {
    option: option(() => null),
    worded: option,
    readout: (pointed) => {
      const node = pointed.data as Partial<TreeItem> | undefined
      return node?.path === undefined || node.value === undefined
        ? readoutAt(data, pointed.dataIndex ?? -1)
        : partReadout(node.path, node.value, node.colorKey ?? '', data)
    },
    // Index 0 is the tree's root, and its parts follow. With children, the index counts every part in depth-first order.
    mark: (position) => ({
      seriesIndex: 0,
      dataIndex:
        1 + data.nodes.slice(0, position).reduce((sum, node) => sum + 1 + (node.children?.length ?? 0), 0),
    }),
    pick: (pointed) => {
      const node = pointed.data as Partial<TreeItem> | undefined
      return pickOf(data.nodes.find((candidate) => candidate.key === node?.key))
    },
  }
}

function treeOf(data: PartsData, context: DrawContext, room: PartRoom): ChartSeries {
  const { palette, hidden } = context
  const words = { fontFamily: palette.axisFont, fontWeight: 600 } as const
  return {
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
      ...words,
      show: true,
      fontSize: 12,
      lineHeight: 16,
      padding: [partTop, partSide],
      position: 'insideTopLeft',
    },
    upperLabel: {
      ...words,
      show: data.nodes.some(({ children = [] }) => children.length > 0),
      height: 20,
      fontSize: 11.5,
      padding: [0, headSide],
    },
    itemStyle: { borderColor: palette.card, borderWidth: 0, gapWidth: 2 },
    levels: [
      { itemStyle: { borderWidth: 0, gapWidth: 4, borderColor: palette.card }, upperLabel: { show: false } },
      { itemStyle: { gapWidth: 1.5, borderColor: palette.card } },
    ],
    emphasis: { disabled: true },
    data: data.nodes
      .filter(({ key }) => !hidden.has(key))
      .map((node, part) => {
        const { children = [] } = node
        const own = treeItem(node, context.color(node.colorKey), { node, data, context, room: room(part) })
        if (children.length === 0) return own
        return {
          ...own,
          // Shades of the parent's color, so that one name keeps one color.
          children: children.map((child, at) => {
            const shade = children.length < 2 ? 0 : (at / children.length) * 0.45
            const color = mix(context.color(node.colorKey), palette.card, shade)
            return treeItem(child, color, { node, data, context, room: room(part, at) })
          }),
        }
      }),
  }
}

/** A part or a child of a part. `node` is the part it belongs to. */
function treeItem(
  item: PartNode,
  own: string,
  {
    node,
    data,
    context,
    room,
  }: {
    readonly node: PartNode
    readonly data: PartsData
    readonly context: DrawContext
    readonly room: Room | null
  },
) {
  const { palette } = context
  // Blended instead of transparent: for a part, the library applies opacity only to the label.
  const color = groundOf(own, palette.card, fade(context, node.key) < 1)
  const part = share(item.value, data)
  return {
    name: item.label,
    value: Math.max(0, item.value),
    key: node.key,
    colorKey: node.colorKey,
    path: item === node ? node.label : `${node.label}: ${item.label}`,
    itemStyle: { color, borderColor: palette.card },
    ...(item === node && (node.children?.length ?? 0) > 0
      ? { upperLabel: headed(headText(item.label, part, room), palette.text) }
      : { label: written(partText(item.label, part, room), inkOn(color)) }),
  }
}

function share(value: number, data: PartsData): string {
  return formatNumber(data.total === 0 ? null : (value / data.total) * 100, { kind: 'percent' })
}
