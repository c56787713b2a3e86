import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  framePath,
  pinboardLink,
  readBoardRoute,
  sameRoute,
} from '../../../src/adapters/dashboard-surface/thoughtspot/paths'

const id = '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01'
const board = { liveboardId: id, tabId: null, vizId: null }

describe('addresses of a board on the BI host', () => {
  it.each([
    [board, `/#/pinboard/${id}`],
    [{ ...board, tabId: 'flows' }, `/#/pinboard/${id}/tab/flows`],
    [{ ...board, vizId: 'supply' }, `/#/pinboard/${id}/supply`],
    [{ ...board, tabId: 'flows', vizId: 'supply' }, `/#/pinboard/${id}/tab/flows/supply`],
    [{ ...board, tabId: 'flows', viewId: 'mine' }, `/#/pinboard/${id}/tab/flows?view=mine`],
  ])('%j is the specification’s %s', (route, link) => {
    expect(pinboardLink(route)).toBe(link)
    expect(framePath(route)).toBe(link.replace('/#/pinboard/', 'embed/viz/'))
  })

  it('of one that is edited are the specification’s edit shape, and another place than the board', () => {
    const editor = { ...board, editing: true } as const
    expect(framePath(editor)).toBe(`edit/liveboard/${id}`)
    expect(sameRoute(editor, board)).toBe(false)
    expect(readBoardRoute(`/${framePath(editor)}`)).toBeNull()
  })

  it('are the specification’s for the assistant’s views, whatever the ids hold', () => {
    const ids = { sessionId: 's', genNo: '1', acSessionId: 'a', acGenNo: '2', convId: 'c', messageId: 'm' }
    const path = framePath({ answer: { ...ids, convId: 'c&sessionId=x' } })
    const [route, query] = path.split('?')
    expect(route).toBe('embed/conv-assist-answer')
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ ...ids, convId: 'c&sessionId=x' })
    expect(framePath({ conversation: { worksheetId: 'w 1', question: 'a&b' } })).toBe(
      'embed/insights/conv-assist?worksheet=w%201&query=a%26b',
    )
    expect(framePath({ conversation: { worksheetId: 'w', question: null } })).toBe(
      'embed/insights/conv-assist?worksheet=w',
    )
  })

  it.each(['embed/viz', 'embed/insights/viz', 'pinboard', 'insights/pinboard', 'liveboard'])(
    'are read below /%s/',
    (base) => {
      expect(readBoardRoute(`/${base}/${id}/tab/t-1/v_2`)).toEqual({
        liveboardId: id,
        tabId: 't-1',
        vizId: 'v_2',
      })
      expect(readBoardRoute(`/${base}/${id}?view=mine`)).toEqual({ ...board, viewId: 'mine' })
      expect(readBoardRoute(`/${base}/${id}?view=..%2Fevil`)).toEqual(board)
    },
  )

  it.each([
    '',
    '/',
    '/home',
    `/embed/answer/${id}`,
    '/embed/viz/home',
    `/embed/viz/${id}/tab/%2e%2e`,
    `/embed/viz/${id}/a/b/c`,
  ])('are not read from %j', (path) => {
    expect(readBoardRoute(path)).toBeNull()
  })

  it('come back as they went out', () => {
    const plain = fc.option(
      fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/).filter((text) => text !== 'tab'),
      { nil: null },
    )
    fc.assert(
      fc.property(fc.uuid(), plain, plain, plain, (liveboardId, tabId, vizId, view) => {
        const route = { liveboardId, tabId, vizId, ...(view === null ? {} : { viewId: view }) }
        const read = readBoardRoute(`/${framePath(route)}`)
        return read !== null && sameRoute(read, route)
      }),
    )
  })
})
