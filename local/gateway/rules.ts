import type { JWTPayload } from 'jose'
import * as v from 'valibot'

/** The name of a claim, which may contain dots, or the path of a nested claim: `["realm_access", "roles"]`. */
const claimName = v.union([
  v.pipe(v.string(), v.minLength(1)),
  v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1)),
])

const mark = '{values}'
const maxValues = 100
const maxCharacters = 128

/** Whether an operator's SQL is one condition that cannot end the statement or reach Superset's templates. */
function isCondition(clause: string): boolean {
  let depth = 0
  let isQuoted = false
  for (const character of clause.replace(mark, '')) {
    if (character === "'") isQuoted = !isQuoted
    else if (!isQuoted && character === '(') depth += 1
    else if (!isQuoted && character === ')') depth -= 1
    if (depth < 0) return false
  }
  return (
    depth === 0 && !isQuoted && clause.trim() !== '' && !/;|--|\/\*|\\|[{}]|%/.test(clause.replace(mark, ''))
  )
}

/** Whether the mark occurs once, outside quotes: the gateway itself puts quotes around each value. */
function hasOpenMark(clause: string): boolean {
  const [before = '', ...after] = clause.split(mark)
  return after.length === 1 && (before.match(/'/g)?.length ?? 0) % 2 === 0
}

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== ''
  } catch {
    return false
  }
}

const condition = v.pipe(
  v.string(),
  v.check(isCondition, 'must be one SQL condition, without ; -- /* \\ % { }'),
)

/** Content of the rules file. */
export const rulesSchema = v.strictObject({
  /** Rules of access. A rule without `dashboards` and `own` applies to every request of a signed-in user. */
  access: v.optional(
    v.array(
      v.strictObject({
        claim: claimName,
        anyOf: v.pipe(v.array(v.string()), v.minLength(1)),
        dashboards: v.exactOptional(v.array(v.string())),
        own: v.exactOptional(v.boolean()),
      }),
    ),
    [],
  ),
  /** Row-level security of the tokens. */
  rows: v.optional(
    v.array(
      v.strictObject({
        claim: claimName,
        /** Must match a value as a whole; other values count as absent. */
        allow: v.pipe(v.string(), v.check(isExpression, 'must be a regular expression')),
        clause: v.pipe(
          v.string(),
          v.check(hasOpenMark, `must hold ${mark} once, outside quotes`),
          v.check((clause) => isCondition(clause), 'must be one SQL condition, without ; -- /* \\ % { }'),
        ),
        /** Superset's number of the dataset; default every dataset. */
        dataset: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
        /** Condition for callers without a value of the claim, including visitors; default no rows. */
        otherwise: v.optional(condition, '1 = 0'),
      }),
    ),
    [],
  ),
})

export type Rules = v.InferOutput<typeof rulesSchema>

/** Superset's format in a guest token. */
export interface RowRule {
  readonly clause: string
  readonly dataset?: number
}

/** Whether all applicable access rules allow these claims one dashboard, own dashboards, or any request at all. */
export function isAllowed(
  { access }: Rules,
  claims: JWTPayload,
  wanted: { readonly slug: string } | 'own' | 'anything',
): boolean {
  return access
    .filter(({ dashboards, own }) => {
      if (dashboards === undefined && own !== true) return true
      return wanted === 'own' ? own === true : wanted !== 'anything' && dashboards?.includes(wanted.slug)
    })
    .every(({ claim, anyOf }) => valuesOf(claims, claim).some((value) => anyOf.includes(value)))
}

/** Row conditions of one token. Only values that match the pattern reach SQL, quoted by the gateway. */
export function rowRulesFor({ rows }: Rules, claims: JWTPayload | null): readonly RowRule[] {
  return rows.map(({ claim, allow, clause, dataset, otherwise }) => {
    const whole = new RegExp(`^(?:${allow})$`, 'u')
    const values = claims === null ? [] : valuesOf(claims, claim)
    const good = values.filter((value) => isLiteral(value) && whole.test(value)).slice(0, maxValues)
    const literals = good.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
    return {
      // Not `replace` with a string, because a value may contain a replacement pattern such as `$&`.
      clause: good.length === 0 ? otherwise : clause.split(mark).join(literals),
      ...(dataset !== undefined && { dataset }),
    }
  })
}

/** Whatever the operator's pattern allows, excludes characters with a special meaning in some database or in Superset's templates. */
function isLiteral(value: string): boolean {
  return value.length <= maxCharacters && !/[\p{Cc}\p{Cs}\\{}%]/u.test(value)
}

function valuesOf(claims: JWTPayload, name: string | readonly string[]): readonly string[] {
  let found: unknown = claims
  for (const step of typeof name === 'string' ? [name] : name) {
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, step)
        ? (found as Readonly<Record<string, unknown>>)[step]
        : undefined
  }
  return (Array.isArray(found) ? found : [found]).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [],
  )
}
