/** What a configuration says as `name=value,name=value`; the configuration's check has seen it. */
export function recordOf(pairs: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...pairs.matchAll(/([\w-]+)=([^,]+)/g)].map(([, name = '', value = '']) => [
      name,
      decodeURIComponent(value),
    ]),
  )
}
