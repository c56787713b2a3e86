import { isRecord } from '../http/is-record'
import type { Flag, FlagRule, FlagValue } from './flag-document'

/** Who a flag is asked for: attributes by name, as LaunchDarkly and OFREP contexts both are. */
export type PersonContext = Readonly<Record<string, unknown>>

/** The last part of a LaunchDarkly address: base64url of JSON. `null` for anything else. */
export function contextFromAddress(part: string): PersonContext | null {
  if (!/^[\w+/-]+={0,2}$/.test(part)) return null
  try {
    return contextFrom(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

/** `null` for what is no context. A multi-context counts as its user. */
export function contextFrom(value: unknown): PersonContext | null {
  if (!isRecord(value)) return null
  if (value['kind'] === 'multi') return isRecord(value['user']) ? value['user'] : null
  return value
}

/** One attribute; those of the old user shape lie below `custom`. */
function attributeOf(context: PersonContext, name: string): unknown {
  const own = context[name]
  if (own !== undefined || !isRecord(context['custom'])) return own
  return context['custom'][name]
}

export interface Evaluation {
  readonly value: FlagValue
  /** Index of the rule that decided; `null` when the flag's own value stands. */
  readonly rule: number | null
}

export function evaluate(flag: Flag, context: PersonContext): Evaluation {
  const rules = flag.rules ?? []
  const index = rules.findIndex((rule) => holds(rule, context))
  const rule = rules[index]
  return rule === undefined ? { value: flag.value, rule: null } : { value: rule.value, rule: index }
}

/** An absent attribute makes every rule false; a list of values holds when one of them does. */
function holds(rule: FlagRule, context: PersonContext): boolean {
  const attribute = attributeOf(context, rule.attribute)
  if (attribute === undefined || attribute === null) return false
  const actual: readonly unknown[] = Array.isArray(attribute) ? attribute : [attribute]
  const is = (one: unknown) => rule.values.some((value) => value === one)
  const text = (test: (one: string, value: string) => boolean) =>
    actual.some(
      (one) =>
        typeof one === 'string' && rule.values.some((value) => typeof value === 'string' && test(one, value)),
    )
  switch (rule.op) {
    case 'in':
      return actual.some(is)
    case 'not-in':
      return !actual.some(is)
    case 'starts-with':
      return text((one, value) => one.startsWith(value))
    case 'ends-with':
      return text((one, value) => one.endsWith(value))
  }
  return false
}
