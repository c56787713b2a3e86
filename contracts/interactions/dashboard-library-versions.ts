import { MatchersV3 } from '@pact-foundation/pact'
import {
  dashboardLibraryRoutes,
  dashboardLibraryRoutesV2,
  pageRows,
} from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { thoughtSpotDashboardLibrary } from '../../src/adapters/dashboard-library/thoughtspot/thoughtspot-rest-dashboard-library'
import type { DashboardLibrary } from '../../src/core/ports/dashboard-library'
import { exampleDashboardId } from '../../local/provider-states/provider-states'
import { validAccessToken, type ContractRequest } from './contract'

export const description = 'Created from dashboard page'
export const name = 'Flows & "basis", 50 % + <b>'

/** Members of a dashboard that the portal requires, the same in both versions. */
export const leastHeader = {
  id: MatchersV3.string(exampleDashboardId),
  name: MatchersV3.string('Morning note'),
}
/** All members that the portal shows. */
export const header = {
  ...leastHeader,
  description: MatchersV3.string(description),
  authorName: MatchersV3.string('analyst@example.com'),
  created: MatchersV3.like(1_793_000_000_000),
  modified: MatchersV3.like(1_793_000_000_000),
  tabs: MatchersV3.eachLike({ id: MatchersV3.string('tab-1'), label: MatchersV3.string('Flows') }),
}
const headers = (accept: string, token: string) => ({
  Accept: accept,
  Authorization: `Bearer ${token}`,
  'X-Requested-By': 'ThoughtSpot',
})
/** The example dashboard in an export, with the minimum that the portal writes back. */
export const exampleTml = (name: string): string =>
  JSON.stringify({ guid: exampleDashboardId, liveboard: { name, description, visualizations: [] } })
const liveboard = JSON.stringify({ liveboard: { name, description, visualizations: [] } })

/** Differences between the vendor's two REST versions: requests and the format of responses. */
export interface Version {
  readonly number: 1 | 2
  readonly listing: (token?: string, offset?: number) => ContractRequest
  readonly creating: (token?: string) => ContractRequest
  readonly deleting: (token?: string, id?: string) => ContractRequest
  /** Response with these rows. Version 1 may mark them as the last ones. */
  readonly rows: (rows: unknown, last?: unknown) => unknown
  /** One row of the response. */
  readonly row: (header: Readonly<Record<string, unknown>>) => unknown
  /** Number of rows of a page that is not the last, and the offset of the next one. */
  readonly full: number
  readonly next: number
  readonly imported: (entry: unknown) => unknown
  readonly exporting: () => ContractRequest
  /** Response to an export of these objects. */
  readonly exported: (objects: unknown) => unknown
  /** Overwrites the example under another name. */
  readonly rewriting: () => ContractRequest
  readonly charting: () => ContractRequest
  /** The data of the example's chart. */
  readonly numbering: () => ContractRequest
  /** Copies the example, or another dashboard, under that other name. */
  readonly copying: (id?: string) => ContractRequest
  /** Response with these chart headers of the example. */
  readonly charted: (headers: unknown) => unknown
}

const numbering = (): ContractRequest => ({
  ...dashboardLibraryRoutesV2.data,
  headers: headers('application/json', validAccessToken),
  json: {
    metadata_identifier: exampleDashboardId,
    visualization_identifiers: ['chart-1'],
    data_format: 'COMPACT',
    record_offset: 0,
    record_size: 1_000,
  },
})

const copying = (identifier = exampleDashboardId): ContractRequest => ({
  ...dashboardLibraryRoutesV2.copy,
  headers: headers('application/json', validAccessToken),
  json: { identifier, type: 'LIVEBOARD', title: name },
})

export const version1: Version = {
  number: 1,
  listing: (token = validAccessToken, offset = 0) => ({
    ...dashboardLibraryRoutes.list,
    query: {
      type: 'PINBOARD_ANSWER_BOOK',
      batchsize: '-1',
      ...(offset > 0 && { offset: String(offset) }),
    },
    headers: headers('application/json', token),
  }),
  creating: (token = validAccessToken) => ({
    ...dashboardLibraryRoutes.create,
    headers: headers('text/plain', token),
    form: {
      import_objects: `[${liveboard}]`,
      import_policy: 'PARTIAL',
      create_new: 'true',
      force_create: 'true',
    },
  }),
  deleting: (token = validAccessToken, id = exampleDashboardId) => ({
    ...dashboardLibraryRoutes.delete,
    headers: headers('application/json', token),
    form: {
      type: 'PINBOARD_ANSWER_BOOK',
      id: JSON.stringify([id]),
      includedisabled: 'false',
    },
  }),
  rows: (rows, last) => ({ headers: rows, ...(last !== undefined && { isLastBatch: last }) }),
  row: (header) => header,
  full: 1,
  next: 1,
  imported: (entry) => ({ object: entry }),
  exporting: () => ({
    ...dashboardLibraryRoutes.export,
    headers: headers('application/json', validAccessToken),
    form: {
      export_ids: JSON.stringify([exampleDashboardId]),
      formattype: 'JSON',
      export_associated: 'false',
      export_fqn: 'true',
    },
  }),
  exported: (objects) => ({ object: objects }),
  rewriting: () => ({
    ...dashboardLibraryRoutes.create,
    headers: headers('text/plain', validAccessToken),
    form: {
      import_objects: `[${exampleTml(name)}]`,
      import_policy: 'PARTIAL',
      create_new: 'false',
      force_create: 'false',
      skip_diff_check: 'true',
    },
  }),
  charting: () => ({
    ...dashboardLibraryRoutes.charts,
    query: { id: exampleDashboardId },
    headers: headers('application/json', validAccessToken),
  }),
  charted: (rows) => rows,
  numbering,
  copying,
}

export const version2: Version = {
  number: 2,
  listing: (token = validAccessToken, offset = 0) => ({
    ...dashboardLibraryRoutesV2.list,
    headers: headers('application/json', token),
    json: {
      metadata: [{ type: 'LIVEBOARD' }],
      sort_options: { field_name: 'CREATED', order: 'ASC' },
      record_offset: offset,
      record_size: pageRows,
    },
  }),
  creating: (token = validAccessToken) => ({
    ...dashboardLibraryRoutesV2.create,
    headers: headers('application/json', token),
    json: { metadata_tmls: [liveboard], import_policy: 'PARTIAL', create_new: true },
  }),
  deleting: (token = validAccessToken, id = exampleDashboardId) => ({
    ...dashboardLibraryRoutesV2.delete,
    headers: headers('application/json', token),
    json: { metadata: [{ identifier: id, type: 'LIVEBOARD' }] },
  }),
  rows: (rows) => rows,
  row: (header) => ({
    metadata_header: header,
  }),
  full: pageRows,
  // Its first row is the last one of the page before.
  next: pageRows - 1,
  imported: (entry) => entry,
  exporting: () => ({
    ...dashboardLibraryRoutesV2.export,
    headers: headers('application/json', validAccessToken),
    json: {
      metadata: [{ identifier: exampleDashboardId, type: 'LIVEBOARD' }],
      edoc_format: 'JSON',
      export_associated: false,
      export_fqn: true,
      export_options: { include_obj_id_ref: true },
    },
  }),
  exported: (objects) => objects,
  rewriting: () => ({
    ...dashboardLibraryRoutesV2.create,
    headers: headers('application/json', validAccessToken),
    json: {
      metadata_tmls: [exampleTml(name)],
      import_policy: 'PARTIAL',
      create_new: false,
      skip_diff_check: true,
    },
  }),
  charting: () => ({
    ...dashboardLibraryRoutesV2.list,
    headers: headers('application/json', validAccessToken),
    json: {
      metadata: [{ identifier: exampleDashboardId, type: 'LIVEBOARD' }],
      include_visualization_headers: true,
      record_offset: 0,
      record_size: 1,
    },
  }),
  numbering,
  copying,
  charted: (rows) => [{ metadata_id: exampleDashboardId, visualization_headers: rows }],
}

/** The adapter under test, using that version. */
export function library(
  { number }: Version,
  baseUrl: string,
  token = validAccessToken,
  send: typeof fetch = fetch,
): DashboardLibrary {
  return thoughtSpotDashboardLibrary({
    baseUrl,
    version: number,
    fetch: send,
    tokens: () => ({
      token: async () => ({ ok: true, value: { value: token, serverTime: null } }),
      drop: () => undefined,
    }),
  })
}

/** Answers the first request with `page` and sends all later ones to the real server. */
export function afterFirst(page: unknown): typeof fetch {
  let answered = false
  return (address, init) => {
    if (answered) return fetch(address, init)
    answered = true
    return Promise.resolve(Response.json(page))
  }
}

/** Sends the first request to the real server and answers all later ones with `page`. */
export function firstOnly(page: unknown): typeof fetch {
  let answered = false
  return (address, init) => {
    if (answered) return Promise.resolve(Response.json(page))
    answered = true
    return fetch(address, init)
  }
}
