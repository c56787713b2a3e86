import { safeParse } from 'valibot'
import { pageMessage } from './page-messages'
import type { DashboardSurface, EmbeddedView, SurfaceFailure } from '../../../core/ports/dashboard-surface'
import { createFrameSurface, type FrameSurfaceOptions } from '../../_shared/embedded-frame/frame-surface'
import type { MakeFrame } from '../../_shared/embedded-frame/view'
import { isEmbeddedId } from './address'
import { supersetCapabilities } from './capabilities'
import { supersetFrame, type SupersetFrame } from './superset-frame'

/** Refuses views that Superset cannot show a guest, and ids that cannot be its dashboards'. */
function refuses(view: EmbeddedView): SurfaceFailure | null {
  if (view.kind !== 'dashboard' || view.chartId !== undefined) return { kind: 'not-supported' }
  return isEmbeddedId(view.dashboardId) ? null : { kind: 'dashboard-id-invalid' }
}

/**
 * Superset's embedded dashboards behind the port, by its own protocol (6.1) and the messages of the page script of
 * `local/open-stack/superset`. Tokens come from the broker and reach the page by a message and a port, both of which the browser delivers
 * only to a page of Superset's origin.
 */
export function supersetDashboardSurface(options: FrameSurfaceOptions): DashboardSurface<HTMLElement> {
  const { biHost, window: page, clock, journal } = options
  const frames = new Map<HTMLIFrameElement, SupersetFrame>()
  const { tokens, block, refuse, ...surface } = createFrameSurface(options, {
    ready,
    refuses,
    onRetry: () => undefined,
  })

  async function ready(): Promise<MakeFrame> {
    // A token requested before the session is known might be another user's.
    await options.tokens.known()
    return (begin, owner) => {
      const frame = supersetFrame({ biHost, clock, journal, tokens, refuse }, begin, owner, () =>
        frames.delete(frame.element()),
      )
      frames.set(frame.element(), frame)
      return frame
    }
  }

  const onMessage = (event: MessageEvent<unknown>): void => {
    if (event.source === null) return
    for (const [element, frame] of frames) {
      if (element.contentWindow !== event.source) continue
      event.stopImmediatePropagation()
      if (event.origin !== biHost) return block(element, event.origin)
      const message = safeParse(pageMessage, event.data)
      if (!message.success) return
      frame.receive(message.output)
      return
    }
  }
  page.addEventListener('message', onMessage, true)
  const renewTokens = (): void => {
    for (const frame of frames.values()) frame.renewToken()
  }
  const unwatch = ['online', 'pageshow', 'visibilitychange'].map((kind) => {
    const target = kind === 'visibilitychange' ? page.document : page
    target.addEventListener(kind, renewTokens)
    return () => target.removeEventListener(kind, renewTokens)
  })

  return {
    ...surface,
    capabilities: supersetCapabilities,
    // There is no SDK to load.
    prepare: () => undefined,
    dispose() {
      page.removeEventListener('message', onMessage, true)
      for (const stop of unwatch) stop()
      surface.dispose()
    },
  }
}
