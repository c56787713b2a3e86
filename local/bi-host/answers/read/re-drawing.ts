import type { Answer } from '../../wire/answers'
import type { Draft } from './draft'

/** A chart that was chosen for another shape is not kept. */
export function redrawn(draft: Draft, previous: Answer): void {
  if (draft.chart !== 'auto' && draft.chart === previous.chart.type && shapeChanged(draft, previous))
    draft.chart = 'auto'
}

const shapeChanged = (draft: Draft, { query }: Answer): boolean =>
  draft.attributes.length !== (query.attributes?.length ?? 0) ||
  (draft.rest.grain === undefined) !== (query.grain === undefined)
