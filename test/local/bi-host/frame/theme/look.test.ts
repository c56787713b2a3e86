import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { BoardReply, Tile } from '../../../../../local/bi-host/wire/board'
import { draw, type ChartData } from '../../../../../local/bi-host/rendering/charts/laid-out'
import type { Drawing } from '../../../../../local/bi-host/rendering/charts/drawing'
import { colorAt } from '../../../../../local/bi-host/rendering/theme/ramp'
import { sampleTiles } from '../../rendering/sample/tiles'
import {
  contrast,
  mix,
  parseColor,
  inkOn,
  tokens,
  printPalette,
  resolvePalette,
  toneOf,
  type Palette,
  type ToneColorName,
  type TokenName,
} from '../../../../../local/bi-host/rendering/theme/variables'
import {
  assignColors,
  colorCount,
  colorsOf,
  createColorBook,
  slotsOfAnswer,
} from '../../../../../local/bi-host/rendering/theme/series-colors'
import { customizations } from '../../../../../src/adapters/dashboard-surface/thoughtspot/customizations'
import { viewAppearance } from '../../../../../src/core/embedding/appearance'
import { noEvents } from '../../../../../local/bi-host/rendering/events'
import { frameAssets } from '../../../../support/frame-assets'

function paletteWith(variables: Readonly<Record<string, string>>): Palette {
  return resolvePalette((name) => variables[name] ?? '', null)
}

/** The customization that the portal applies to a board. */
function portalLook(theme: 'light' | 'dark'): Palette {
  const facts = { theme, signedIn: true, interactionsFlag: true, deepResearchFlag: true } as const
  const { style } = customizations(
    viewAppearance({ ...facts, view: 'curated' }),
    frameAssets('http://localhost'),
  )
  return paletteWith((style?.customCSS?.variables ?? {}) as Readonly<Record<string, string>>)
}

const looks = {
  light: paletteWith({ '--ts-var-root-background': '#f9fafb' }),
  dark: paletteWith({ '--ts-var-root-background': '#191f26' }),
  'light, in the portal': portalLook('light'),
  'dark, in the portal': portalLook('dark'),
}

function drawnIn(palette: Palette, data: ChartData, selected: string | null): Drawing {
  const slots = assignColors([{ data } as Tile], new Map())
  return draw(data, {
    palette,
    color: colorsOf(slots, palette),
    width: 900,
    height: 500,
    hidden: new Set(),
    selected,
    events: noEvents,
  })
}

interface Mark {
  readonly value?: unknown
  readonly itemStyle?: { readonly color?: string; readonly opacity?: number }
  readonly label?: { readonly color?: string; readonly opacity?: number }
  readonly children?: readonly Mark[]
}

/** Colors of labels on marks and of the marks, as displayed. The chart library fades labels together with their marks. */
function wordsOnFills(
  drawing: Drawing,
  { card }: Palette,
): readonly { readonly ink: string; readonly fill: string }[] {
  const option = drawing.worded?.(() => ({ width: 400, height: 200 })) ?? drawing.option
  const scale = option.visualMap as
    | { readonly min: number; readonly max: number; readonly inRange: { readonly color: string[] } }
    | undefined
  const all = (marks: readonly Mark[]): readonly Mark[] =>
    marks.flatMap((mark) => [mark, ...all(mark.children ?? [])])
  const [series] = option.series as readonly { readonly data: readonly Mark[] }[]
  return all(series?.data ?? []).flatMap(({ label, itemStyle, value }) => {
    const amount: unknown = Array.isArray(value) ? value[2] : undefined
    const fill =
      itemStyle?.color ??
      (scale && typeof amount === 'number'
        ? colorAt({ ...scale, colors: scale.inRange.color }, amount)
        : undefined)
    const ink = label?.color
    if (ink === undefined || fill === undefined) return []
    const opacity = itemStyle?.opacity ?? 1
    const seen = mix(card, fill, opacity)
    return [{ ink: mix(seen, ink, label?.opacity ?? opacity), fill: seen }]
  })
}

function ratio(front: string, ground: string): number {
  const [a, b] = [parseColor(front), parseColor(ground)]
  return a && b ? contrast(a, b) : 0
}

describe.each(Object.entries(looks))('contrast, %s', (_, palette) => {
  const texts: (TokenName | ToneColorName)[] = [
    'text',
    'title',
    'description',
    'muted',
    'dim',
    'axis',
    'kpi',
    'kpiNote',
    'up',
    'down',
    'accent',
    'amberText',
  ]
  test.each(texts)('%s is readable on the card', (name) => {
    expect(ratio(palette[name], palette.card)).toBeGreaterThanOrEqual(4.5)
  })

  const onPage: (TokenName | ToneColorName)[] = ['text', 'muted', 'dim', 'accent']
  test.each(onPage)('%s is readable on the page', (name) => {
    expect(ratio(palette[name], palette.page)).toBeGreaterThanOrEqual(4.5)
  })

  test('menu, chip and button texts are readable on their backgrounds', () => {
    expect(ratio(palette.menuText, palette.menuHover)).toBeGreaterThanOrEqual(4.5)
    expect(ratio(palette.chipText, palette.chipActive)).toBeGreaterThanOrEqual(4.5)
    expect(ratio(palette.muted, palette.chipActive)).toBeGreaterThanOrEqual(4.5)
    expect(ratio(palette.buttonText, palette.button)).toBeGreaterThanOrEqual(4.5)
  })

  test('every series color, and the gray of “Other”, stands out from the card', () => {
    expect(palette.series).toHaveLength(colorCount)
    for (const color of [...palette.series, palette.other])
      expect(ratio(color, palette.card), color).toBeGreaterThanOrEqual(3)
    for (const mark of [palette.mark, palette.green, palette.red, palette.amber]) {
      expect(ratio(mark, palette.card)).toBeGreaterThanOrEqual(3)
    }
  })

  test('text on every series color is readable', () => {
    for (const color of palette.series) expect(ratio(inkOn(color), color)).toBeGreaterThanOrEqual(4.5)
  })

  const grounds: TokenName[] = [
    'page',
    'card',
    'chip',
    'chipHover',
    'chipActive',
    'menu',
    'menuHover',
    'input',
  ]
  test.each(grounds)('the focus ring stands out from the %s', (name) => {
    expect(ratio(palette.accent, palette[name])).toBeGreaterThanOrEqual(3)
  })

  test('check boxes and selected items stand out from panels', () => {
    for (const ground of [palette.menu, palette.card]) {
      expect(ratio(palette.checkboxLine, ground)).toBeGreaterThanOrEqual(3)
      expect(ratio(palette.checkboxOn, ground)).toBeGreaterThanOrEqual(3)
    }
    expect(ratio(palette.text, palette.raised)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [palette.menu, palette.menuHover])
      expect(ratio(palette.menuSelected, ground)).toBeGreaterThanOrEqual(4.5)
  })

  const written = sampleTiles().flatMap(({ id, data }) =>
    data?.kind === 'matrix' || (data?.kind === 'parts' && data.shape === 'treemap') ? [{ id, data }] : [],
  )
  test.each(written.map(({ id, data }) => [id, data] as const))(
    'text on the fills of %s is readable, even on dimmed ones',
    (_id, data) => {
      const keys = data.kind === 'matrix' ? data.rows : data.nodes
      for (const selected of [null, keys[0]?.key ?? '']) {
        const fills = wordsOnFills(drawnIn(palette, data, selected), palette)
        expect(fills.length).toBeGreaterThan(5)
        for (const { ink, fill } of fills)
          expect(ratio(ink, fill), `${ink} on ${fill}`).toBeGreaterThanOrEqual(4.5)
      }
    },
  )
})

test('print uses the light colors on white in any theme, with the page’s fonts and shapes', () => {
  const given: Readonly<Record<string, string>> = {
    '--ts-var-root-background': '#191f26',
    '--ts-var-root-color': '#f3f4f6',
    '--ts-var-root-font-family': 'Urbanist',
    '--ts-var-viz-border-radius': '9px',
  }
  expect(printPalette((name) => given[name] ?? '')).toEqual({
    ...resolvePalette(() => '', 'light'),
    page: '#ffffff',
    font: 'Urbanist',
    titleFont: 'Urbanist',
    axisFont: 'Urbanist',
    cardRadius: '9px',
  })
})

describe('variables', () => {
  test('the tone follows the page color; without one it is the vendor-like light', () => {
    expect(toneOf('#191f26')).toBe('dark')
    expect(toneOf('rgb(249, 250, 251)')).toBe('light')
    expect(toneOf('var(--x)')).toBeNull()
    expect(resolvePalette(() => '', null).tone).toBe('light')
    expect(resolvePalette(() => '', 'dark').tone).toBe('dark')
    const named = resolvePalette(
      (name) => (name.endsWith('root-background') ? 'midnightblue' : ''),
      null,
      () => 'rgb(25, 25, 112)',
    )
    expect(named.tone).toBe('dark')
  })

  test('the first given name wins, the tone\u2019s default stands for the rest', () => {
    const palette = paletteWith({
      '--ts-var-root-background': '#000',
      '--ts-var-root-color': '#eee',
      '--ts-var-kpi-hero-color': '#fff',
      '--ts-var-liveboard-tile-background': '#111',
    })
    expect(palette).toMatchObject({
      tone: 'dark',
      page: '#000',
      text: '#eee',
      title: '#eee',
      kpi: '#fff',
      card: '#111',
    })
    expect(palette.up).toBe(looks.dark.up)
  })
})

describe('one color per name', () => {
  const tile = (id: string, names: readonly string[]): Tile =>
    ({ id, data: { kind: 'series', series: names.map((name) => ({ colorKey: name })) } }) as unknown as Tile

  test('names of one tile differ, the rest is grey, a name keeps its color in every tile', () => {
    const slots = assignColors(
      [tile('a', ['USDT', 'USDC', 'Zeta', 'Other']), tile('b', ['Zeta', 'Eta'])],
      new Map(),
    )
    expect(slots.get('Other')).toBe('other')
    const first = ['USDT', 'USDC', 'Zeta'].map((name) => slots.get(name))
    expect(new Set(first).size).toBe(3)
    expect(slots.get('Zeta')).not.toBe(slots.get('Eta'))
  })

  test('well-known names have the same color on every board, unless a neighbour has it', () => {
    const alone = assignColors([tile('a', ['Unknown', 'BTC', 'ETH'])], new Map())
    const reversed = assignColors([tile('a', ['ETH', 'BTC', 'Unknown'])], new Map())
    expect(alone.get('BTC')).toBe(reversed.get('BTC'))
    expect(alone.get('ETH')).toBe(reversed.get('ETH'))
    const crowded = assignColors([tile('a', ['BTC', 'USDT'])], new Map())
    expect(crowded.get('USDT')).not.toBe(crowded.get('BTC'))
  })

  test('an answer has the colors that it has on a dashboard, whatever was asked before it', () => {
    const answer = tile('answer', ['Three', 'One', 'Five'])
    const board = {
      board: { id: 'mine' },
      tiles: [tile('a', ['BTC', 'Gold']), answer],
    } as unknown as BoardReply
    const onBoard = createColorBook().slotsOf(board)
    slotsOfAnswer(tile('answer', ['One', 'Two', 'Three', 'Four', 'Five']))
    for (const [name, slot] of slotsOfAnswer(answer)) expect(slot, name).toBe(onBoard.get(name))
  })

  test('a filter that leaves fewer names changes no color', () => {
    const before = assignColors([tile('a', ['One', 'Two', 'Three'])], new Map())
    const after = assignColors([tile('a', ['Three'])], before)
    expect(after.get('Three')).toBe(before.get('Three'))
  })

  test('sixteen names of one tile have sixteen colors', () => {
    const names = Array.from({ length: 16 }, (_, at) => `Name ${at}`)
    expect(new Set(assignColors([tile('a', names)], new Map()).values()).size).toBe(16)
  })
})

test('the frame reads only variables that the vendor has', () => {
  const declared = readFileSync(
    new URL(
      '../../../../../node_modules/@thoughtspot/visual-embed-sdk/lib/src/css-variables.d.ts',
      import.meta.url,
    ),
    'utf8',
  )
  for (const name of Object.values(tokens).flatMap(({ names }) => names))
    expect(declared).toContain(`'${name}'`)
})

test('the style sheets of the frame read only variables that are set', () => {
  const frame = new URL('../../../../../local/bi-host/frame/', import.meta.url)
  const files = readdirSync(frame, { recursive: true, encoding: 'utf8' })
  const found = (file: RegExp, variable: RegExp): readonly string[] =>
    files
      .filter((name) => file.test(name))
      .flatMap((name) => [...readFileSync(new URL(name, frame), 'utf8').matchAll(variable)])
      .map(([, name = '']) => name)
  const set = new Set([
    ...found(/\.css$/, /(--[\w-]+)\s*:/g),
    ...found(/\.tsx?$/, /'(--[\w-]+)'/g),
    ...Object.keys(looks.light).map((name) => `--${name.replace(/[A-Z]/g, (at) => `-${at.toLowerCase()}`)}`),
  ])
  // The grid library sets its own.
  const unset = found(/\.css$/, /var\(\s*(--(?!gs-)[\w-]+)/g).filter((name) => !set.has(name))
  expect(unset).toEqual([])
})
