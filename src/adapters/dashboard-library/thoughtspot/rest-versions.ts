import { record } from '../../../core/kernel/json'

/** One request to the vendor's REST API. */
export interface RestCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly accept: string
  readonly query?: Readonly<Record<string, string>>
  /** Form-encoded. */
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/** One page of the list, and whether it is the last one. */
export interface RestPage {
  readonly rows: readonly unknown[]
  readonly last: boolean
}

/** The differences between the two versions of the vendor's REST API; the adapter shares everything else. */
export interface RestVersion {
  /** `offset` counts rows. */
  readonly list: (offset: number) => RestCall
  /** How many of the last rows of a page are requested again with the next one, to see whether the list has changed. */
  readonly overlap: 0 | 1
  /** Null if the reply contains no list. */
  readonly page: (body: unknown) => RestPage | null
  /** The path at which a reply without a list is reported as drift. */
  readonly listPath: string
  readonly create: (name: string) => RestCall
  /** Requests whole dashboards as JSON. */
  readonly export: (ids: readonly string[]) => RestCall
  /** The path of the objects in the reply to `export`; empty if the reply itself is the list. */
  readonly exportedPath: string
  /**
   * Writes a whole dashboard: overwrites the one with its id, or creates another. To overwrite it needs `skip_diff_check`: by default the
   * vendor skips a text that equals the last imported one, whatever has changed the dashboard since (developer-docs, tml.adoc).
   */
  readonly write: (liveboard: object, as: 'itself' | 'another') => RestCall
  /** Requests the charts of dashboards, in one call or in several. */
  readonly charts: (ids: readonly string[]) => readonly RestCall[]
  /** The chart headers in one reply, by dashboard; null if it contains none. */
  readonly chartHeaders: (body: unknown, ids: readonly string[]) => readonly ChartHeaders[] | null
  /** Requests the data of charts of one dashboard. */
  readonly data: (id: string, chartIds: readonly string[]) => RestCall
  /** The path of the result for the one object, in the reply to an import. */
  readonly importedPath: string
  readonly copy: (id: string, name: string) => RestCall
  readonly remove: (id: string) => RestCall
}

/** The charts of one dashboard, as the vendor lists them. */
export interface ChartHeaders {
  readonly dashboardId: string
  readonly headers: readonly unknown[]
}

type Routes = Readonly<
  Record<'list' | 'create' | 'export' | 'delete', { readonly method: 'GET' | 'POST'; path: string }>
>

/** Both versions use version 2's call: version 1's data does not say which chart it belongs to. */
const data = { method: 'POST', path: '/api/rest/2.0/metadata/liveboard/data' } as const

/**
 * This many rows or more are not a single number. Whatever its documentation says, a cluster reports the count of the page, so a full page
 * may have been cut off.
 */
export const dataRows = 1_000

const dataCall = (id: string, chartIds: readonly string[]): RestCall => ({
  ...data,
  accept: 'application/json',
  json: {
    metadata_identifier: id,
    visualization_identifiers: chartIds,
    data_format: 'COMPACT',
    record_offset: 0,
    record_size: dataRows,
  },
})

/** Version 1 has no copy call. This one needs only permission to see the dashboard; export and import need two more privileges. */
const copy = { method: 'POST', path: '/api/rest/2.0/metadata/copyobject' } as const

const copyCall = (identifier: string, title: string): RestCall => ({
  ...copy,
  accept: 'application/json',
  json: { identifier, type: 'LIVEBOARD', title },
})

/** The operations of version 1 that the portal uses. The pact is checked against this table. */
export const dashboardLibraryRoutes = {
  list: { method: 'GET', path: '/callosum/v1/tspublic/v1/metadata/list' },
  create: { method: 'POST', path: '/callosum/v1/tspublic/v1/metadata/tml/import' },
  export: { method: 'POST', path: '/callosum/v1/tspublic/v1/metadata/tml/export' },
  charts: { method: 'GET', path: '/callosum/v1/tspublic/v1/metadata/listvizheaders' },
  delete: { method: 'POST', path: '/callosum/v1/tspublic/v1/metadata/delete' },
  data,
  copy,
} as const satisfies Routes & Readonly<Record<'charts' | 'data' | 'copy', object>>

/** The same for version 2. */
export const dashboardLibraryRoutesV2 = {
  list: { method: 'POST', path: '/api/rest/2.0/metadata/search' },
  create: { method: 'POST', path: '/api/rest/2.0/metadata/tml/import' },
  export: { method: 'POST', path: '/api/rest/2.0/metadata/tml/export' },
  delete: { method: 'POST', path: '/api/rest/2.0/metadata/delete' },
  data,
  copy,
} as const satisfies Routes & Readonly<Record<'data' | 'copy', object>>

/** Version 1's type of a liveboard. */
const liveboardType = 'PINBOARD_ANSWER_BOOK'

const emptyLiveboard = (name: string) => ({
  liveboard: { name, description: 'Created from dashboard page', visualizations: [] },
})

/** Deprecated by the vendor since 2026, without a date of removal. The fields are the specification's, section 7. */
const version1: RestVersion = {
  list: (offset) => ({
    ...dashboardLibraryRoutes.list,
    accept: 'application/json',
    // Requests all rows at once. A host that sends pages all the same says so (`isLastBatch`).
    query: { type: liveboardType, batchsize: '-1', ...(offset === 0 ? {} : { offset: String(offset) }) },
  }),
  overlap: 0,
  page(body) {
    const rows = at(body, 'headers')
    return Array.isArray(rows) ? { rows, last: at(body, 'isLastBatch') !== false } : null
  },
  listPath: 'headers',
  create: (name) => version1.write(emptyLiveboard(name), 'another'),
  write: (liveboard, as) => ({
    ...dashboardLibraryRoutes.create,
    accept: 'text/plain',
    form: {
      import_objects: JSON.stringify([liveboard]),
      import_policy: 'PARTIAL',
      // The specification's name, then the vendor's: version 1 knows only the latter.
      create_new: String(as === 'another'),
      force_create: String(as === 'another'),
      ...(as === 'another' ? {} : { skip_diff_check: 'true' }),
    },
  }),
  export: (ids) => ({
    ...dashboardLibraryRoutes.export,
    accept: 'application/json',
    form: {
      export_ids: JSON.stringify(ids),
      formattype: 'JSON',
      export_associated: 'false',
      export_fqn: 'true',
    },
  }),
  exportedPath: 'object',
  charts: (ids) =>
    ids.map((id) => ({ ...dashboardLibraryRoutes.charts, accept: 'application/json', query: { id } })),
  chartHeaders: (body, [dashboardId = '']) => (Array.isArray(body) ? [{ dashboardId, headers: body }] : null),
  data: dataCall,
  copy: copyCall,
  importedPath: 'object.0',
  remove: (id) => ({
    ...dashboardLibraryRoutes.delete,
    accept: 'application/json',
    form: { type: liveboardType, id: JSON.stringify([id]), includedisabled: 'false' },
  }),
}

/** Rows per page. The vendor warns against requesting all (`-1`). Its API does not mark the last page: it is the one that is not full. */
export const pageRows = 500

/** Source of every field: the vendor's OpenAPI document, of which `test/support/rest-v2.oas.json` is a part. */
const version2: RestVersion = {
  list: (offset) => ({
    ...dashboardLibraryRoutesV2.list,
    accept: 'application/json',
    json: {
      metadata: [{ type: 'LIVEBOARD' }],
      // A dashboard that is created between the requests comes last.
      sort_options: { field_name: 'CREATED', order: 'ASC' },
      record_offset: offset,
      record_size: pageRows,
    },
  }),
  overlap: 1,
  page(body) {
    if (!Array.isArray(body)) return null
    const rows = (body as readonly unknown[]).map(
      (row) => at(row, 'metadata_header') ?? { id: at(row, 'metadata_id'), name: at(row, 'metadata_name') },
    )
    return { rows, last: rows.length < pageRows }
  },
  listPath: '*',
  create: (name) => version2.write(emptyLiveboard(name), 'another'),
  write: (liveboard, as) => ({
    ...dashboardLibraryRoutesV2.create,
    accept: 'application/json',
    json: {
      metadata_tmls: [JSON.stringify(liveboard)],
      import_policy: 'PARTIAL',
      create_new: as === 'another',
      ...(as === 'another' ? {} : { skip_diff_check: true }),
    },
  }),
  export: (ids) => ({
    ...dashboardLibraryRoutesV2.export,
    accept: 'application/json',
    json: {
      metadata: ids.map((identifier) => ({ identifier, type: 'LIVEBOARD' })),
      edoc_format: 'JSON',
      export_associated: false,
      // With them an import finds the data by itself. A cluster with object ids finds it only by `obj_id`.
      export_fqn: true,
      export_options: { include_obj_id_ref: true },
    },
  }),
  exportedPath: '',
  charts: (ids) => [
    {
      ...dashboardLibraryRoutesV2.list,
      accept: 'application/json',
      json: {
        metadata: ids.map((identifier) => ({ identifier, type: 'LIVEBOARD' })),
        include_visualization_headers: true,
        record_offset: 0,
        record_size: ids.length,
      },
    },
  ],
  chartHeaders: (body) =>
    Array.isArray(body)
      ? (body as readonly unknown[]).map((row) => {
          const headers = at(row, 'visualization_headers')
          return {
            dashboardId: String(at(row, 'metadata_id')),
            headers: Array.isArray(headers) ? (headers as readonly unknown[]) : [],
          }
        })
      : null,
  data: dataCall,
  copy: copyCall,
  importedPath: '0',
  remove: (id) => ({
    ...dashboardLibraryRoutesV2.delete,
    accept: 'application/json',
    json: { metadata: [{ identifier: id, type: 'LIVEBOARD' }] },
  }),
}

export const restVersions = { 1: version1, 2: version2 } as const satisfies Record<number, RestVersion>

/** A member of an object or an array; undefined for anything else. */
export const at = (value: unknown, key: string): unknown => record(value)[key]
