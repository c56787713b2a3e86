import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { CDPSession, Page } from 'playwright-core'
import { curatedBoards } from '../bi-host/boards/library/catalogue'
import { stream } from '../bi-host/data/random'
import { liveboards } from '../bi-host/wire/liveboards'
import { signIn, boardReady } from './browser'
import type { ImportFile } from './stack-settings'
import { withStack } from './with-stack'
import type { Reading } from '../bi-host/wire/answers'
import { rangeIds, type BoardReply } from '../bi-host/wire/board'

/** Memory of the process after so many requests, in megabytes. `resident` is the total, with DuckDB's pages. */
export interface MemoryPoint {
  readonly requests: number
  readonly resident: number
  /** Heap in use before and after garbage collection. */
  readonly heap: number
  readonly collected: number
  readonly outside: number
  /** Failed requests since the start. */
  readonly refused: number
}

const questions = [
  'price of bitcoin and ethereum by month',
  'stablecoin supply by chain, last 90 days',
  'top 5 exchanges by open interest',
  'spot volume by exchange by month',
  'borrow APY of USDC by protocol, last 30 days',
  'staking APR by network',
  'market cap by asset, last year',
  'liquidations by exchange, weekly',
]

type Operation = (name: string, body: unknown) => Promise<unknown>

/** @throws Error for a response that is not 2xx */
function caller(origin: string, token: string) {
  return async (path: string, body?: unknown): Promise<unknown> => {
    const reply = await fetch(`${origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = Buffer.from(await reply.arrayBuffer()).toString()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text.slice(0, 300)}`)
    return reply.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text
  }
}

/** Starts a conversation and asks one question. */
async function converse(operation: Operation, worksheetId: string, question: string): Promise<void> {
  const opened = (await operation('CreateConversation', {
    operationName: 'CreateConversation',
    query:
      'mutation CreateConversation($params: Request) { ConvAssist__createConversation(request: $params) { convId } }',
    variables: {
      params: {
        initialCtx: { type: 'TS_WORKSHEET', tsWorksheetCtx: { worksheet: { worksheetId } } },
        userInfo: { tenantUrl: 'http://127.0.0.1/prism' },
      },
    },
  })) as { data: { ConvAssist__createConversation: { convId: string } } | null }
  if (opened.data === null) throw new Error(JSON.stringify(opened))
  const { convId } = opened.data.ConvAssist__createConversation
  const nlsData = { worksheetId, questionType: 'ANSWER_SPEC_GENERATION' }
  const data = { userCmdData: { cmdText: question, nlsData } }
  const msg = { msgId: randomUUID(), type: 'USER_COMMAND', data }
  await operation('SendMessage', {
    operationName: 'SendMessage',
    query:
      'query SendMessage($params: Request) { ConvAssist__sendMessage(request: $params) { responses { msgId data { asstRespData { tool asstRespText } } } } }',
    variables: { params: { convId, headers: [], msg } },
  })
}

/** One request of each kind that the portal and its frames send to the BI host, about random boards. */
function asking(origin: string, token: string, pick: <Thing>(of: readonly Thing[]) => Thing) {
  const worksheets = Object.values(liveboards)
  const send = caller(origin, token)
  const operation: Operation = (name, body) => send(`/prism/?op=${name}`, body)
  const about = () => {
    const board = pick(curatedBoards)
    const tile = pick(board.tiles)
    const worksheetId = worksheets.find(({ id }) => id === board.id)?.worksheetId ?? ''
    return { liveboardId: board.id, tile: tile.id, worksheetId, range: pick(rangeIds) }
  }
  const load = (more: object): Promise<unknown> =>
    operation('LoadContextBook', { liveboardId: about().liveboardId, ...more })
  const drill = async (): Promise<void> => {
    const { liveboardId } = about()
    const { tiles } = (await load({ liveboardId })) as BoardReply
    const tile = pick(tiles.filter((one) => (one.drill ?? []).length > 0))
    const by = tile?.drill?.[0]?.field
    if (by !== undefined) await load({ liveboardId, drill: { tile: tile?.id, by } })
  }
  const read = async (): Promise<{ readonly reading: Reading; readonly worksheetId: string }> => {
    const { worksheetId } = about()
    const reading = (await operation('ReadQuestion', { phrase: pick(questions), worksheetId })) as Reading
    return { reading, worksheetId }
  }
  const run = async (): Promise<void> => {
    const { reading, worksheetId } = await read()
    if (reading.answer !== null) await operation('RunAnswer', { answer: reading.answer, worksheetId })
  }
  const complete = (): Promise<unknown> => {
    const phrase = pick(questions).slice(0, 9)
    return operation('CompleteQuestion', { phrase, caret: phrase.length, worksheetId: about().worksheetId })
  }
  const file = (kind: 'csv' | 'png') => (): Promise<unknown> => {
    const { liveboardId, tile } = about()
    const query = new URLSearchParams({ sessionId: `${liveboardId}~${tile}`, genNo: '1' })
    return send(`/prism/download/answer/${kind}?${query.toString()}`)
  }
  return [
    () => load({ range: about().range }),
    () => {
      const { liveboardId, range, tile } = about()
      return operation('GetChartWithData', { liveboardId, range, tiles: [tile] })
    },
    () =>
      load({ filters: [{ field: 'price.asset', op: 'in', values: [pick(['BTC', 'ETH', 'SOL', 'XRP'])] }] }),
    drill,
    read,
    run,
    complete,
    file('csv'),
    file('png'),
    () => converse(operation, about().worksheetId, pick(questions)),
    () => operation('GetAnswerFields', { worksheetId: about().worksheetId }),
  ] as const
}

/**
 * Sends so many requests to the BI host of a built stack in this process, as one signed-in user, and samples the memory of the process.
 * Every figure includes about a hundred megabytes of the bench itself.
 */
export function measureMemory(
  { requests, every }: { readonly requests: number; readonly every: number },
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly MemoryPoint[]> {
  return withStack(importFile, say, async ({ origins }, browser) => {
    const page = await browser.newPage()
    await page.goto(`${origins.portal}/saved-dashboards`)
    const asked = page.waitForRequest(/\/api\/token-authenticated$/)
    await signIn(page, 'analyst@example.com')
    const { authorization = '' } = await (await asked).allHeaders()
    await page.close()
    const address = `${origins.services}/api/token-authenticated`
    const newToken = async (): Promise<string> =>
      (await fetch(address, { headers: { authorization } })).text()
    setFlagsFromString('--expose_gc')
    const collect = runInNewContext('gc') as () => void
    const random = stream('memory', 'requests')
    const pick = <Thing>(of: readonly Thing[]): Thing => of[Math.floor(random.uniform() * of.length)] as Thing
    let kinds = asking(origins.biHost, await newToken(), pick)
    const points: MemoryPoint[] = []
    let refused = 0
    for (let done = 0; ; done += 1) {
      if (done % every === 0) {
        kinds = asking(origins.biHost, await newToken(), pick)
        const { rss, heapUsed, external } = process.memoryUsage()
        collect()
        const [resident = 0, heap = 0, collected = 0, outside = 0] = [
          rss,
          heapUsed,
          process.memoryUsage().heapUsed,
          external,
        ].map((bytes) => Math.round(bytes / 1_048_576))
        points.push({ requests: done, resident, heap, collected, outside, refused })
        say(
          `${done} requests: ${resident} MB resident, ${collected} MB of heap after collecting, ${outside} MB outside it`,
        )
      }
      if (done === requests) return points
      await (kinds[done % kinds.length] as () => Promise<unknown>)().catch((error: unknown) => {
        refused += 1
        if (refused < 20) say(String(error))
      })
    }
  })
}

/** What a page and the stack retain after so many rounds. Memory is in megabytes. */
export interface SoakPoint {
  readonly what: 'switches' | 'panels' | 'sign-ins'
  readonly rounds: number
  readonly nodes: number
  readonly listeners: number
  readonly documents: number
  readonly frames: number
  /** JavaScript heap of the page after garbage collection. */
  readonly heap: number
  /** Flag streams open at the service. */
  readonly streams: number
  /** Resident memory of this process, in which the whole stack runs. */
  readonly resident: number
}

/** In milliseconds; slightly longer than `TRIGGER_TIMEOUT` in the SDK's `processTrigger.ts`. */
const triggerTimeoutMs = 31_000

const person = 'analyst@example.com'
const boards = ['Stablecoins', 'Global Crypto Market', 'Home']

/**
 * Simulates one visit that lasts a working day: so many board switches, Deep Research panels (open, ask, close), and sign-outs with
 * sign-ins. Takes five samples of each; a leak grows with every round.
 */
export function measureSoak(
  {
    switches,
    panels,
    signIns,
  }: { readonly switches: number; readonly panels: number; readonly signIns: number },
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly SoakPoint[]> {
  return withStack(importFile, say, async ({ origins }, browser) => {
    const points: SoakPoint[] = []
    const page = await browser.newPage({ viewport: { width: 1440, height: 600 }, reducedMotion: 'reduce' })
    const client = await page.context().newCDPSession(page)
    await client.send('Performance.enable')
    const rounds = async (
      what: SoakPoint['what'],
      count: number,
      round: () => Promise<void>,
    ): Promise<void> => {
      const every = Math.max(1, Math.floor(count / 5))
      for (let done = 1; done <= count; done += 1) {
        await round()
        if (done % every !== 0) continue
        // The SDK retains a removed frame, with everything around it, while it waits for the frame's reply to a trigger.
        await page.waitForTimeout(triggerTimeoutMs)
        const point = { what, rounds: done, ...(await held(client, origins.flagStream)) }
        points.push(point)
        say(JSON.stringify(point))
      }
    }
    await page.goto(`${origins.portal}/home`)
    await signIn(page, person)
    await boardReady(page)
    let at = 0
    await rounds('switches', switches, async () => {
      await goTo(page, boards[(at += 1) % boards.length] ?? 'Home')
    })
    await goTo(page, 'Stablecoins')
    await boardReady(page)
    await rounds('panels', panels, () => askInPanel(page))
    await rounds('sign-ins', signIns, async () => {
      await page.getByRole('button', { name: 'Log out', exact: true }).click()
      await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
      await signIn(page, person)
      await page.locator('iframe[data-ts-iframe]:visible').first().waitFor()
    })
    return points
  })
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await page.locator(`iframe[data-ts-iframe][title="${name} dashboard"]`).waitFor()
}

async function askInPanel(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Deep Research' })
  await page.getByRole('button', { name: 'Deep Research', exact: true }).click()
  const field = panel.getByRole('textbox', { name: 'Your question' })
  await field.fill('stablecoin supply by chain, last 90 days')
  await field.press('Enter')
  await panel.locator('iframe').last().waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
}

async function held(client: CDPSession, flagStream: string) {
  await client.send('HeapProfiler.collectGarbage')
  const { metrics } = await client.send('Performance.getMetrics')
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  const health = await (await fetch(`${flagStream}/health`)).text()
  return {
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    documents: of('Documents'),
    frames: of('Frames'),
    heap: Math.round(of('JSHeapUsedSize') / 104_857.6) / 10,
    streams: Number(/\d+/.exec(health)?.[0]),
    resident: Math.round(process.memoryUsage().rss / 1_048_576),
  }
}
