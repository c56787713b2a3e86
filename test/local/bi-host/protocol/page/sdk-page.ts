import * as sdk from '@thoughtspot/visual-embed-sdk'

/** One message of a frame, as a client's handler receives it. */
export interface Received {
  readonly type: string
  readonly data: unknown
  readonly status: unknown
}

const kinds = {
  liveboard: sdk.LiveboardEmbed,
  app: sdk.AppEmbed,
  search: sdk.SearchEmbed,
  searchBar: sdk.SearchBarEmbed,
  spotter: sdk.SpotterEmbed,
  conversation: sdk.ConversationEmbed,
} as const

/** Functions for tests, in a page that contains only the vendor's SDK, like a client's page. */
export interface SdkInPage {
  start(host: string, options?: object): void
  authEvents(): readonly string[]
  open(kind: keyof typeof kinds, view: object): Promise<number>
  received(embed: number): readonly Received[]
  trigger(embed: number, event: string, data?: unknown): Promise<unknown>
  call(embed: number, method: string, ...given: readonly unknown[]): Promise<unknown>
  /** Answers later data calls that the SDK intercepts. */
  intercept(embed: number, answer: object): void
  /** The vendor's answer service for the answer of a tile, or of the page itself. */
  service(embed: number, vizId?: string): Promise<sdk.AnswerService>
  /** The answer service that the last custom action passed to its handler. */
  actionService(embed: number): sdk.AnswerService
  /** The SDK itself, for everything that is not a view. */
  readonly lib: typeof sdk
  height(embed: number): number
}

interface Embed {
  on(
    type: string,
    handler: (
      payload: Received & { readonly answerService?: sdk.AnswerService },
      answer?: (reply: object) => void,
    ) => void,
    options?: object,
  ): Embed
  render(): Promise<unknown>
  trigger(event: string, data?: unknown): Promise<unknown>
  getAnswerService(vizId?: string): Promise<sdk.AnswerService>
}

const page = window as Window & { client?: SdkInPage }
const embeds: {
  readonly embed: Embed
  readonly received: Received[]
  readonly services: sdk.AnswerService[]
  readonly container: HTMLElement
}[] = []
const auth: string[] = []
/** Each embed's replies to intercepted data calls, sent in place of the host's. */
const intercepted = new Map<number, object>()

const at = (id: number) => {
  const found = embeds[id]
  if (found === undefined) throw new Error(`there is no embed ${id}`)
  return found
}

page.client = {
  start(host, options = {}) {
    const emitter = sdk.init({
      thoughtSpotHost: host,
      authType: sdk.AuthType.TrustedAuthTokenCookieless,
      getAuthToken: async () => (await fetch('/token')).text(),
      suppressErrorAlerts: true,
      ...options,
    })
    emitter?.on(sdk.AuthStatus.SUCCESS, () => auth.push('SUCCESS'))
    emitter?.on(sdk.AuthStatus.SDK_SUCCESS, () => auth.push('SDK_SUCCESS'))
    emitter?.on(sdk.AuthStatus.FAILURE, (reason) => auth.push(`FAILURE ${reason}`))
  },
  authEvents: () => auth,
  async open(kind, view) {
    const container = document.body.appendChild(document.createElement('div'))
    const Kind = kinds[kind] as unknown as new (host: HTMLElement, view: object) => Embed
    const embed = new Kind(container, { frameParams: { width: '100%', height: '800px' }, ...view })
    const received: Received[] = []
    // The SDK reports the start of a two-phase action only to listeners registered with `start`.
    for (const start of [false, true])
      embed.on(sdk.EmbedEvent.ALL, ({ type, data, status }) => received.push({ type, data, status }), {
        start,
      })
    const services: sdk.AnswerService[] = []
    embed.on(sdk.EmbedEvent.CustomAction, ({ answerService }) => {
      if (answerService) services.push(answerService)
    })
    embeds.push({ embed, received, services, container })
    await embed.render()
    return embeds.length - 1
  },
  received: (id) => at(id).received,
  trigger: (id, event, data) => at(id).embed.trigger(event, data),
  call: (id, method, ...given) => {
    const { embed } = at(id)
    const own = (embed as unknown as Record<string, (...all: readonly unknown[]) => unknown>)[method]
    return Promise.resolve(own?.apply(embed, [...given]))
  },
  intercept(id, answer) {
    const { embed, received } = at(id)
    const isFirst = !intercepted.has(id)
    intercepted.set(id, answer)
    if (!isFirst) return
    // The SDK does not pass these calls to listeners of `ALL`.
    embed.on(sdk.EmbedEvent.ApiIntercept, (payload, reply) => {
      received.push({ type: 'ApiIntercept', data: payload, status: 'end' })
      reply?.(intercepted.get(id) ?? {})
    })
  },
  service: (id, vizId) => at(id).embed.getAnswerService(vizId),
  actionService(id) {
    const found = at(id).services.at(-1)
    if (found === undefined) throw new Error('no custom action was run')
    return found
  },
  lib: sdk,
  height: (id) => at(id).container.querySelector('iframe')?.getBoundingClientRect().height ?? 0,
}
