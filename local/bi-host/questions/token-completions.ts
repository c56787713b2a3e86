import type { Completion, CompleteRequest, Reading } from '../wire/answers'
import { grainWords } from '../query/words'
import { tokenValue } from './canonical'
import type { TokenScope } from './token-fields'
import { dateLabel, fieldsOf, labelOfField, tokenNames, type Field } from './token-names'
import { isTokenPhrase } from './token-syntax'
import { readTokens } from './tokens'

/** Completions after the point of a date token. */
const times = [
  ...Object.values(grainWords),
  'last 7 days',
  'last 30 days',
  'last 90 days',
  'last 12 months',
  'this month',
  'this year',
  'all time',
]

/**
 * Completions of the token at the caret: fields after an open bracket, values after a point. Null for a phrase in plain words. Fields that
 * are columns already are not offered again.
 */
export function tokenCompletions(
  scope: TokenScope,
  { phrase, caret, limit = 8 }: Pick<CompleteRequest, 'phrase' | 'caret' | 'limit'>,
): readonly Completion[] | null {
  const before = phrase.slice(0, caret)
  const [opened, label] = /\[([^[\]]*)$/.exec(before) ?? []
  const [valued, name, value] = /\[([^[\]]+)\]\.(?:'([^']*)|[\p{L}\p{N}_-]*)$/u.exec(before) ?? []
  if (opened === undefined && valued === undefined) return isTokenPhrase(before) ? [] : null
  const start = caret - (opened ?? valued ?? '').length
  const read = readTokens(scope, before.slice(0, start))
  const { measures = [], attributes = [] } = read.answer?.query ?? {}
  const near = measures.map((id) => id.slice(0, id.indexOf('.')))
  if (name !== undefined && valued !== undefined) {
    const typed = value ?? valued.slice(name.length + 3)
    const [field] = tokenNames(scope.model).find(name, near)
    const all = name.toLowerCase() === dateLabel.toLowerCase() ? times : valuesOf(scope, field)
    return startingWith(typed, all, (text) => text)
      .slice(0, limit)
      .map((text) =>
        completion(field, { insert: `[${name}].${tokenValue(text)}`, label: text, start, end: caret }),
      )
  }
  // Also replaces a closing bracket right after the caret.
  const end = phrase.charAt(caret) === ']' ? caret + 1 : caret
  const used = new Set([...measures, ...attributes])
  // Attributes only of the sources that are measured.
  const fields = scope.sources
    .flatMap(fieldsOf)
    .filter(
      ({ kind, id, source }) =>
        !used.has(id) && (kind === 'measure' || near.length === 0 || near.includes(source.id)),
    )
  const ofNear = ({ source }: Field): number => Number(!near.includes(source.id))
  return startingWith(label ?? '', fields, labelOfField)
    .toSorted((one, other) => ofNear(one) - ofNear(other))
    .slice(0, limit)
    .map((field) =>
      completion(field, {
        insert: tokenNames(scope.model).write(field.id, near),
        label: labelOfField(field),
        start,
        end,
      }),
    )
}

/** Items with a word that starts with the text. Items that start with it themselves come first. */
function startingWith<One>(typed: string, all: readonly One[], textOf: (one: One) => string): readonly One[] {
  const low = typed.trim().toLowerCase()
  const begins = (one: One): boolean => textOf(one).toLowerCase().startsWith(low)
  return all
    .filter((one) => begins(one) || textOf(one).toLowerCase().includes(` ${low}`))
    .toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
}

function valuesOf({ facts }: TokenScope, field: Field | undefined): readonly string[] {
  if (field?.kind !== 'attribute') return []
  return facts(field.source.id).values[field.id.slice(field.source.id.length + 1)] ?? []
}

function completion(
  field: Field | undefined,
  at: Pick<Completion, 'insert' | 'label' | 'start' | 'end'>,
): Completion {
  const guid = field?.id ?? null
  if (field === undefined)
    return { ...at, kind: 'date', typeEnum: 'DATE', dataType: 'DATE', detail: 'Time range or interval', guid }
  if (at.insert.includes('].'))
    return {
      ...at,
      kind: 'attribute',
      typeEnum: 'ATTRIBUTE_VALUE',
      dataType: 'VARCHAR',
      detail: labelOfField(field),
      guid,
    }
  return field.kind === 'measure'
    ? {
        ...at,
        kind: 'measure',
        typeEnum: 'MEASURE',
        dataType: 'DOUBLE',
        detail: `Measure in ${field.source.label}`,
        guid,
      }
    : {
        ...at,
        kind: 'attribute',
        typeEnum: 'ATTRIBUTE',
        dataType: 'VARCHAR',
        detail: field.source.label,
        guid,
      }
}

/** Drops completions that the rest of the phrase contains already: a measure, an attribute, a value or a range. */
export function notReadYet(
  found: readonly Completion[],
  phrase: string,
  reader: { read(request: { readonly phrase: string }): Pick<Reading, 'tokens'> },
): readonly Completion[] {
  const around = new Map<string, ReadonlySet<string>>()
  return found.filter(({ start, end, guid, kind, label }) => {
    const rest = `${phrase.slice(0, start)} ${phrase.slice(end)}`
    const known =
      around.get(rest) ??
      new Set(
        reader
          .read({ phrase: rest })
          .tokens.flatMap((token) => [
            ...(token.guid === null || token.typeEnum === 'ATTRIBUTE_VALUE' ? [] : [token.guid]),
            `${token.kind} ${token.reads.toLowerCase()}`,
            `${token.kind} ${token.text.toLowerCase()}`,
          ]),
      )
    around.set(rest, known)
    return !(guid !== null && known.has(guid)) && !known.has(`${kind} ${label.toLowerCase()}`)
  })
}
