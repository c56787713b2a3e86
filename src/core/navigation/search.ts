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
  /** Parts of the title that were met. */
  readonly ranges: readonly Range[]
}

export interface Section<Entry> {
  readonly kind: SectionKind
  readonly found: readonly Found<Entry>[]
}

export interface Answer<Entry> {
  readonly sections: readonly Section<Entry>[]
  /** All that was found; at most `most` in each section are shown. */
  readonly total: number
}

/** Ids, best first. */
export interface Usage {
  readonly favorites: readonly string[]
  readonly recents: readonly string[]
  /** The page that is open: nowhere to go to. */
  readonly here: string | null
}

export const most = 12
const mostRecents = 5
/** Without a query the gallery is only hinted at. */
const mostUnasked = 5

const order: readonly EntryGroup[] = ['datasets', 'dashboards', 'tiles', 'actions']

/** What a query finds; without one, what the person is most likely to want. */
export function search<Entry extends SearchEntry>(
  index: SearchIndex<Entry>,
  query: string,
  usage: Usage,
  find: TypoFinder,
): Answer<Entry> {
  const terms = termsOf(query)
  return terms.length === 0 ? unasked(index.entries, usage) : asked(index, terms, usage, find)
}

function unasked<Entry extends SearchEntry>(entries: readonly Entry[], usage: Usage): Answer<Entry> {
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
        usage.recents
          .filter((id) => id !== usage.here && !usage.favorites.includes(id))
          .slice(0, mostRecents),
      ),
    ),
    section('datasets', of('datasets')),
    section('dashboards', of('dashboards').slice(0, mostUnasked)),
    section('actions', of('actions')),
  ]
  return answer(sections)
}

/** Its ranges are those of the folded title, in any order. */
interface Scored<Entry> extends Found<Entry> {
  readonly tier: Tier
}

function asked<Entry extends SearchEntry>(
  index: SearchIndex<Entry>,
  terms: readonly string[],
  usage: Usage,
  find: TypoFinder,
): Answer<Entry> {
  const { entries, titles } = index
  const met = terms.map((term) => metBy(index, term, find))
  const whole = terms.join(' ')
  // A space too many, too few or mistyped.
  const joined = terms.length > 1 ? metBy(index, terms.join(''), find) : undefined
  const scored = entries.flatMap((entry, at): readonly Scored<Entry>[] => {
    const each = met.map((byEntry) => byEntry.get(at))
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

/** Every entry that has all terms of the query, misspelt ones too, in the order they came in. */
export function entriesMeeting<Entry extends SearchEntry>(
  index: SearchIndex<Entry>,
  query: string,
  find: TypoFinder,
): readonly Entry[] {
  const met = termsOf(query).map((term) => metBy(index, term, find))
  return met.length === 0 ? [] : index.entries.filter((_, at) => met.every((byEntry) => byEntry.has(at)))
}

interface Met {
  readonly tier: Tier
  readonly ranges: readonly Range[]
}

/** Which entries have this term, and how. */
function metBy(index: SearchIndex, term: string, find: TypoFinder): ReadonlyMap<number, Met> {
  const met = new Map<number, Met>()
  index.titles.forEach((title, at) => {
    const position = positionOf(title, term)
    if (position !== null) {
      const tier = position.start ? tiers.titleWord : tiers.inTitle
      return met.set(at, { tier, ranges: [[position.at, position.at + term.length]] })
    }
    const beside = positionOf(index.others[at] ?? '', term)
    if (beside !== null) met.set(at, { tier: beside.start ? tiers.otherWord : tiers.inOther, ranges: [] })
  })
  for (const { entry, tier, range } of typosIn(index, term, find)) {
    if ((met.get(entry)?.tier ?? Number.POSITIVE_INFINITY) <= tier) continue
    met.set(entry, { tier, ranges: range === null ? [] : [range] })
  }
  return met
}

/** Letters inside other words, and misspelt other names, count only where there is nothing better. */
function withoutGuesses<Entry>(scored: readonly Scored<Entry>[]): readonly Scored<Entry>[] {
  const best = Math.min(...scored.map(({ tier }) => tier))
  return scored.filter(({ tier }) => tier <= tiers.titleTypo || tier === best)
}

/** Among equals: favorites, then what was used last, then the order they came in. */
function rankOf(usage: Usage): (entry: SearchEntry) => number {
  const ids = [...new Set([...usage.favorites, ...usage.recents])]
  const rank = new Map(ids.map((id, position) => [id, position]))
  return ({ id }) => rank.get(id) ?? ids.length
}

function bestOf(sorted: readonly Scored<SearchEntry>[], group: EntryGroup): number {
  return sorted.find(({ entry }) => entry.group === group)?.tier ?? Number.POSITIVE_INFINITY
}

/** Only of what is shown: the parts of the title as it is written. */
function shownOf<Entry extends SearchEntry>({ entry, ranges }: Found<Entry>): Found<Entry> {
  return { entry, ranges: merged(ranges.map((range) => unfolded(entry.title, range))) }
}

function answer<Entry extends SearchEntry>(sections: readonly Section<Entry>[]): Answer<Entry> {
  return {
    sections: sections
      .filter(({ found }) => found.length > 0)
      .map(({ kind, found }) => ({ kind, found: found.slice(0, most).map(shownOf) })),
    total: sections.reduce((sum, { found }) => sum + found.length, 0),
  }
}

/** In order, none over another. */
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
