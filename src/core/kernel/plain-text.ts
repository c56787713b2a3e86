const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * The same without marks that turn the direction of what stands after them, which the letters themselves have: "gpj.evil" could be made to
 * read as "live.jpg", and whoever repeats it in a sentence would have the rest of the sentence turned.
 */
export const withoutDirectionMarks = (text: string): string => text.replace(turning, '')
