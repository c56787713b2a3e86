import type { TokenKind } from '../../wire/answers'

/** A token with the vendor's class names, so that an embedding page can color it by kind. */
export const tokenClass = (kind: TokenKind): string =>
  `search-token tokenizer-module__token tokenizer-module__${kind}`
