import { unfolded } from '../kernel/folding'
import {
  typosIn,
  type EntryGroup,
  type SearchEntry,
  type SearchIndex,
  positionOf,
  termsOf,
  tiers,
  type Range,
  type Tier,
  type TypoFinder,
} from './search-index'

export type SectionKind = 'favorites' | 'recents' | EntryGroup

export interface Found<Entry> {
  readonly entry: Entry
  /** Matching parts of the title. */
  readonly ranges: readonly Range[]
}

export interface Section<Entry> {
  readonly kind: SectionKind
  readonly found: readonly Found<Entry>[]
}

export interface Answer<Entry> {
  readonly sections: readonly Section<Entry>[]
  /** Number of all matches. Each section contains at most `most` of them. */
  readonly total: number
}

/** Entry ids, best first. */
export interface Usage {
  readonly favorites: readonly string[]
  readonly recents: readonly string[]
  /** The open page, which is not suggested as a recent. */
  readonly here: string | null
}

export const maxPerSection = 12
const maxRecents = 5
/** Maximum number of dashboards listed without a query. */
const maxSuggestedDashboards = 5

const order: readonly EntryGroup[] = ['datasets', 'dashboards', 'tiles', 'actions']

/** The matches of a query, or suggestions when it is empty. */
export function search<Entry extends SearchEntry>(
  index: SearchIndex<Entry>,
  query: string,
  usage: Usage,
  find: TypoFinder,
): Answer<Entry> {
  const terms = termsOf(query)
  return terms.length === 0 ? suggestions(index.entries, usage) : matches(index, terms, usage, find)
}

function suggestions<Entry extends SearchEntry>(entries: readonly Entry[], usage: Usage): Answer<Entry> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const listed = new Set<string>()
  const section = (kind: SectionKind, chosen: readonly (Entry | undefined)[]): Section<Entry> => {
    const found = chosen.flatMap((entry) => {
      if (entry === undefined || listed.has(entry.id)) return []
      listed.add(entry.id)
      return [{ entry, ranges: [] }]
    })
    return { kind, found }
  }
  const named = (ids: readonly string[]): readonly (Entry | undefined)[] => ids.map((id) => byId.get(id))
  const of = (group: EntryGroup): readonly Entry[] => entries.filter((entry) => entry.group === group)
  const sections = [
    section('favorites', named(usage.favorites)),
    section(
      'recents',
      named(
        usage.recents.filter((id) => id !== usage.here && !usage.favorites.includes(id)).slice(0, maxRecents),
      ),
    ),
    section('datasets', of('datasets')),
    section('dashboards', of('dashboards').slice(0, maxSuggestedDashboards)),
    section('actions', of('actions')),
  ]
  return answer(sections)
}

/** `ranges` refer to the folded title, in any order. */
interface Scored<Entry> extends Found<Entry> {
  readonly tier: Tier
}

function matches<Entry extends SearchEntry>(
  index: SearchIndex<Entry>,
  terms: readonly string[],
  usage: Usage,
  find: TypoFinder,
): Answer<Entry> {
  const { entries, titles } = index
  const byTerm = terms.map((term) => matchesOf(index, term, find))
  const whole = terms.join(' ')
  // A superfluous, missing or mistyped space.
  const joined = terms.length > 1 ? matchesOf(index, terms.join(''), find) : undefined
  const scored = entries.flatMap((entry, at): readonly Scored<Entry>[] => {
    const each = byTerm.map((byEntry) => byEntry.get(at))
    const parts = each.includes(undefined) ? [joined?.get(at)] : each
    if (parts.includes(undefined)) return []
    const title = titles[at] ?? ''
    const worst = Math.max(...parts.map((part) => part?.tier ?? tiers.inOther)) as Tier
    const isWhole = title === whole || entry.tickers?.includes(whole) === true
    const tier = isWhole ? tiers.wholeTitle : title.startsWith(whole) ? tiers.titleStart : worst
    return [{ entry, tier, ranges: parts.flatMap((part) => part?.ranges ?? []) }]
  })
  const rank = rankOf(usage)
  const sorted = withoutGuesses(scored).toSorted(
    (one, other) => one.tier - other.tier || rank(one.entry) - rank(other.entry),
  )
  const groups = order.toSorted((one, other) => bestOf(sorted, one) - bestOf(sorted, other))
  return answer(groups.map((kind) => ({ kind, found: sorted.filter(({ entry }) => entry.group === kind) })))
}

/** All entries that match every term of the query, with typos too, in their original order. */
export function matchingEntries<Entry extends SearchEntry>(
  index: SearchIndex<Entry>,
  query: string,
  find: TypoFinder,
): readonly Entry[] {
  const byTerm = termsOf(query).map((term) => matchesOf(index, term, find))
  return byTerm.length === 0
    ? []
    : index.entries.filter((_, at) => byTerm.every((byEntry) => byEntry.has(at)))
}

interface TermMatch {
  readonly tier: Tier
  readonly ranges: readonly Range[]
}

/** The matches of one term, by the entry's index. */
function matchesOf(index: SearchIndex, term: string, find: TypoFinder): ReadonlyMap<number, TermMatch> {
  const byEntry = new Map<number, TermMatch>()
  index.titles.forEach((title, at) => {
    const position = positionOf(title, term)
    if (position !== null) {
      const tier = position.start ? tiers.titleWord : tiers.inTitle
      return byEntry.set(at, { tier, ranges: [[position.at, position.at + term.length]] })
    }
    const other = positionOf(index.others[at] ?? '', term)
    if (other !== null) byEntry.set(at, { tier: other.start ? tiers.otherWord : tiers.inOther, ranges: [] })
  })
  for (const { entry, tier, range } of typosIn(index, term, find)) {
    if ((byEntry.get(entry)?.tier ?? Number.POSITIVE_INFINITY) <= tier) continue
    byEntry.set(entry, { tier, ranges: range === null ? [] : [range] })
  }
  return byEntry
}

/** Keeps typos in names (`nameTypo`) and matches inside words of names or `about` (`inOther`) only if there is no better match. */
function withoutGuesses<Entry>(scored: readonly Scored<Entry>[]): readonly Scored<Entry>[] {
  const best = Math.min(...scored.map(({ tier }) => tier))
  return scored.filter(({ tier }) => tier <= tiers.titleTypo || tier === best)
}

/** Ranks entries of the same tier: favorites, then recents, then original order. */
function rankOf(usage: Usage): (entry: SearchEntry) => number {
  const ids = [...new Set([...usage.favorites, ...usage.recents])]
  const rank = new Map(ids.map((id, position) => [id, position]))
  return ({ id }) => rank.get(id) ?? ids.length
}

function bestOf(sorted: readonly Scored<SearchEntry>[], group: EntryGroup): number {
  return sorted.find(({ entry }) => entry.group === group)?.tier ?? Number.POSITIVE_INFINITY
}

/** Maps the ranges from the folded title to the original title. Called only for the results shown. */
function shownOf<Entry extends SearchEntry>({ entry, ranges }: Found<Entry>): Found<Entry> {
  return { entry, ranges: merged(ranges.map((range) => unfolded(entry.title, range))) }
}

function answer<Entry extends SearchEntry>(sections: readonly Section<Entry>[]): Answer<Entry> {
  return {
    sections: sections
      .filter(({ found }) => found.length > 0)
      .map(({ kind, found }) => ({ kind, found: found.slice(0, maxPerSection).map(shownOf) })),
    total: sections.reduce((sum, { found }) => sum + found.length, 0),
  }
}

/** Sorted, without overlaps. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const out: Range[] = []
  for (const range of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = out.at(-1)
    if (last !== undefined && range[0] <= last[1])
      out[out.length - 1] = [last[0], Math.max(last[1], range[1])]
    else out.push(range)
  }
  return out
}
