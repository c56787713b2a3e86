import { expect, test, vi } from 'vitest'
import { noCustomizations } from '../../../../../local/bi-host/frame/protocol/customizations'
import { sampleTiles } from '../../rendering/sample/tiles'
import { createWords } from '../../../../../local/bi-host/frame/theme/words'
import type { Palette } from '../../../../../local/bi-host/rendering/theme/variables'
import { runTileAction } from '../../../../../local/bi-host/frame/tiles/run-action'
import { actionsOf } from '../../../../../local/bi-host/frame/tiles/tile-actions'
import { createAddress, embedded } from '../protocol/embedding-page'

const words = createWords(noCustomizations)
const [tile] = sampleTiles()
const customActions = [{ id: 'mine', name: 'Mine', position: 'MENU', target: 'VIZ' }]

async function run(actionId: string, sessionContainer: string | null, question = tile?.question) {
  if (tile === undefined) throw new Error('There is no tile.')
  const { page, frame } = await embedded({ customActions }, createAddress('#/embed/insights/conv-assist'))
  const notice = await runTileAction(actionId, {
    tile: { ...tile, ...(question === undefined ? {} : { question }) },
    sessionContainer,
    frame,
    words,
    point: null,
    palette: {} as Palette,
    picture: () => null,
    legend: [],
    color: () => '',
    showTable: () => undefined,
  })
  const said = page.said.find(({ type }) => type === 'customAction') as
    | { readonly data: { readonly data?: unknown } }
    | undefined
  const questions = page.said.flatMap(({ type, data }) =>
    type === actionId ? [(data as { readonly question?: string }).question] : [],
  )
  return { notice, said: JSON.stringify(said?.data ?? null), questions }
}

test('an action of the embedding page hears the session of the answer, wherever that stands', async () => {
  const { said } = await run('mine', 'conversation-1')
  expect(said).toContain(`"sessionId":"conversation-1~${tile?.id}"`)
  const { said: without } = await run('mine', null)
  expect(without).toContain(`"vizId":"${tile?.id}"`)
  expect(without).not.toContain('session')
})

test('what is on no board has no link to copy', async () => {
  const { options } = (await embedded()).frame.state.get()
  const offered = (onBoard: boolean) =>
    tile && actionsOf(tile, { editable: false, onBoard }, options, words).map(({ id }) => id)
  expect(offered(true)).toContain('embedDocument')
  expect(offered(false)).toEqual(offered(true)?.filter((id) => id !== 'embedDocument'))
  expect((await run('embedDocument', 'conversation-1')).notice).toBe(words('viz.notOffered'))
})

test.each(['explore', 'AskAi'])('%s takes the question along in the words of a person', async (actionId) => {
  const asked: unknown[] = []
  const answer = (reply: Response) =>
    vi.stubGlobal('fetch', (url: string, init: { readonly body: string }) => {
      asked.push([url, JSON.parse(init.body)])
      return Promise.resolve(reply)
    })
  answer(Response.json({ phrase: 'stablecoin supply by chain' }))
  const exact = 'stable_supply.supply by stable_supply.chain'
  const { questions } = await run(actionId, null, exact)
  expect(asked).toEqual([['/prism/?op=PlainQuestion', { phrase: exact }]])
  expect(questions).toEqual(['stablecoin supply by chain', 'stablecoin supply by chain'])
  // Exact words are a question too.
  answer(new Response('', { status: 503 }))
  expect((await run(actionId, null, exact)).questions).toEqual([exact, exact])
})

test('what asks nothing keeps the exact words, and asks the host for none', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Nothing was to be asked.')))
  expect((await run('showUnderlyingData', null, 'price.close')).questions).toEqual([
    'price.close',
    'price.close',
  ])
})
