import { describe, expect, test } from 'vitest'
import { parseFlags } from '../../../../../local/bi-host/frame/protocol/read'
import { headersFor } from '../../../../../local/bi-host/server/routes/metadata'
import { releaseOf } from '../../../../../local/bi-host/frame/protocol/release'
import { parseRoute, sameRoute, tabPath } from '../../../../../local/bi-host/frame/protocol/routes'
import { parseRuntimeFilterText, toFieldFilters } from '../../../../../local/bi-host/frame/protocol/runtime'
import { readViewOptions } from '../../../../../local/bi-host/frame/protocol/view-options'
import { extensions } from '../../../../../src/adapters/dashboard-surface/thoughtspot/extensions'

describe('addresses', () => {
  describe('flags', () => {
    test('are text unless they are JSON; numbers stay text; the browser\u2019s escapes are undone', () => {
      expect(
        parseFlags(
          '?embedApp=true&viewPortHeight=900&hideAction=[%22share%22,%22pin%22]&a=b=c&broken=[1&empty=',
        ),
      ).toEqual({
        embedApp: true,
        viewPortHeight: '900',
        hideAction: ['share', 'pin'],
        a: 'b=c',
        broken: '[1',
        empty: '',
      })
    })

    test('may come packed as base64url without padding', () => {
      const packed = Buffer.from('embedApp=true&hideAction=["share"]&name=Zürich').toString('base64url')
      expect(parseFlags(`?base64UrlEncodedFlags=${packed}`)).toEqual({
        embedApp: true,
        hideAction: ['share'],
        name: 'Zürich',
      })
    })

    test('that cannot be decoded do not stop the page', () => {
      expect(parseFlags('?a=%E0%A4%A&base64UrlEncodedFlags=***')).toEqual({ a: '%E0%A4%A' })
    })

    test('become options, with the vendor\u2019s defaults for what is absent', () => {
      expect(
        readViewOptions(
          parseFlags('?theme=dark&rootMarginForLazyLoad=500px 0px&isLiveboardHeaderV2Enabled=true'),
        ),
      ).toMatchObject({
        themeHint: 'dark',
        lazyMargin: 500,
        compactHeader: true,
        stickyHeader: true,
        visible: null,
        hidden: [],
      })
      expect(readViewOptions({ theme: 'pink' }).themeHint).toBeNull()
    })
  })

  describe('routes', () => {
    test.each([
      ['#/embed/viz/b1', { liveboardId: 'b1' }],
      ['embed/viz/b1/tab/t1', { liveboardId: 'b1', tabId: 't1' }],
      ['/embed/viz/b1/v1', { liveboardId: 'b1', vizId: 'v1' }],
      ['/embed/viz/b1/tab/t1/v1?view=p1', { liveboardId: 'b1', tabId: 't1', vizId: 'v1', viewId: 'p1' }],
      ['#/pinboard/b1/tab/t1', { liveboardId: 'b1', tabId: 't1' }],
      ['#/insights/pinboard/b1', { liveboardId: 'b1' }],
      ['#/liveboard/b1/v1', { liveboardId: 'b1', vizId: 'v1' }],
      ['#/embed/insights/viz/b1', { liveboardId: 'b1' }],
      ['#/embed/viz/b%201?ts-app=x', { liveboardId: 'b 1' }],
    ])('%s is a board', (text, expected) => {
      const route = parseRoute(text)
      expect(route).toMatchObject({ kind: 'board', ...expected })
      expect(route.path.startsWith('/')).toBe(true)
    })

    test.each([
      ['', 'none'],
      ['#', 'none'],
      ['#/embed/answer', 'builder'],
      ['#/embed/answer?restore=true', 'builder'],
      ['#/embed/saved-answer/a-1', 'builder'],
      ['#/embed/answers', 'other'],
      ['#/embed/viz/', 'other'],
      ['#/embed/conv-assist-answer?convId=c&messageId=m', 'answer'],
      ['#/embed/conv-assist-answer?convId=c', 'other'],
      ['#/embed/insights/conv-assist', 'conversation'],
    ])('%s is %s', (text, kind) => {
      expect(parseRoute(text).kind).toBe(kind)
    })

    test('a builder has the question and the source of its address', () => {
      expect(parseRoute('#/answer?question=supply%20by%20chain&source=stable_supply')).toMatchObject({
        kind: 'builder',
        question: 'supply by chain',
        source: 'stable_supply',
        restore: false,
      })
    })

    test.each([
      ['?worksheet=w%201&query=supply+by+chain', { worksheetId: 'w 1', question: 'supply by chain' }],
      ['?dataSources=["w2","w3"]', { worksheetId: 'w2', question: '' }],
      ['?dataSources=[', { worksheetId: '', question: '' }],
    ])('of a conversation name its subject: %s', (query, about) => {
      expect(parseRoute(`#/embed/insights/conv-assist${query}`)).toMatchObject({
        kind: 'conversation',
        ...about,
      })
    })

    test('are equal when they lead to the same view, whatever their form', () => {
      expect(sameRoute(parseRoute('#/pinboard/b1'), parseRoute('/embed/viz/b1'))).toBe(true)
      expect(sameRoute(parseRoute('/embed/viz/b1'), parseRoute('/embed/viz/b1/tab/t'))).toBe(false)
    })

    test('of a tab names board and tab', () => {
      const route = parseRoute('#/pinboard/b1')
      expect(route.kind === 'board' && tabPath(route, 't 2')).toBe('/embed/viz/b1/tab/t%202')
    })
  })

  describe('runtime filters', () => {
    const chips = [{ field: 'stable.token', label: 'Token' }]

    test('are read from col, op and val, and mapped by label or field id', () => {
      const filters = parseRuntimeFilterText(
        'col1=token&op1=IN&val1=A&val1=B&col2=price.close&op2=GT&val2=5&col3=x&op3=EQ',
      )
      expect(filters).toHaveLength(2)
      expect(toFieldFilters(filters, chips)).toEqual([
        { field: 'stable.token', op: 'in', values: ['A', 'B'] },
        { field: 'price.close', op: 'gt', values: ['5'] },
      ])
    })

    test('on columns that the board does not know are left out', () => {
      expect(toFieldFilters([{ columnName: 'Nothing', operator: 'EQ', values: ['x'] }], chips)).toEqual([])
      expect(
        toFieldFilters([{ columnName: 'Token', operator: 'SOUNDS_LIKE', values: ['x'] }], chips),
      ).toEqual([])
    })
  })
})

describe('releases', () => {
  const older = ['26.7', '26.2', '10.14']

  describe('the present release', () => {
    test.each([undefined, '', 'latest'])('is what %s stands for', (name) => {
      const release = releaseOf(name)
      expect(release.outgoing('onPaper', { height: 1 })).toEqual({ height: 1 })
      expect(release.supports('Navigate', { path: 'x' })).toBe(true)
    })
  })

  describe.each(older)('a cluster of release %s', (name) => {
    const release = releaseOf(name)

    test('sends none of the extensions that the portal declares', () => {
      for (const { kind, name: extension } of extensions)
        if (kind === 'event') expect(release.outgoing(extension, {})).toBeNull()
      // Fields of messages only. The names of fields in REST lists contain a path with `/`.
      const fields = extensions.flatMap(({ kind, name: one }) =>
        kind === 'field' && !one.includes('/') ? one.split(', ').map((field) => field.split('.')) : [],
      )
      expect(fields.length).toBeGreaterThan(8)
      for (const [event = '', field = ''] of fields)
        expect(release.outgoing(event, { [field]: 'x', beside: 'v' })).toEqual({ beside: 'v' })
    })

    test('understands none of the flags and addresses that the portal declares', () => {
      const flags = extensions.flatMap(({ kind, name: one }) => (kind === 'flag' ? one.split(', ') : []))
      expect(flags.length).toBeGreaterThan(3)
      const given = Object.fromEntries([...flags, 'hideAction'].map((flag) => [flag, 'x']))
      expect(release.flags(given)).toEqual({ hideAction: 'x' })
      for (const { kind, name: one } of extensions)
        if (kind === 'address') expect(release.path(`embed/answer?${one}`)).toBe('embed/answer')
    })

    test('lists no tabs of a dashboard, only that it has some', () => {
      const tabs = [{ id: 't', label: 'Flows' }]
      const dashboard = {
        id: 'x',
        name: 'x',
        description: '',
        author: 'a',
        owner: 'a',
        created: 1,
        modified: 1,
        tabs,
      }
      const host = { dashboards: { of: () => [dashboard] }, warehouse: { asOf: '2026-11-20' } }
      const person = { kind: 'person', subject: 'a', email: 'a', name: 'A' } as const
      const row = (release?: string) =>
        headersFor(person, { ...host, release: () => release } as unknown as Parameters<
          typeof headersFor
        >[1])[0]
      expect(row()).toMatchObject({ hasTabs: true, tabs })
      expect(row(name)).toMatchObject({ hasTabs: true })
      expect(row(name)).not.toHaveProperty('tabs')
    })

    test('is styled by none of the rules that the portal declares', () => {
      const own = extensions.flatMap(({ kind, name: one }) => (kind === 'style' ? one.split(', ') : []))
      expect(own.length).toBeGreaterThan(3)
      const styled = (selectors: readonly string[]) => ({
        customisations: {
          content: { strings: {} },
          style: {
            customCSS: {
              variables: { '--ts-var-root-color': 'red' },
              rules_UNSTABLE: Object.fromEntries(selectors.map((selector) => [selector, { color: 'red' }])),
            },
          },
        },
      })
      const attested = '[class*="_measure"]'
      expect(release.flags(styled([...own.map((one) => `.token ${one}`), attested]))).toEqual(
        styled([attested]),
      )
    })

    test('cannot be sent elsewhere by an object, but by a path', () => {
      expect(release.supports('Navigate', { path: 'embed/viz/x', replace: true })).toBe(false)
      expect(release.supports('Navigate', 'embed/viz/x')).toBe(true)
    })
  })

  test.each([
    ['26.7', 'embed/viz/x?view=mine', true, true, true, true],
    ['26.2', 'embed/viz/x', false, false, true, true],
    ['10.14', 'embed/viz/x', false, false, false, false],
  ])(
    'release %s reads %s, selects a view: %s, renews early: %s, says that it listens: %s, takes another look: %s',
    (name, path, selects, renews, listens, restyles) => {
      const release = releaseOf(name)
      expect(release.path('embed/viz/x?view=mine')).toBe(path)
      expect(release.supports('SelectPersonalisedView', {})).toBe(selects)
      expect(release.supports('updateEmbedParams', {})).toBe(restyles)
      expect(release.outgoing('changePersonalisedView', {}) !== null).toBe(selects)
      expect(release.outgoing('spotterResponseComplete', {})).toBeNull()
      expect(release.outgoing('filterChanged', {})).toEqual({})
      expect(release.supports('openParameter', {})).toBe(false)
      expect(release.renewsEarly).toBe(renews)
      expect(release.outgoing('EmbedListenerReady', {}) !== null).toBe(listens)
    },
  )
})
