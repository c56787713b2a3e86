import type { Narrowing } from '../../wire/answers'
import type { FrameState } from './frame'
import { rangeOf, runtimeOperator } from './runtime'

/** Runtime filters and parameters of this view, as a question to the host carries them; nothing when none is set. */
export function narrowingOf({
  runtimeFilters,
  parameters,
}: Pick<FrameState, 'runtimeFilters' | 'parameters'>): { readonly narrow?: Narrowing } {
  const filters = runtimeFilters.flatMap(({ columnName, operator, values }) => {
    const op = runtimeOperator(operator)
    return op === undefined || values.length === 0 ? [] : [{ column: columnName, op, values }]
  })
  const range = rangeOf(parameters)
  return filters.length === 0 && range === null
    ? {}
    : {
        narrow: {
          ...(filters.length === 0 ? {} : { filters }),
          ...(range === null ? {} : { range }),
        },
      }
}
