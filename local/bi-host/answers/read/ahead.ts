import { addDays, addMonths, intervalEnd, intervalStart } from '../../model/days'
import type { AnswerRange } from '../../wire/answers'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isMarker } from './roles'

/** Holidays lie ahead: "in December" is the next one, "next holiday" the first to come, "left this year" the rest of it. */
export function aheadInCalendar(draft: Draft, context: ComposeContext): void {
  const { asOf, mentions, textOf, model } = context
  const { range } = draft.rest
  const reaches = draft.sources().every((source) => model.source(source).reachesAhead === true)
  const place = mentions.findIndex(({ meaning }) => isMarker(meaning, 'ahead'))
  const later =
    range?.kind === 'between' &&
    range.from > asOf &&
    mentions.some((mention) => /^(?:the )?(?:next|coming) /i.test(textOf(mention).text))
  if (reaches && draft.sources().length > 0 && later && place < 0) return listed(draft, context)
  if (reaches && draft.sources().length > 0 && place >= 0) return toCome(draft, context, place)
  if (draft.sources().join() !== 'calendar') return
  // Days that are closed are counted, not drawn.
  if (mentions.some((mention) => /^how many$/i.test(textOf(mention).text))) {
    delete draft.rest.grain
    draft.single = true
  }
  if (range?.kind !== 'between' || range.to >= asOf) return
  const dated = mentions.some(
    (mention) =>
      mention.meaning.kind === 'range' && /\d{4}|last|past|previous|ago/i.test(textOf(mention).text),
  )
  if (!dated)
    draft.rest.range = { kind: 'between', from: addMonths(range.from, 12), to: addMonths(range.to, 12) }
}

/** From the day of the data on, to the end of what was said or for a year. */
function toCome(draft: Draft, context: ComposeContext, place: number): void {
  const { asOf, mentions, textOf, names } = context
  draft.used.add(place)
  const mention = mentions[place]
  draft.rest.range = { kind: 'between', from: addDays(asOf, 1), to: endOf(draft.rest.range, asOf) }
  listed(draft, context)
  const [source = ''] = draft.sources()
  const plural = names.some((named) => named.plural && named.senses.some((sense) => sense.source === source))
  const one = mention !== undefined && /^next$/i.test(textOf(mention).text) && !plural
  if (!one || draft.single) return
  draft.rest.sort = { by: 'date' }
  draft.rest.limit = 1
}

/** By their names, in order. */
function listed(draft: Draft, { mentions, textOf }: ComposeContext): void {
  const [source = ''] = draft.sources()
  const many = mentions.some((one) => /^how many$/i.test(textOf(one).text))
  if (many || mentions.some(({ meaning }) => meaning.kind === 'grain')) {
    draft.single = true
    return
  }
  const name = source === 'calendar' ? 'calendar.holiday' : 'events.title'
  if (draft.attributes.length === 0) draft.attributes.push(name)
  draft.rest.grain = 'day'
  draft.assumed.add('grain')
}

function endOf(range: AnswerRange | undefined, asOf: string): string {
  if (range?.kind === 'current') return intervalEnd(intervalStart(asOf, range.unit), range.unit)
  if (range?.kind === 'between' && range.to > asOf) return range.to
  return addMonths(asOf, 12)
}
