import type { Draft } from './draft'
import type { MeasureContext, Placed } from './measure-context'
import { isSigned, measureLabel } from './working'
import type { Mention } from './mentions'
import { isMarker } from './roles'

/** "A to B ratio", "ratio of A to B", "A / B", "A per B", "A relative to B", "A as a share of B". */
export function ratios(
  draft: Draft,
  { mentions, names, model, textOf }: MeasureContext,
  placed: Placed[],
): void {
  // "Of SOL": the cap of one coin is told with its price.
  const ofOne = names.some(({ senses }) =>
    senses.some((sense) => sense.kind === 'value' && sense.id === 'price.asset'),
  )
  const held = (id: string): string => (ofOne && id === 'market_cap.cap' ? 'price.cap' : id)
  const isPremium = (mention: Mention | undefined): boolean =>
    mention !== undefined && /\b(?:premium|discount)s?$/i.test(textOf(mention).text)
  mentions.forEach((mention, place) => {
    const { meaning } = mention
    const asked = isMarker(meaning, 'ratio')
    const per = isMarker(meaning, 'per') && placed.some((item) => item.place === place + 1)
    const to =
      isMarker(meaning, 'to') &&
      [place - 1, place + 1].every((at) => placed.some((item) => item.place === at))
    if (!asked && !per && !to && !isShareOf(mentions, place, placed)) return
    const before = placed.filter((item) => item.place < place)
    const after = placed.filter((item) => item.place > place)
    const between = before.length > 0 && after.length > 0
    if (asked && !between && /^(?:relative|divided|in |over )/i.test(textOf(mention).text)) return
    const [top, bottom] = between
      ? [before.at(-1), after[0]]
      : before.length > 1
        ? before.slice(-2)
        : after.slice(0, 2)
    if (!top || !bottom || top.id === bottom.id) return
    draft.used.add(place)
    // "stETH discount to NAV": it is one to something already. A premium in dollars is what was paid.
    const [premium, other] = [isPremium(mentions[place - 1]), isPremium(mentions[place + 1])]
    if (to && premium && !other && isSigned(model, top.id)) {
      placed.splice(placed.indexOf(bottom), 1)
      return
    }
    for (const item of [top, bottom]) item.id = held(item.id)
    const expression = `${wrapped(draft.expressionOf(top.id))} / ${wrapped(draft.expressionOf(bottom.id))}`
    const name = `${measureLabel(draft, model, top.id)} / ${measureLabel(draft, model, bottom.id).toLowerCase()}`
    const id = draft.formula(expression, name)
    top.id = id
    placed.splice(placed.indexOf(bottom), 1)
  })
}

/** "Open interest as a share of market cap": a share of another measure is a ratio. */
export function isShareOf(
  mentions: readonly Mention[],
  place: number,
  placed: readonly { readonly place: number }[],
): boolean {
  const { meaning } = mentions[place] ?? {}
  if (meaning?.kind !== 'function' || meaning.name !== 'share') return false
  let after = place + 1
  while (
    mentions[after]?.meaning.kind === 'filler' ||
    isMarker(mentions[after]?.meaning, 'of', 'shown') ||
    isThing(mentions[after])
  )
    after += 1
  let before = place - 1
  while (
    mentions[before]?.meaning.kind === 'filler' ||
    (before > 0 && (isMarker(mentions[before]?.meaning, 'of') || isThing(mentions[before])))
  )
    before -= 1
  const at = (wanted: number): boolean => placed.some((item) => item.place === wanted)
  // "Percent of" has the word in it.
  return at(after) && at(before) && (after > place + 1 || (mentions[place]?.length ?? 0) > 1)
}

/** "As a share of ETH supply": whose supply it is stands between. */
const isThing = (mention: Mention | undefined): boolean =>
  mention?.meaning.kind === 'name' &&
  mention.meaning.senses.some(({ kind }) => kind === 'value') &&
  !mention.meaning.senses.some(({ kind }) => kind === 'measure')

const wrapped = (expression: string): string => (/[-+*/] /.test(expression) ? `(${expression})` : expression)
