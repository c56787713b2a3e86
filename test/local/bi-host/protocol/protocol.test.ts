import type { JSHandle, Page } from 'playwright-core'
import { expect, afterAll, beforeAll, describe, vi } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { claims, setStage, type Claim, type Stage } from './stage'
import type { Wire, WireInPage } from './page/message-page'
import { answerClaims, builderClaims } from './answer-claims'
import { clientClaims } from './client-claims'
import { exampleClaims } from './example-claims'
import { sdkClaims } from './sdk-claims'
import { stylingClaims } from './styling-claims'
import { viewClaims } from './view-claims'

const flags = '?embedApp=true&sdkVersion=1.52.0&isLiveboardEmbed=true'
const board = `#/embed/viz/${liveboards.stablecoins.id}`

interface Parent {
  readonly page: Page
  received(): Promise<readonly Wire[]>
  types(): Promise<readonly string[]>
  receive(type: string, before?: number): Promise<Wire>
  answer(type: string, data: object | 'token'): Promise<void>
  send(type: string, data?: unknown): Promise<unknown>
  leave(): Promise<void>
}

/** A page with one frame. `init` is its reply to `appInit`; null for no reply. */
async function openParent(
  stage: Stage,
  address: string,
  { init = {}, foreign = false }: { readonly init?: object | null; readonly foreign?: boolean } = {},
): Promise<Parent> {
  const page = await stage.open('message-page', { foreign })
  const wire: JSHandle<WireInPage> = await page.evaluateHandle(
    () => (window as unknown as { client: WireInPage }).client,
  )
  const answer = (type: string, data: object | 'token') =>
    wire.evaluate((own, [name, given]) => own.answer(name, given), [type, data] as const)
  if (init !== null) await answer('appInit', init)
  await wire.evaluate((own, url) => own.open(url), `${stage.host}/${address}`)
  const received = () => wire.evaluate((own) => own.received())
  return {
    page,
    received,
    answer,
    types: async () => (await received()).map(({ type }) => type),
    async receive(type, before = 0) {
      const found = await page.waitForFunction(
        ([own, name, from]) =>
          own
            .received()
            .slice(from)
            .find((message) => message.type === name) ?? false,
        [wire, type, before] as const,
      )
      return (await found.jsonValue()) as Wire
    },
    send: (type, data) => wire.evaluate((own, [name, given]) => own.send(name, given), [type, data] as const),
    leave: () => stage.leave(page),
  }
}

/** The frame in a page that sends the protocol's messages itself, without the vendor's SDK. */
function messageClaims(claim: Claim, stageOf: () => Stage): void {
  const embed = (address: string, options?: Parameters<typeof openParent>[2]) =>
    openParent(stageOf(), address, options)

  claim('3.3', 'appInit is sent with a port, and nothing else is sent before the reply', async () => {
    const parent = await embed(`${flags}${board}`, { init: null })
    const asked = await parent.receive('appInit')
    expect(asked.asked).toBe(true)
    // Host events get replies even so.
    expect(await parent.send('NoSuchEvent')).toEqual({})
    expect(await parent.types()).toEqual(['appInit'])
    await parent.leave()
  })

  claim('5.2', 'a whole set of parameters starts a frame whose appInit was lost', async () => {
    const parent = await embed(`${flags}${board}`, { init: null })
    await parent.receive('appInit')
    const token = await parent.page.evaluate(async () => (await fetch('/token')).text())
    await parent.send('updateEmbedParams', { sdkVersion: '1.52.0', authToken: token, customisations: {} })
    await parent.receive('PinboardRendered')
    await parent.leave()
  })

  claim('5.1', 'the empty route waits for Navigate, which may come before the parameters', async () => {
    const parent = await embed(`${flags}#`, { init: null })
    await parent.receive('appInit')
    await parent.send('Navigate', `embed/viz/${liveboards.stablecoins.id}`)
    const token = await parent.page.evaluate(async () => (await fetch('/token')).text())
    await parent.send('updateEmbedParams', { sdkVersion: '1.52.0', authToken: token })
    const rendered = await parent.receive('PinboardRendered')
    expect(rendered.data).toEqual({ liveboardId: liveboards.stablecoins.id })
    await parent.leave()
  })

  claim('3.9', 'passthrough calls are answered with an array, unknown ones with an empty one', async () => {
    const parent = await embed(`${flags}${board}`)
    await parent.receive('PinboardRendered')
    const through = (type: string, parameters: object = {}) =>
      parent.send('UiPassthrough', { type, parameters })
    const [first] = (await through('getAvailableUiPassthroughs')) as [{ value: { keys: string[] } }]
    expect(first.value.keys).toEqual(
      expect.arrayContaining([
        'getTabs',
        'getFilters',
        'updateFilters',
        'addVizToPinboard',
        'getAnswerSession',
      ]),
    )
    for (const key of first.value.keys) expect(await through(key)).toBeInstanceOf(Array)
    expect(await through('noSuchCall')).toEqual([])
    await parent.leave()
  })

  claim('14.3', 'a prefetch, which gets no reply, sends nothing', async () => {
    const parent = await embed('?embedApp=true')
    await parent.page.waitForLoadState('networkidle')
    expect(await parent.types()).toEqual([])
    await parent.leave()
  })

  claim(
    '14.10',
    'a page of another origin receives nothing: the browser does not even display the frame',
    async () => {
      const parent = await embed(`${flags}${board}`, { foreign: true })
      await parent.page.waitForLoadState('networkidle')
      expect(await parent.types()).toEqual([])
      expect(await parent.page.frames().at(-1)?.locator('.viz-tile').count()).toBe(0)
      await parent.leave()
    },
  )

  claim('5.3', 'a hidden frame whose requests get no reply does not report a refusal', async () => {
    const parent = await embed(`${flags}${board}`)
    await parent.receive('PinboardRendered')
    let refused = 0
    await parent.page.route('**/prism/?op=LoadContextBook', (route) => {
      refused += 1
      return refused === 1 ? route.fulfill({ status: 401, body: '{}' }) : route.continue()
    })
    const before = (await parent.received()).length
    await parent.send('refreshLiveboardBrowserCache')
    await parent.receive('ThoughtspotAuthExpired', before)
    expect(refused).toBe(1)
    // The page sends the new token in another message.
    const token = await parent.page.evaluate(async () => (await fetch('/token')).text())
    await parent.send('updateEmbedParams', { authToken: token })
    await parent.receive('data', before)
    expect(await parent.types()).not.toContain('ThoughtspotAuthFailure')
    await parent.leave()
  })

  claim('1.6', 'a new token that is refused ends in one ThoughtspotAuthFailure', async () => {
    const parent = await embed(`${flags}${board}`, { init: { authToken: 'forged' } })
    await parent.answer('ThoughtspotAuthExpired', { authToken: 'forged-too' })
    await parent.receive('ThoughtspotAuthFailure')
    expect((await parent.types()).filter((type) => type === 'ThoughtspotAuthFailure')).toHaveLength(1)
    await parent.leave()
  })

  claim('2.2', 'the vendor’s other URLs of a board open it', async () => {
    const parent = await embed(`${flags}#/pinboard/${liveboards.derivatives.id}/tab/positions`)
    const rendered = await parent.receive('PinboardRendered')
    expect(rendered.data).toEqual({ liveboardId: liveboards.derivatives.id, tabId: 'positions' })
    for (const path of ['insights/pinboard', 'liveboard', 'embed/insights/viz']) {
      const before = (await parent.received()).length
      await parent.send(
        'Navigate',
        `${path}/${liveboards.derivatives.id}/tab/${path.length % 2 === 0 ? 'positions' : 'volatility'}`,
      )
      await parent.receive('PinboardRendered', before)
    }
    await parent.leave()
  })

  claim('3.11', 'every reported path begins with a slash', async () => {
    const parent = await embed(`${flags}${board}`)
    await parent.receive('PinboardRendered')
    await parent.send('Navigate', 'some/other/page')
    await parent.send('Navigate', `embed/viz/${liveboards.home.id}`)
    await parent.receive('PinboardRendered')
    const routes = (await parent.received()).filter(({ type }) => type === 'ROUTE_CHANGE')
    expect(routes.length).toBeGreaterThan(2)
    for (const { data } of routes) expect((data as { currentPath: string }).currentPath).toMatch(/^\//)
    await parent.leave()
  })
}

vi.setConfig({ testTimeout: 120_000 })

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
}, 120_000)
afterAll(() => stage.close())

const claim = claims()

describe('the vendor’s SDK', () => sdkClaims(claim, () => stage))
describe('the vendor’s SDK in views of one sentence each', () => viewClaims(claim, () => stage))
describe('the portal’s style rules', () => stylingClaims(claim, () => stage))
describe('the vendor’s SDK on the chart builder', () => builderClaims(claim, () => stage))
describe('the vendor’s SDK on answers and conversations', () => answerClaims(claim, () => stage))
describe('the vendor’s SDK as clients use it', () => clientClaims(claim, () => stage))
describe('the vendor’s public examples', () => exampleClaims(claim, () => stage))
describe('messages by themselves', () => messageClaims(claim, () => stage))
