import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listingOf } from '../../../src/adapters/dashboard-library/thoughtspot/list-reply'
import { restVersions } from '../../../src/adapters/dashboard-library/thoughtspot/rest-versions'

const listing = (...rows: readonly unknown[]) => listingOf([{ rows, last: true }])
const first = (row: unknown) => listing(row).dashboards[0]

describe('a row of the list', () => {
  it.each([
    [{ id: 'a', guid: 'b', name: 'c' }, 'a'],
    [{ guid: 'b', name: 'c' }, 'b'],
    [{ name: 'c' }, 'c'],
  ])('%j has the id %s', (row, id) => {
    expect(first(row)?.id).toBe(id)
  })

  it.each([
    [
      [{ id: 't-1', label: 'Flows' }, { id: '../x', label: 'Bad' }, null, { id: 't-2' }],
      [{ id: 't-1', label: 'Flows' }],
    ],
    [[], undefined],
    ['t-1', undefined],
  ])('with the tabs %j has %j', (tabs, known) => {
    expect(first({ id: 'a', tabs })?.tabs).toEqual(known)
  })

  it('prefers name to title, authorName to author, createdTime to created', () => {
    const row = {
      id: 'a',
      name: 'Name',
      title: 'Title',
      authorName: 'One',
      author: 'Two',
      createdTime: 2,
      created: 1,
    }
    expect(first(row)).toMatchObject({ name: 'Name', author: 'One', created: '2' })
    expect(first({ id: 'a', title: 'Title', author: 'Two', created: 1 })).toMatchObject({
      name: 'Title',
      author: 'Two',
      created: '1',
    })
  })

  it('has the specification’s words for what is missing', () => {
    expect(first({ id: 'a' })).toMatchObject({
      name: 'Unnamed',
      description: '',
      author: 'Unknown',
      created: '',
    })
  })

  it.each([
    [1_763_683_200_000, 1_763_683_200_000],
    [1_763_683_200, 1_763_683_200_000],
    ['2026-11-21T00:00:00Z', Date.UTC(2026, 10, 21)],
    ['yesterday', null],
    // Nanoseconds: no date at all, and the one who writes it down would throw.
    [1_763_683_200_000_000_000, null],
    [-1, null],
  ])('was made at %j, that is %j', (created, at) => {
    expect(first({ id: 'a', created })?.createdAt).toBe(at)
  })
})

describe('a list', () => {
  it.each([null, undefined, [], 'text', {}, { headers: null }, { headers: {} }])(
    'is none in %j by version 1',
    (body) => {
      expect(restVersions[1].page(body)).toBeNull()
    },
  )

  it.each([null, undefined, 'text', {}, { headers: [] }])('is none in %j by version 2', (body) => {
    expect(restVersions[2].page(body)).toBeNull()
  })

  it('of version 2 has a name and an id even without its headers', () => {
    const page = restVersions[2].page([{ metadata_id: 'a', metadata_name: 'Flows', metadata_header: null }])
    expect(listingOf(page === null ? [] : [page]).dashboards).toMatchObject([{ id: 'a', name: 'Flows' }])
  })

  it('keeps what can be read and counts the rest', () => {
    const cyclic: Record<string, unknown> = { id: 'c' }
    cyclic['self'] = cyclic
    const { dashboards, dropped } = listing({ id: 'a' }, null, 7, [], {}, { id: 'a', name: 'again' }, cyclic)
    expect(dashboards.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(dropped).toBe(5)
  })

  it('does not count as unreadable what moved from one page to the next', () => {
    const pages = [
      { rows: [{ id: 'a' }, { id: 'b' }], last: false },
      { rows: [{ id: 'b' }, { id: 'c' }], last: true },
    ]
    expect(listingOf(pages)).toMatchObject({ dropped: 0, complete: true })
    expect(listingOf(pages).dashboards.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  it('never throws, and never shows one id twice', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (rows) => {
        const { dashboards, dropped } = listing(...rows)
        const ids = dashboards.map(({ id }) => id)
        return new Set(ids).size === ids.length && ids.length + dropped === rows.length
      }),
    )
  })
})
