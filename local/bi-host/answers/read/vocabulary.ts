import { declaredFields, declaredSources, wordsOfField } from '../../model/declarations'
import type { Lexicon, Name, Sense } from './lexicon'
import { editsBetween, stemOf, listed } from './words'
import type { Source } from '../../model/source'

const declared = (part: 'measure' | 'thing'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    declaredSources.flatMap((one) => (one[part] === undefined ? [] : [[one.source, one[part]]])),
  )

/** What a question is about when it names a subject and no measure. */
export const usualMeasure = declared('measure')

/** What flows out is a net flow below zero. */
export const outward: ReadonlySet<string> = new Set(outflowWords())

function outflowWords(): readonly string[] {
  return ['', 'net ', 'etf ', 'fund ', 'etf net ', 'rwa ', 'stablecoin '].flatMap((kind) => [
    `${kind}outflow`,
    `${kind}outflows`,
  ])
}

/** What a ranking without a noun is about, where it is not the first attribute. */
export const usualThing = declared('thing')

/** Measures that only one asset has. */
export const onlyFor: Readonly<Record<string, string>> = Object.fromEntries(
  declaredFields.flatMap(({ field, onlyFor: one }) => (one === undefined ? [] : [[field, one]])),
)

/** Words that hold a question together and ask nothing. */
export const fillers = new Set(
  `a an the of in on at to for from as is are was were be been do does did has have had it its their there this that these those me my we us you i
  show give tell get plot draw display see want know need like would could can please let lets find list what whats how much many who where when
  value values number amount figure figures level data chart graph plot diagram view picture with and or out off about into onto within among
  s t usd dollar dollars us terms being held hold holds currently now latest present right today's alone compare compared comparison between
  total overall combined altogether together sum average mean avg crypto market-wide total's happened happening
  look looks looking like doing done morning afternoon evening rows row been big large whole entire active people sits sit live lives higher lower bigger larger smaller hit took place trade trades requirement requirements status closed traded trading ended stood stand stands standing finished sat quick quickly overview pls kindly thanks thank hi hello hey d m ll re ve wondering interested ever
  both side sort sorted order ordered rank ranked fast quickly pay pays paying offer offers charge charges earn earns report reports current saw experienced recorded date dates via through any sees seeing profile make makes put take takes taking go going come comes gets got seen then ok okay again back keep
  break than broken settle settles settled settling everything everywhere down split breakdown group grouped handled handles handle processed processes process transacted facilitated executed use using gimme lemme whos say recent recently strayed drifted annualised annualized money actually pattern patterns really roughly around approximately so far utc gmt but exactly precisely simply basically honestly count counts went goes belong belongs happens happen cost costs own owns hosts host hosted hosting houses heavily actively still ranking popular typically usually away separately individually here averages sums totals anything`.split(
    /\s+/,
  ),
)

/** What a word may be a slip of, and what lies near it. */
export function spelling(
  names: readonly Name[],
  keywords: readonly string[],
): Pick<Lexicon, 'vocabulary' | 'correct' | 'near'> {
  const vocabulary = new Set(
    [...names.flatMap(({ words }) => words), ...keywords].filter((word) => /\p{L}{2}/u.test(word)),
  )
  const list = [...vocabulary]
  // What asks nothing is no suggestion: only what names something in the data.
  const telling = [...new Set(names.flatMap(({ words }) => words))].filter(
    (word) => /\p{L}{2}/u.test(word) && !fillers.has(word),
  )
  const within = (
    low: string,
    most: number,
    among: readonly string[] = list,
  ): readonly { readonly word: string; readonly edits: number }[] =>
    among
      .filter((word) => Math.abs(word.length - low.length) <= most)
      .map((word) => ({ word, edits: editsBetween(low, word, most) }))
      .filter(({ edits }) => edits <= most)
      .sort((a, b) => a.edits - b.edits || a.word.localeCompare(b.word))
  return {
    vocabulary,
    correct(low) {
      // "Developers" is a word of its own and no slip of "developed".
      const ending = (word: string): boolean =>
        word.slice(0, Math.min(word.length, low.length) - 2) ===
        low.slice(0, Math.min(word.length, low.length) - 2)

      // Short words are near to too many others.
      if (low.length < 4 || /\d/.test(low)) return null
      const letters = (word: string): string => word.split('').sort().join('')
      const [first, second] = within(low, low.length > 7 ? 2 : 1).filter(
        ({ word, edits }) =>
          !(edits > 1 && ending(word)) &&
          word.length >= 4 &&
          word[0] === low[0] &&
          (low.length > 4 || letters(word) === letters(low)),
      )
      if (!first) return null
      if (!second || second.edits > first.edits || stemOf(second.word) === stemOf(first.word))
        return first.word
      // "Precent" has the letters of "percent", not those of "present".
      const swapped = [first, second].filter(({ word }) => letters(word) === letters(low))
      return swapped.length === 1 ? (swapped[0]?.word ?? null) : null
    },
    near: (low) =>
      low.length < 3
        ? []
        : [
            ...new Set([
              ...telling
                .filter((word) => word.startsWith(low) && word !== low)
                .sort((a, b) => a.length - b.length),
              ...within(low, low.length > 5 ? 2 : 1, telling)
                .map(({ word }) => word)
                // Short words are near to too many others.
                .filter((word) => word !== low && low.length > 3 && (low.length > 5 || word[0] === low[0])),
            ]),
          ].slice(0, 3),
  }
}

const nouns = ['type', 'kind', 'class', 'category', 'level', 'group']
const ending = new RegExp(` (?:${nouns.join('|')})$`)
/** What is counted itself: an "asset type" is no asset. */
const things =
  /^(?:asset|chain|exchange|issuer|sponsor|fund|product|protocol|market|stablecoin|network|from chain|to chain|underlying|event|subject|holiday|open|delta|stakes|restaking protocol)$/

/** Every name that the model or its everyday words give an attribute. */
export const namesOfAttributes = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap((source) =>
      Object.entries(source.attributes).flatMap(([id, { label, synonyms = [] }]) =>
        [label, ...synonyms, ...wordsOfField(`${source.id}.${id}`).strong].map((text) => text.toLowerCase()),
      ),
    ),
  )

/** "Access type", "backing category", "venue class": a division of things by any noun for one. */
export function kindsOf(
  { label, kind = 'text' }: Source['attributes'][string],
  taken: ReadonlySet<string>,
): readonly string[] {
  const own = label.toLowerCase()
  const plain = own.replace(ending, '')
  if (kind !== 'text' || own === 'type' || (plain === own && things.test(own))) return []
  return nouns.map((noun) => `${plain} ${noun}`).filter((text) => !taken.has(text))
}

/** "The RWA market", "the staking sector": the subject by another noun. */
export const marketsOf = (subject: string): readonly string[] =>
  subject.split(' ').length > 2 || / (?:market|markets)$/.test(subject)
    ? []
    : ['market', 'sector', 'space', 'industry'].map((noun) => `${subject.toLowerCase()} ${noun}`)

/** Words that say from which end things are counted. */
export const highest = listed(`
  top, largest, biggest, highest, most, best, leading, greatest, strongest, fastest, longest, busiest,
  dearest, priciest, deepest, costliest, furthest, farthest, widest, heaviest, fullest, tightest, richest,
  steepest, tallest, max, maximum, peak`)
export const lowest = listed(`
  bottom, smallest, lowest, least, worst, weakest, fewest, slowest, cheapest, shortest, tiniest, quietest,
  emptiest, loosest, lightest, poorest, thinnest`)

/** Of which attributes a value says that its source is meant. */
const thingsOf: Readonly<Record<string, readonly string[]>> = {
  lending: ['lending.protocol', 'lending.asset_class'],
  liquidations: ['liquidations.protocol'],
  staking: ['staking.protocol'],
  restaking: ['restaking.protocol'],
  etf: ['etf.fund', 'etf.issuer'],
  stable_supply: ['stable_supply.token'],
  stable_price: ['stable_price.token'],
  stable_bridge: ['stable_bridge.token'],
  rwa: ['rwa.product', 'rwa.asset_class', 'rwa.issuer'],
}

/** "Parked on Aave", "bought by IBIT", "value locked in staking": the sources whose own thingsOf are named, and no exchange. */
export const sourcesTied = (names: readonly (readonly Sense[])[]): ReadonlySet<string> =>
  new Set(
    Object.keys(thingsOf).filter((source) =>
      names.some(
        (senses) =>
          !senses.some((sense) => sense.kind === 'value' && /^trading\.(?!asset)/.test(sense.id)) &&
          senses.some(
            (sense) =>
              sense.source === source &&
              (sense.kind === 'source' ||
                (sense.kind === 'value' && thingsOf[source]?.includes(sense.id) === true) ||
                (sense.kind === 'attribute' &&
                  senses.every((other) => other.source === source || other.kind === 'value'))),
          ),
      ),
    ),
  )

/** Verbs that are a measure where there is no other: "how has the supply moved" is about the supply alone. */
export const motions: ReadonlySet<string> = new Set(
  'leave leaves leaving left exited moved moving going heading sent transferred flowing flowed shifted migrated migrating'.split(
    ' ',
  ),
)

/** A superlative that says itself what is measured, where the question does not: the first that the subject has. */
export const qualities: Readonly<Record<string, readonly string[]>> = {
  cost: listed(`
  lending.borrow_apy, etf.fee, rwa.fee, funding.funding_rate, price.close, options.premium_rate,
  option_surface.atm`),
  activity: listed(`
  trading.volume, hourly.volume, options.volume, etf.volume, stable_bridge.bridged, futures_term.volume,
  stable_price.volume, onchain.active_addresses`),
  depth: ['lending.idle'],
  speed: ['staking.exit'],
  pay: ['staking.apr', 'lending.supply_apy', 'rwa.yield', 'restaking.extra'],
  fullness: ['lending.utilisation', 'rwa.holders'],
}

/** Adjectives of a quality, and from which end they count. */
export const qualityOf: Readonly<Record<string, string>> = {
  cheapest: 'cost',
  dearest: 'cost',
  priciest: 'cost',
  costliest: 'cost',
  busiest: 'activity',
  quietest: 'activity',
  deepest: 'depth',
  fullest: 'fullness',
  tightest: 'fullness',
  loosest: 'fullness',
  emptiest: 'fullness',
  heaviest: 'activity',
  lightest: 'activity',
  thinnest: 'activity',
}

const bySource = (part: 'where' | 'who' | 'coins' | 'size'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    declaredSources.flatMap((one) => (one[part] === undefined ? [] : [[one.source, one[part]]])),
  )
const byField = (part: 'inCoins' | 'share'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    declaredFields.flatMap((one) => (one[part] === undefined ? [] : [[one.field, one[part]]])),
  )
const fieldsThat = (part: 'timesPrice' | 'goesOut' | 'lowIsBest'): ReadonlySet<string> =>
  new Set(declaredFields.flatMap((one) => (one[part] ? [one.field] : [])))

export const placesOf = bySource('where')
export const partiesOf = bySource('who')
export const coinsHeld = bySource('coins')
export const sizeOf = bySource('size')
export const inCoins = byField('inCoins')
export const shareOf = byField('share')
export const timesPrice = fieldsThat('timesPrice')
export const goesOut = fieldsThat('goesOut')
export const lowIsBest = fieldsThat('lowIsBest')
export const wholly: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  declaredSources.flatMap(({ source, wholly: values }) => (values === undefined ? [] : [[source, values]])),
)

/** Nouns that are a split by themselves. */
const splitNouns: ReadonlySet<string> = new Set(
  listed(`
  term structure, term curve, curve, vol curve, volatility curve, futures curve, forward curve,
  vol term structure, volatility term structure, hour of the day, what time, at what time, which time,
  hours of the day, time of the day, time of day, hour of day, day of the week, days of the week,
  hour by hour profile, intraday pattern, intraday profile, intraday seasonality, hourly pattern,
  hourly profile, hourly seasonality, time of day pattern, weekday, weekdays, puts or calls, calls or puts,
  longs or shorts, long or short, longs and shorts, dex and cex, issued by whom, cex and dex`),
)

/** "Longs and shorts", "calls or puts": the values of an attribute by name. "Who can buy": what is asked for. */
export const isSplitNoun = (text: string): boolean =>
  splitNouns.has(text) || /^(?:[a-z]+ (?:and|or|vs) [a-z]+$|who )/.test(text)
