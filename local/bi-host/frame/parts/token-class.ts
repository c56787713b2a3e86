import type { TokenKind } from '../../wire/answers'

/** A word of a question under the vendor's own class names, so that an embedding page can color it by its kind. */
export const tokenClass = (kind: TokenKind): string =>
  `search-token tokenizer-module__token tokenizer-module__${kind}`
