import type { SemanticModel } from '../../model/semantic-model'
import type { AnswerFilter } from '../../wire/answers'
import { baseMeasure } from '../../query/resolve'
import { type Draft, saidAt, type MeasureContext } from './draft'
import type { Sense } from './lexicon'
import { choiceOf } from './measures'
import type { Mention } from './mentions'
import { isMarker } from './roles'
import { asksFor, isValue, saidTwice, saysNothing } from './role-cues'
import { wholly, sizeOf } from './vocabulary'

type ValueSense = Extract<Sense, { kind: 'value' }>

/** Values that were named become filters on attributes of the chosen sources. */
export function readValues(draft: Draft, context: MeasureContext): { readonly compared: boolean } {
  const { names, mentions, textOf } = context
  const sources = draft.sources()
  explicitFilters(draft, context)
  const kept = new Map<string, { op: 'in' | 'not-in'; values: string[]; places: number[] }>()
  for (const named of names) {
    if (!isValue(named, sources, context) || draft.used.has(named.place)) continue
    if (
      saysNothing(mentions[named.place], textOf) &&
      !named.senses.some(({ source }) => sources.includes(source))
    )
      continue
    const senses = named.senses.filter((sense): sense is ValueSense => sense.kind === 'value')
    // "Is the exchange closed in December" counts closures, of whatever kind.
    if (sources.join() === 'calendar' && isVerb(mentions[named.place], textOf)) {
      draft.used.add(named.place)
      continue
    }
    // "BTC perp funding": there is no other.
    if (senses.some(({ value }) => sources.every((source) => wholly[source]?.includes(value) === true))) {
      draft.used.add(named.place)
      continue
    }
    const chosen =
      saidTwice(named, names, sources) ?? chooseValue(draft, context, { place: named.place, senses, sources })
    if (!chosen) {
      // "Stablecoin issuers" says whose issuers, where it is no value of theirs.
      // "Coins without stablecoins", where none are among them.
      const none = named.role === 'excluded' && senses.some(({ value }) => value === 'Stablecoins')
      const coins = sources.every((source) =>
        Object.values(context.model.source(source).attributes).some(({ concept }) => concept === 'asset'),
      )
      if (none && coins) draft.used.add(named.place)
      else if (!named.senses.some(({ kind, source }) => kind === 'source' && sources.includes(source)))
        draft.unknown.add(named.place)
      continue
    }
    draft.used.add(named.place)
    const op = named.role === 'excluded' ? 'not-in' : 'in'
    const key = `${op} ${chosen.id}`
    const filter = kept.get(key) ?? { op, values: [], places: [] }
    if (!filter.values.includes(chosen.value)) filter.values.push(chosen.value)
    filter.places.push(named.place)
    kept.set(key, filter)
  }
  let compared = false
  for (const [key, { op, values, places }] of kept) {
    const field = key.slice(op.length + 1)
    draft.filters.push({ field, op, values })
    const first = Math.min(...places)
    const last = Math.max(...places)
    compared ||=
      places.length > 1 && mentions.slice(first, last).some(({ meaning }) => isMarker(meaning, 'versus'))
  }
  return { compared }
}

/** "USDC closed below par": a value of one source, a verb in another. */
const isVerb = (mention: Mention | undefined, textOf: MeasureContext['textOf']): boolean =>
  mention !== undefined && /^(?:closed|opened|open)$/i.test(textOf(mention).text)

/** The attribute that a value belongs to, in the sources of the answer: first the first measure's. */
function chooseValue(
  draft: Draft,
  { mentions, names, choices, model, textOf, held = [] }: MeasureContext,
  {
    place,
    senses,
    sources,
  }: { readonly place: number; readonly senses: readonly ValueSense[]; readonly sources: readonly string[] },
): ValueSense | null {
  for (const source of sources) {
    const own = senses.filter((sense) => sense.source === source)
    if (own.length === 0) continue
    if (own.length === 1) return own[0] ?? null
    const mention = mentions[place]
    const where = mention ? textOf(mention) : { text: '', start: 0, end: 0 }
    const asked = own.find(({ id }) => id === choiceOf(choices, where.text))
    const hint = hintBeside(mentions, place, names)
    const hinted = own.find(({ id }) => hint.includes(id))
    const said = saidAt({ mentions, textOf }, place - 1).toLowerCase()
    const preposition = /^(?:leaving|leaves|left|out of|off|exiting)$/.test(said)
      ? 'from'
      : /^(?:into|onto|reaching|entering|towards?)$/.test(said)
        ? 'to'
        : said
    const led = own.find(({ id }) => {
      const { attribute } = model.attribute(model.source(source), id)
      return attribute.label.toLowerCase().startsWith(`${preposition} `)
    })
    const exact = own.filter(({ value }) => value.toLowerCase() === where.text.toLowerCase())
    // A coin and its network are one thing where stakes are counted.
    const kept = own.some(({ id }) => id.endsWith('.network'))
      ? own.find(({ id }) => held.includes(id))
      : undefined
    // "Where does the USDC on Base come from": Base is the other end.
    const far = own.find(
      ({ id }) =>
        id.startsWith('stable_bridge.') &&
        own.some((other) => other.id !== id && asksFor(names, place, other.id)),
    )
    const meant = asked ?? hinted ?? led ?? kept ?? far
    if (meant) return meant
    if (exact.length === 1) return exact[0] ?? null
    const [first] = own
    if (first) {
      draft.ambiguities.push({
        ...where,
        chosen: first.id,
        choices: own.map(({ id, value }) => {
          const dot = id.indexOf('.')
          const { attribute } = model.attribute(model.source(id.slice(0, dot)), id)
          return { id, label: `${attribute.label}: ${value}`, detail: attribute.label }
        }),
      })
    }
    return first ?? null
  }
  return null
}

/** Attributes named right before the value: "chain Ethereum", "from Ethereum" where there is a "From chain". */
function hintBeside(
  mentions: MeasureContext['mentions'],
  place: number,
  names: MeasureContext['names'],
): readonly string[] {
  const beside = [place - 1, place + 1, place - 2].flatMap((at) => {
    const named = names.find((candidate) => candidate.place === at)
    const between = Math.abs(at - place) === 1 || isMarker(mentions[place - 1]?.meaning, 'equals')
    return named && between
      ? named.senses.flatMap((sense) => (sense.kind === 'attribute' ? [sense.id] : []))
      : []
  })
  return beside
}

export function isAttribute(model: SemanticModel, id: string): boolean {
  const source = model.sources.find((known) => id.startsWith(`${known.id}.`))
  return source !== undefined && Object.hasOwn(source.attributes, id.slice(source.id.length + 1))
}

/** "Above 100k", after open interest by strike: the strikes, where it is a small sum of dollars. */
function numbersLaidOut(draft: Draft, model: SemanticModel, values: readonly number[]): string | null {
  const [id] = draft.measures
  if (id === undefined || id.startsWith('formula.') || values.some((value) => value > 1e6)) return null
  if (!baseMeasure(model, id).measure.unit.startsWith('US dollars')) return null
  const strike = draft.attributes.find((attribute) => attribute.endsWith('.strike'))
  return strike ?? null
}

/** "Only those with at least 100m in them", of what they pay: no rate is so high, so it is how large they are. */
function sizeMeant(draft: Draft, model: SemanticModel, values: readonly number[]): string | undefined {
  const [id] = draft.measures
  if (id === undefined || id.startsWith('formula.') || values.some((value) => value < 1e5)) return undefined
  const rate = baseMeasure(model, id).measure.format.kind === 'percent'
  return rate ? sizeOf[id.slice(0, id.indexOf('.'))] : undefined
}

/** "over 1bn", "between 2 and 5": about the measure named last before, else the first. */
export function readConditions(
  draft: Draft,
  { mentions, model, textOf }: MeasureContext,
  idAt: (place: number) => string | null,
): void {
  const where = mentions.some((mention) => /^where$/i.test(textOf(mention).text))
  mentions.forEach(({ meaning }, place) => {
    if (meaning.kind !== 'condition' || draft.used.has(place)) return
    if (meaning.unit === 'days') return void draft.unknown.add(place)
    const before = [...mentions.keys()].filter((at) => at < place).findLast((at) => idAt(at) !== null)
    const after = measureAfter(mentions, place, idAt)
    // "Strikes above 3000, open interest": the number is the strike's.
    const beside = idAt(place - 1)
    const named = beside !== null && isAttribute(model, beside) ? place - 1 : (after ?? before)
    const percent = draft.measures.find(
      (id) => !id.startsWith('formula.') && baseMeasure(model, id).measure.format.kind === 'percent',
    )
    const usual =
      (meaning.unit === 'percent' ? percent : sizeMeant(draft, model, meaning.values)) ?? draft.measures[0]
    const laidOut = named === undefined ? numbersLaidOut(draft, model, meaning.values) : null
    const field = (named === undefined ? laidOut : idAt(named)) ?? usual
    if (field === undefined) return void draft.unknown.add(place)
    draft.used.add(place)
    if (named !== undefined) draft.used.add(named)
    // "Only where more than 100m is deposited": shown beside what it holds.
    if (where && !isAttribute(model, field)) draft.addMeasure(field)
    const part = meaning.unit === 'percent' ? asShare(draft, model, field) : null
    if (part !== null) {
      draft.filters.push({ field: part, op: meaning.op, values: [...meaning.values] })
      return
    }
    const format = field.startsWith('formula.')
      ? null
      : isAttribute(model, field)
        ? null
        : baseMeasure(model, field).measure.format
    const inBps = format?.kind === 'bps' && meaning.unit === 'percent'
    const values = meaning.values.map((value) => (inBps ? value * 100 : value))
    // "More than 50% below its high": how far below is a number below zero.
    const fallen = draft.expressionOf(field).startsWith('drawdown(') && values.every((value) => value > 0)
    draft.filters.push(
      fallen
        ? {
            field,
            op: opposite[meaning.op] ?? meaning.op,
            values: values.map((value) => -value).toReversed(),
          }
        : ({ field, op: meaning.op, values } satisfies AnswerFilter),
    )
  })
}

/** "Exchanges with more than half of the volume": a percentage of a sum is a share in it. */
function asShare(draft: Draft, model: SemanticModel, id: string): string | null {
  if (id.startsWith('formula.') || isAttribute(model, id) || draft.attributes.length === 0) return null
  const { measure } = baseMeasure(model, id)
  if (measure.kind === 'ratio' || !draft.measures.includes(id)) return null
  const share = draft.formula(`share(${id})`, `Share of ${measure.label}`)
  draft.measures.splice(draft.measures.indexOf(id), 1, share)
  if (draft.rest.top?.by === id) draft.rest.top = { ...draft.rest.top, by: share }
  return share
}

/** "Strikes above 100k": an attribute of numbers that a condition is about. */
export function numberAt(
  draft: Draft,
  { names, mentions, model, textOf }: MeasureContext,
  place: number,
): string | null {
  if (![place + 1, place - 1].some((at) => mentions[at]?.meaning.kind === 'condition')) return null
  const sense = names
    .find((named) => named.place === place)
    ?.senses.find((candidate) => candidate.kind === 'attribute' && draft.sources().includes(candidate.source))
  const mention = mentions[place]
  const by = mention && / by (\w+)$/i.exec(textOf(mention).text)?.[1]?.toLowerCase()
  const id =
    sense?.kind === 'attribute'
      ? sense.id
      : draft
          .sources()
          .map((source) => `${source}.${by ?? ''}`)
          .find((known) => isAttribute(model, known))
  if (id === undefined) return null
  const { attribute } = model.attribute(model.source(id.slice(0, id.indexOf('.'))), id)
  return attribute.kind === 'number' ? id : null
}

export const opposite: Partial<Record<AnswerFilter['op'], AnswerFilter['op']>> = {
  gt: 'lt',
  ge: 'le',
  lt: 'gt',
  le: 'ge',
}

/** "More than 1000 holders": what is counted stands right after the number. */
function measureAfter(
  mentions: MeasureContext['mentions'],
  place: number,
  idAt: (place: number) => string | null,
): number | undefined {
  let at = place + 1
  while (mentions[at]?.meaning.kind === 'filler' || isMarker(mentions[at]?.meaning, 'of', 'equals')) at += 1
  const held = mentions[at + 1]?.meaning.kind === 'condition'
  return !held && idAt(at) !== null ? at : undefined
}

export const expressionOfAll = (draft: Draft): string =>
  draft.measures.map((id) => draft.expressionOf(id)).join(' ')

/** `stable_supply.chain = "Ethereum" or "Base"`: what the search bar writes for an answer made by hand. */
function explicitFilters(draft: Draft, context: MeasureContext): void {
  const { mentions, names, model } = context
  severalNumbers(draft, context)
  mentions.forEach(({ meaning }, place) => {
    if (
      meaning.kind !== 'field' ||
      !isMarker(mentions[place + 1]?.meaning, 'equals') ||
      !isAttribute(model, meaning.id)
    )
      return
    const op = isMarker(mentions[place - 1]?.meaning, 'without') ? 'not-in' : 'in'
    const values: string[] = []
    for (let at = place + 2; at < mentions.length; at += 1) {
      const said = mentions[at]?.meaning
      const named = names.find((candidate) => candidate.place === at)
      const sense = named?.senses.find(
        (candidate) => candidate.kind === 'value' && candidate.id === meaning.id,
      )
      if (sense?.kind === 'value') values.push(sense.value)
      else if (isMarker(said, 'and')) continue
      else break
      draft.used.add(at)
    }
    if (values.length === 0) return
    draft.used.add(place)
    draft.filters.push({ field: meaning.id, op, values })
  })
}

/** `hourly.weekday = 6 or 7`: the first of them is read as a condition. */
function severalNumbers(draft: Draft, { mentions, model }: MeasureContext): void {
  mentions.forEach(({ meaning }, place) => {
    const first = mentions[place + 1]?.meaning
    if (
      meaning.kind !== 'field' ||
      first?.kind !== 'condition' ||
      first.op !== 'eq' ||
      !isAttribute(model, meaning.id)
    )
      return
    const values = [...first.values]
    const places = [place, place + 1]
    for (let at = place + 2; isMarker(mentions[at]?.meaning, 'and'); at += 2) {
      const next = mentions[at + 1]?.meaning
      if (next?.kind !== 'amount') break
      values.push(next.value)
      places.push(at + 1)
    }
    if (values.length < 2) return
    for (const at of places) draft.used.add(at)
    draft.filters.push({ field: meaning.id, op: 'in', values })
  })
}

/** "7-day tenor", "tenor 30", "strike 100000": a number beside an attribute of numbers. */
export function readNumbers(draft: Draft, { mentions, names, model }: MeasureContext): void {
  const sources = draft.sources()
  for (const { place, senses } of names) {
    const sense = senses.find(
      (candidate) => candidate.kind === 'attribute' && sources.includes(candidate.source),
    )
    if (sense?.kind !== 'attribute') continue
    const dot = sense.id.indexOf('.')
    const { attribute } = model.attribute(model.source(sense.id.slice(0, dot)), sense.id)
    if (attribute.kind !== 'number') continue
    for (const at of [place - 1, place + 1, place + 2]) {
      const meaning = mentions[at]?.meaning
      const value =
        meaning?.kind === 'amount'
          ? meaning.value
          : meaning?.kind === 'window' && meaning.unit === 'day'
            ? meaning.count
            : null
      if (value === null || draft.used.has(at)) continue
      draft.used.add(at)
      draft.used.add(place)
      draft.filters.push({ field: sense.id, op: 'eq', values: [value] })
      break
    }
  }
}
