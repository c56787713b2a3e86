import type { EmbeddedView, SurfaceFailure } from '../ports/dashboard-surface'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** What a tab or visualisation id may look like. Nothing else is ever put into a frame's address. */
const plainId = /^[A-Za-z0-9_-]{1,64}$/

export function isLiveboardId(text: string): boolean {
  return uuid.test(text)
}

export function isPlainId(text: string): boolean {
  return plainId.test(text)
}

/** Why this view cannot be embedded, or null (specification, section 5). */
export function viewFailure(view: EmbeddedView): SurfaceFailure | null {
  const id = view.liveboardId ?? view.pinboardId
  return id !== undefined && isLiveboardId(id) ? null : { kind: 'liveboard-id-missing' }
}
