import { inspect } from 'node:util'

/** Maximum length in characters, since an error may contain a whole response. */
const maxLength = 2_000
/** Control characters, which could steer a terminal, except the line feed of stack traces. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

/** An error for the log, including its cause: truncated, and without terminal control characters. */
export function forLog(error: unknown): string {
  const text = (typeof error === 'string' ? error : inspect(error, { depth: 2 })).slice(0, 2 * maxLength)
  const clean = text.replaceAll(controls, '')
  return clean.length > maxLength ? `${clean.slice(0, maxLength)} …` : clean
}
