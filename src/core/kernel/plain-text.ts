const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * Removes Unicode direction marks; letters have a direction without them. A mark could make "gpj.evil" read as "live.jpg", and would
 * reverse the rest of a sentence that quotes the text.
 */
export const withoutDirectionMarks = (text: string): string => text.replace(directionMarks, '')

/** At most `length` characters, and no half of a surrogate pair at the end, which would be invalid text. */
export const cut = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
