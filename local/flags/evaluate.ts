import type { Flag, FlagRule, FlagValue } from './flag-document'
import { attributeOf, type PersonContext } from './person-context'

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
