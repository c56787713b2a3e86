import type { Answer } from '../../wire/answers'
import { measuresOf, parseExpression } from '../../query/expression'
import type { ComposeContext } from './compose'
import { beside, isConditioned, laidOver } from './beside'
import { isMarker, type Named } from './roles'
import { isCoin } from './role-cues'

/** What a phrase does to the answer before it. */
interface FollowUp {
  /** The names with their roles beside that answer: "bitcoin funds only" narrows it, whatever else funds may mean. */
  readonly names: readonly Named[]
  readonly sources: readonly string[]
  readonly adds: boolean
  /** Values that are named join those before them. */
  readonly joins: boolean
  readonly measured: boolean
  /** Places of measures that are taken away again. */
  readonly dropped: ReadonlySet<number>
  /** Does something to the measures that were shown. */
  readonly worked: boolean
}

/** How a phrase follows on an answer; `null` when it is a question of its own. */
export function followUpOf(previous: Answer, context: ComposeContext): FollowUp | null {
  const { mentions } = context
  const said = (...markers: Parameters<typeof isMarker>[1][]): boolean =>
    mentions.some(({ meaning }) => isMarker(meaning, ...markers))
  const first = mentions.find(({ meaning }) => meaning.kind !== 'filler')?.meaning
  const howMuch = asksHowMuch(context, sourcesOf(previous))
  const narrows = said('only', 'about', 'without', 'unfilter')
  const sources = sourcesOf(previous)
  const names = (
    narrows ? context.names.map((named) => narrowed(named, sources, context)) : context.names
  ).map((named) => thingShown(named, previous, context))
  const dropped = droppedFrom(previous, context)
  const measured =
    names.some(
      ({ role, place }) => role === 'measure' && !isConditioned(context, place) && !dropped.has(place),
    ) || mentions.some(({ meaning }) => meaning.kind === 'formula')
  // "Top 10 coins by volume", after prices: things and what they are ranked by are a question of their own.
  const ranksElsewhere =
    names.some(({ role }) => role === 'head') &&
    mentions.some(({ meaning }) => meaning.kind === 'top') &&
    names.some(
      ({ role, senses }) =>
        role === 'rank' &&
        !senses.some((sense) => sense.kind === 'measure' && sources.includes(sense.source)),
    )
  // "Where is USDC held" asks for places, of whatever was shown before.
  const placed =
    said('place') &&
    !said('shown') &&
    names.some(({ role }) => role === 'value') &&
    !mentions.some(({ meaning }) => meaning.kind === 'top')
  if (placed || ranksElsewhere || ranksAll(context, previous) || asksOfPrice(context, sources)) return null
  const works = mentions.flatMap(({ meaning }) => (meaning.kind === 'function' ? [meaning] : []))
  const adds =
    said('add') ||
    (isMarker(first, 'and', 'versus') && !howMuch) ||
    addsBeside(context, names, sources) ||
    (isMarker(first, 'with') && names.length === 0 && works.length > 0) ||
    narrowsSign(context, names, previous)
  // "And staking yield by network" after another subject begins anew.
  const anew =
    isMarker(first, 'and') &&
    !said('add', 'shown', 'about', 'instead') &&
    names.some(({ role, senses }) => role === 'split' && senses.length > 0) &&
    names.filter(({ role }) => role === 'measure').length > 0 &&
    names
      .filter(({ role }) => role === 'measure')
      .every(
        ({ senses }) => !senses.some((sense) => sense.kind === 'measure' && sources.includes(sense.source)),
      )
  if (anew) return null
  // "With SOL" lays it beside what was shown.
  const withOne = isMarker(first, 'with') && names.some(({ role }) => role === 'value')
  const joins =
    joinsOthers(context, first, previous) || said('add') || said('versus') || comparesWith(context) || withOne
  const goesOn = adds || said('instead', 'about', 'shown') || comparesWith(context)
  const found = { names, sources, adds, joins, measured, dropped, worked: works.length > 0 && !measured }
  const changes =
    adds ||
    dropped.size > 0 ||
    said('instead', 'about', 'shown', 'untop') ||
    isMarker(first, 'versus') ||
    comparesFirst(context) ||
    asksOfIt(context)
  if (measured)
    return changes ||
      qualifies(context, sources) ||
      keepsSome(context, names, previous) ||
      asksWho(context, previous) ||
      howMuch ||
      laidOver(context) !== null ||
      namesOther(context, sources, previous)
      ? { ...found, adds: adds || dropped.size > 0 || comparesFirst(context) }
      : null
  if (works.length === 0) return found
  // "Bitcoin volatility" is a question of its own; "as a moving average" is nothing without the one before.
  const turns =
    previous.query.top !== undefined &&
    context.mentions.every(({ meaning }) => ['function', 'filler', 'marker'].includes(meaning.kind))
  const bare = mentions.every(({ meaning }) => ['function', 'window', 'filler'].includes(meaning.kind))
  const same = bare && works.every(({ usual }) => usual !== null && about(previous, usual))
  const own = works.every(({ usual }) => usual !== null) && !goesOn && !turns && !same
  const elsewhere = names.some(
    ({ role, senses }) =>
      role !== 'context' &&
      !senses.some((sense) => sense.kind !== 'source' && reaches(sense, sources, context)),
  )
  return own || elsewhere ? null : found
}

/** "Drop issuance again", "without the price": measures that are shown and named after such a word. */
function droppedFrom({ query }: Answer, { mentions, names }: ComposeContext): ReadonlySet<number> {
  const found = names.flatMap(({ place, senses }) => {
    let lead = place - 1
    while (mentions[lead]?.meaning.kind === 'filler') lead -= 1
    const shown = senses.some((sense) => sense.kind === 'measure' && query.measures.includes(sense.id))
    return shown && isMarker(mentions[lead]?.meaning, 'without', 'minus') ? [place] : []
  })
  return new Set(query.measures.length > found.length ? found : [])
}

/** "Drawdown", after the prices of several: of those that are shown. */
const about = ({ query }: Answer, measure: string): boolean =>
  (query.attributes?.length ?? 0) > 0 &&
  query.measures.every((id) => {
    const formula = query.formulas?.find((known) => `formula.${known.id}` === id)
    return (formula?.expression ?? id).includes(measure)
  })

export const sourcesOf = ({ query }: Answer): readonly string[] => {
  const ids = query.measures.flatMap((id) => {
    const formula = query.formulas?.find((known) => `formula.${known.id}` === id)
    return formula ? measuresOf(parseExpression(formula.expression, (label) => label)) : [id]
  })
  return [...new Set(ids.map((id) => id.slice(0, id.indexOf('.'))))]
}

function reaches(
  sense: Named['senses'][number],
  sources: readonly string[],
  { model }: ComposeContext,
): boolean {
  if (sources.includes(sense.source)) return true
  if (sense.kind !== 'attribute' && sense.kind !== 'value') return false
  return sources.some((source) => model.counterpart(model.source(source), sense.id) !== null)
}

/** A measure that is also the things of the running answer, or its subject, is those here. */
function narrowed(named: Named, sources: readonly string[], context: ComposeContext): Named {
  if (named.role !== 'measure') return named
  const own = named.senses.filter((sense) => reaches(sense, sources, context))
  if (own.some(({ kind }) => kind === 'value')) return { ...named, role: 'value' }
  return own.some(({ kind }) => kind === 'attribute' || kind === 'source')
    ? { ...named, role: 'context' }
    : named
}

/** "Compare with open interest": the comparison comes before what is named. */
const comparesFirst = ({ mentions, textOf }: ComposeContext): boolean => {
  const first = mentions.find(
    (mention) => mention.meaning.kind !== 'filler' || /^compar/i.test(textOf(mention).text),
  )
  return first !== undefined && /^compar/i.test(textOf(first).text)
}

/** "Compare with ETH" lays ETH beside what was shown. */
const comparesWith = ({ mentions, textOf }: ComposeContext): boolean =>
  mentions.some((mention) => textOf(mention).text.toLowerCase().startsWith('compar'))

/** "The best 3 with their apr", "with the yield": shown beside what was. */
function addsBeside(context: ComposeContext, names: readonly Named[], sources: readonly string[]): boolean {
  const measures = names.filter(({ role }) => role === 'measure')
  const opens = context.mentions.find(({ meaning }) => meaning.kind !== 'filler')
  const own = measures.every(({ senses }) =>
    senses.some((sense) => sense.kind === 'measure' && sources.includes(sense.source)),
  )
  const ranks = names.some(({ role }) => role === 'rank' || role === 'split')
  return (
    measures.length > 0 &&
    !ranks &&
    measures.every(({ place }) => beside(context, place)) &&
    (own || isMarker(opens?.meaning, 'with'))
  )
}

/** "Only the weeks with outflows", after flows: the same measure, one way. */
function narrowsSign(context: ComposeContext, names: readonly Named[], { query }: Answer): boolean {
  const measures = names.filter(({ role }) => role === 'measure')
  return (
    context.mentions.some(({ meaning }) => isMarker(meaning, 'only', 'days-when')) &&
    measures.length > 0 &&
    query.measures.length === 1 &&
    measures.every(({ senses }) =>
      senses.some((sense) => sense.kind === 'measure' && query.measures.includes(sense.id)),
    )
  )
}

/** "Only the volume", after volume and open interest: the others go. */
function keepsSome(context: ComposeContext, names: readonly Named[], { query }: Answer): boolean {
  const measures = names.filter(({ role }) => role === 'measure')
  return (
    context.mentions.some(({ meaning }) => isMarker(meaning, 'only')) &&
    measures.length > 0 &&
    query.measures.length > measures.length &&
    measures.every(({ senses }) =>
      senses.some((sense) => sense.kind === 'measure' && query.measures.includes(sense.id)),
    )
  )
}

/** "Was that price or new money?": of what was shown. */
const asksOfIt = ({ mentions, textOf }: ComposeContext): boolean =>
  /^(?:and |so )?(?:was|is|were|are) (?:that|this|it|those|they|these)\b/i.test(
    mentions
      .slice(0, 4)
      .map((mention) => textOf(mention).text)
      .join(' '),
  )

/** "After inflation?" qualifies what is shown. */
const qualifies = ({ mentions, names, textOf }: ComposeContext, sources: readonly string[]): boolean =>
  mentions.every(({ meaning }) => ['name', 'filler'].includes(meaning.kind)) &&
  names.length === 1 &&
  names.every(
    ({ place, senses }) =>
      senses.some((sense) => sense.kind === 'measure' && sources.includes(sense.source)) &&
      mentions.some(
        (mention, at) => at === place && /^(?:after|net of|adjusted|from)\b/i.test(textOf(mention).text),
      ),
  )

/** "How much was burned?" of what is looked at: names a measure of the same subject and nothing else. */
function asksHowMuch({ mentions, names, textOf }: ComposeContext, sources: readonly string[]): boolean {
  const [first, second] = mentions
  const opens = isMarker(first?.meaning, 'and') ? second : first
  if (!opens || !/^(?:and )?how (?:much|many)$/i.test(textOf(opens).text)) return false
  const plain = mentions.every(({ meaning }) => ['name', 'filler', 'marker'].includes(meaning.kind))
  return (
    plain &&
    names.every(
      ({ role, senses }) =>
        role === 'measure' &&
        senses.some((sense) => sense.kind === 'measure' && sources.includes(sense.source)),
    )
  )
}

/** "Who had the largest outflow?" asks about the names that were shown. */
function asksWho({ mentions, names }: ComposeContext, { query }: Answer): boolean {
  const ranked = mentions.some(({ meaning }) => meaning.kind === 'top')
  const which = mentions.some(({ meaning }) => isMarker(meaning, 'which'))
  const own = names.some(({ role }) => role === 'head' || role === 'split' || role === 'value')
  // "Which fund took in the most", after the flows of all: of the same measure over the same days.
  const same =
    names.some(({ role }) => role === 'head') &&
    names.every(
      ({ role, senses }) =>
        role === 'head' ||
        (role === 'measure' &&
          query.measures.length === 1 &&
          senses.some((sense) => sense.kind === 'measure' && query.measures.includes(sense.id))),
    )
  // "Which lost supply", after the supply of all.
  const moved = mentions.some(({ meaning }) => meaning.kind === 'function' && meaning.direction !== null)
  const shown = names.every(
    ({ role, senses }) =>
      role === 'measure' &&
      senses.some((sense) => sense.kind === 'measure' && query.measures.includes(sense.id)),
  )
  const laid = (query.attributes?.length ?? 0) > 0
  return which && ((ranked && (same || (!own && laid))) || (moved && shown && laid))
}

/** "And DOT", after two coins side by side: a third. "And volume of DOT" is about DOT. */
const joinsOthers = (
  { names, mentions }: ComposeContext,
  first: ComposeContext['mentions'][number]['meaning'] | undefined,
  { query }: Answer,
): boolean =>
  isMarker(first, 'and') &&
  mentions.every(({ meaning }) => ['name', 'filler', 'marker'].includes(meaning.kind)) &&
  names.every(({ role }) => role !== 'measure') &&
  names.some(
    ({ role, senses }) =>
      role === 'value' &&
      (query.filters ?? []).some(
        ({ field, op, values }) =>
          op === 'in' &&
          values.length > 1 &&
          senses.some(
            (sense) => sense.kind === 'value' && sense.id === field && !values.includes(sense.value),
          ),
      ),
  )

/** "Top 10 coins by market cap", after two coins: of all of them, and a question of its own. */
const ranksAll = ({ mentions, names }: ComposeContext, { query }: Answer): boolean =>
  mentions.some(({ meaning }) => meaning.kind === 'top' && meaning.count !== null) &&
  !mentions.some(({ meaning }) => isMarker(meaning, 'shown', 'about', 'instead', 'add', 'only')) &&
  names.some(({ role }) => role === 'rank') &&
  names.some(
    ({ role, senses }) =>
      role === 'head' &&
      (query.filters ?? []).some(
        ({ field, op }) =>
          op === 'in' && senses.some((sense) => sense.kind === 'attribute' && sense.id === field),
      ),
  )

/** "How much did BTC move over the last 7 days", after funds: a whole question, about the price of a coin. */
const asksOfPrice = (
  { mentions, names, textOf, model }: ComposeContext,
  sources: readonly string[],
): boolean => {
  const opens = mentions
    .slice(0, 3)
    .map((mention) => textOf(mention).text)
    .join(' ')
  const coins = names.filter(
    ({ senses }) =>
      isCoin(senses, model) &&
      !senses.some(
        (sense) => sense.kind === 'value' && sources.includes(sense.source) && !isCoin([sense], model),
      ),
  )
  const ownCoins = sources.some((source) => Object.hasOwn(model.source(source).attributes, 'asset'))
  return (
    /^how (?:much|far) (?:did|has|have|is|are)\b/i.test(opens) &&
    coins.length > 0 &&
    coins.length === names.length &&
    !ownCoins &&
    mentions.some(({ meaning }) => meaning.kind === 'function') &&
    !mentions.some(({ meaning }) => isMarker(meaning, 'shown', 'about', 'instead', 'add'))
  )
}

/** "Holders of each", "value per holder", after the value of some: other measures of the same subject, and nothing else. */
const namesOther = (
  { mentions, names }: ComposeContext,
  sources: readonly string[],
  { query }: Answer,
): boolean => {
  const made = mentions.flatMap(({ meaning }) => (meaning.kind === 'formula' ? [meaning.expression] : []))
  return (
    mentions.every(
      ({ meaning }) =>
        ['name', 'filler', 'formula'].includes(meaning.kind) ||
        isMarker(meaning, 'by', 'per', 'shown', 'of', 'ratio'),
    ) &&
    names.length + made.length > 0 &&
    ((query.filters?.length ?? 0) > 0 || (query.attributes?.length ?? 0) > 0) &&
    names.every(
      ({ role, senses }) =>
        (role === 'measure' || role === 'rank') &&
        senses.some((sense) => sense.kind === 'measure' && sources.includes(sense.source)),
    ) &&
    made.every((text) => sources.some((source) => text.startsWith(`${source}.`))) &&
    (made.length > 0 ||
      names.some(
        ({ senses }) =>
          !senses.some((sense) => sense.kind === 'measure' && query.measures.includes(sense.id)),
      ))
  )
}

/** "Top 5 strikes", after open interest by strike; "now the eth funds", after flows: the things that are shown, whatever else they may measure. */
const thingShown = (named: Named, { query }: Answer, { mentions, names, textOf }: ComposeContext): Named => {
  if (named.role !== 'measure') return named
  const own = named.senses.flatMap((sense) => (sense.kind === 'attribute' ? [sense] : []))
  const shown = own.some(({ id }) => query.attributes?.includes(id) === true)
  if (mentions[named.place - 1]?.meaning.kind === 'top') return shown ? { ...named, role: 'head' } : named
  const counts = mentions.some((mention) => /\b(?:how many|number|count)\b/i.test(textOf(mention).text))
  const whose = names.some(({ place, role }) => role === 'value' && place === named.place - 1)
  const here = own.some(({ source }) => query.measures.some((id) => id.startsWith(`${source}.`)))
  const alone = names.every(({ role, place }) => role !== 'measure' || place === named.place)
  return alone && !counts && here && whose ? { ...named, role: 'context' } : named
}
