import { MatchersV3 } from '@pact-foundation/pact'
import { expect } from 'vitest'
import {
  dashboardLibraryStates as states,
  exampleDashboardId,
} from '../../local/provider-states/provider-states'
import {
  inBetween,
  refusedAccessToken,
  signInPage,
  validAccessToken,
  type AddInteraction,
  type Contract,
} from './contract'
import {
  changesInBetween,
  charts,
  creationFailures,
  copies,
  creations,
  deletions,
  numbers,
  wholes,
} from './dashboard-library-changes'
import {
  afterFirst,
  description,
  header,
  leastHeader,
  library,
  version1,
  version2,
  type Version,
} from './dashboard-library-versions'

const { arrayContaining, eachLike, boolean } = MatchersV3
const parameters = { dashboardId: exampleDashboardId }

const parts = [
  lists,
  older,
  listFailures,
  creations,
  creationFailures,
  wholes,
  copies,
  charts,
  numbers,
  deletions,
  changesInBetween,
]

/** Version 1 of the vendor's API, including dashboards written by earlier releases. */
export const dashboardLibraryContract: Contract = (add) => {
  for (const part of parts) part(add, version1)
  firstPage(add)
}

export const dashboardLibraryContractV2: Contract = (add) => {
  for (const part of parts) part(add, version2)
  add(
    'the dashboards, of which nothing but id and name are said',
    {
      request: version2.listing(),
      response: { status: 200, json: [{ metadata_id: exampleDashboardId, metadata_name: 'Morning note' }] },
    },
    async (baseUrl) => {
      const dashboards = [{ id: exampleDashboardId, name: 'Morning note' }]
      expect(await library(version2, baseUrl).list()).toMatchObject({ ok: true, value: { dashboards } })
    },
  )
}

function lists(add: AddInteraction, version: Version): void {
  const { listing, rows, row, full, next } = version
  add(
    'the dashboards of a person who has some',
    {
      given: states.hasDashboards,
      parameters,
      request: listing(),
      response: { status: 200, json: rows(eachLike(row(leastHeader) as never)) },
    },
    async (baseUrl) => {
      const dashboards = [{ id: exampleDashboardId, name: 'Morning note' }]
      expect(await library(version, baseUrl).list()).toMatchObject({
        ok: true,
        value: { dropped: 0, complete: true, dashboards },
      })
    },
  )

  add(
    'the dashboards, with all that the portal shows of them',
    {
      given: states.saysAll,
      mayNotRun: true,
      parameters,
      request: listing(),
      response: { status: 200, json: rows(arrayContaining(row(header))) },
    },
    async (baseUrl) => {
      const shown = {
        description,
        author: 'analyst@example.com',
        createdAt: 1_793_000_000_000,
        modifiedAt: 1_793_000_000_000,
        tabs: [{ id: 'tab-1', label: 'Flows' }],
      }
      expect(await library(version, baseUrl).list()).toMatchObject({
        ok: true,
        value: { dropped: 0, dashboards: [{ id: exampleDashboardId, name: 'Morning note', ...shown }] },
      })
    },
  )

  add(
    'the dashboards of a person who has none',
    {
      given: states.hasNone,
      mayNotRun: true,
      request: listing(),
      response: { status: 200, json: rows([]) },
    },
    async (baseUrl) => {
      expect(await library(version, baseUrl).list()).toEqual({
        ok: true,
        value: { dashboards: [], dropped: 0, complete: true },
      })
    },
  )

  add(
    'the dashboards after those of the first page',
    {
      given: states.hasMore,
      mayNotRun: true,
      request: listing(validAccessToken, next),
      // With an overlap the row is known: only its id is read.
      response: { status: 200, json: rows([row(next < full ? { id: leastHeader.id } : leastHeader)]) },
    },
    async (baseUrl) => {
      const earlier = Array.from({ length: next }, (_, at) => ({ id: `a${at}`, name: 'Earlier' }))
      const known = { id: exampleDashboardId, name: 'Morning note' }
      const first = [...earlier, known].slice(0, full).map(row)
      const listed = await library(version, baseUrl, validAccessToken, afterFirst(rows(first, false))).list()
      expect(listed).toMatchObject({ ok: true, value: { dropped: 0, complete: true } })
      const found = listed.ok ? listed.value.dashboards.map(({ id, name }) => ({ id, name })) : []
      expect(found).toEqual([...earlier, known])
    },
  )
}

function listFailures(add: AddInteraction, version: Version): void {
  inBetween(add, 'the list of dashboards', version.listing(), {
    failures: { unreachable: 'library-unreachable' },
    drive: (baseUrl) => library(version, baseUrl).list(),
  })
  for (const [description, given, token, response, kind] of [
    [
      'the dashboards, while something in between answers with a page',
      undefined,
      validAccessToken,
      { status: 200, text: signInPage },
      'library-malformed',
    ],
    [
      'the dashboards, with a token that is not valid',
      states.refusedToken,
      refusedAccessToken,
      { status: 401 },
      'library-refused',
    ],
    [
      'the dashboards, while the BI host is out of order',
      undefined,
      validAccessToken,
      { status: 503 },
      'library-unavailable',
    ],
  ] as const)
    add(
      description,
      { ...(given && { given }), request: version.listing(token), response },
      async (baseUrl) => {
        const { status } = response
        expect(await library(version, baseUrl, token).list()).toMatchObject({
          ok: false,
          failure: { kind, status },
        })
      },
    )
}

/** Pages of version 1. */
function firstPage(add: AddInteraction): void {
  add(
    'the dashboards of a first page, which says whether it is the last',
    {
      given: states.hasDashboards,
      mayNotRun: true,
      parameters,
      request: version1.listing(),
      response: { status: 200, json: version1.rows(eachLike(leastHeader), boolean(false)) },
    },
    async (baseUrl) => {
      const offsets: (string | null)[] = []
      const last = version1.rows([{ id: 'b1', name: 'Later' }], true)
      const listed = await library(version1, baseUrl, validAccessToken, (address, init) => {
        offsets.push(new URL(address instanceof Request ? address.url : address).searchParams.get('offset'))
        return offsets.length === 1 ? fetch(address, init) : Promise.resolve(Response.json(last))
      }).list()
      const dashboards = [{ id: exampleDashboardId, name: 'Morning note' }, { id: 'b1' }]
      expect([offsets, listed]).toMatchObject([[null, '1'], { value: { complete: true, dashboards } }])
    },
  )
}

/** Dashboards written by earlier releases. */
function older(add: AddInteraction, version: Version): void {
  add(
    'the dashboards as earlier releases write them',
    {
      request: version.listing(),
      response: {
        status: 200,
        json: version.rows([
          version.row({
            guid: exampleDashboardId,
            title: 'Morning note',
            author: 'analyst@example.com',
            createdTime: 1_793_000_000,
            modifiedTime: 1_793_000_000,
          }),
          version.row({ id: 'a0f1', name: 'Flows', created: '2026-11-20T08:00:00Z' }),
        ]),
      },
    },
    async (baseUrl) => {
      expect(await library(version, baseUrl).list()).toMatchObject({
        ok: true,
        value: {
          dropped: 0,
          dashboards: [
            {
              id: exampleDashboardId,
              name: 'Morning note',
              author: 'analyst@example.com',
              createdAt: 1_793_000_000_000,
              modifiedAt: 1_793_000_000_000,
            },
            { id: 'a0f1', name: 'Flows', author: 'Unknown', createdAt: Date.UTC(2026, 10, 20, 8) },
          ],
        },
      })
    },
  )
}
