/**
 * A query (with its question mark, or empty) without the parameters of those names; without names, nothing of it. What stays is left
 * exactly as it was written: encoding it anew could change what a link means to somebody else.
 */
export function withoutParameters(search: string, names: readonly string[] | undefined): string {
  if (names === undefined) return ''
  const rest = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !names.includes(nameOf(part)))
  return rest.length === 0 ? '' : `?${rest.join('&')}`
}

/** As forms write it: percent signs and plus decoded. */
function nameOf(part: string): string {
  return new URLSearchParams(part).keys().next().value ?? ''
}
