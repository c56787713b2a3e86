import { HostEvent, type AnswerService } from '@thoughtspot/visual-embed-sdk'
import { expect } from 'vitest'
import type { JSHandle } from 'playwright-core'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { openClient, type Claim, type Stage, type Client } from './stage'

const worksheet = liveboards.stablecoins.worksheetId

/** The chart builder through the vendor's SearchEmbed: the whole life of one chart in a client's page. */
export function builderClaims(claim: Claim, stageOf: () => Stage): void {
  claim(
    '10.2.8',
    'the search page opens on a source, answers its question, and reports changes',
    async () => {
      const client = await openClient(stageOf())
      const view = await client.open('search', {
        dataSource: worksheet,
        searchOptions: { searchTokenString: 'stablecoin supply by chain', executeSearch: true },
      })
      await view.receive('data')
      const [first] = await view.receive('dataSourceSelected', { count: 2 })
      expect(first?.data).toEqual({ dataSourceIds: ['stable_supply'] })
      const chosen = (await view.receive('dataSourceSelected')).at(-1)
      expect(chosen?.data).toEqual({ dataSourceIds: [worksheet] })
      expect(await view.frame.getByRole('combobox', { name: 'Topic' }).textContent()).toContain(
        'Only Stablecoins',
      )

      let before = await view.now()
      await view.trigger(HostEvent.AddColumns, { columnIds: ['stable_supply.net_issuance'] })
      const [added] = await view.receive('addRemoveColumns', { before })
      expect(added?.data).toEqual({
        columnIds: ['stable_supply.supply', 'stable_supply.net_issuance', 'stable_supply.chain'],
      })
      await view.receive('queryChanged', { before })
      await view.receive('data', { before })
      before = await view.now()
      await view.trigger(HostEvent.RemoveColumn, { columnId: 'Net issuance' })
      await view.receive('data', { before })

      before = await view.now()
      await view.trigger(HostEvent.UpdateFilters, {
        filter: { column: 'Chain', oper: 'IN', values: ['Tron', 'Ethereum'] },
      })
      await view.receive('data', { before })
      expect(await view.trigger(HostEvent.GetFilters, {})).toMatchObject({
        answerFilters: [{ column: 'Chain', oper: 'in', values: ['Tron', 'Ethereum'] }],
      })
      expect(await view.trigger(HostEvent.GetTML, {})).toMatchObject({
        answer: {
          name: 'Supply by Chain: Tron, Ethereum',
          answer_columns: [{ name: 'Chain' }, { name: 'Supply' }],
        },
      })
      for (const event of [HostEvent.GetTabs, HostEvent.GetGroups, HostEvent.GetParameters])
        expect(await view.trigger(event, {})).not.toBeInstanceOf(Error)

      before = await view.now()
      const pinned = (await view.trigger(HostEvent.Pin, {
        newVizName: 'By a client',
        newLiveboardName: 'Of a client',
      })) as { readonly liveboardId: string }
      expect(pinned).toMatchObject({ vizId: expect.any(String) as unknown })
      const pins = await view.receive('pin', { before, count: 2 })
      expect(pins.map(({ status }) => status)).toEqual(['start', 'end'])
      expect(pins[1]?.data).toMatchObject({
        liveboardId: pinned.liveboardId,
        liveboardName: 'Of a client',
      })
      before = await view.now()
      const saved = (await view.trigger(HostEvent.SaveAnswer, { name: 'Kept', description: 'Mine' })) as {
        readonly answerId: string
      }
      expect((await view.receive('save', { before, count: 2 })).map(({ status }) => status)).toEqual([
        'start',
        'end',
      ])

      // Without a name, these events open their dialogs. On an empty page they do nothing.
      await view.trigger(HostEvent.Pin, {})
      await view.frame.getByRole('dialog', { name: 'Pin to dashboard' }).waitFor()
      await client.page.keyboard.press('Escape')
      await view.trigger(HostEvent.ResetSearch)
      await view.frame.getByRole('heading', { name: /What do you want to know about Stablecoins/ }).waitFor()
      await view.trigger(HostEvent.Save, {})
      expect(await view.frame.getByRole('dialog').count()).toBe(0)
      before = await view.now()
      await view.trigger(HostEvent.Search, {
        searchQuery: 'price of btc',
        dataSources: ['price'],
        execute: true,
      })
      await view.receive('data', { before })

      const again = await client.open('search', { answerId: saved.answerId })
      await again.receive('data')
      await again.frame.getByRole('figure', { name: 'Kept' }).waitFor()

      // In the full application, the dashboard's menu opens its editor, which leads back to the dashboard.
      const app = await client.open('app', { path: `pinboard/${pinned.liveboardId}` })
      await app.receive('PinboardRendered')
      await app.frame.locator('.board-menu-button').click()
      await app.frame.locator('.board-menu [data-testid="edit"]').click()
      await app.frame.locator('.edit-bar').waitFor()
      before = await app.now()
      await app.trigger('save')
      await app.receive('save', { before })
      await app.frame.locator('.board-menu-button').waitFor()
      await client.close()
    },
  )

  claim('14.8', 'runtime filters and parameters narrow a chart, and a disabled action says why', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('search', {
      dataSource: worksheet,
      searchOptions: { searchTokenString: 'stablecoin supply by chain', executeSearch: true },
      runtimeFilters: [{ columnName: 'Chain', operator: 'EQ', values: ['Tron'] }],
      disabledActions: ['save'],
      disabledActionReason: 'Ask your desk',
    })
    await view.receive('data')
    const chip = view.frame.locator('.answer-chip', { has: view.frame.getByTitle('Set by this page') })
    expect(await chip.textContent()).toContain('Tron')
    expect(await chip.getByRole('button').count()).toBe(1)
    expect(await view.trigger(HostEvent.GetFilters, {})).toMatchObject({
      answerFilters: [],
      runtimeFilters: [{ columnName: 'Chain' }],
    })
    const save = view.frame.locator('.builder-tools [data-testid="save"]')
    expect(await save.getAttribute('title')).toBe('Ask your desk')
    await save.dispatchEvent('click')
    expect(await view.frame.getByRole('dialog').count()).toBe(0)

    let before = await view.now()
    await view.trigger(HostEvent.UpdateParameters, [{ name: 'Time range', value: '1Y' }])
    await view.receive('data', { before })
    expect(await view.trigger(HostEvent.GetParameters, {})).toMatchObject({ parameters: [{ value: '1Y' }] })
    before = await view.now()
    await view.trigger(HostEvent.UpdateRuntimeFilters, [])
    await view.receive('data', { before })
    await chip.waitFor({ state: 'detached' })
    await client.close()
  })
}

const { worksheetId, id: stablecoins } = liveboards.stablecoins
const someText = expect.any(String) as unknown

interface Fetched {
  readonly columns: readonly { readonly column: { readonly name: string } }[]
  readonly data: readonly {
    readonly totalRowCount: number
    readonly columnDataLite: readonly { readonly dataValue: readonly unknown[] }[]
  }[]
}

const serviceOf = (client: Client, vizId?: string): Promise<JSHandle<AnswerService>> =>
  client.sdk.evaluateHandle((sdk, id) => sdk.service(0, id), vizId)

async function dataOf(service: JSHandle<AnswerService>, offset?: number, size?: number) {
  const { columns, data } = (await service.evaluate((own, [from, most]) => own.fetchData(from, most), [
    offset,
    size,
  ] as const)) as Fetched
  return {
    names: columns.map(({ column }) => column.name),
    rows: data[0]?.totalRowCount ?? -1,
    first: data[0]?.columnDataLite[0]?.dataValue ?? [],
  }
}

/** The vendor's own classes for answers and conversations; the SDK sends each of their operations. */
export function answerClaims(claim: Claim, stageOf: () => Stage): void {
  claim('14.4', 'the answer behind a tile can be read and paged, and names its source', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('liveboard', { liveboardId: stablecoins })
    await view.ready('total-supply')
    const service = await serviceOf(client, 'detail')
    const whole = await dataOf(service)
    expect(whole.rows).toBeGreaterThan(3)
    expect((await dataOf(service, 1, 2)).first).toEqual(whole.first.slice(1, 3))
    const source = await service.evaluate((own) => own.getSourceDetail())
    expect(source).toMatchObject({ id: worksheetId, relationships: null })
    expect((source as Fetched).columns).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Chain', synonyms: null })]),
    )
    expect(await service.evaluate((own) => own.getAnswer())).toMatchObject({
      name: 'Stablecoins in detail',
      displayMode: 'TABLE_MODE',
      sources: [{ header: { guid: worksheetId } }],
      metadata: null,
    })
    expect(await service.evaluate((own) => own.getTML())).toMatchObject({
      answer: { name: 'Stablecoins in detail' },
    })
    const file = await service.evaluate(async (own) => (await own.fetchCSVBlob()).text())
    expect(file.split('\n').length).toBe(whole.rows + 2)
    await client.close()
  })

  claim(
    '14.4',
    'columns, filters and display of an answer change, each in a new generation of its session',
    async () => {
      const client = await openClient(stageOf())
      const view = await client.open('liveboard', { liveboardId: stablecoins })
      await view.ready('total-supply')
      const service = await serviceOf(client, 'detail')
      const genNo = () => service.evaluate((own) => own.getSession().genNo)
      const before = await genNo()
      await service.evaluate((own) => own.addFilter('Stablecoin', 'IN' as never, ['USDT']))
      expect(await genNo()).toBeGreaterThan(before)
      expect((await dataOf(service)).rows).toBe(1)
      expect(await service.evaluate((own) => own.getSQLQuery())).toContain("in ('USDT')")
      // A table of one row at double scale: 760 px plus borders wide. Its height is less by one row, plus the lines of the caption.
      const picture = await service.evaluate(async (own) => {
        const { width, height } = await createImageBitmap(await (await own.fetchPNGBlob()).blob())
        return [width, height]
      })
      expect(picture).toEqual([1600, 332])

      const { names } = await dataOf(service)
      await service.evaluate((own) => own.removeColumns(['stable_supply.supply']))
      expect((await dataOf(service)).names).toEqual(names.filter((name) => name !== 'Supply'))
      await service.evaluate((own) => own.addColumnsByName(['Supply', 'Chain']))
      const more = await dataOf(service)
      expect(more.names).toEqual(expect.arrayContaining(['Supply', 'Chain']))
      expect(more.rows).toBeGreaterThan(1)

      const shown = (mode?: string) => service.evaluate((own, one) => own.updateDisplayMode(one), mode)
      expect(await shown()).toMatchObject({ answer: { displayMode: 'TABLE_MODE' } })
      expect(await shown('CHART_MODE')).toMatchObject({ answer: { displayMode: 'CHART_MODE' } })
      const made = await client.sdk.evaluate(
        (sdk, own) => sdk.lib.createLiveboardWithAnswers([own], 'Board of an answer'),
        service,
      )
      expect(made).toMatchObject([{ response: { status: { status_code: 'OK' } } }])
      await client.close()
    },
  )

  claim('14.4', 'the data under a number is found by the clicked point', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('liveboard', {
      liveboardId: stablecoins,
      customActions: [{ id: 'mine', name: 'Mine', position: 'CONTEXTMENU', target: 'VIZ' }],
    })
    await view.ready('where')
    await view.settled()
    await view.frame
      .locator('[data-viz-id="where"] .chart-canvas')
      .click({ position: { x: 120, y: 15 }, button: 'right' })
    await view.frame.locator('[data-testid="mine"]').click()
    const [custom] = await view.receive('customAction')
    expect(custom?.data).toMatchObject({
      embedAnswerData: {
        id: someText,
        name: 'Where it circulates',
        sources: [{ header: { guid: 'stable_supply' } }],
        columns: expect.any(Array) as unknown,
        data: expect.any(Array) as unknown,
      },
    })
    const action = await client.sdk.evaluateHandle((sdk) => sdk.actionService(0))
    const under = await action.evaluateHandle((own) =>
      own.getUnderlyingDataForPoint(['Chain', 'Stablecoin', 'Supply']),
    )
    const found = await dataOf(under)
    expect(found.names.toSorted()).toEqual(['Chain', 'Stablecoin', 'Supply'])
    expect(found.rows).toBeGreaterThan(1)
    const { data, columns } = (await under.evaluate((own) => own.fetchData())) as Fetched
    const chains = data[0]?.columnDataLite[columns.findIndex(({ column }) => column.name === 'Chain')]
    expect(new Set(chains?.dataValue)).toEqual(new Set(['Ethereum']))
    await client.close()
  })

  claim('14.4', 'fields outside the SDK’s documents are refused', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('liveboard', { liveboardId: stablecoins })
    await view.ready('total-supply')
    const service = await serviceOf(client, 'detail')
    const refused = async (query: string): Promise<unknown> => {
      const [reply] = await Promise.all([
        client.page.waitForResponse((one) => one.url().includes('/prism/?op=')),
        service.evaluate((own, text) => own.executeQuery(text, {}), query),
      ])
      const { errors } = (await reply.json()) as { readonly errors?: readonly { readonly message: string }[] }
      return errors?.[0]?.message
    }
    const answer = (fields: string) =>
      `query GetAnswer($session: BachSessionIdInput!) { getAnswer(session: $session) { ${fields} } }`
    expect(await refused(answer('answer { secret }'))).toContain('Cannot query field "secret"')
    expect(await refused(answer('answer'))).toContain('must have a selection')
    expect(await refused('mutation GetAnswer { getAnswer { id { genNo } } }')).toContain('no query GetAnswer')
    expect(await refused('query GetAnswer { getAnswer(all: 1) { id { genNo } } }')).toContain(
      'Unknown argument',
    )
    // The vendor's own document for this operation is not valid GraphQL.
    const added = client.page.waitForResponse((one) => one.url().includes('AddVizToLiveboard'))
    await service.evaluate((own) => own.executeQuery('mutation AddVizToLiveboard(liveboardId: GUID!) {}', {}))
    expect((await added).status()).toBe(400)
    await client.close()
  })

  claim('10.2.9', 'both classes for conversations get an answer, as data and as a view', async () => {
    const client = await openClient(stageOf())
    for (const kind of ['SpotterAgentEmbed', 'BodylessConversation'] as const) {
      const conversation = await client.sdk.evaluateHandle(
        (sdk, [name, id]) => new sdk.lib[name]({ worksheetId: id }),
        [kind, worksheetId] as const,
      )
      const answered = await conversation.evaluate((own) => own.sendMessageData('supply by chain'))
      expect(answered).toEqual({
        data: {
          convId: someText,
          messageId: someText,
          sessionId: someText,
          genNo: expect.any(Number) as unknown,
          acSessionId: someText,
          acGenNo: expect.any(Number) as unknown,
        },
      })
      await conversation.evaluate(async (own) => {
        const { container } = await own.sendMessage('only Tron')
        if (container) document.body.append(container)
      })
      const frame = client.page.frameLocator('iframe').last()
      await frame.getByRole('figure', { name: /Tron/ }).waitFor()
    }
    await client.close()
  })

  claim('3.9', 'a board, a search and an answer are pinned and saved by host events', async () => {
    const client = await openClient(stageOf())
    const board = await client.open('liveboard', { liveboardId: stablecoins })
    await board.ready('where')
    const search = await client.open('search', {
      dataSource: worksheetId,
      searchOptions: { searchTokenString: 'stablecoin supply by chain', executeSearch: true },
    })
    await search.receive('data')
    const answer = await client.sdk.evaluateHandle(async (sdk, id) => {
      const { viz, container } = await new sdk.lib.SpotterAgentEmbed({ worksheetId: id }).sendMessage(
        'supply by chain',
      )
      if (container) document.body.append(container)
      return viz
    }, worksheetId)
    await client.page.frameLocator('iframe').last().getByRole('figure').waitFor()
    const triggers = {
      board: (event: HostEvent, data: object) => board.trigger(event, { vizId: 'where', ...data }),
      search: (event: HostEvent, data: object) => search.trigger(event, data),
      answer: (event: HostEvent, data: object) =>
        answer.evaluate((viz, [name, given]) => viz?.trigger(name, given as never), [event, data] as const),
    }
    for (const [where, trigger] of Object.entries(triggers)) {
      const pinned = await trigger(HostEvent.Pin, { newVizName: where, newLiveboardName: `From ${where}` })
      expect([where, pinned]).toMatchObject([where, { liveboardId: someText, vizId: someText }])
      const saved = await trigger(HostEvent.SaveAnswer, { name: where, description: 'Mine' })
      expect([where, saved]).toMatchObject([where, { answerId: someText }])
    }
    await client.close()
  })
}
