import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { opposite } from './filters'
import type { MeasureContext } from './measure-context'
import { isMarker } from './roles'

/** "Which chains lost USDT", "days with outflows over 500m": the way it went is a condition, and turns one that is said. */
export function readSign(draft: Draft, { mentions, textOf }: ComposeContext): void {
  const { sign } = draft
  if (sign === null) return
  if (draft.turned)
    draft.filters.forEach((filter, at) => {
      if (filter.field === sign.field && Number(filter.values[0]) > 0)
        draft.filters[at] = {
          ...filter,
          op: opposite[filter.op] ?? filter.op,
          values: filter.values.map((value) => -Number(value)).toReversed(),
        }
    })
  const asked = mentions.some(
    (mention) =>
      isMarker(mention.meaning, 'which', 'days-when', 'with', 'only', 'place') ||
      /^(?:that|who|which .*|trading|trade|trades|traded)$/i.test(textOf(mention).text),
  )
  const held = draft.filters.some(({ field }) => field === sign.field)
  if (!asked || held || draft.rest.top) return
  if (draft.attributes.length === 0 && draft.rest.grain === undefined) return
  draft.filters.push({ field: sign.field, op: sign.direction === 'down' ? 'lt' : 'gt', values: [0] })
}

/** "What discount do they trade at" asks how far, and not which of them. */
export const asksHowFar = ({ mentions, textOf }: Pick<MeasureContext, 'mentions' | 'textOf'>): boolean =>
  /^(?:and |so |now |ok )*(?:what(?: is|'s)?|how (?:big|large|deep|wide|much)(?: of)?|which) (?:a |an |the |kind of |sort of |their |its )*(?:discount|premium)\b/i.test(
    mentions.map((mention) => textOf(mention).text).join(' '),
  )
