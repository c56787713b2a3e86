import { MatchersV3 } from '@pact-foundation/pact'
import { expect } from 'vitest'
import {
  absentDashboardId,
  dashboardLibraryStates as states,
  exampleDashboardId,
} from '../../local/provider-states/states'
import type { AddInteraction, Contract } from './contract'
import {
  afterFirst,
  description,
  exampleTml,
  header,
  leastHeader,
  library,
  name,
  version1,
  version2,
  type Version,
} from './dashboard-library-versions'
import { exampleCredentials, refusedAccessToken, signInPage, validAccessToken } from './examples'

const { arrayContaining, eachLike, regex, string, boolean } = MatchersV3
const parameters = { dashboardId: exampleDashboardId }

const parts = [lists, older, listFailures, creations, creationFailures, wholes, charts, deletions]

/** Version 1 of the vendor's interface, with what earlier releases wrote. */
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
  const { listing, rows, row, full } = version
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
      request: listing(validAccessToken, full),
      response: { status: 200, json: rows([row(leastHeader)]) },
    },
    async (baseUrl) => {
      const first = Array.from({ length: full }, (_, at) => row({ id: `a${at}`, name: 'Earlier' }))
      const listed = await library(version, baseUrl, validAccessToken, afterFirst(rows(first, false))).list()
      expect(listed).toMatchObject({ ok: true, value: { dropped: 0, complete: true } })
      const ids = listed.ok ? listed.value.dashboards.map(({ id, name }) => [id, name]) : []
      const earlier = first.map((_, at) => [`a${at}`, 'Earlier'])
      expect(ids).toEqual([...earlier, [exampleDashboardId, 'Morning note']])
    },
  )
}

function listFailures(add: AddInteraction, version: Version): void {
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

/** What version 1 says where it does not send everything at once. */
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

/** What earlier releases wrote. */
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

function creations(add: AddInteraction, version: Version): void {
  const { creating, imported } = version
  add(
    'a new dashboard',
    {
      given: states.mayCreate,
      request: creating(),
      response: {
        status: 200,
        orStatus: [201],
        json: imported(eachLike({ response: { header: { id_guid: string(exampleDashboardId) } } })),
      },
    },
    async (baseUrl) => {
      expect(await library(version, baseUrl).create(name)).toEqual({
        ok: true,
        value: { id: exampleDashboardId },
      })
    },
  )

  add(
    'a new dashboard that the host takes but does not make',
    {
      given: states.makesNothing,
      mayNotRun: true,
      request: creating(),
      response: {
        status: 200,
        json: imported(
          eachLike({
            response: {
              status: {
                status_code: regex('^ERROR$', 'ERROR'),
                error_message: string('The object is not valid.'),
              },
            },
          }),
        ),
      },
    },
    async (baseUrl) => {
      expect(await library(version, baseUrl).create(name)).toMatchObject({
        ok: false,
        failure: {
          kind: 'library-refused',
          status: 200,
          outcome: 'not-done',
          text: 'Create failed 200: The object is not valid.',
        },
      })
    },
  )
}

/** A rename, a description and a copy read the whole dashboard, and write it. */
function wholes(add: AddInteraction, version: Version): void {
  const { exporting, exported, rewriting, imported } = version
  const tml = exampleTml('Morning note')
  const header = { response: { header: { id_guid: exampleDashboardId } } }
  add(
    'a dashboard, whole',
    {
      given: states.hasDashboards,
      parameters,
      request: exporting(),
      response: { status: 200, json: exported(eachLike({ edoc: regex('^\\{.*"liveboard".*\\}$', tml) })) },
    },
    async (baseUrl) => {
      let calls = 0
      const written = Response.json(imported([header]))
      const renamed = await library(version, baseUrl, validAccessToken, (address, init) => {
        calls += 1
        return calls === 1 ? fetch(address, init) : Promise.resolve(written)
      }).rename(exampleDashboardId, name)
      expect([renamed, calls]).toEqual([{ ok: true, value: undefined }, 2])
    },
  )

  add(
    'a dashboard, written again under another name',
    {
      given: states.hasDashboards,
      parameters,
      request: rewriting(),
      response: {
        status: 200,
        json: imported(eachLike({ response: { header: { id_guid: string(exampleDashboardId) } } })),
      },
    },
    async (baseUrl) => {
      const read = afterFirst(exported([{ edoc: tml }]))
      const renamed = await library(version, baseUrl, validAccessToken, read).rename(exampleDashboardId, name)
      expect(renamed).toEqual({ ok: true, value: undefined })
    },
  )
}

function charts(add: AddInteraction, version: Version): void {
  add(
    'the charts of a dashboard',
    {
      given: states.hasCharts,
      mayNotRun: true,
      parameters,
      request: version.charting(),
      response: {
        status: 200,
        json: version.charted(eachLike({ id: string('chart-1'), name: string('Supply') })),
      },
    },
    async (baseUrl) => {
      expect(await library(version, baseUrl).charts([exampleDashboardId])).toEqual({
        ok: true,
        value: [{ dashboardId: exampleDashboardId, chartId: 'chart-1', title: 'Supply' }],
      })
    },
  )
}

function creationFailures(add: AddInteraction, version: Version): void {
  for (const [description, given, token, status, kind, outcome] of [
    [
      'a new dashboard, with a token that is not valid',
      states.refusedToken,
      refusedAccessToken,
      401,
      'library-refused',
      'not-done',
    ],
    [
      'a new dashboard while a gateway has given up waiting',
      undefined,
      validAccessToken,
      504,
      'library-unavailable',
      'unknown',
    ],
    [
      'a new dashboard for a person who may not make one',
      states.notAllowed,
      exampleCredentials.forbidden,
      403,
      'library-refused',
      'not-done',
    ],
  ] as const)
    add(
      description,
      {
        ...(given && { given }),
        mayNotRun: given === states.notAllowed,
        request: version.creating(token),
        response: { status },
      },
      async (baseUrl) => {
        expect(await library(version, baseUrl, token).create(name)).toMatchObject({
          ok: false,
          failure: { kind, status, outcome },
        })
      },
    )
}

function deletions(add: AddInteraction, version: Version): void {
  const { deleting } = version
  add(
    'to delete one’s own dashboard',
    {
      given: states.hasDashboards,
      parameters,
      request: deleting(),
      response: { status: 204, orStatus: [200] },
    },
    async (baseUrl) => {
      expect(await library(version, baseUrl).remove(exampleDashboardId)).toEqual({
        ok: true,
        value: undefined,
      })
    },
  )

  add(
    'to delete a dashboard that is not there, or somebody else’s',
    {
      given: states.absent,
      parameters: { absentDashboardId },
      request: deleting(validAccessToken, absentDashboardId),
      response: { status: 404 },
    },
    async (baseUrl) => {
      expect(await library(version, baseUrl).remove(absentDashboardId)).toMatchObject({
        ok: false,
        failure: { kind: 'library-refused', status: 404, outcome: 'not-done' },
      })
    },
  )

  add(
    'to delete a dashboard, with a token that is not valid',
    { given: states.refusedToken, request: deleting(refusedAccessToken), response: { status: 401 } },
    async (baseUrl) => {
      expect(await library(version, baseUrl, refusedAccessToken).remove(exampleDashboardId)).toMatchObject({
        ok: false,
        failure: { kind: 'library-refused', status: 401, outcome: 'not-done' },
      })
    },
  )

  add(
    'to delete a dashboard while the BI host is out of order',
    { request: deleting(), response: { status: 503 } },
    async (baseUrl) => {
      expect(await library(version, baseUrl).remove(exampleDashboardId)).toMatchObject({
        ok: false,
        failure: { kind: 'library-unavailable', status: 503, outcome: 'not-done' },
      })
    },
  )
}
