/**
 * A query (with its question mark, or empty) without the parameters of these names; without `names`, an empty one. The rest stays exactly
 * as it was written: encoding it again could change what a link means to another reader.
 */
export function withoutParameters(search: string, names: readonly string[] | undefined): string {
  if (names === undefined) return ''
  const rest = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !names.includes(nameOf(part)))
  return rest.length === 0 ? '' : `?${rest.join('&')}`
}

/** Decodes the name as in a form: percent encoding and plus signs. */
function nameOf(part: string): string {
  return new URLSearchParams(part).keys().next().value ?? ''
}
