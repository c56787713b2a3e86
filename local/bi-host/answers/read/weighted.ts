import { baseMeasure } from '../../query/resolve'
import type { Draft } from './draft'
import { saidAt } from './measure-context'
import type { MeasureContext, Placed } from './measure-context'
import { isMarker } from './roles'

/** How people name what a mean is weighted by, and how the unit of a measure names it. */
const weights: readonly (readonly [said: RegExp, unit: RegExp])[] = [
  [/^(?:oi|open interest)$/, /\bopen interest\b/],
  [/^(?:aum|assets?|size|value)$/, /\b(?:assets|value)\b/],
  [/^(?:tvl|stakes?|staked|value|size)$/, /\b(?:stake|value)\b/],
  [/^(?:supply|supplied|deposits?|deposited|tvl|size)$/, /\bdeposits\b/],
  [/^(?:borrowed|borrows?|borrowing|loans?|debt|loan size|size)$/, /\bborrowed\b/],
  [/^(?:volumes?|traded|turnover)$/, /\bvolume\b/],
]

/** "OI weighted funding", "weighted by deposits": said of what is weighted so, it asks for nothing else. */
export function weighted(draft: Draft, context: MeasureContext, placed: Placed[]): void {
  const { mentions, model } = context
  const textAt = (place: number): string => saidAt(context, place).toLowerCase()
  const at = mentions.findIndex((_, place) => textAt(place) === 'weighted')
  if (at < 0) return
  const by = isMarker(mentions[at + 1]?.meaning, 'by') ? at + 2 : at - 1
  const meant = weights.filter(([said]) => said.test(textAt(by)))
  const rest = placed.filter(({ place }) => place !== by || meant.length === 0)
  const unitOf = ({ id }: Placed): string =>
    id.startsWith('formula.')
      ? ''
      : (/\bweighted by (.*)$/.exec(baseMeasure(model, id).measure.unit)?.[1] ??
        /\b(\w+) weighted\b/.exec(baseMeasure(model, id).measure.unit)?.[1] ??
        '')
  const fits = (unit: string): boolean =>
    unit !== '' &&
    (meant.some(([, as]) => as.test(unit)) || (by === at - 1 && meant.length === 0 && !isNoun(context, by)))
  const mean = by > at ? rest.findLast(({ place }) => place < at) : rest.find(({ place }) => place > at)
  if (!mean || !fits(unitOf(mean))) return
  placed.splice(0, placed.length, ...rest)
  draft.explained.add(at)
  for (const place of meant.length > 0 ? [at, by] : [at]) draft.used.add(place)
  // "By assets" lays nothing out.
  if (meant.length > 0) draft.explained.add(by)
  if (by > at) draft.used.add(at + 1)
}

/** "Cap weighted": by something, which is not known here. */
const isNoun = ({ mentions }: MeasureContext, place: number): boolean =>
  ['name', 'unknown', 'field', 'formula'].includes(mentions[place]?.meaning.kind ?? '')
