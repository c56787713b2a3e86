const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * Removes Unicode direction marks; letters have a direction without them. A mark could make "gpj.evil" read as "live.jpg", and would
 * reverse the rest of a sentence that quotes the text.
 */
export const withoutDirectionMarks = (text: string): string => text.replace(directionMarks, '')
