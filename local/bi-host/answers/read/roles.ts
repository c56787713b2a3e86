import type { Marker } from './markers'
import { isMarker } from './draft'
import type { Mention } from './mentions'
import type { Sense } from './lexicon'
import {
  countsItself,
  crossedBy,
  has,
  lessOf,
  measuredElse,
  measuresThere,
  ofNext,
  withIt,
  withMost,
} from './role-cues'

export { isMarker } from './draft'

export type Role = 'measure' | 'rank' | 'split' | 'value' | 'excluded' | 'context' | 'head'

/** A name in the phrase and what it does there. */
export interface Named {
  readonly place: number
  readonly senses: readonly Sense[]
  readonly role: Role
  /** Stands in the plural, as a set of things does: "exchanges". */
  readonly plural: boolean
}

/** Says of every name what it does, from the words before it. */
export function rolesOf(
  mentions: readonly Mention[],
  {
    isPlural,
    isSplit,
    isVerb,
    isParty,
  }: Readonly<Record<'isPlural' | 'isSplit' | 'isVerb' | 'isParty', (mention: Mention) => boolean>>,
): readonly Named[] {
  const list: Named[] = []
  let zone: Zone = null
  mentions.forEach((mention, place) => {
    const { meaning } = mention
    if (meaning.kind === 'marker') zone = zoneAfter(meaning.marker, zone)
    else if (meaning.kind === 'top') zone = 'top'
    else if (meaning.kind === 'name') {
      const { senses } = meaning
      const asked = zone === 'top' || zone === 'which'
      // "Which fund" asks for one of them, whatever "funds" may count.
      const single = has(senses, 'attribute') && !isPlural(mention)
      const counts =
        zone === 'top' &&
        has(senses, 'measure') &&
        countsItself(senses) &&
        !measuredElse(mentions, place) &&
        !list.some(({ role }) => role === 'head')
      const one =
        (zone === 'which' && (single || (countsItself(senses) && has(senses, 'attribute')))) ||
        (counts && has(senses, 'attribute'))
      const both = zone === null && !isPlural(mention) && !has(senses, 'measure') && !has(senses, 'value')
      const crossed =
        (both && crossedBy(mentions, place)) ||
        [place - 1, place + 1].some((at) => isMarker(mentions[at]?.meaning, 'cross'))
      const split = (isSplit(mention) || crossed) && has(senses, 'attribute') && !asked
      // "Which chain has the most stablecoins": what is asked for is the chain.
      const led =
        zone === 'top' &&
        list.some(
          (named) => (named.role === 'head' && !named.plural) || partyAt(mentions[named.place], isParty),
        )
      // "By sponsor, BTC funds only": whose they are, after what they are split by.
      const before = list.at(-1)
      const narrows =
        zone === 'by' && before?.place === place - 1 && before.role === 'value' && isPlural(mention)
      const owns =
        narrows || (zone === 'by' && isPlural(mention) && ofNext(senses, mentions[place + 1]?.meaning))
      const role = owns
        ? 'context'
        : split
          ? 'split'
          : led && has(senses, 'attribute') && !has(senses, 'measure')
            ? 'context'
            : one
              ? 'head'
              : asThing(roleIn(zone, senses, mentions, place), { senses, mentions, place, zone })
      const whole =
        role === 'measure' &&
        isMarker(mentions[place - 1]?.meaning, 'of') &&
        list.some((named) => sharesIn(named, place - 2, senses))
      list.push({ place, senses, role: whole ? 'context' : role, plural: !owns && isPlural(mention) })
      // "Most talked about coin", "highest LTV assets": the noun right after is what is ranked.
      const after = mentions[place + 1]?.meaning
      const leads =
        zone === 'top' &&
        role === 'measure' &&
        after?.kind === 'name' &&
        has(after.senses, 'attribute') &&
        !has(after.senses, 'measure') &&
        !has(after.senses, 'value')
      if ((role === 'measure' && !leads) || role === 'rank' || role === 'head') zone = null
      if (zone === 'top' && role === 'value') zone = 'top'
    } else if (meaning.kind === 'function' && (zone === 'top' || zone === 'which')) zone = 'top'
    else if (meaning.kind !== 'filler' && meaning.kind !== 'unknown') zone = null
  })
  return leftOut(withoutVerbs(valuesOfHead(list), mentions, isVerb), mentions)
}

/** "Who issues the most stablecoins": what is asked for is who. */
const partyAt = (mention: Mention | undefined, isParty: (mention: Mention) => boolean): boolean =>
  mention !== undefined && isParty(mention)

/** "Which ETFs stake": a word that is a value of what is asked for and measures something else is the value. */
function valuesOfHead(list: readonly Named[]): readonly Named[] {
  const measures = list.filter(({ role }) => role === 'measure')
  const head = list.find(({ role }) => role === 'head' || role === 'context')
  const [only] = measures
  if (!only || !head || measures.length > 1 || !has(only.senses, 'value')) return list
  const asked = head.senses.flatMap((sense) => (sense.kind === 'attribute' ? [sense.source] : []))
  const own = only.senses.some(({ kind, source }) => kind === 'value' && asked.includes(source))
  const measured = only.senses.some(({ kind, source }) => kind === 'measure' && asked.includes(source))
  return own && !measured
    ? list.map((named) => (named === only ? { ...named, role: 'value' as const } : named))
    : list
}

/** "USDT traded below par": where something else is measured, that it was traded says nothing. */
function withoutVerbs(
  list: readonly Named[],
  mentions: readonly Mention[],
  isVerb: (mention: Mention) => boolean,
): readonly Named[] {
  const verb = ({ place }: Named): boolean => {
    const mention = mentions[place]
    return mention !== undefined && isVerb(mention)
  }
  const measured = list.some((named) => named.role === 'measure' && !verb(named))
  return measured ? list.filter((named) => named.role !== 'measure' || !verb(named)) : list
}

/** "USDT and USDC share of supply": the supply is what it is a share of. */
const sharesIn = (named: Named, place: number, senses: readonly Sense[]): boolean =>
  named.place === place &&
  named.role === 'measure' &&
  named.senses.some(
    (sense) =>
      sense.kind === 'measure' &&
      /share/.test(sense.id) &&
      senses.some(({ kind, source }) => kind === 'measure' && source === sense.source),
  )

/** "Stablecoins left out", "USDT and USDC excluded". */
function leftOut(list: readonly Named[], mentions: readonly Mention[]): readonly Named[] {
  const places = new Set<number>()
  mentions.forEach(({ meaning }, place) => {
    if (!isMarker(meaning, 'left-out')) return
    for (let at = place - 1; at >= 0; at -= 1) {
      const named = list.find((candidate) => candidate.place === at)
      if (named && has(named.senses, 'value')) places.add(at)
      else if (mentions[at]?.meaning.kind !== 'filler' && !isMarker(mentions[at]?.meaning, 'and')) break
    }
  })
  return list.map((named) => (places.has(named.place) ? { ...named, role: 'excluded' as const } : named))
}

/** "five largest funds by aum": a noun that counts things names the things where something else is measured. */
function asThing(
  role: Role,
  {
    senses,
    mentions,
    place,
    zone,
  }: {
    readonly senses: readonly Sense[]
    readonly mentions: readonly Mention[]
    readonly place: number
    readonly zone: Zone
  },
): Role {
  if (role !== 'measure' || !has(senses, 'attribute')) return role
  const other = mentions.some(
    ({ meaning }, at) =>
      at !== place &&
      ((meaning.kind === 'function' && meaning.direction !== null) ||
        (meaning.kind === 'name' && has(meaning.senses, 'measure') && !has(meaning.senses, 'attribute')) ||
        meaning.kind === 'field'),
  )
  if (measuresThere(senses, mentions, place)) return role
  // "Assets of Grayscale funds": whose they are, and no number of them.
  const owned =
    countsItself(senses) &&
    zone !== 'top' &&
    !mentions.some(({ meaning }) => isMarker(meaning, 'total')) &&
    mentions
      .slice(0, place)
      .some(
        ({ meaning }) =>
          meaning.kind === 'unknown' || (meaning.kind === 'name' && !has(meaning.senses, 'value')),
      )
  if (owned) return 'context'
  if (!other) return role
  return zone === 'top' || zone === 'which' ? 'head' : 'context'
}

type Zone = 'by' | 'without' | 'top' | 'which' | 'sorted' | null

/** What a marker opens; any other but those three ends what was open. */
const zones: Readonly<Partial<Record<Marker, Zone>>> = {
  by: 'by',
  per: 'by',
  without: 'without',
  minus: 'without',
  which: 'which',
  sorted: 'sorted',
}
const zoneAfter = (marker: Marker, zone: Zone): Zone =>
  marker === 'and' || marker === 'equals' || marker === 'shown' ? zone : (zones[marker] ?? null)

function roleIn(zone: Zone, senses: readonly Sense[], mentions: readonly Mention[], place: number): Role {
  const [measure, attribute, value] = [has(senses, 'measure'), has(senses, 'attribute'), has(senses, 'value')]
  switch (zone) {
    case 'by':
      return attribute ? 'split' : measure ? 'rank' : value ? 'value' : 'context'
    case 'sorted':
      return countsItself(senses) && measuredElse(mentions, place)
        ? 'context'
        : measure
          ? 'rank'
          : attribute
            ? 'split'
            : 'context'
    case 'without':
      return value
        ? lessOf(senses, mentions, place)
          ? 'value'
          : 'excluded'
        : measure
          ? 'measure'
          : 'context'
    case 'top':
    case 'which': {
      // "top 10 RWA products": the last of several nouns is the head.
      const next = mentions[place + 1]?.meaning
      const nextIsHead =
        next?.kind === 'name' && has(next.senses, 'attribute') && !has(next.senses, 'measure')
      if (attribute && !measure && !nextIsHead) return 'head'
      return value ? 'value' : measure ? 'measure' : 'context'
    }
    case null:
      if (attribute && !value && withMost(mentions, place)) return 'head'
      // "Supply of each stablecoin with its issuer": shown beside.
      if (attribute && !measure && !value && withIt(mentions, place)) return 'split'
      // "exchanges" are venues before they are the sector of that name.
      return measure ? 'measure' : value && !attribute ? 'value' : 'context'
  }
}
