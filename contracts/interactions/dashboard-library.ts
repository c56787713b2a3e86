import { MatchersV3 } from '@pact-foundation/pact'
import { expect } from 'vitest'
import {
  dashboardLibraryRoutes,
  thoughtSpotDashboardLibrary,
} from '../../src/adapters/dashboard-library/thoughtspot/thoughtspot-rest-dashboard-library'
import type { DashboardLibrary } from '../../src/core/ports/dashboard-library'
import type { Contract, ContractRequest } from './contract'
import { refusedAccessToken, signInPage, validAccessToken } from './examples'
import { dashboardLibraryStates as states, exampleDashboardId } from '../../local/provider-states/states'

const { like, eachLike, uuid, string, boolean, integer, regex } = MatchersV3
const description = 'Created from dashboard page'
const name = 'Flows & "basis", 50 % + <b>'

function library(baseUrl: string, token = validAccessToken): DashboardLibrary {
  return thoughtSpotDashboardLibrary({
    baseUrl,
    tokens: {
      token: async () => ({ ok: true, value: { value: token, serverTime: null } }),
      drop: () => undefined,
    },
  })
}

const headers = (accept: string, token = validAccessToken) => ({
  Accept: accept,
  Authorization: `Bearer ${token}`,
  'X-Requested-By': 'ThoughtSpot',
})
const listing = (token = validAccessToken): ContractRequest => ({
  ...dashboardLibraryRoutes.list,
  query: { type: 'PINBOARD_ANSWER_BOOK', batchsize: '-1' },
  headers: headers('application/json', token),
})
const creating = (token = validAccessToken): ContractRequest => ({
  ...dashboardLibraryRoutes.create,
  headers: headers('text/plain', token),
  form: {
    import_objects: JSON.stringify([{ liveboard: { name, description, visualizations: [] } }]),
    import_policy: 'PARTIAL',
    create_new: 'true',
  },
})
const deleting = (token = validAccessToken): ContractRequest => ({
  ...dashboardLibraryRoutes.delete,
  headers: headers('application/json', token),
  form: {
    type: 'PINBOARD_ANSWER_BOOK',
    id: JSON.stringify([exampleDashboardId]),
    includedisabled: 'false',
  },
})

const parameters = { dashboardId: exampleDashboardId }

export const dashboardLibraryContract: Contract = (add) => {
  add(
    'the dashboards of a person who has some',
    {
      given: states.hasDashboards,
      parameters,
      request: listing(),
      response: {
        status: 200,
        json: {
          headers: eachLike({
            id: uuid(exampleDashboardId),
            name: string('Morning note'),
            description: string(description),
            authorName: string('analyst@example.com'),
            created: like(1_793_000_000_000),
            modified: like(1_793_000_000_000),
          }),
          isLastBatch: boolean(true),
        },
      },
    },
    async (baseUrl) => {
      const listed = await library(baseUrl).list()
      expect(listed).toMatchObject({
        ok: true,
        value: {
          dropped: 0,
          dashboards: [
            {
              id: exampleDashboardId,
              name: 'Morning note',
              description,
              author: 'analyst@example.com',
              createdAt: 1_793_000_000_000,
            },
          ],
        },
      })
    },
  )

  add(
    'the dashboards of a person who has none',
    {
      given: states.hasNone,
      request: listing(),
      response: { status: 200, json: { headers: [], isLastBatch: boolean(true) } },
    },
    async (baseUrl) => {
      expect(await library(baseUrl).list()).toEqual({ ok: true, value: { dashboards: [], dropped: 0 } })
    },
  )

  add(
    'the dashboards as earlier releases write them',
    {
      given: states.olderWords,
      request: listing(),
      response: {
        status: 200,
        json: {
          headers: [
            {
              guid: uuid(exampleDashboardId),
              title: string('Morning note'),
              author: string('analyst@example.com'),
              createdTime: integer(1_793_000_000),
              modifiedTime: integer(1_793_000_000),
            },
            {
              id: string('a0f1'),
              name: string('Flows'),
              created: regex('^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$', '2026-11-20T08:00:00Z'),
            },
            { description: string('a row without an id') },
          ],
        },
      },
    },
    async (baseUrl) => {
      expect(await library(baseUrl).list()).toMatchObject({
        ok: true,
        value: {
          dropped: 1,
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

  add(
    'the dashboards, while something in between answers with a page',
    { given: states.pageInBetween, request: listing(), response: { status: 200, text: signInPage } },
    async (baseUrl) => {
      const listed = await library(baseUrl).list()
      expect(listed).toMatchObject({ ok: false, failure: { kind: 'library-malformed', status: 200 } })
    },
  )

  add(
    'the dashboards, with a token that is not valid',
    { given: states.refusedToken, request: listing(refusedAccessToken), response: { status: 401 } },
    async (baseUrl) => {
      const listed = await library(baseUrl, refusedAccessToken).list()
      expect(listed).toMatchObject({ ok: false, failure: { kind: 'library-refused', status: 401 } })
    },
  )

  add(
    'the dashboards, while the BI host is out of order',
    { given: states.outOfOrder, request: listing(), response: { status: 503 } },
    async (baseUrl) => {
      const listed = await library(baseUrl).list()
      expect(listed).toMatchObject({ ok: false, failure: { kind: 'library-unavailable', status: 503 } })
    },
  )

  add(
    'a new dashboard',
    {
      given: states.mayCreate,
      request: creating(),
      response: {
        status: 200,
        json: { object: eachLike({ response: { header: { id_guid: uuid(exampleDashboardId) } } }) },
      },
    },
    async (baseUrl) => {
      expect(await library(baseUrl).create(name)).toEqual({ ok: true, value: { id: exampleDashboardId } })
    },
  )

  add(
    'a new dashboard that the host takes but does not make',
    {
      given: states.makesNothing,
      request: creating(),
      response: {
        status: 200,
        json: { object: eachLike({ response: { status: { status_code: 'ERROR' } } }) },
      },
    },
    async (baseUrl) => {
      expect(await library(baseUrl).create(name)).toMatchObject({
        ok: false,
        failure: { kind: 'library-malformed', status: 200, outcome: 'unknown' },
      })
    },
  )

  add(
    'a new dashboard, with a token that is not valid',
    { given: states.refusedToken, request: creating(refusedAccessToken), response: { status: 401 } },
    async (baseUrl) => {
      expect(await library(baseUrl, refusedAccessToken).create(name)).toMatchObject({
        ok: false,
        failure: { kind: 'library-refused', status: 401, outcome: 'not-done' },
      })
    },
  )

  add(
    'a new dashboard while a gateway has given up waiting',
    { given: states.gatewayGaveUp, request: creating(), response: { status: 504 } },
    async (baseUrl) => {
      expect(await library(baseUrl).create(name)).toMatchObject({
        ok: false,
        failure: { kind: 'library-unavailable', status: 504, outcome: 'unknown' },
      })
    },
  )

  add(
    'a new dashboard for a person who may not make one',
    { given: states.notAllowed, request: creating(), response: { status: 403 } },
    async (baseUrl) => {
      expect(await library(baseUrl).create(name)).toMatchObject({
        ok: false,
        failure: { kind: 'library-refused', status: 403, outcome: 'not-done' },
      })
    },
  )

  add(
    'to delete one’s own dashboard',
    { given: states.hasDashboards, parameters, request: deleting(), response: { status: 204 } },
    async (baseUrl) => {
      expect(await library(baseUrl).remove(exampleDashboardId)).toEqual({ ok: true, value: undefined })
    },
  )

  add(
    'to delete a dashboard that is not there, or somebody else’s',
    { given: states.absent, parameters, request: deleting(), response: { status: 404 } },
    async (baseUrl) => {
      expect(await library(baseUrl).remove(exampleDashboardId)).toMatchObject({
        ok: false,
        failure: { kind: 'library-refused', status: 404, outcome: 'not-done' },
      })
    },
  )

  add(
    'to delete a dashboard, with a token that is not valid',
    { given: states.refusedToken, request: deleting(refusedAccessToken), response: { status: 401 } },
    async (baseUrl) => {
      expect(await library(baseUrl, refusedAccessToken).remove(exampleDashboardId)).toMatchObject({
        ok: false,
        failure: { kind: 'library-refused', status: 401, outcome: 'not-done' },
      })
    },
  )

  add(
    'to delete a dashboard while the BI host is out of order',
    { given: states.outOfOrder, request: deleting(), response: { status: 503 } },
    async (baseUrl) => {
      expect(await library(baseUrl).remove(exampleDashboardId)).toMatchObject({
        ok: false,
        failure: { kind: 'library-unavailable', status: 503, outcome: 'not-done' },
      })
    },
  )
}
