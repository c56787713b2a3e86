import type { EmbeddedView, PinnedChart, SurfaceFailure } from '../ports/dashboard-surface'

/** What an id of any vendor may look like. Nothing else is ever put into a frame's address; more than that only the vendor knows. */
const plainId = /^[A-Za-z0-9_-]{1,64}$/

export function isPlainId(text: string): boolean {
  return plainId.test(text)
}

/** A question may be as long as this; a longer one is cut, so that an address cannot flood the builder. */
export const longestBuilderQuestion = 500

/** What a link to the builder asks for: anything that is no plain id, or no text, counts as not said. */
export function builderView(asked: {
  readonly source: string | null
  readonly question: string | null
  readonly answer: string | null
  readonly pinned?: { readonly [Part in keyof PinnedChart]: string | null }
}): Extract<EmbeddedView, { readonly kind: 'builder' }> {
  const question = (asked.question ?? '').trim().slice(0, longestBuilderQuestion)
  const { dashboardId = null, chartId = null, title = null } = asked.pinned ?? {}
  const isPinned = dashboardId !== null && isPlainId(dashboardId) && chartId !== null && isPlainId(chartId)
  return {
    kind: 'builder',
    ...(asked.source !== null && isPlainId(asked.source) ? { sourceId: asked.source } : {}),
    ...(question === '' ? {} : { question }),
    ...(asked.answer !== null && isPlainId(asked.answer) ? { answerId: asked.answer } : {}),
    ...(isPinned ? { pinned: { dashboardId, chartId, title: (title ?? '').slice(0, 200) } } : {}),
  }
}

/** Why this view cannot be embedded, or null (specification, section 5). */
export function viewFailure(view: EmbeddedView): SurfaceFailure | null {
  if (view.kind === 'builder' || view.kind === 'answer') return null
  if (view.kind === 'conversation') return isPlainId(view.sourceId) ? null : { kind: 'source-missing' }
  return isPlainId(view.dashboardId) ? null : { kind: 'dashboard-id-invalid' }
}
