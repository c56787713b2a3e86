import type { Draft } from './draft'
import type { MeasureContext, Placed } from './measure-context'

/** "How many loans got liquidated", "at what point is wBTC liquidated": whether it is money, a number or a level. */
export function forcedClosures(
  draft: Draft,
  { mentions, names, textOf, model }: MeasureContext,
  placed: Placed[],
): void {
  const closed = placed.find(({ id }) => /^(?:exchange_)?liquidations\.amount$/.test(id))
  if (!closed) return
  const said = mentions.map((mention) => textOf(mention).text.toLowerCase()).join(' ')
  const values = names.flatMap(({ senses }) => senses.filter((sense) => sense.kind === 'value'))
  const owns = (source: string): boolean =>
    values.some((value) => value.source === source) || placed.some(({ id }) => id.startsWith(`${source}.`))
  const traded = values.some(({ id }) => /\.(?:exchange|side|market_type)$/.test(id))
  const lent = owns('lending') || /\b(?:loans?|borrowers?|collateral)\b/.test(said)
  const put = (id: string): void => {
    if (!model.sources.some((source) => id.startsWith(`${source.id}.`))) return
    closed.id = id
    for (const other of placed.filter(
      (item) => item !== closed && /^(?:lending\.borrowed|(?:exchange_)?liquidations\.)/.test(item.id),
    ))
      placed.splice(placed.indexOf(other), 1)
  }
  if (
    lent &&
    /\b(?:at (?:what|which) (?:point|level|ltv|price)|when (?:do|does|is|are|would|can|will|am)|how (?:far|much) before|before)\b/.test(
      said,
    ) &&
    /\bliquidated\b/.test(said)
  ) {
    delete draft.rest.grain
    return put('lending.threshold')
  }
  if (traded) return
  if (/\b(?:how many|number of|count of)\b/.test(said) && !/\bhow many (?:dollars|usd)\b/.test(said))
    put('liquidations.positions')
  else if (closed.id.startsWith('exchange') && placed.some(({ id }) => id === 'lending.borrowed'))
    put('liquidations.amount')
}
