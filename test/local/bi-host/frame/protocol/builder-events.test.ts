import { expect, test } from 'vitest'
import type { BuilderControls } from '../../../../../local/bi-host/frame/protocol/builder-events'
import { createAddress, embedded, homePath } from './embedding-page'

/** A builder that writes down what it is asked for. */
function controls(begun = true): BuilderControls & { readonly calls: readonly unknown[] } {
  const calls: unknown[] = []
  const note =
    (name: string) =>
    async (...values: readonly unknown[]): Promise<void> =>
      void calls.push([name, ...values])
  return {
    calls,
    search: note('search'),
    about: note('about'),
    reset: () => void calls.push(['reset']),
    addColumns: note('addColumns'),
    removeColumn: note('removeColumn'),
    openSave: () => void calls.push(['openSave']),
    openPin: () => void calls.push(['openPin']),
    action: (id) => void calls.push(['action', id]),
    save: async () => 'answer-1',
    pin: async (to) => {
      calls.push(['pin', to])
      return { dashboardId: 'd', dashboardName: 'Desk', tileId: 't', tabId: null, created: true }
    },
    filters: () => [{ id: 'supply.chain' }],
    updateFilters: async (filters) => filters.map(({ columnName }) => columnName),
    answer: () => ({
      version: 2,
      title: 'Supply',
      query: { measures: ['supply.supply'] },
      chart: { type: 'auto' },
    }),
    begun: () => begun,
    answerSession: async () => ({ session: { sessionId: 'answer~1' } }),
    names: () => ({ sources: ['Stablecoin supply'], columns: ['Supply'] }),
    phrase: () => 'supply',
  }
}

async function onBuilder(hash = '#/embed/answer', begun = true) {
  const { page, frame } = await embedded({}, createAddress(hash))
  const builder = controls(begun)
  frame.attachBuilder(builder)
  const through = (type: string, parameters: unknown = {}): Promise<unknown> =>
    page.trigger(frame, 'UiPassthrough', { type, parameters })
  return { page, frame, builder, through }
}

test('any client can drive the builder by the vendor’s host events', async () => {
  const { page, frame, builder } = await onBuilder()
  await page.trigger(frame, 'search', {
    searchQuery: 'supply by chain',
    dataSources: ['stable_supply'],
    execute: true,
  })
  await page.trigger(frame, 'addColumns', { columnIds: ['supply.chain'] })
  await page.trigger(frame, 'removeColumn', { columnId: 'supply.chain' })
  await page.trigger(frame, 'resetSearch')
  await page.trigger(frame, 'save')
  await page.trigger(frame, 'pin')
  await page.trigger(frame, 'downloadAsPng')
  expect(builder.calls).toEqual([
    ['about', 'stable_supply'],
    ['search', 'supply by chain', true],
    ['addColumns', ['supply.chain']],
    ['removeColumn', 'supply.chain'],
    ['reset'],
    ['openSave'],
    ['openPin'],
    ['action', 'downloadAsPng'],
  ])
  expect(await page.trigger(frame, 'getTML')).toMatchObject({
    answer: {
      name: 'Supply',
      search_query: 'supply',
      tables: [{ name: 'Stablecoin supply' }],
      answer_columns: [{ name: 'Supply' }],
    },
  })
  expect(await page.trigger(frame, 'getAnswerSession')).toMatchObject({ session: { sessionId: 'answer~1' } })
  // What only a board has is answered at once as well.
  for (const type of ['getTabs', 'openFilter', 'SetPinboardVisibleTabs'])
    expect(await page.trigger(frame, type)).toBeTypeOf('object')
  expect(page.types().filter((type) => type === 'search Subscribed')).toHaveLength(1)
})

test('nothing that has not been asked is saved or pinned', async () => {
  const { page, frame, builder } = await onBuilder('#/embed/answer', false)
  await page.trigger(frame, 'save')
  await page.trigger(frame, 'pin')
  expect(builder.calls).toEqual([])
})

test('and save, pin, filter and read it by the passthrough calls, in the vendor’s shapes', async () => {
  const { builder, through } = await onBuilder()
  expect(await through('saveAnswer', { name: 'Supply', description: '' })).toEqual([
    { value: { saveResponse: { data: { Answer__save: { answer: { id: 'answer-1' } } } } } },
  ])
  expect(await through('addVizToPinboard', { newVizName: 'Supply', newPinboardName: 'Desk' })).toEqual([
    { value: { pinboardId: 'd', tabId: null, vizId: 't' } },
  ])
  expect(builder.calls).toEqual([['pin', expect.objectContaining({ title: 'Supply', newDashboard: 'Desk' })]])
  expect(await through('getFilters')).toMatchObject([{ value: { answerFilters: [{ id: 'supply.chain' }] } }])
  const filter = { column: 'Chain', oper: 'IN', values: ['Tron'] }
  expect(await through('updateFilters', { filter })).toEqual([{ value: { updated: ['Chain'] } }])
})

test('a board answers for itself', async () => {
  const { page, frame, builder, through } = await onBuilder(`#${homePath}`)
  await page.trigger(frame, 'search', { searchQuery: 'supply', execute: true })
  await page.trigger(frame, 'resetSearch')
  const [{ value }] = (await through('getAvailableUiPassthroughs')) as [{ value: { keys: string[] } }]
  expect(value.keys).not.toContain('getAnswerPageConfig')
  expect(builder.calls).toEqual([])
})
