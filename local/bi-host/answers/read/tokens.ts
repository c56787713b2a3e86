import type { Token, TokenKind } from '../../wire/answers'
import { capital, chartWords, grainWords, rangeLabel } from '../../query/words'
import type { ComposeContext } from './compose'
import type { Draft, Meaning } from './draft'
import { isAttribute } from './filters'
import type { Mention } from './mentions'
import type { Sense } from './lexicon'

type About = Pick<Token, 'kind' | 'typeEnum' | 'dataType' | 'guid' | 'reads'>

const about = (
  kind: TokenKind,
  typeEnum: Token['typeEnum'],
  reads: string,
  guid: string | null = null,
  dataType: Token['dataType'] = 'UNKNOWN',
): About => ({
  kind,
  typeEnum,
  dataType,
  guid,
  reads,
})

/** Every mention as a token of the search bar. */
export function tokensOf(context: ComposeContext, draft: Draft): readonly Token[] {
  return context.mentions.map((mention, place): Token => {
    const where = context.textOf(mention)
    const unknown = mention.meaning.kind === 'unknown' || draft.unknown.has(place)
    const told = unknown ? about('other', 'UNRECOGNIZED', where.text) : tellOf(context, draft, mention, place)
    return { ...where, ...told, state: stateOf(draft, mention, where.start, unknown) }
  })
}

function stateOf(
  draft: Draft,
  { meaning, corrected }: Mention,
  start: number,
  unknown: boolean,
): Token['state'] {
  if (unknown) return 'unknown'
  if (meaning.kind === 'filler') return 'filler'
  if (corrected) return 'corrected'
  return draft.ambiguities.some((ambiguity) => ambiguity.start === start) ? 'ambiguous' : 'read'
}

function tellOf(context: ComposeContext, draft: Draft, mention: Mention, place: number): About {
  const { meaning } = mention
  const text = context.textOf(mention).text
  switch (meaning.kind) {
    case 'range':
      return about('date', 'DATE', rangeLabel(meaning.range), null, 'DATE')
    case 'grain':
    case 'step':
      return about('date', 'DATE_BUCKET', capital(grainWords[meaning.grain]), null, 'DATE')
    case 'window':
      return about('parameter', 'PARAMETER', `${meaning.count} ${meaning.unit}s`, null, 'DOUBLE')
    case 'compare':
      return about(
        'date',
        'DATE',
        meaning.compare === 'year-ago' ? 'Against a year ago' : 'Against the period before',
        null,
        'DATE',
      )
    case 'chart':
      return about('other', 'KEYWORD', capital(chartWords[meaning.type]))
    case 'top':
      return about(
        'set',
        'SET',
        `${capital(meaning.from)}${meaning.count === null ? '' : ` ${meaning.count}`}`,
      )
    case 'function':
    case 'formula':
      return about(
        'formula',
        'FORMULA',
        formulaLabel(draft, meaning) ?? text,
        formulaId(draft, meaning),
        'DOUBLE',
      )
    case 'condition':
    case 'amount':
      return about('parameter', 'PARAMETER', text, null, 'DOUBLE')
    case 'field':
      return isAttribute(context.model, meaning.id)
        ? attribute(context, meaning.id)
        : measure(context, meaning.id)
    case 'name':
      return nameAbout(context, draft, meaning.senses, place)
    case 'marker':
    case 'filler':
    case 'unknown':
      return about('other', 'KEYWORD', text)
  }
}

const formulaOf = (draft: Draft, meaning: Meaning): Draft['formulas'][number] | undefined =>
  draft.formulas.find(({ expression }) =>
    meaning.kind === 'formula'
      ? expression === meaning.expression
      : meaning.kind === 'function' && expression.includes(`${meaning.name}(`),
  )
const formulaLabel = (draft: Draft, meaning: Meaning): string | undefined => formulaOf(draft, meaning)?.label
const formulaId = (draft: Draft, meaning: Meaning): string | null => {
  const formula = formulaOf(draft, meaning)
  return formula ? `formula.${formula.id}` : null
}

function nameAbout(context: ComposeContext, draft: Draft, senses: readonly Sense[], place: number): About {
  const role = context.names.find((named) => named.place === place)?.role
  const sources = draft.sources()
  const first = <Kind extends Sense['kind']>(kind: Kind): Extract<Sense, { kind: Kind }> | undefined => {
    const own = senses.filter((sense): sense is Extract<Sense, { kind: Kind }> => sense.kind === kind)
    return (
      sources
        .map((source) => own.find((sense) => sense.source === source))
        .find((sense) => sense !== undefined) ?? own[0]
    )
  }
  if (role === 'measure' || role === 'rank') {
    const used = senses.find(
      (sense) =>
        sense.kind === 'measure' &&
        draft.measures
          .map((id) => draft.expressionOf(id))
          .some((expression) => expression.includes(sense.id)),
    )
    const found = used?.kind === 'measure' ? used : first('measure')
    if (found) return measure(context, found.id)
  }
  if (role === 'value' || role === 'excluded') {
    const filtered = senses.find(
      (sense) =>
        sense.kind === 'value' &&
        draft.filters.some(({ field, values }) => field === sense.id && values.includes(sense.value)),
    )
    const found = filtered?.kind === 'value' ? filtered : first('value')
    if (found) return about('attribute', 'ATTRIBUTE_VALUE', found.value, found.id, 'VARCHAR')
  }
  const split = first('attribute')
  if (split) return attribute(context, split.id)
  const source = first('source')
  return about('other', 'KEYWORD', source ? context.model.source(source.source).label : '')
}

function measure({ model }: ComposeContext, id: string): About {
  const source = model.source(id.slice(0, id.indexOf('.')))
  return about('measure', 'MEASURE', model.measure(source, id).measure.label, id, 'DOUBLE')
}

function attribute({ model }: ComposeContext, id: string): About {
  const source = model.source(id.slice(0, id.indexOf('.')))
  const found = model.attribute(source, id).attribute
  return about(
    'attribute',
    'ATTRIBUTE',
    found.label,
    id,
    found.kind === 'day' ? 'DATE' : found.kind === 'number' ? 'DOUBLE' : 'VARCHAR',
  )
}
