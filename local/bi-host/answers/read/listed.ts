/** Texts that a comma parts. */
export const listed = (texts: string): readonly string[] => texts.trim().split(/,\s+/)

/** What each of several texts means, as rows of a table: `means('by')('for each, in each')`. */
export const means =
  <const Meant extends readonly string[]>(...meant: Meant) =>
  (texts: string): readonly (readonly [text: string, ...Meant])[] =>
    listed(texts).map((text) => [text, ...meant])
