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

async function run(actionId: string, sessionContainer: string | null) {
  if (tile === undefined) throw new Error('There is no tile.')
  const { page, frame } = await embedded({ customActions }, createAddress('#/embed/insights/conv-assist'))
  const notice = await runTileAction(actionId, {
    tile,
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
  const posted = page.posted.find(({ type }) => type === 'customAction') as
    | { readonly data: { readonly data?: unknown } }
    | undefined
  const details = page.posted.flatMap(({ type, data }) => (type === actionId ? [data] : []))
  return { notice, posted: JSON.stringify(posted?.data ?? null), details }
}

test('an action of the embedding page hears the session of the answer, wherever that stands', async () => {
  const { posted } = await run('mine', 'conversation-1')
  expect(posted).toContain(`"sessionId":"conversation-1~${tile?.id}"`)
  const { posted: without } = await run('mine', null)
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

test('an action of the embedding page hears the answer’s name where the vendor has it', async () => {
  const { posted } = await run('mine', null)
  const { id, embedAnswerData } = JSON.parse(posted) as Record<string, unknown>
  expect(id).toBe('mine')
  expect(embedAnswerData).toMatchObject({ id: tile?.id, name: tile?.title })
})

test('the vendor’s own action names the chart, and nothing that its SDK does not have', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Nothing was to be asked.')))
  expect((await run('explore', null)).details).toEqual([{ vizId: tile?.id }, { vizId: tile?.id }])
})
