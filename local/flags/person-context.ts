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
export function attributeOf(context: PersonContext, name: string): unknown {
  const own = context[name]
  if (own !== undefined || !isRecord(context['custom'])) return own
  return context['custom'][name]
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
