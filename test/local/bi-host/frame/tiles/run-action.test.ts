import { expect, test } from 'vitest'
import { noCustomisations } from '../../../../../local/bi-host/frame/protocol/customisations'
import { kinds } from '../../../../../local/bi-host/frame/specimen/kinds'
import { createWords } from '../../../../../local/bi-host/frame/theme/words'
import type { Palette } from '../../../../../local/bi-host/frame/theme/variables'
import { runTileAction } from '../../../../../local/bi-host/frame/tiles/run-action'
import { actionsOf } from '../../../../../local/bi-host/frame/tiles/tile-actions'
import { createAddress, embedded } from '../protocol/embedding-page'

const words = createWords(noCustomisations)
const [tile] = kinds().tiles
const customActions = [{ id: 'mine', name: 'Mine', position: 'MENU', target: 'VIZ' }]

async function run(actionId: string, sessionPlace: string | null) {
  if (tile === undefined) throw new Error('There is no specimen.')
  const { page, frame } = await embedded({ customActions }, createAddress('#/embed/insights/conv-assist'))
  const notice = await runTileAction(actionId, {
    tile,
    sessionPlace,
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
  return { notice, said: JSON.stringify(said?.data ?? null) }
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
