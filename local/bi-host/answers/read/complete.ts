import type { SemanticModel } from '../../model/semantic-model'
import type { Completion, TokenKind } from '../../wire/answers'
import { functions } from '../../query/expression'
import type { Lexicon, Name, Sense } from './lexicon'
import type { Reader } from './reader'
import { charts, functionNames } from './keywords'
import { wordsOf, type Word, listed } from './words'

interface Offer {
  readonly text: string
  readonly words: readonly string[]
  readonly kind: TokenKind
  readonly typeEnum: Completion['typeEnum']
  readonly dataType: Completion['dataType']
  readonly detail: string
  readonly guid: string | null
  readonly source: string | null
  /** Small is offered first. */
  readonly order: number
}

const ofKind: Readonly<Record<TokenKind, Pick<Offer, 'typeEnum' | 'dataType'>>> = {
  measure: { typeEnum: 'MEASURE', dataType: 'DOUBLE' },
  attribute: { typeEnum: 'ATTRIBUTE', dataType: 'VARCHAR' },
  date: { typeEnum: 'DATE', dataType: 'DATE' },
  formula: { typeEnum: 'FORMULA', dataType: 'DOUBLE' },
  set: { typeEnum: 'SET', dataType: 'UNKNOWN' },
  parameter: { typeEnum: 'PARAMETER', dataType: 'DOUBLE' },
  other: { typeEnum: 'KEYWORD', dataType: 'UNKNOWN' },
}

/** Whole expressions that stand for themselves. */
const dates = listed(`
  last 7 days, last 30 days, last 90 days, last 12 months, past year, this week, this month, this quarter,
  this year, year to date, last week, last month, last quarter, last year, yesterday, today, since January,
  all time, over time`)
const intervals = listed(`
  daily, weekly, monthly, quarterly, yearly, by day, by week, by month, by quarter`)
const sets = ['top 5', 'top 10', 'bottom 5', 'bottom 10']
const words = ['by', 'without', 'over', 'under', 'against', 'vs previous period', 'vs a year ago']

const keywordOffers: readonly Offer[] = [
  ...dates.map((text) => offer(text, 'date', 'Time range')),
  ...intervals.map((text) => ({ ...offer(text, 'date', 'Interval'), typeEnum: 'DATE_BUCKET' as const })),
  ...sets.map((text) => offer(text, 'set', 'Largest or smallest')),
  ...functionNames.map(([text, name]) =>
    offer(text, 'formula', functions.find((known) => known.name === name)?.description ?? 'Formula'),
  ),
  ...charts.map(([text]) => offer(`as ${text}`, 'other', 'Chart')),
  ...words.map((text) => offer(text, 'other', 'Word')),
]

function offer(text: string, kind: TokenKind, detail: string): Offer {
  return {
    text,
    words: wordsOf(text).map(({ low }) => low),
    kind,
    ...ofKind[kind],
    detail,
    guid: null,
    source: null,
    order: 3,
  }
}

const laidOut = new WeakMap<Lexicon, readonly Offer[]>()

/** A lexicon is of one model and stays as it is: what it offers is laid out once, not at every key. */
function offersOf(lexicon: Lexicon, model: SemanticModel): readonly Offer[] {
  const before = laidOut.get(lexicon)
  if (before !== undefined) return before
  const offers = [...lexicon.names.flatMap((name) => nameOffer(model, name)), ...keywordOffers]
  laidOut.set(lexicon, offers)
  return offers
}

/** What could come next, or end the word at the caret. Best first. */
export function completions(
  reader: Reader,
  model: SemanticModel,
  { phrase, caret, limit = 8 }: { readonly phrase: string; readonly caret: number; readonly limit?: number },
): readonly Completion[] {
  const before = phrase.slice(0, Math.max(0, Math.min(caret, phrase.length)))
  const typed = wordsOf(before)
  const open = typed.at(-1)?.end === before.length ? typed : []
  const reading = reader.read({ phrase: before })
  const sources = new Set(
    [
      ...(reading.answer?.query.measures ?? []),
      ...reading.tokens.flatMap(({ guid }) => (guid === null ? [] : [guid])),
    ]
      .map((id) => id.slice(0, id.indexOf('.')))
      .filter((id) => id !== 'formula'),
  )
  const offers = offersOf(reader.lexicon, model)
  const found: { readonly offer: Offer; readonly start: number; readonly score: number }[] = []
  const afterBy = /\b(?:by|per|across|each)\s+[^,]*$/i.test(before)
  const measured = reading.tokens.some(({ kind }) => kind === 'measure')
  const context: Context = { sources, afterBy, measured }
  for (const length of open.length === 0 ? [0] : [3, 2, 1]) {
    if (length > open.length) continue
    const last = length === 0 ? [] : open.slice(-length)
    const start = last[0]?.start ?? before.length
    for (const candidate of offers) {
      const match = prefixed(candidate, last)
      if (match === 0) continue
      found.push({ offer: candidate, start, score: match * 10 + liking(candidate, context) })
    }
  }
  return chosen(found, { before, caret, limit })
}

function chosen(
  found: readonly { readonly offer: Offer; readonly start: number; readonly score: number }[],
  { before, caret, limit }: { readonly before: string; readonly caret: number; readonly limit: number },
): readonly Completion[] {
  const seen = new Set<string>()
  const list: Completion[] = []
  // What was found first comes from the model's own order: the commonest subjects lead.
  for (const { offer: best, start } of found.toSorted((a, b) => b.score - a.score)) {
    const key = `${best.text.toLowerCase()} ${best.kind}`
    if (seen.has(key) || before.slice(start).toLowerCase() === best.text.toLowerCase()) continue
    seen.add(key)
    list.push({
      insert: best.text,
      start,
      end: Math.min(caret, before.length),
      label: best.text,
      kind: best.kind,
      typeEnum: best.typeEnum,
      dataType: best.dataType,
      detail: best.detail,
      guid: best.guid,
    })
    if (list.length >= limit) break
  }
  return list
}

interface Context {
  readonly sources: ReadonlySet<string>
  readonly afterBy: boolean
  readonly measured: boolean
}

function liking({ kind, source, order, guid }: Offer, { sources, afterBy, measured }: Context): number {
  const near = source === null ? 0 : sources.size === 0 ? 1 : sources.has(source) ? 4 : -3
  const attribute = kind === 'attribute' && guid !== null
  const fits = afterBy
    ? attribute
      ? 3
      : 0
    : kind === 'measure'
      ? measured
        ? 0
        : 3
      : kind === 'date' && measured
        ? 2
        : 1
  return near + fits - order
}

/** How many words of the offer were typed, the last one in part; 0 for none. Without words everything fits a little. */
function prefixed({ words: own }: Offer, typed: readonly Word[]): number {
  if (typed.length === 0) return 0.1
  if (typed.length > own.length) return 0
  const fits = typed.every((word, at) => {
    const target = own[at] ?? ''
    return at === typed.length - 1 ? target.startsWith(word.low) : target === word.low
  })
  return fits ? typed.length : 0
}

function nameOffer(model: SemanticModel, { text, words: own, sense, own: isLabel }: Name): readonly Offer[] {
  if (sense.kind === 'source' || (sense.kind === 'value' && sense.value.includes(' · '))) return []
  const source = model.source(sense.source)
  const shared = { words: own, guid: sense.id, source: sense.source, order: isLabel ? 0 : 1 }
  const label = isLabel ? text : labelOf(model, sense)
  if (sense.kind === 'value')
    return [
      {
        ...shared,
        order: shared.order + 0.5,
        text: label,
        kind: 'attribute',
        typeEnum: 'ATTRIBUTE_VALUE',
        dataType: 'VARCHAR',
        detail: model.attribute(source, sense.id).attribute.label,
      },
    ]
  const detail = sense.kind === 'measure' ? `Measure in ${source.label}` : `Attribute of ${source.label}`
  return [{ ...shared, ...ofKind[sense.kind], text: label, kind: sense.kind, detail }]
}

/** Another word for a name completes to the name itself. */
function labelOf(model: SemanticModel, sense: Exclude<Sense, { kind: 'source' }>): string {
  if (sense.kind === 'value') return sense.value
  const source = model.source(sense.source)
  return sense.kind === 'measure'
    ? model.measure(source, sense.id).measure.label
    : model.attribute(source, sense.id).attribute.label
}
