import type { Answer } from '../../wire/answers'
import { bareWindow, comparedRange, leftovers, readWords, type ComposeContext } from './compose'
import { averageOf } from './comparisons'
import { daysMeasured, notYet, onlyThose, readDates, overTime } from './days-said'
import { Draft } from './draft'
import { isAttribute, numberAt, readConditions, readNumbers } from './filters'
import { followUpOf } from './follow-up'
import { sharedOfSupply } from './implied'
import { layOver } from './beside'
import {
  leaveBehind,
  nothingChanged,
  ofThose,
  bySize,
  counted,
  lengthen,
  otherStretch,
  priceBeside,
  siblingSaid,
  sized,
  takeAway,
  takeOne,
} from './re-measuring'
import { readMeasures } from './measures'
import { readNeeds, besideTheRest, readAltcoins, readDerivatives, readWeekdays } from './looked-up'
import { readPeople, readSign } from './honesty'
import { requalified } from './differences'
import { otherUnit, unworked } from './in-units'
import {
  otherTenor,
  opensSplit,
  rankedAgain,
  withOthers,
  redrawn,
  changeFilters,
  dropSplitByOne,
  openedAgain,
  renumbered,
  remeasured,
  workOn,
} from './amendments'
import { readTop } from './ranking'
import { isGeneral, sorted } from './things-ranked'
import { isMarker } from './roles'
import { besideOthers, readSplit, shareOfOne, splitByValues } from './splits'
import { readSubject } from './choosing'

/**
 * A follow-up: what is said changes the answer before, the rest stays. `null` when the phrase is a question of its own:
 * it names a measure and neither adds nor replaces.
 */
export function amend(previous: Answer, asked: ComposeContext): Draft | null {
  const sibling = siblingSaid(previous, asked)
  if (sibling !== null) {
    const draft = seeded(previous)
    draft.measures.splice(0, 1, sibling)
    asked.mentions.forEach((_, place) => draft.used.add(place))
    return draft
  }
  const mean = meanSize(previous, asked)
  if (mean !== null) return mean
  const follow = followUpOf(previous, asked)
  if (follow === null) return null
  const context = {
    ...asked,
    names: follow.names.filter(({ place }) => !follow.dropped.has(place)),
    running: follow.sources,
    held: heldBy(previous),
    laidOut: previous.query.attributes ?? [],
  }
  const { mentions } = context
  const said = (...markers: Parameters<typeof isMarker>[1][]): boolean =>
    mentions.some(({ meaning }) => isMarker(meaning, ...markers))
  const draft = seeded(previous)
  takeAway(draft, { ...context, names: follow.names }, follow.dropped)
  const before = draft.rest.range
  delete draft.rest.range
  readWords(draft, context)
  const anew = draft.rest.range !== undefined
  if (!anew && before) draft.rest.range = before
  comparedRange(draft, context)
  undo(draft, context)
  const rank = follow.measured ? changeMeasures(draft, context, follow.adds) : rankOf(draft, context)
  const attributes = [...draft.attributes]
  const explained = previous.title.startsWith('Change of ')
  // "Top 5 by growth", after who a change came from.
  if (explained && mentions.some(({ meaning }) => meaning.kind === 'function' && meaning.name === 'growth'))
    delete draft.rest.compare
  const shown = [...draft.measures]
  const worked =
    !follow.measured &&
    (takeOne(draft, context) ||
      lengthen(draft, previous, context) ||
      otherUnit(draft, context) ||
      unworked(draft, context))
  if (worked) remeasured(draft, shown)
  if (follow.worked && !worked) workOn(draft, context, follow.adds)
  // What explained a change is not what is asked for next.
  if (explained && follow.measured) delete draft.rest.compare
  priceBeside(draft, context, follow)
  changeFilters(draft, context, follow.joins)
  const numbers = draft.filters.length
  readAltcoins(draft, context)
  readDerivatives(draft, context)
  readNumbers(draft, context)
  readWeekdays(draft, context)
  readDates(draft, context)
  if (anew) {
    draft.attributes.splice(0, draft.attributes.length, ...attributes)
    onlyThose(draft, context)
    if (draft.rest.range === undefined && before) draft.rest.range = before
  }
  notYet(draft, context)
  renumbered(draft, numbers)
  const whole = openedAgain(draft, context)
  draft.attributes.length = 0
  readSplit(draft, context)
  const kept = said('unsplit') ? [] : attributes
  opensSplit(draft, previous)
  if (draft.attributes.length === 0 || said('add') || (whole && kept.length > 0)) {
    if (whole && kept.length > 0) draft.attributes.length = 0
    draft.attributes.unshift(...kept.filter((id) => !draft.attributes.includes(id)))
  }
  dropSplitByOne(draft)
  besideTheRest(draft, context)
  if (follow.joins) splitByValues(draft, context, true)
  // "Just BTC and ETH", after all of them together.
  else if (draft.attributes.length === 0 && said('only') && !said('combined'))
    splitByValues(draft, context, false)
  if (draft.rest.top && !draft.attributes.includes(draft.rest.top.attribute)) delete draft.rest.top
  if (mentions.some(({ meaning }) => meaning.kind === 'function' && meaning.name === 'share')) {
    shareOfOne(draft, context)
    if (mentions.some((mention) => /\bsupply\b/i.test(context.textOf(mention).text)))
      sharedOfSupply(draft, context)
    else besideOthers(draft)
  }
  if (rank === null && !follow.measured) {
    requalified(draft, context)
    bySize(draft, context)
    counted(draft, context)
    sized(draft, context, follow.adds)
    if (draft.rest.top && !draft.measures.includes(draft.rest.top.by)) remeasured(draft, shown)
  }
  readTop(draft, context, rank)
  withOthers(draft, context)
  rankedAgain(draft, previous, context)
  readConditions(
    draft,
    context,
    (place) => numberAt(draft, context, place) ?? measureAt(draft, context, place),
  )
  daysMeasured(draft, context)
  readSign(draft, context)
  if (draft.rest.top && draft.rest.top !== previous.query.top && asksWhich(context)) {
    delete draft.rest.grain
    delete draft.rest.compare
  }
  redrawn(draft, previous)
  if (draft.rest.sort && !draft.measures.includes(draft.rest.sort.by)) delete draft.rest.sort
  sorted(draft, context, rank)
  readSubject(draft, context)
  readNeeds(draft, context, context.facts)
  otherTenor(draft, previous, context)
  if (!anew || said('only', 'instead')) otherStretch(draft, context)
  bareWindow(draft, context)
  if (anew || draft.series || draft.rest.range !== before) overTime(draft, context, undefined)
  redrawn(draft, previous)
  readPeople(draft, context)
  ofThose(draft, context)
  leftovers(draft, context)
  nothingChanged(draft, previous, context)
  return draft
}

const heldBy = ({ query }: Answer): readonly string[] => (query.filters ?? []).map(({ field }) => field)

/** Who it was is seen at once, not over time. */
const asksWhich = ({ mentions, textOf }: ComposeContext): boolean =>
  mentions.some((mention) => isMarker(mention.meaning, 'which') || /^which/i.test(textOf(mention).text))

/** "Average size instead": of what was shown, by how many there were. */
function meanSize(previous: Answer, { mentions, textOf }: ComposeContext): Draft | null {
  const [shown, ...more] = previous.query.measures
  const text = mentions.map((mention) => textOf(mention).text.toLowerCase()).join(' ')
  const asked =
    /^(?:and |show |the |now |what about )*(?:average|avg|mean) (?:size|amount)(?: instead| of them| of those| of each)?$/
  const found = shown === undefined || more.length > 0 || !asked.test(text) ? null : averageOf(shown)
  if (found === null) return null
  const draft = seeded(previous)
  draft.measures.splice(0, 1, draft.formula(found.expression, found.label))
  delete draft.rest.sort
  delete draft.rest.top
  mentions.forEach((_, place) => draft.used.add(place))
  return draft
}

function seeded({ query, chart }: Answer): Draft {
  const draft = new Draft()
  draft.measures.push(...query.measures)
  draft.formulas.push(...(query.formulas ?? []))
  draft.attributes.push(...(query.attributes ?? []))
  draft.filters.push(...(query.filters ?? []))
  if (query.grain) draft.rest.grain = query.grain
  if (query.range) draft.rest.range = query.range
  if (query.compare) draft.rest.compare = query.compare
  if (query.top) draft.rest.top = query.top
  if (query.sort) draft.rest.sort = query.sort
  draft.chart = chart.type
  return draft
}

/** "Drop the split", "without the filter", "no comparison". */
function undo(draft: Draft, { mentions, model }: ComposeContext): void {
  for (const { meaning } of mentions) {
    if (isMarker(meaning, 'unfilter')) {
      const kept = draft.filters.filter(({ field, op }) => isAttribute(model, field) && op === 'eq')
      draft.filters.splice(0, draft.filters.length, ...kept)
    }
    if (isMarker(meaning, 'untop', 'unsplit')) delete draft.rest.top
    if (isMarker(meaning, 'uncompare')) delete draft.rest.compare
  }
}

/** The measure of the running answer that a name means, else one of its subject. */
function measureAt(draft: Draft, { names }: ComposeContext, place: number): string | null {
  const senses = names.find((named) => named.place === place)?.senses ?? []
  const ids = senses.flatMap((sense) => (sense.kind === 'measure' ? [sense] : []))
  const shown = draft.measures.find((id) => ids.some((sense) => sense.id === id))
  return shown ?? ids.find(({ source }) => draft.sources().includes(source))?.id ?? null
}

/** "Sort by value", "top 5 by volume". */
function rankOf(draft: Draft, context: ComposeContext): string | null {
  const named = context.names.find(({ role }) => role === 'rank')
  const said = named ? measureAt(draft, context, named.place) : null
  // "Best rate first", after what borrowers pay: of what is shown.
  const id = named && said !== null && isGeneral(context, named.place) ? (draft.measures[0] ?? said) : said
  if (named && id !== null) {
    draft.used.add(named.place)
    draft.addMeasure(id)
  }
  return id
}

function changeMeasures(draft: Draft, context: ComposeContext, adds: boolean): string | null {
  const before = [...draft.measures]
  draft.measures.length = 0
  const rank = readMeasures(draft, context)
  layOver(draft, context, before)
  if (adds) draft.measures.unshift(...before.filter((id) => !draft.measures.includes(id)))
  else leaveBehind(draft, context)
  // "How much of it was new money" asks for one figure.
  const asked =
    !isMarker(context.mentions[0]?.meaning, 'and') &&
    !context.mentions.some(({ meaning }) => isMarker(meaning, 'days-when')) &&
    context.mentions.some((mention) => /^how (?:much|many)$/i.test(context.textOf(mention).text))
  if (asked && !context.mentions.some(({ meaning }) => meaning.kind === 'grain')) delete draft.rest.grain
  remeasured(draft, before)
  return rank
}
