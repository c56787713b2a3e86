import * as v from 'valibot'
import { isRecord } from '../http/is-record'

const valueSchema = v.union([v.boolean(), v.string(), v.number()])

const ruleSchema = v.strictObject({
  /** Attribute of the user, e.g. `email`, `key`, `/custom/userAgent`. */
  attribute: v.pipe(v.string(), v.nonEmpty()),
  op: v.picklist(['in', 'not-in', 'starts-with', 'ends-with']),
  values: v.array(valueSchema),
  value: valueSchema,
})

const flagSchema = v.strictObject({
  description: v.exactOptional(v.string()),
  /** Value if no rule matches. */
  value: valueSchema,
  /** The first matching rule decides. */
  rules: v.exactOptional(v.array(ruleSchema)),
})

const documentSchema = v.record(v.pipe(v.string(), v.nonEmpty()), flagSchema)

type FlagValue = v.InferOutput<typeof valueSchema>
type FlagRule = Readonly<v.InferOutput<typeof ruleSchema>>
export type Flag = Readonly<v.InferOutput<typeof flagSchema>>
/** What `flags.json` holds: a flag by its key. */
export type FlagDocument = Readonly<Record<string, Flag>>

/** An invalid document. The message names the position, for the user who edits the file. */
export class BadFlagDocument extends Error {
  override readonly name = 'BadFlagDocument'
}

/** @throws BadFlagDocument for text that is not JSON (such as a half-written file) or not of this shape */
export function parseFlagDocument(text: string): FlagDocument {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new BadFlagDocument(
      `flags.json is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  }
  if (Array.isArray(json)) throw new BadFlagDocument('flags.json, top level: must be an object')
  const result = v.safeParse(documentSchema, json)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new BadFlagDocument(`flags.json, ${v.getDotPath(issue) ?? 'top level'}: ${issue.message}`)
}

export function writeFlagDocument(document: FlagDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Evaluation context: attributes by name, as in LaunchDarkly and OFREP. */
export type PersonContext = Readonly<Record<string, unknown>>

/** Decodes the last part of a LaunchDarkly URL, base64url of JSON. `null` if it is not. */
export function contextFromAddress(part: string): PersonContext | null {
  if (!/^[\w+/-]+={0,2}$/.test(part)) return null
  try {
    return contextFrom(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

/** `null` if the value is not a context. Of a multi-context, the user's. */
export function contextFrom(value: unknown): PersonContext | null {
  if (!isRecord(value)) return null
  if (value['kind'] === 'multi') return isRecord(value['user']) ? value['user'] : null
  return value
}

/**
 * One attribute, or a nested one (`/custom/plan`), as in LaunchDarkly's attribute references. In the old user format, which has no kind,
 * also attributes below `custom`.
 */
function attributeOf(context: PersonContext, name: string): unknown {
  if (name.startsWith('/'))
    return name
      .slice(1)
      .split('/')
      .reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), context)
  const custom = context['custom']
  return context[name] ?? (context['kind'] === undefined && isRecord(custom) ? custom[name] : undefined)
}

export interface Evaluation {
  readonly value: FlagValue
  /** Index of the rule that decided; `null` for the flag's own value. */
  readonly rule: number | null
}

export function evaluate(flag: Flag, context: PersonContext): Evaluation {
  const rules = flag.rules ?? []
  const index = rules.findIndex((rule) => holds(rule, context))
  const rule = rules[index]
  return rule === undefined ? { value: flag.value, rule: null } : { value: rule.value, rule: index }
}

/** A missing attribute matches no rule. A list matches if one of its values does. */
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

/** Sets a flag for everyone (`email` empty) or for one user. A flag that does not exist is not created. */
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

/** Removes a user's own setting. */
export function resetFlag(document: FlagDocument, key: string, email: string): FlagDocument {
  const flag = flagOf(document, key)
  return flag === undefined ? document : { ...document, [key]: withoutPerson(flag, email) }
}

/** Whether a rule for this user decides. */
export function isSetFor(flag: Flag, email: string): boolean {
  const { rule } = evaluate(flag, { email })
  const decided = rule === null ? undefined : flag.rules?.[rule]
  return decided !== undefined && isOwn(decided)
}

/** Own properties only, since keys come from a form. */
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
