import * as v from 'valibot'
import { along, type Anchor } from '../paths'

/**
 * A table of the universe from its file: one JSON record a line, each held against the schema.
 * @throws naming the file and the line of the first record that is not what it has to be.
 */
export function recordsOf<Entries extends v.ObjectEntries>(
  file: string,
  lines: string,
  entries: Entries,
): readonly v.InferOutput<v.StrictObjectSchema<Entries, undefined>>[] {
  const schema = v.strictObject(entries)
  return lines
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const wrong = (what: string): Error => new Error(`${file}:${index + 1}: ${what}`)
      let record: unknown
      try {
        record = JSON.parse(line)
      } catch {
        throw wrong('no JSON record')
      }
      const checked = v.safeParse(schema, record)
      if (checked.success) return checked.output
      const [issue] = checked.issues
      throw wrong(`${v.getDotPath(issue) ?? 'record'}: ${issue.message}`)
    })
}

export const text = v.pipe(v.string(), v.nonEmpty())
export const number = v.number()
export const iso = v.pipe(v.string(), v.isoDate())
/** The first day, where there is one. */
export const since = v.exactOptional(iso)
export const flag = v.optional(v.boolean(), false)

/** A level that stays, or `2023-11-21 37400, 2024-11-21 98000`: levels on dates, in the order of time. */
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
