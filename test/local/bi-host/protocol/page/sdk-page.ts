import * as sdk from '@thoughtspot/visual-embed-sdk'

/** One message of a frame as a client's handler gets it. */
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

/** What the tests call in a page that holds nothing but the vendor's SDK, as a client's page would. */
export interface SdkInPage {
  start(host: string, options?: object): void
  authEvents(): readonly string[]
  open(kind: keyof typeof kinds, view: object): Promise<number>
  received(embed: number): readonly Received[]
  trigger(embed: number, event: string, data?: unknown): Promise<unknown>
  call(embed: number, method: string, ...given: readonly unknown[]): Promise<unknown>
  /** Answers the vendor's interception of data calls from now on. */
  intercept(embed: number, answer: object): void
  /** The vendor's answer service on the answer behind a tile, or behind the page itself. */
  service(embed: number, vizId?: string): Promise<sdk.AnswerService>
  /** What a custom action gave its client last. */
  actionService(embed: number): sdk.AnswerService
  /** The SDK itself, for what is no view. */
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
/** What each embed answers in the host's place. */
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
    // Two-phase actions tell their beginning only to those who ask for it.
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
    // The SDK keeps these calls from those who listen to everything.
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
