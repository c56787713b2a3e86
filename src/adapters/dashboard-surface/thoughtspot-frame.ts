import type { LiveboardEmbed, LiveboardViewConfig, MessagePayload } from '@thoughtspot/visual-embed-sdk'
import { framePath, type BoardRoute } from './thoughtspot-paths'
import type { StyleOptions } from './thoughtspot-options'
import type * as SdkModule from './thoughtspot-sdk'

export type ThoughtSpotSdk = typeof SdkModule

/** One SDK frame, with the few things the view needs of it. */
export interface ThoughtSpotFrame {
  readonly element: () => HTMLIFrameElement | undefined
  /** Goes there inside the frame, in place of the present history entry: one Back is one page of the portal. */
  navigate(route: BoardRoute): void
  /** Sends the whole set of parameters with these styles, without a reload. */
  restyle(style: StyleOptions): Promise<void>
  /** Filters as the frame told them, given back after a reload. */
  applyFilters(filters: readonly unknown[]): void
  destroy(): void
}

/** Builds the frame and renders it into `host`. Every message of the frame goes to `onEvent` with its wire name. */
export function openFrame(
  sdk: ThoughtSpotSdk,
  host: HTMLElement,
  configuration: LiveboardViewConfig,
  onEvent: (type: string, payload: MessagePayload) => void,
): ThoughtSpotFrame {
  const Frame = styledLiveboard(sdk)
  const embed = new Frame(host, configuration)
  embed.on(sdk.EmbedEvent.ALL, (payload) => onEvent(payload.type, payload))
  const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)
  quietly(embed.render())
  return {
    element: () => host.querySelector('iframe') ?? undefined,
    navigate: (route) =>
      quietly(embed.trigger(sdk.HostEvent.Navigate, { path: framePath(route), replace: true })),
    restyle: (style) => embed.restyle(style),
    applyFilters: (filters) => quietly(embed.trigger(sdk.HostEvent.UpdateFilters, { filters })),
    destroy: () => embed.destroy(),
  }
}

interface Restylable {
  restyle(style: StyleOptions): Promise<void>
}

/**
 * The SDK's own way to change a running frame is the full parameter set that it sends when a pre-rendered frame is shown. It is
 * built from the view configuration, which is protected: hence a subclass.
 */
function styledLiveboard(
  sdk: ThoughtSpotSdk,
): new (host: HTMLElement, configuration: LiveboardViewConfig) => LiveboardEmbed & Restylable {
  return class extends sdk.LiveboardEmbed implements Restylable {
    async restyle(style: StyleOptions): Promise<void> {
      const { visibleActions: _visible, hiddenActions: _hidden, ...rest } = this.viewConfig
      this.viewConfig = { ...rest, ...style }
      const parameters: unknown = await this.getUpdateEmbedParamsObject()
      await this.trigger(sdk.HostEvent.UpdateEmbedParams, parameters)
    }
  }
}
