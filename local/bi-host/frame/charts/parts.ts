import type { PartNode, PartsData } from '../../contract'
import { formatNumber } from '../format'
import { mix } from '../theme/color'
import { inkOn } from '../theme/ink'
import { partReadout, readoutAt } from '../tiles/readout'
import type { Drawing, DrawContext } from './drawing'

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
    mark: (place) => ({ seriesIndex: 0, dataIndex: place }),
    pick: (pointed) => {
      const node = shown[pointed.dataIndex ?? -1]
      return node ? { key: node.key, label: node.label } : null
    },
  }
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

  function area(value: number): number {
    return data.total === 0 ? 0 : (Math.max(0, value) / data.total) * context.width * context.height
  }

  function item(node: PartNode, parent: PartNode | null, at: number, of: number) {
    const base = context.color((parent ?? node).colorKey)
    // Children are shades of their parent, so that one name keeps one colour.
    const color = parent ? mix(base, palette.card, of < 2 ? 0 : (at / of) * 0.45) : base
    const ink = inkOn(color)
    return {
      name: node.label,
      value: Math.max(0, node.value),
      key: (parent ?? node).key,
      colorKey: (parent ?? node).colorKey,
      path: parent ? `${parent.label}: ${node.label}` : node.label,
      itemStyle: { color, borderColor: palette.card, opacity: fade(context, (parent ?? node).key) },
      // A name needs some room: in a sliver it would be cut to a letter.
      label: { color: ink, show: area(node.value) > Math.max(3400, (node.label.length * 7 + 16) ** 2 * 0.8) },
      upperLabel: { color: palette.text },
    }
  }

  return {
    option: {
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
            overflow: 'truncate',
            padding: [6, 7],
            position: 'insideTopLeft',
            formatter: ({ name, value }) => `${name}\n${share(Number(value), data)}`,
          },
          upperLabel: {
            show: nested,
            height: 20,
            fontFamily: palette.axisFont,
            fontSize: 11.5,
            fontWeight: 600,
            padding: [0, 2],
            formatter: ({ name, value }) => `${name}  ${share(Number(value), data)}`,
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
          data: data.nodes
            .filter((node) => !context.hidden.has(node.key))
            .map((node) => ({
              ...item(node, null, 0, 1),
              ...(node.children && node.children.length > 0
                ? {
                    children: node.children.map((child, at) =>
                      item(child, node, at, node.children?.length ?? 1),
                    ),
                  }
                : {}),
            })),
        },
      ],
    },
    readout: (pointed) => {
      const node = pointed.data as Partial<TreeItem> | undefined
      return node?.path === undefined || node.value === undefined
        ? readoutAt(data, pointed.dataIndex ?? -1)
        : partReadout(node.path, node.value, node.colorKey ?? '', data)
    },
    // The tree has a root at index 0, its parts follow; with children the count runs through every part.
    mark: (place) => ({
      seriesIndex: 0,
      dataIndex:
        1 + data.nodes.slice(0, place).reduce((sum, node) => sum + 1 + (node.children?.length ?? 0), 0),
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
  return context.selected !== null && context.selected !== key ? 0.25 : 1
}
