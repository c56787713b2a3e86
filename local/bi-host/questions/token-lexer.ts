/** A lexeme of a phrase in token language, with UTF-16 offsets. */
export type Lexeme = {
  readonly start: number
  readonly end: number
  /** As typed. */
  readonly source: string
} & (
  | { readonly kind: 'name'; readonly name: string; readonly value: string | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'formula'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number; readonly text: string }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'comma' }
)

const shapes: readonly (readonly [Lexeme['kind'], RegExp])[] = [
  ['name', /\[([^[\]]{1,200})\](?:\.(?:'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([\p{L}\p{N}_-]+)))?/uy],
  ['text', /'((?:[^']|'')*)'|"((?:[^"]|"")*)"/y],
  ['number', /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\p{L}\p{N}_%-])/iuy],
  ['operator', /[<>!]=|[<>=]/y],
  ['word', /[\p{L}\p{N}_%-]+/uy],
  ['comma', /[,;]/y],
]

/** All of a phrase except white space. A meaningless character is a lexeme of its own, so that it can be refused. */
export function lexemesOf(phrase: string): readonly Lexeme[] {
  const found: Lexeme[] = []
  let at = 0
  while (at < phrase.length) {
    if (/\s/.test(phrase.charAt(at))) {
      at += 1
      continue
    }
    const next = formulaAt(phrase, at) ?? lexemeAt(phrase, at)
    found.push(next)
    at = next.end
  }
  return found
}

function lexemeAt(phrase: string, start: number): Lexeme {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = start
    const match = shape.exec(phrase)
    if (match === null) continue
    const [source] = match
    const span = { start, end: start + source.length, source }
    switch (kind) {
      case 'name': {
        const [, name = '', single, double, plain] = match
        const value = single?.replaceAll("''", "'") ?? double?.replaceAll('""', '"') ?? plain ?? null
        return { ...span, kind, name, value }
      }
      case 'text':
        return {
          ...span,
          kind,
          text: match[1]?.replaceAll("''", "'") ?? (match[2] ?? '').replaceAll('""', '"'),
        }
      case 'number':
        return { ...span, kind, number: Number(source), text: source }
      case 'comma':
        return { ...span, kind }
      case 'formula':
      case 'operator':
      case 'sign':
      case 'word':
        return { ...span, kind, text: source }
    }
  }
  // Half of a surrogate pair is not a character.
  const source = String.fromCodePoint(phrase.codePointAt(start) ?? 0)
  return { kind: 'sign', start, end: start + source.length, source, text: source }
}

/** A calculation: everything up to its closing parenthesis. */
function formulaAt(phrase: string, start: number): Lexeme | null {
  if (phrase.charAt(start) !== '(') return null
  let depth = 0
  for (let at = start; at < phrase.length; at += 1) {
    if (phrase.charAt(at) === '(') depth += 1
    if (phrase.charAt(at) !== ')') continue
    depth -= 1
    if (depth > 0) continue
    const source = phrase.slice(start, at + 1)
    return { kind: 'formula', start, end: at + 1, source, text: source.slice(1, -1) }
  }
  return null
}
