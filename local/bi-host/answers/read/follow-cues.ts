import type { Answer } from '../../wire/answers'
import type { ComposeContext } from './compose'
import { isMarker, type Named } from './roles'
import { isCoin } from './role-cues'

/** "And DOT", after two coins side by side: a third. "And volume of DOT" is about DOT. */
export const joinsOthers = (
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
export const ranksAll = ({ mentions, names }: ComposeContext, { query }: Answer): boolean =>
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
export const asksOfPrice = (
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
export const namesOther = (
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
export const thingShown = (
  named: Named,
  { query }: Answer,
  { mentions, names, textOf }: ComposeContext,
): Named => {
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
