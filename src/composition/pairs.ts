/** Parses a validated `name=value,name=value` configuration value. */
export function recordOf(pairs: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...pairs.matchAll(/([\w-]+)=([^,]+)/g)].map(([, name = '', value = '']) => [
      name,
      decodeURIComponent(value),
    ]),
  )
}
