import type { Frame, JSHandle, Page } from 'playwright-core'
import type { Received, SdkInPage } from './page/sdk-page'
import type { Stage } from './stage'

/** One embed of the vendor's SDK in a page. */
export interface Embedded {
  readonly frame: Frame
  received(): Promise<readonly Received[]>
  /** Messages of a type after `before`, as soon as there are `count` of them. */
  receive(
    type: string,
    options?: { readonly before?: number; readonly count?: number },
  ): Promise<readonly Received[]>
  /** Number of messages so far. */
  now(): Promise<number>
  trigger(event: string, data?: unknown): Promise<unknown>
  call(method: string, ...given: readonly unknown[]): Promise<unknown>
  /** Waits until a tile has its figures and its picture. */
  ready(vizId: string): Promise<void>
  /** Waits until every visible tile has its figures and its picture. */
  settled(): Promise<void>
}

/** Types of the messages that a view has sent so far. */
export const types = async (view: Embedded): Promise<readonly string[]> =>
  (await view.received()).map(({ type }) => type)

export interface Client {
  readonly page: Page
  readonly sdk: JSHandle<SdkInPage>
  /** URLs that the page and its frames have requested since the SDK started. */
  readonly asked: readonly string[]
  /** Opens a view and waits until its frame has loaded. */
  open(kind: Parameters<SdkInPage['open']>[0], view: object): Promise<Embedded>
  close(): Promise<void>
}

/** A client's page in which the SDK is started against the stage's host. */
export async function openClient(stage: Stage, options: object = {}): Promise<Client> {
  const page = await stage.open('sdk-page')
  const sdk = await page.evaluateHandle(() => (window as unknown as { client: SdkInPage }).client)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await sdk.evaluate((own, [host, more]) => own.start(host, more), [stage.host, options] as const)
  return {
    page,
    sdk,
    asked,
    async open(kind, view) {
      const id = await sdk.evaluate((own, [name, config]) => own.open(name, config), [kind, view] as const)
      const frame = await stage.frameOf(page)
      await frame.waitForURL((url) => url.protocol === 'http:', { waitUntil: 'commit' })
      return {
        frame,
        received: () => sdk.evaluate((own, at) => own.received(at), id),
        now: () => sdk.evaluate((own, at) => own.received(at).length, id),
        async receive(type, { before = 0, count = 1 } = {}) {
          const found = await page.waitForFunction(
            ([own, at, name, from, wanted]) => {
              const all = own
                .received(at)
                .slice(from)
                .filter((message) => message.type === name)
              return all.length >= wanted ? all : false
            },
            [sdk, id, type, before, count] as const,
          )
          return (await found.jsonValue()) as readonly Received[]
        },
        trigger: (event, data) =>
          sdk.evaluate((own, [at, name, payload]) => own.trigger(at, name, payload), [
            id,
            event,
            data,
          ] as const),
        call: (method, ...given) =>
          sdk.evaluate((own, [at, name, all]) => own.call(at, name, ...all), [id, method, given] as const),
        async ready(vizId) {
          await frame.locator(`[data-viz-id="${vizId}"][aria-busy="false"]`).waitFor()
        },
        async settled() {
          await frame.waitForFunction(() => {
            const tiles = [...document.querySelectorAll('.viz-tile')]
            const seen = tiles.filter((tile) => {
              // A tile whose picture is below the viewport has nothing to draw yet.
              const { top, bottom } = (tile.querySelector('.chart-canvas') ?? tile).getBoundingClientRect()
              return top < innerHeight && bottom > 0
            })
            return seen.length > 0 && seen.every((tile) => tile.getAttribute('aria-busy') === 'false')
          })
        },
      }
    },
    close: () => stage.leave(page),
  }
}
