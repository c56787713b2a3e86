import type { Job } from './base-sql'
import { AnswerProblem, isMeasure } from './resolve'

/** A price of two coins at once means nothing: such a measure is split by the coin or held to one. */
export function checkNeeds({ resolved, model }: Job): void {
  for (const { measure, source, id } of resolved.bases) {
    const narrowed = (resolved.query.filters ?? [])
      .filter(({ op, values }) => (op === 'eq' || op === 'in') && values.length === 1)
      .map(({ field }) => (isMeasure(model, field) ? null : model.counterpart(source, field)))
    const split = resolved.attributes.map(({ in: own }) => own.get(source.id) ?? null)
    const missing = measure.requires?.find((need) => !narrowed.includes(need) && !split.includes(need))
    if (missing !== undefined) {
      const label = source.attributes[missing]?.label.toLowerCase() ?? missing
      const several = (resolved.query.filters ?? []).some(
        ({ field, op, values }) =>
          op === 'in' &&
          values.length > 1 &&
          !isMeasure(model, field) &&
          model.counterpart(source, field) === missing,
      )
      const told = several
        ? `${measure.label} is that of one ${label}: split by ${label}, or choose one.`
        : `${measure.label} needs one ${label}: which one?`
      throw new AnswerProblem(told, {
        target: { part: 'measure', id: resolved.measures.find(({ base }) => base.id === id)?.id ?? id },
        needs: `${source.id}.${missing}`,
      })
    }
  }
}
