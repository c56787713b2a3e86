import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BoardReply } from '../../../../local/bi-host/wire/board'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { ana, ben, refusalOf, runningHost, visitor, type Answer, type RunningHost } from './running-host'

vi.setConfig({ testTimeout: 120_000 })

let host: RunningHost
beforeAll(async () => {
  host = await runningHost()
}, 120_000)
afterAll(() => host.close())

const sessionOf = (tile: string, board: string = liveboards.stablecoins.id, genNo = 1) => ({
  sessionId: `${board}~${tile}`,
  genNo,
})

const call = (op: string, variables: object, as = ana): Promise<Answer> =>
  host.ask(`/prism/?op=${op}`, { as, body: { operationName: op, variables } })

interface Session {
  readonly sessionId: string
  readonly genNo: number
}
interface Data {
  readonly id: Session
  readonly pinboardId?: string
  readonly pinboardName?: string
  readonly tabId?: string
  readonly answer: {
    readonly sources: readonly { readonly header: { readonly guid: string } }[]
    readonly visualizations: readonly {
      readonly columns: readonly {
        readonly column: {
          readonly id: string
          readonly name: string
          readonly referencedColumns: readonly { readonly guid: string }[]
        }
      }[]
      readonly data: readonly {
        readonly columnDataLite: readonly { readonly dataValue: readonly (string | number | null)[] }[]
        readonly totalRowCount: number
      }[]
    }[]
  }
}
/** Calls an operation and reads the reply as the SDK does: the first value of `data`. */
async function first(op: string, variables: object): Promise<Data> {
  const answer = await call(op, variables)
  expect(answer.status).toBe(200)
  return Object.values((answer.json as { data: Record<string, Data> }).data)[0] as Data
}

/** The id of a tile by its title. */
async function tileNamed(liveboardId: string | undefined, title: string): Promise<string> {
  const board = await host.ask('/prism/?op=LoadContextBook', { as: ana, body: { liveboardId } })
  const { tiles } = board.json as { tiles: readonly { id: string; title: string }[] }
  return tiles.find((tile) => tile.title === title)?.id ?? ''
}

async function names(session: object): Promise<readonly string[]> {
  const { answer } = await first('GetTableWithHeadlineData', { session, deadline: 0 })
  const [viz] = answer.visualizations
  const [row] = viz?.data ?? []
  expect(row?.columnDataLite).toHaveLength(viz?.columns.length ?? -1)
  return (row?.columnDataLite[0]?.dataValue ?? []).map(String)
}

describe('the answer behind a tile', () => {
  test('tells its columns by the fields of its source', async () => {
    const { answer, id } = await first('GetAnswer', { session: sessionOf('detail') })
    expect(id).toMatchObject(sessionOf('detail'))
    // Its columns come from two sources, and the worksheet contains both.
    const { worksheetId } = liveboards.stablecoins
    expect(answer.sources[0]?.header.guid).toBe(worksheetId)
    const columns = answer.visualizations[0]?.columns.map(({ column }) => column) ?? []
    expect(columns.find(({ name }) => name === 'Supply')?.referencedColumns[0]?.guid).toBe(
      'stable_supply.supply',
    )
    const details = await call('GetSourceDetail', { ids: ['stable_supply', worksheetId] })
    const price: unknown = expect.objectContaining({ id: 'stable_price.price' })
    expect(details.json).toMatchObject({
      data: {
        getSourceDetailById: [
          { id: 'stable_supply', columns: expect.not.arrayContaining([price]) as unknown },
          { id: worksheetId, columns: expect.arrayContaining([price]) as unknown },
        ],
      },
    })
  })

  test('a filter creates a new generation of its session, and the first one stays unfiltered', async () => {
    const session = sessionOf('detail')
    const whole = await names(session)
    expect(whole).toContain('USDC')
    const { id } = await first('AddUpdateFilter', {
      session,
      params: {
        filterContent: [{ filterType: 'IN', value: [{ type: 'STRING', stringValue: 'USDT' }] }],
        filterGroupId: { logicalColumnId: 'stable_supply.token' },
      },
    })
    expect(await names(id)).toEqual(['USDT'])
    expect(await names(session)).toEqual(whole)
  })

  test('loses columns and gets them back', async () => {
    const columns = async (session: object) =>
      (await first('GetAnswer', { session })).answer.visualizations[0]?.columns.length ?? 0
    const session = sessionOf('detail')
    const all = await columns(session)
    const less = await first('RemoveColumns', { session, logicalColumnIds: ['stable_supply.supply'] })
    expect(await columns(less.id)).toBe(all - 1)
    const again = await first('AddColumns', {
      session: less.id,
      columns: [{ logicalColumnId: 'stable_supply.supply' }],
    })
    expect(await columns(again.id)).toBe(all)
  })

  test('returns its SQL statements, with its filters in them', async () => {
    const session = sessionOf('detail')
    const { id } = await first('AddUpdateFilter', {
      session,
      params: {
        filterContent: [{ filterType: 'IN', value: [{ type: 'STRING', stringValue: "O'USDT" }] }],
        filterGroupId: { logicalColumnId: 'stable_supply.token' },
      },
    })
    const { sql } = (await first('GetSQLQuery', { session: id })) as unknown as { sql: string }
    expect(sql).toMatch(/^select .* from f_stable_supply|from .*stable_supply/)
    expect(sql).toContain("in ('O''USDT')")
    expect(sql).not.toMatch(/\$\d/)
  })

  test('can be downloaded as a file', async () => {
    const { text, headers } = await host.ask(
      `/prism/download/answer/csv?sessionId=${encodeURIComponent(sessionOf('detail').sessionId)}&genNo=1`,
      { as: ana },
    )
    expect(headers.get('content-type')).toContain('text/csv')
    expect(text.split('\n').length).toBeGreaterThan(5)
  })

  test.each(['GetAnswer', 'GetTableWithHeadlineData', 'RemoveColumns', 'GetUnsavedAnswerTML'])(
    '%s is refused for an unknown answer or another user’s',
    async (op) => {
      const asked = (session: object, as = ana) => call(op, { session, logicalColumnIds: [] }, as)
      expect(refusalOf(await asked(sessionOf('none'))).code).toBe('not-found')
      expect(refusalOf(await asked({ sessionId: 'nonsense', genNo: 1 })).code).toBe('not-found')
      expect(refusalOf(await asked(sessionOf('detail'), visitor)).code).toBe('forbidden')
      expect(refusalOf(await asked({ sessionId: 7 })).code).toBe('bad-request')
    },
  )
})

describe('an answer of the assistant on a saved dashboard', () => {
  const worksheet = { worksheetId: liveboards.stablecoins.worksheetId }

  test('is pinned as interpreted in its conversation, under the given name, by its owner only', async () => {
    const opened = await host.ask('/prism/?op=CreateConversation', {
      as: ana,
      body: {
        operationName: 'CreateConversation',
        query:
          'mutation CreateConversation($params: Any) { ConvAssist__createConversation(request: $params) { convId } }',
        variables: {
          params: {
            initialCtx: { type: 'TS_WORKSHEET', tsWorksheetCtx: { worksheet } },
            userInfo: { tenantUrl: `${host.origin}/prism` },
          },
        },
      },
    })
    const { convId } = Object.values(
      (opened.json as { data: Record<string, { convId: string }> }).data,
    )[0] as { convId: string }
    const ask = async (cmdText: string, afterMsgIds?: readonly string[]): Promise<string> => {
      const msgId = crypto.randomUUID()
      const nlsData = { ...worksheet, questionType: 'ANSWER_SPEC_GENERATION' }
      const data = { userCmdData: { cmdText, nlsData } }
      const after = afterMsgIds === undefined ? {} : { afterMsgIds }
      const msg = { msgId, ...after, type: 'USER_COMMAND', data }
      const reply = await host.ask('/prism/?op=SendMessage', {
        as: ana,
        body: {
          operationName: 'SendMessage',
          query:
            'query SendMessage($params: Any) { ConvAssist__sendMessage(request: $params) { responses { msgId } } }',
          variables: { params: { convId, headers: [], msg } },
        },
      })
      expect(reply.status).toBe(200)
      return msgId
    }
    const begun = await ask('supply by chain last 90 days')
    const session = { sessionId: `${convId}~${await ask('only Tron')}`, genNo: 1 }
    const made = await first('AddVizToLiveboard', {
      session,
      newVizName: 'Tron alone',
      newLiveboardName: 'Research',
    })
    const board = await host.ask('/prism/?op=LoadContextBook', {
      as: ana,
      body: { liveboardId: made.pinboardId },
    })
    const { tiles } = board.json as { tiles: readonly { title: string; problem?: string; summary: string }[] }
    expect(tiles).toMatchObject([{ title: 'Tron alone' }])
    expect(tiles[0]?.problem).toBeUndefined()
    const theirs = await call('AddVizToLiveboard', { session, newLiveboardName: 'Mine' }, ben)
    expect(refusalOf(theirs).code).toBe('not-found')

    // The user took back "only Tron", so the next question does not continue from it.
    const titleOf = async (messageId: string): Promise<string> => {
      const drawn = await host.ask('/prism/?op=GetAssistantAnswer', { as: ana, body: { convId, messageId } })
      return (drawn.json as { reply: { tile: { title: string } } }).reply.tile.title
    }
    expect(await titleOf(await ask('by month instead'))).toMatch(/Tron/)
    expect(await titleOf(await ask('by month instead', [begun]))).not.toMatch(/Tron/)
    await host.restart()
    expect(await titleOf(await ask('by week instead', [begun]))).not.toMatch(/Tron/)

    // A reloaded page can open the conversation; another user cannot.
    const found = (as: typeof ana) => host.ask('/prism/?op=GetConversation', { as, body: { convId } })
    const { messageIds } = (await found(ana)).json as { messageIds: readonly string[] }
    expect([messageIds.length, messageIds[0]]).toEqual([5, begun])
    expect((await found(ben)).status).toBe(404)
  })
})

describe('a tile and a board on a saved dashboard', () => {
  test('a tile is pinned to a new dashboard, then to the same one again', async () => {
    const longest = 'D'.repeat(10_000)
    const made = await first('AddVizToLiveboard', { session: sessionOf('where'), newLiveboardName: longest })
    expect(made.pinboardName).toBe(longest)
    await first('AddVizToLiveboard', {
      session: sessionOf('pegs'),
      newVizName: 'Par',
      liveboardId: made.pinboardId,
    })
    const board = await host.ask('/prism/?op=LoadContextBook', {
      as: ana,
      body: { liveboardId: made.pinboardId },
    })
    const { tiles } = board.json as { tiles: readonly { title: string; problem?: string }[] }
    expect(tiles.map(({ title }) => title)).toEqual(['Where it circulates', 'Par'])
    expect(tiles.map(({ problem }) => problem)).toEqual([undefined, undefined])
    const onTab = await first('AddVizToLiveboard', {
      session: sessionOf('pegs'),
      liveboardId: made.pinboardId,
      newTabName: 'Pegs',
    })
    const pegs = { session: sessionOf('pegs'), liveboardId: made.pinboardId }
    expect(await first('AddVizToLiveboard', { ...pegs, tabId: onTab.tabId })).toMatchObject({
      tabId: onTab.tabId,
    })
    const noTab = refusalOf(await call('AddVizToLiveboard', { ...pegs, tabId: 'gone' }))
    expect(noTab).toMatchObject({ code: 'not-found', message: 'This dashboard no longer has that tab.' })
    // The chart keeps its name when it is copied or pinned again.
    const copied = await call('CopyLiveboard', { liveboardId: made.pinboardId, name: 'Copy' })
    const { pinboardId } = Object.values((copied.json as { data: Record<string, Data> }).data)[0] as Data
    const again = await first('AddVizToLiveboard', {
      session: sessionOf(await tileNamed(pinboardId, 'Par'), pinboardId),
      newLiveboardName: 'Third',
    })
    expect(await tileNamed(again.pinboardId, 'Par')).not.toBe('')
    const refused = await call(
      'AddVizToLiveboard',
      { session: sessionOf('pegs'), liveboardId: made.pinboardId },
      ben,
    )
    expect(refusalOf(refused).code).toBe('not-found')
  })

  test('a board is copied with the tiles of all its tabs, only for a signed-in user and with a name', async () => {
    const { json } = await call('CopyLiveboard', { liveboardId: liveboards.derivatives.id, name: 'Mine' })
    const { pinboardId } = (json as { data: { Pinboard__copy: { pinboardId: string } } }).data.Pinboard__copy
    const board = await host.ask('/prism/?op=LoadContextBook', {
      as: ana,
      body: { liveboardId: pinboardId, part: 'definition', allTabs: true },
    })
    const copy = board.json as BoardReply
    expect(copy.tiles).toHaveLength(21)
    const original = (
      await host.ask('/prism/?op=LoadContextBook', {
        as: ana,
        body: { liveboardId: liveboards.derivatives.id, part: 'definition', allTabs: true },
      })
    ).json as BoardReply
    expect(copy.board.tabs).toEqual(original.board.tabs)
    const byTab = ({ tiles }: BoardReply) => tiles.map(({ title, tabId }) => `${tabId}: ${title}`).toSorted()
    expect(byTab(copy)).toEqual(byTab(original))
    const asVisitor = await call('CopyLiveboard', { liveboardId: liveboards.home.id, name: 'X' }, visitor)
    expect(refusalOf(asVisitor).code).toBe('forbidden')
    expect(refusalOf(await call('CopyLiveboard', { liveboardId: liveboards.home.id, name: ' ' })).code).toBe(
      'bad-request',
    )
  })
})
