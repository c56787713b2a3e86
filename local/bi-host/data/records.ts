import * as v from 'valibot'
import { along, type Anchor } from './random'

type Entries = v.ObjectEntries
type RecordOf<Fields extends Entries> = v.InferOutput<v.StrictObjectSchema<Fields, undefined>>

/**
 * A data file with one JSON record per line, each with its kind. Returns all records of a kind, validated against their fields. Both steps
 * throw with the file and line of the first invalid record.
 */
export function recordFile<Kind extends string>(
  file: string,
  lines: string,
  kinds: readonly Kind[],
): <Fields extends Entries>(kind: Kind, fields: Fields) => readonly RecordOf<Fields>[] {
  const line = v.looseObject({ record: v.picklist(kinds) })
  const records = lines
    .trimEnd()
    .split('\n')
    .map((json, index) => {
      const { record, ...fields } = checked(line, parsed(json), `${file}:${index + 1}`)
      return { record, fields, at: `${file}:${index + 1}` }
    })
  return (kind, fields) => {
    const schema = v.strictObject(fields)
    return records.filter(({ record }) => record === kind).map((one) => checked(schema, one.fields, one.at))
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function checked<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown, at: string): Output {
  const { success, output, issues } = v.safeParse(schema, value)
  if (success) return output
  throw new Error(`${at}: ${v.getDotPath(issues[0]) ?? 'no record'}: ${issues[0].message}`)
}

export const text = v.pipe(v.string(), v.nonEmpty())
export const number = v.number()
export const iso = v.pipe(v.string(), v.isoDate())
/** The first day, if there is one. */
export const since = v.exactOptional(iso)
export const flag = v.optional(v.boolean(), false)

/** A constant level, or `2023-11-21 37400, 2024-11-21 98000`: levels by date, in chronological order. */
export const anchors = v.pipe(
  v.union([v.number(), v.string()]),
  v.check(
    (levels) => typeof levels === 'number' || /^(\d{4}-\d\d-\d\d -?[\d.]+(, |$))+$/.test(levels),
    'no levels on dates',
  ),
  v.transform((levels) =>
    along(typeof levels === 'string' ? levels : `2023-11-21 ${levels}, 2026-11-20 ${levels}`),
  ),
  v.check(
    (levels) => levels.every(([day], index) => day > (levels[index - 1]?.[0] ?? '')),
    'the dates are not in order',
  ),
)
export const orNull = v.optional(v.nullable(anchors), null)

export const scaled = (levels: readonly Anchor[], factor: number): readonly Anchor[] =>
  levels.map(([day, level]) => [day, level * factor])
