import * as sdk from '@thoughtspot/visual-embed-sdk'

/** One message of a frame as a client's handler gets it. */
export interface Heard {
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
} as const

/** What the tests call in a page that holds nothing but the vendor's SDK, as a client's page would. */
export interface SdkInPage {
  start(host: string, options?: object): void
  authEvents(): readonly string[]
  open(kind: keyof typeof kinds, view: object): Promise<number>
  heard(embed: number): readonly Heard[]
  trigger(embed: number, event: string, data?: unknown): Promise<unknown>
  call(embed: number, method: string, ...given: readonly unknown[]): Promise<unknown>
  /** Answers the vendor's interception of data calls from now on. */
  intercept(embed: number, answer: object): void
  /** What the vendor's answer service reads of the answer behind a tile, whole and under a filter. */
  answerData(
    embed: number,
    vizId: string,
    filter: readonly [column: string, values: readonly string[]],
  ): Promise<{
    readonly whole: number
    readonly narrowed: number
    readonly title: string
    readonly sql: string
    /** Width and height of the answer's picture, in pixels. */
    readonly picture: readonly [number, number]
    /** Status of the import of a dashboard with this answer on it. */
    readonly made: string
  }>
  /** What the answer service finds under one number of a tile, by that column alone. */
  underlying(
    embed: number,
    vizId: string,
    column: string,
    point: { readonly columnId: string; readonly dataValue: string },
  ): Promise<{
    readonly columns: readonly string[]
    readonly rows: number
    readonly known: readonly string[]
  }>
  height(embed: number): number
  /** How many rows the vendor's answer service finds behind the page itself. */
  rowsOf(embed: number): Promise<number>
}

interface Embed {
  on(
    type: string,
    handler: (payload: Heard, answer?: (reply: object) => void) => void,
    options?: object,
  ): Embed
  render(): Promise<unknown>
  trigger(event: string, data?: unknown): Promise<unknown>
  getAnswerService(vizId?: string): Promise<AnswerService>
}

interface AnswerService {
  fetchData(): Promise<{
    readonly columns: readonly { readonly column: { readonly name: string } }[]
    readonly data: readonly { readonly totalRowCount: number }[]
  }>
  getSourceDetail(): Promise<{ readonly columns: readonly { readonly name: string }[] }>
  getUnderlyingDataForPoint(columns: readonly string[], points: readonly object[]): Promise<AnswerService>
  addFilter(column: string, operator: string, values: readonly string[]): Promise<unknown>
  getTML(): Promise<{ readonly answer: { readonly name: string } }>
  getSQLQuery(): Promise<string>
  fetchPNGBlob(): Promise<Response>
}

const page = window as Window & { client?: SdkInPage }
const embeds: { readonly embed: Embed; readonly heard: Heard[]; readonly place: HTMLElement }[] = []
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
    const place = document.body.appendChild(document.createElement('div'))
    const Kind = kinds[kind] as unknown as new (host: HTMLElement, view: object) => Embed
    const embed = new Kind(place, { frameParams: { width: '100%', height: '800px' }, ...view })
    const heard: Heard[] = []
    // Two-phase actions tell their beginning only to those who ask for it.
    for (const start of [false, true])
      embed.on(sdk.EmbedEvent.ALL, ({ type, data, status }) => heard.push({ type, data, status }), { start })
    embeds.push({ embed, heard, place })
    await embed.render()
    return embeds.length - 1
  },
  heard: (id) => at(id).heard,
  trigger: (id, event, data) => at(id).embed.trigger(event, data),
  call: (id, method, ...given) => {
    const { embed } = at(id)
    const own = (embed as unknown as Record<string, (...all: readonly unknown[]) => unknown>)[method]
    return Promise.resolve(own?.apply(embed, [...given]))
  },
  intercept(id, answer) {
    const { embed, heard } = at(id)
    const isFirst = !intercepted.has(id)
    intercepted.set(id, answer)
    if (!isFirst) return
    // The SDK keeps these calls from those who listen to everything.
    embed.on(sdk.EmbedEvent.ApiIntercept, (payload, reply) => {
      heard.push({ type: 'ApiIntercept', data: payload, status: 'end' })
      reply?.(intercepted.get(id) ?? {})
    })
  },
  async answerData(id, vizId, [column, values]) {
    const service = await at(id).embed.getAnswerService(vizId)
    const rows = async () => (await service.fetchData()).data[0]?.totalRowCount ?? -1
    const whole = await rows()
    await service.addFilter(column, 'IN', values)
    const { answer } = await service.getTML()
    const sql = await service.getSQLQuery()
    const picture = await createImageBitmap(await (await service.fetchPNGBlob()).blob())
    const [made] = (await sdk.createLiveboardWithAnswers(
      [service as unknown as sdk.AnswerService],
      'Board of an answer',
    )) as readonly { readonly response: { readonly status: { readonly status_code: string } } }[]
    return {
      whole,
      narrowed: await rows(),
      title: answer.name,
      sql,
      picture: [picture.width, picture.height],
      made: made?.response.status.status_code ?? '',
    }
  },
  async underlying(id, vizId, column, point) {
    const service = await at(id).embed.getAnswerService(vizId)
    const source = await service.getSourceDetail()
    const data = await (await service.getUnderlyingDataForPoint([column], [point])).fetchData()
    return {
      columns: data.columns.map((one) => one.column.name),
      rows: data.data[0]?.totalRowCount ?? -1,
      known: source.columns.map(({ name }) => name),
    }
  },
  async rowsOf(id) {
    const service = await at(id).embed.getAnswerService()
    return (await service.fetchData()).data[0]?.totalRowCount ?? -1
  },
  height: (id) => at(id).place.querySelector('iframe')?.getBoundingClientRect().height ?? 0,
}
