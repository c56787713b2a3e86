import { MatchersV3 } from '@pact-foundation/pact'
import { expect } from 'vitest'
import {
  absentDashboardId,
  dashboardLibraryStates as states,
  exampleDashboardId,
} from '../../local/provider-states/provider-states'
import {
  something,
  inBetween,
  exampleCredentials,
  refusedAccessToken,
  validAccessToken,
  type AddInteraction,
} from './contract'
import { afterFirst, exampleTml, firstOnly, library, name, type Version } from './dashboard-library-versions'

const { eachLike, integer, number, regex, string } = MatchersV3
const parameters = { dashboardId: exampleDashboardId }

export function creations(add: AddInteraction, version: Version): void {
  const { creating, imported } = version
  add(
    'a new dashboard',
    {
      given: states.mayCreate,
      request: creating(),
      response: {
        status: 200,
        orStatus: [201],
        json: imported(eachLike({ response: { header: { id_guid: something(exampleDashboardId) } } })),
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

/** Renaming and describing, which read and write the whole dashboard. */
export function wholes(add: AddInteraction, version: Version): void {
  const { exporting, exported, rewriting, imported } = version
  const tml = exampleTml('Morning note')
  const header = { response: { header: { id_guid: exampleDashboardId } } }
  add(
    'a dashboard, whole',
    {
      given: states.hasDashboards,
      parameters,
      request: exporting(),
      response: {
        status: 200,
        json: exported(eachLike({ edoc: regex('^\\{[\\s\\S]*"liveboard"[\\s\\S]*\\}$', tml) })),
      },
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
        json: imported(eachLike({ response: { header: { id_guid: something(exampleDashboardId) } } })),
      },
    },
    async (baseUrl) => {
      const read = afterFirst(exported([{ edoc: tml }]))
      const renamed = await library(version, baseUrl, validAccessToken, read).rename(exampleDashboardId, name)
      expect(renamed).toEqual({ ok: true, value: undefined })
    },
  )
}

export function copies(add: AddInteraction, version: Version): void {
  inBetween(add, 'a dashboard’s copy', version.copying(), {
    failures: {
      unreachable: 'library-unreachable',
      malformed: 'library-malformed',
      unavailable: 'library-unavailable',
    },
    drive: (baseUrl) => library(version, baseUrl).copy(exampleDashboardId, name),
  })
  add(
    'a copy of a dashboard',
    {
      given: states.hasDashboards,
      parameters,
      request: version.copying(),
      response: { status: 200, json: { metadata_id: something(exampleDashboardId) } },
    },
    async (baseUrl) => {
      expect(await library(version, baseUrl).copy(exampleDashboardId, name)).toEqual({
        ok: true,
        value: { id: exampleDashboardId },
      })
    },
  )
  add(
    'a copy of a dashboard that is not there, or somebody else’s',
    {
      given: states.absent,
      parameters: { absentDashboardId },
      request: version.copying(absentDashboardId),
      response: { status: 404 },
    },
    async (baseUrl) => {
      expect(await library(version, baseUrl).copy(absentDashboardId, name)).toMatchObject({
        ok: false,
        failure: { kind: 'library-refused', status: 404, outcome: 'not-done' },
      })
    },
  )
}

export function charts(add: AddInteraction, version: Version): void {
  inBetween(add, 'the list of charts', version.charting(), {
    failures: {
      unreachable: 'library-unreachable',
      malformed: 'library-malformed',
      unavailable: 'library-unavailable',
      refused: 'library-refused',
    },
    drive: (baseUrl) => library(version, baseUrl).charts([exampleDashboardId]),
  })
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
        value: [
          {
            dashboardId: exampleDashboardId,
            charts: [{ dashboardId: exampleDashboardId, chartId: 'chart-1', title: 'Supply' }],
          },
        ],
      })
    },
  )
  add(
    'the charts of a dashboard, with a filter listed among them',
    {
      request: version.charting(),
      response: {
        status: 200,
        json: version.charted([
          { id: 'chart-1', name: 'Supply' },
          { id: 'filter-1', name: 'Untitled', vizType: 'FILTER' },
        ]),
      },
    },
    async (baseUrl) =>
      expect(await library(version, baseUrl).charts([exampleDashboardId])).toMatchObject({
        value: [{ charts: [{ chartId: 'chart-1' }] }],
      }),
  )
}

export function numbers(add: AddInteraction, version: Version): void {
  const chart = { dashboardId: exampleDashboardId, chartId: 'chart-1' }
  inBetween(add, 'the number of a chart', version.numbering(), {
    failures: {
      unreachable: 'library-unreachable',
      malformed: 'library-malformed',
      unavailable: 'library-unavailable',
      refused: 'library-refused',
    },
    drive: (baseUrl) => library(version, baseUrl).numbers([chart]),
  })
  const headline = {
    visualization_id: string('chart-1'),
    column_names: [string('Growth')],
    data_rows: [[number(0.3125)]],
    available_data_row_count: integer(1),
  }
  add(
    'the number that a chart is',
    {
      given: states.hasCharts,
      mayNotRun: true,
      parameters,
      request: version.numbering(),
      response: { status: 200, json: { contents: [headline] } },
    },
    async (baseUrl) => {
      // The number format is in the whole dashboard, which another interaction covers.
      const answer_columns = [{ name: 'Growth', format: { category: 'PERCENTAGE' } }]
      const edoc = JSON.stringify({
        liveboard: { visualizations: [{ id: 'chart-1', answer: { answer_columns } }] },
      })
      const read = firstOnly(version.exported([{ edoc }]))
      expect(await library(version, baseUrl, validAccessToken, read).numbers([chart])).toEqual({
        ok: true,
        value: [{ ...chart, value: 31.25, unit: 'percent' }],
      })
    },
  )
}

export function creationFailures(add: AddInteraction, version: Version): void {
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

export function deletions(add: AddInteraction, version: Version): void {
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

/** The portal's own cases of creating and deleting. */
export function changesInBetween(add: AddInteraction, version: Version): void {
  inBetween(add, 'a dashboard’s creation', version.creating(), {
    failures: { unreachable: 'library-unreachable', malformed: 'library-malformed' },
    drive: (baseUrl) => library(version, baseUrl).create(name),
  })
  inBetween(add, 'a dashboard’s end', version.deleting(), {
    failures: { unreachable: 'library-unreachable' },
    drive: (baseUrl) => library(version, baseUrl).remove(exampleDashboardId),
  })
}
