import type { SemanticModel } from '../../model/semantic-model'
import { baseMeasure } from '../../query/resolve'
import type { Draft } from './draft'
import { sizeOf } from './trade-words'

/** "Above 100k", after open interest by strike: the strikes, where it is a small sum of dollars. */
export function numbersLaidOut(draft: Draft, model: SemanticModel, values: readonly number[]): string | null {
  const [id] = draft.measures
  if (id === undefined || id.startsWith('formula.') || values.some((value) => value > 1e6)) return null
  if (!baseMeasure(model, id).measure.unit.startsWith('US dollars')) return null
  const strike = draft.attributes.find((attribute) => attribute.endsWith('.strike'))
  return strike ?? null
}

/** "Only those with at least 100m in them", of what they pay: no rate is so high, so it is how large they are. */
export function sizeMeant(draft: Draft, model: SemanticModel, values: readonly number[]): string | undefined {
  const [id] = draft.measures
  if (id === undefined || id.startsWith('formula.') || values.some((value) => value < 1e5)) return undefined
  const rate = baseMeasure(model, id).measure.format.kind === 'percent'
  return rate ? sizeOf[id.slice(0, id.indexOf('.'))] : undefined
}
