import type { EmbeddedView, PinnedChart, SurfaceFailure } from '../ports/dashboard-surface'

/** The common format of all vendors' ids. Nothing else goes into a frame's URL. A vendor's adapter may check more. */
const plainId = /^[A-Za-z0-9_-]{1,64}$/

export function isPlainId(text: string): boolean {
  return plainId.test(text)
}

/** Maximum length of a question, in characters. A longer one is truncated, so that a URL cannot flood the builder. */
export const maxBuilderQuestionLength = 500

/** The builder view that a link requests. Invalid ids and an empty question are ignored. */
export function builderView(asked: {
  readonly source: string | null
  readonly question: string | null
  readonly answer: string | null
  readonly pinned?: { readonly [Part in keyof PinnedChart]: string | null }
}): Extract<EmbeddedView, { readonly kind: 'builder' }> {
  const question = (asked.question ?? '').trim().slice(0, maxBuilderQuestionLength)
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

/** The reason why this view cannot be embedded, or null (specification, section 5). */
export function viewFailure(view: EmbeddedView): SurfaceFailure | null {
  if (view.kind === 'builder' || view.kind === 'answer') return null
  if (view.kind === 'conversation') return isPlainId(view.sourceId) ? null : { kind: 'source-missing' }
  return isPlainId(view.dashboardId) ? null : { kind: 'dashboard-id-invalid' }
}
