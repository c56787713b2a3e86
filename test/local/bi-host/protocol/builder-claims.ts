import { HostEvent } from '@thoughtspot/visual-embed-sdk'
import { expect } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import type { Claim } from './claims'
import { openClient } from './client'
import type { Stage } from './stage'

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
