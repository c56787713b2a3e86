import type { Answer, Reading } from '../../../../local/bi-host/wire/answers'
import { notation } from './notation'

type Verdict = 'right' | 'honest' | 'wrong'

/** What came of a question: `honest` names what was not understood, `wrong` gives another query than any that was meant. */
export function verdict(
  reading: Reading,
  answer: Answer | null,
  expected: readonly string[],
): { readonly verdict: Verdict; readonly read: string } {
  const left = reading.notUnderstood.map(({ text }) => text)
  const read = noted(answer)
  const whole = left.length === 0 || answer === null
  if (whole && expected.includes(read)) return { verdict: 'right', read }
  return {
    verdict: answer === null || left.length > 0 ? 'honest' : 'wrong',
    read: left.length === 0 ? read : `${read} (not understood: ${left.join(', ')})`,
  }
}

/** A question why something changed compares with the period before, under a title of its own. */
export function noted(answer: Answer | null): string {
  if (answer === null) return 'refuse'
  const text = notation(answer)
  const [measure = ''] = answer.query.measures
  if (!answer.title.startsWith('Change of ') || measure.startsWith('formula.')) return text
  const parts = text
    .split('; ')
    .slice(1)
    .filter((part) => !part.startsWith('by ') && !part.startsWith('vs '))
    .map((part) => part.replace(/^between (\S+) \1$/, 'day $1'))
  return ['why ' + measure, ...parts].join('; ')
}

export const countOf = (verdicts: readonly Verdict[], wanted: Verdict): number =>
  verdicts.filter((found) => found === wanted).length
