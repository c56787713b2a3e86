import { evaluate } from './evaluate'
import type { Flag, FlagDocument, FlagRule, FlagValue } from './flag-document'

/** Sets a flag for everyone (`email` empty) or for one person; a flag that does not exist stays away. */
export function setFlag(document: FlagDocument, key: string, value: FlagValue, email: string): FlagDocument {
  const flag = flagOf(document, key)
  if (flag === undefined) return document
  if (email === '') return { ...document, [key]: { ...flag, value } }
  const without = withoutPerson(flag, email)
  if (evaluate(without, { email }).value === value) return { ...document, [key]: without }
  const rules = without.rules ?? []
  const joined = rules.findIndex((rule, index) => index === 0 && isOwn(rule) && rule.value === value)
  const own: FlagRule = { attribute: 'email', op: 'in', values: [email], value }
  return {
    ...document,
    [key]: {
      ...without,
      rules:
        joined === -1
          ? [own, ...rules]
          : rules.map((rule, index) =>
              index === joined ? { ...rule, values: [...rule.values, email] } : rule,
            ),
    },
  }
}

/** Takes back what was set for one person. */
export function resetFlag(document: FlagDocument, key: string, email: string): FlagDocument {
  const flag = flagOf(document, key)
  return flag === undefined ? document : { ...document, [key]: withoutPerson(flag, email) }
}

/** True when a rule that names this very person decides. */
export function isSetFor(flag: Flag, email: string): boolean {
  const { rule } = evaluate(flag, { email })
  const decided = rule === null ? undefined : flag.rules?.[rule]
  return decided !== undefined && isOwn(decided)
}

/** Keys come from a form: what every object inherits is no flag. */
function flagOf(document: FlagDocument, key: string): Flag | undefined {
  return Object.hasOwn(document, key) ? document[key] : undefined
}

function isOwn(rule: FlagRule): boolean {
  return rule.attribute === 'email' && rule.op === 'in'
}

function withoutPerson({ rules = [], ...flag }: Flag, email: string): Flag {
  const remaining = rules
    .map((rule) => (isOwn(rule) ? { ...rule, values: rule.values.filter((value) => value !== email) } : rule))
    .filter((rule) => !isOwn(rule) || rule.values.length > 0)
  return remaining.length === 0 ? flag : { ...flag, rules: remaining }
}
