import { MatchersV3 } from '@pact-foundation/pact'
import { expect } from 'vitest'
import {
  absentDashboardId,
  exampleDashboardId,
  gatewayStates as states,
} from '../../local/provider-states/provider-states'
import {
  gatewayDashboardLibrary,
  gatewayLibraryRoutes as library,
} from '../../src/adapters/dashboard-library/superset/gateway-dashboard-library'
import {
  gatewayTokenRoutes,
  gatewayTokenService,
} from '../../src/adapters/token-service/superset/gateway-token-service'
import type { DashboardLibrary } from '../../src/core/ports/dashboard-library'
import {
  inBetween,
  bearerPattern,
  refusedAccessToken,
  refusedAccessTokens,
  retryAfter,
  validAccessToken,
  type Contract,
  type ContractRequest,
} from './contract'
import { afterFirst } from './dashboard-library-versions'

const { eachLike, fromProviderState, integer, regex, string } = MatchersV3

const json = { Accept: 'application/json' }
const sends = { ...json, 'Content-Type': 'application/json' }
const as = (token: string) => ({ example: `Bearer ${token}`, pattern: bearerPattern })
const title = 'Morning note'
const newTitle = 'Evening note'
const copyId = '00000000-0000-4000-8000-000000000002'
const when = (example: string) =>
  regex(
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$',
    example,
  )

/** A token, its expiry, and at least one dashboard that it opens. */
const tokenReply = {
  token: regex('^[A-Za-z0-9._-]{8,8191}$', 'example.guest.token-0001'),
  expiresAt: when('2026-11-20T12:05:00.000Z'),
  dashboards: eachLike(string(exampleDashboardId)),
}

const request = { ...gatewayTokenRoutes.tokens, headers: sends, json: { dashboards: [] } }
const personal = (token: string) => ({ ...request, headers: { ...sends, Authorization: as(token) } })
const given = { ok: true, value: { value: 'example.guest.token-0001', covers: [exampleDashboardId] } }

/** The gateway's token service for Superset. */
export const gatewayTokensContract: Contract = (add) => {
  add(
    'a guest token for nobody in particular',
    { given: states.atWork, request, response: { status: 200, json: tokenReply } },
    async (baseUrl) => expect(await gatewayTokenService({ baseUrl }).anonymousToken()).toMatchObject(given),
  )
  add(
    'a guest token for the signed-in person',
    {
      given: states.atWork,
      request: personal(validAccessToken),
      response: { status: 200, json: tokenReply },
    },
    async (baseUrl) =>
      expect(await gatewayTokenService({ baseUrl }).personalToken(validAccessToken)).toMatchObject(given),
  )
  for (const [which, accessToken] of refusedAccessTokens)
    add(
      `a guest token with an access token ${which}`,
      { given: states.atWork, request: personal(accessToken), response: { status: 401 } },
      async (baseUrl) =>
        expect(await gatewayTokenService({ baseUrl }).personalToken(accessToken)).toEqual({
          ok: false,
          failure: { kind: 'token-refused', status: 401 },
        }),
    )
  ofOneDashboard(add)
  add(
    'a guest token while too many are asked for',
    {
      request,
      response: { status: 429, headers: { 'Retry-After': retryAfter } },
    },
    async (baseUrl) =>
      expect(await gatewayTokenService({ baseUrl }).anonymousToken()).toEqual({
        ok: false,
        failure: { kind: 'token-unavailable', status: 429, retryAfter: 7_000 },
      }),
  )
  inBetween(add, 'a guest token for nobody in particular', request, {
    failures: { unreachable: 'token-unreachable', malformed: 'token-malformed' },
    drive: (baseUrl) => gatewayTokenService({ baseUrl }).anonymousToken(),
  })
}

const ofOneDashboard: Contract = (add) => {
  add(
    'a guest token for one of the person’s own dashboards',
    {
      given: states.hasDashboards,
      parameters: { title },
      mayNotRun: true,
      request: {
        ...personal(validAccessToken),
        json: { dashboards: [fromProviderState('${dashboardId}', exampleDashboardId)] },
      },
      response: { status: 200, json: tokenReply },
    },
    async (baseUrl) =>
      expect(
        await gatewayTokenService({ baseUrl }).personalToken(validAccessToken, {
          dashboards: [exampleDashboardId],
        }),
      ).toMatchObject(given),
  )
  add(
    'a guest token for a dashboard that is not there, or is somebody else’s',
    {
      given: states.absent,
      parameters: { absentDashboardId },
      request: { ...personal(validAccessToken), json: { dashboards: [absentDashboardId] } },
      response: { status: 404 },
    },
    async (baseUrl) =>
      expect(
        await gatewayTokenService({ baseUrl }).personalToken(validAccessToken, {
          dashboards: [absentDashboardId],
        }),
      ).toEqual({ ok: false, failure: { kind: 'token-refused', status: 404 } }),
  )
}

const bearer = { Authorization: as(validAccessToken) }
const row = { id: string(exampleDashboardId), title: string(title) }
const rename = (id: string): ContractRequest => ({
  method: library.rename.method,
  path: library.rename.path.replace(':id', id),
  headers: { ...sends, ...bearer },
  json: { title: newTitle },
})
const remove = (id: string): ContractRequest => ({
  method: library.remove.method,
  path: library.remove.path.replace(':id', id),
  headers: { ...json, ...bearer },
})

const page = (number: string): ContractRequest => ({
  ...library.list,
  query: { page: number, pageSize: '25' },
  headers: { ...json, ...bearer },
})
const list = page('1')

/** A person's own dashboards in Superset. */
export const gatewayDashboardsContract: Contract = (add) => {
  add(
    'the own dashboards of a person who has some',
    {
      given: states.hasDashboards,
      parameters: { title },
      request: list,
      response: { status: 200, json: { dashboards: eachLike(row), total: integer(1) } },
    },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).list()).toMatchObject({
        ok: true,
        value: {
          dashboards: [{ id: exampleDashboardId, name: title }],
          dropped: 0,
          complete: true,
          own: true,
        },
      }),
  )
  add(
    'the own dashboards, with when they were changed',
    {
      given: states.hasDashboards,
      mayNotRun: true,
      parameters: { title },
      request: list,
      response: {
        status: 200,
        json: { dashboards: eachLike({ ...row, modified: when('2026-11-20T12:00:00Z') }), total: integer(1) },
      },
    },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).list()).toMatchObject({
        value: { dashboards: [{ name: title, modifiedAt: Date.UTC(2026, 10, 20, 12) }], complete: true },
      }),
  )
  otherLists(add)
  add(
    'the own dashboards while Superset is out of order',
    { request: list, response: { status: 503 } },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).list()).toMatchObject({
        failure: { kind: 'library-unavailable', status: 503, outcome: 'not-done' },
      }),
  )
  inBetween(add, 'the list of own dashboards', list, {
    failures: {
      unreachable: 'library-unreachable',
      malformed: 'library-malformed',
      refused: 'library-refused',
    },
    drive: (baseUrl) => libraryAt(baseUrl).list(),
  })
  changes(add)
}

const otherLists: Contract = (add) => {
  add(
    'the own dashboards after those of the first page',
    {
      given: states.hasMore,
      mayNotRun: true,
      request: page('2'),
      response: { status: 200, json: { dashboards: [row], total: integer(26) } },
    },
    async (baseUrl) => {
      const dashboards = Array.from({ length: 25 }, (_, at) => ({ id: `a${at}`, title: 'Later note' }))
      const first = afterFirst({ dashboards, total: 26 })
      const listed = await libraryAt(baseUrl, first).list()
      expect(listed).toMatchObject({ value: { dropped: 0, complete: true } })
      const last = listed.ok ? listed.value.dashboards[25] : undefined
      expect(last).toMatchObject({ id: exampleDashboardId, name: title })
    },
  )
  add(
    'the own dashboards of a person who has none',
    {
      given: states.hasNone,
      mayNotRun: true,
      request: list,
      response: { status: 200, json: { dashboards: [], total: 0 } },
    },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).list()).toEqual({
        ok: true,
        value: { dashboards: [], dropped: 0, complete: true, own: true },
      }),
  )
}

const changes: Contract = (add) => {
  const create = { ...library.create, headers: { ...sends, ...bearer }, json: { title } }
  add(
    'a new dashboard',
    {
      given: states.atWork,
      request: { ...create, json: { title: newTitle } },
      response: { status: 201, orStatus: [200], json: { id: string(exampleDashboardId) } },
    },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).create(newTitle)).toEqual({
        ok: true,
        value: { id: exampleDashboardId },
      }),
  )
  add(
    'a new dashboard with the title of another',
    { given: states.hasDashboards, parameters: { title }, request: create, response: { status: 409 } },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).create(title)).toMatchObject({
        failure: { kind: 'library-refused', status: 409, outcome: 'not-done' },
      }),
  )
  addChanges(add, create)
  // Without the code, the portal says that nothing was done.
  add(
    'a dashboard’s creation of which the gateway does not know the outcome',
    { request: create, response: { status: 503, json: { code: 'outcome-unknown' } } },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).create(title)).toMatchObject({
        failure: { kind: 'library-unavailable', status: 503, outcome: 'unknown' },
      }),
  )
  inBetween(add, 'a dashboard’s creation', create, {
    failures: {
      unreachable: 'library-unreachable',
      malformed: 'library-malformed',
      unavailable: 'library-unavailable',
    },
    drive: (baseUrl) => libraryAt(baseUrl).create(title),
  })
  deletions(add)
  refusals(add, create)
}

const hasDashboards = { given: states.hasDashboards, parameters: { title }, mayNotRun: true }

/** Changes to an existing dashboard, whose id only the provider knows. */
function addChanges(add: Parameters<Contract>[0], create: ContractRequest): void {
  add(
    'a copy of a dashboard',
    {
      ...hasDashboards,
      request: {
        ...create,
        json: { title: newTitle, copyOf: fromProviderState('${dashboardId}', exampleDashboardId) },
      },
      response: { status: 201, orStatus: [200], json: { id: string(copyId) } },
    },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).copy(exampleDashboardId, newTitle)).toEqual({
        ok: true,
        value: { id: copyId },
      }),
  )
  add(
    'a copy of a dashboard with the title of another',
    {
      ...hasDashboards,
      request: {
        ...create,
        json: { title, copyOf: fromProviderState('${dashboardId}', exampleDashboardId) },
      },
      response: { status: 409 },
    },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).copy(exampleDashboardId, title)).toMatchObject({
        failure: { kind: 'library-refused', status: 409, outcome: 'not-done' },
      }),
  )
  add(
    'another name for a dashboard',
    {
      ...hasDashboards,
      request: {
        ...rename(exampleDashboardId),
        pathFromState: library.rename.path.replace(':id', '${dashboardId}'),
      },
      response: { status: 200, orStatus: [204] },
    },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).rename(exampleDashboardId, newTitle)).toEqual({
        ok: true,
        value: undefined,
      }),
  )
  inBetween(add, 'another name', rename(exampleDashboardId), {
    failures: { unreachable: 'library-unreachable', unavailable: 'library-unavailable' },
    drive: (baseUrl) => libraryAt(baseUrl).rename(exampleDashboardId, newTitle),
  })
  add(
    'another name for a dashboard that is not there, or is somebody else’s',
    {
      given: states.absent,
      parameters: { absentDashboardId },
      request: rename(absentDashboardId),
      response: { status: 404 },
    },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).rename(absentDashboardId, newTitle)).toMatchObject({
        failure: { kind: 'library-refused', status: 404, outcome: 'not-done' },
      }),
  )
}

const deletions: Contract = (add) => {
  add(
    'the deletion of a dashboard',
    {
      ...hasDashboards,
      request: {
        ...remove(exampleDashboardId),
        pathFromState: library.remove.path.replace(':id', '${dashboardId}'),
      },
      response: { status: 204, orStatus: [200] },
    },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).remove(exampleDashboardId)).toEqual({ ok: true, value: undefined }),
  )
  inBetween(add, 'the deletion of a dashboard', remove(exampleDashboardId), {
    failures: { unreachable: 'library-unreachable', unavailable: 'library-unavailable' },
    drive: (baseUrl) => libraryAt(baseUrl).remove(exampleDashboardId),
  })
  add(
    'the deletion of a dashboard that is not there, or is somebody else’s',
    {
      given: states.absent,
      parameters: { absentDashboardId },
      request: remove(absentDashboardId),
      response: { status: 404 },
    },
    async (baseUrl) =>
      expect(await libraryAt(baseUrl).remove(absentDashboardId)).toMatchObject({
        failure: { kind: 'library-refused', status: 404, outcome: 'not-done' },
      }),
  )
}

/** Every call must look at the access token: without these, a gateway that takes whatever comes would meet the contract. */
function refusals(add: Parameters<Contract>[0], create: ContractRequest): void {
  for (const [what, request, drive] of [
    ['the own dashboards', list, (own) => own.list()],
    ['a new dashboard', create, (own) => own.create(title)],
    ['another name', rename(exampleDashboardId), (own) => own.rename(exampleDashboardId, newTitle)],
    ['a deletion', remove(exampleDashboardId), (own) => own.remove(exampleDashboardId)],
  ] as readonly (readonly [string, ContractRequest, (own: DashboardLibrary) => Promise<unknown>])[])
    add(
      `${what}, with a token that is not valid`,
      {
        given: states.atWork,
        request: { ...request, headers: { ...request.headers, Authorization: as(refusedAccessToken) } },
        response: { status: 401 },
      },
      async (baseUrl) =>
        expect(await drive(libraryAt(baseUrl, fetch, refusedAccessToken))).toMatchObject({
          failure: { kind: 'library-refused', status: 401, outcome: 'not-done' },
        }),
    )
}

function libraryAt(
  baseUrl: string,
  send: typeof fetch = fetch,
  accessToken = validAccessToken,
): DashboardLibrary {
  return gatewayDashboardLibrary({
    baseUrl,
    fetch: send,
    accessToken: () => Promise.resolve({ ok: true, value: accessToken }),
  })
}
