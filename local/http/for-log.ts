import { inspect } from 'node:util'

/** Characters; an error may carry a whole answer in itself. */
const longest = 2_000
/** What steers a terminal. Lines may end, as a stack's do. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

/** An error as the log has it, its cause with it: cut, and with nothing that could steer the terminal that shows it. */
export function forLog(error: unknown): string {
  const text = (typeof error === 'string' ? error : inspect(error, { depth: 2 })).slice(0, 2 * longest)
  const clean = text.replaceAll(controls, '')
  return clean.length > longest ? `${clean.slice(0, longest)} …` : clean
}
