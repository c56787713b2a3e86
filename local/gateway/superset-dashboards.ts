import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { dashboardsUnavailable, outcomeUnknown, Problem } from './problems'
import type { SupersetSession } from './superset-session'

/** A dashboard as Superset lists it. Numbers are internal to Superset and do not leave the gateway. */
export interface ListedDashboard {
  readonly number: number
  /** UUID of the dashboard itself, never reused. Not its embedding id. */
  readonly uuid: string
  readonly title: string
  readonly modified: string
  /** Numbers of Superset users. */
  readonly owners: readonly number[]
}

/** How a dashboard is embedded. */
export interface Embedding {
  readonly number: number
  /** Whether the current portal may embed it: the portal's origins may have changed since. */
  readonly isShowable: boolean
}

export interface DashboardTab {
  readonly id: string
  readonly title: string
}

const rowSchema = v.object({
  id: v.number(),
  uuid: v.string(),
  dashboard_title: v.nullable(v.string()),
  changed_on_utc: v.string(),
  owners: v.optional(v.array(v.object({ id: v.number() })), []),
})
const listSchema = v.object({ count: v.number(), result: v.array(rowSchema) })
const createdSchema = v.object({ id: v.number() })
const copiedSchema = v.object({ result: v.object({ id: v.number() }) })
const idsSchema = v.object({ result: v.array(v.object({ id: v.number() })) })
const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())
const embeddedSchema = v.object({
  result: v.object({
    uuid,
    allowed_domains: v.array(v.string()),
    dashboard_id: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)),
  }),
})
interface TabNode {
  readonly value: string
  readonly title: string
  readonly children: readonly TabNode[]
}
const tabNodeSchema: v.GenericSchema<unknown, TabNode> = v.object({
  value: v.string(),
  title: v.string(),
  children: v.optional(v.array(v.lazy(() => tabNodeSchema)), []),
})
const tabsSchema = v.object({ result: v.object({ tab_tree: v.optional(v.array(tabNodeSchema), []) }) })
const chartsSchema = v.object({ result: v.array(v.unknown()) })
const sourceSchema = v.object({
  result: v.object({
    css: v.nullish(v.string()),
    json_metadata: v.nullish(v.string()),
    position_json: v.nullish(v.string()),
  }),
})
type Source = v.InferOutput<typeof sourceSchema>['result']
const keySchema = v.object({ key: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) })

const takeBackMs = 2_000

/** Superset's REST API as far as own dashboards need it. A missing object is `null`; any other failure is thrown as a Problem. */
export function createSupersetDashboards(
  session: SupersetSession,
  /** Origins that may embed a dashboard. */
  embedders: readonly string[],
) {
  const call: Call = (...parameters) => session.call(...parameters)
  const changing = changes(call)
  return {
    ...users(call),
    ...listed(call),
    ...parts(call),
    ...embedding(call, embedders),
    ...changing,
    /**
     * Removes an incomplete dashboard, with a separate timeout.
     * @throws Problem `outcome-unknown` if the removal may have failed
     */
    async takeBack(dashboard: number): Promise<void> {
      await session
        .within(takeBackMs, () => changing.remove(dashboard))
        .catch(() => {
          throw outcomeUnknown()
        })
    },
  }
}

type Call = SupersetSession['call']

const users = (call: Call) => ({
  /** Number of the Superset user with this name. */
  async userNumber(name: string): Promise<number | null> {
    const query = `(columns:!(id),filters:!((col:username,opr:eq,value:${rison(name)})))`
    const answer = await call('GET', `/security/users/?q=${encodeURIComponent(query)}`)
    return read(idsSchema, answer).result[0]?.id ?? null
  },
  /** Creates a user that can own dashboards but cannot log in. `null` if the user exists already, or the role does not. */
  async addUser(name: string, role: string): Promise<number | null> {
    const query = `(columns:!(id),filters:!((col:name,opr:eq,value:${rison(role)})))`
    const roles = read(idsSchema, await call('GET', `/security/roles/?q=${encodeURIComponent(query)}`)).result
    const answer = await call('POST', '/security/users/', {
      username: name,
      first_name: 'Portal',
      last_name: 'person',
      email: `${name}@people.invalid`,
      password: `${randomBytes(24).toString('base64url')}-Aa1`,
      active: false,
      roles: roles.map(({ id }) => id),
    })
    return answer.status === 201 ? read(createdSchema, answer).id : null
  },
})

function listed(call: Call) {
  const columns = '!(id,uuid,dashboard_title,changed_on_utc,owners.id)'

  async function list(filters: readonly string[], page: number, pageSize: number) {
    const query = `(columns:${columns},filters:!(${filters.join(',')}),order_column:changed_on_delta_humanized,order_direction:desc,page:${page},page_size:${pageSize})`
    const { count, result } = read(
      listSchema,
      await call('GET', `/dashboard/?q=${encodeURIComponent(query)}`),
    )
    return { total: count, dashboards: result.map(listedFrom) }
  }

  return {
    /** One page of this user's dashboards, newest first. Pages count from 0. */
    owned: (owner: number, page: number, pageSize: number) => list([ownedBy(owner)], page, pageSize),
    async any(dashboard: number): Promise<ListedDashboard | null> {
      const found = await list([`(col:id,opr:eq,value:${dashboard})`], 0, 2)
      return found.dashboards.find(({ number }) => number === dashboard) ?? null
    },
    /** Whether the user owns a dashboard with this title, other than `except`. */
    async ownsTitle(owner: number, title: string, except: number | null): Promise<boolean> {
      const filter = `(col:dashboard_title,opr:eq,value:${rison(title)})`
      const found = await list([ownedBy(owner), filter], 0, 2)
      return found.dashboards.some(({ number }) => number !== except)
    },
  }
}

const parts = (call: Call) => ({
  async tabs(dashboard: number): Promise<readonly DashboardTab[]> {
    const answer = await call('GET', `/dashboard/${dashboard}/tabs`)
    if (answer.status === 404) return []
    return read(tabsSchema, answer).result.tab_tree.flatMap(tabsBelow)
  },
  async chartCount(dashboard: number): Promise<number> {
    const answer = await call('GET', `/dashboard/${dashboard}/charts`)
    return answer.status === 404 ? 0 : read(chartsSchema, answer).result.length
  },
})

const embedding = (call: Call, embedders: readonly string[]) => ({
  /** The dashboard with this embedding id. */
  async embedding(embeddedId: string): Promise<Embedding | null> {
    const answer = await call('GET', `/embedded_dashboard/${embeddedId}`)
    if (answer.status === 404) return null
    const { dashboard_id: number, allowed_domains: domains } = read(embeddedSchema, answer).result
    return { number, isShowable: String(domains) === String(embedders) }
  },
  /** The dashboard's embedding id, created if it has none. */
  async embeddedIdOf(dashboard: number): Promise<string | null> {
    const answer = await call('GET', `/dashboard/${dashboard}/embedded`)
    return answer.status === 404 ? this.embed(dashboard, true) : read(embeddedSchema, answer).result.uuid
  },
  /**
   * Makes the dashboard embeddable. An existing embedding keeps its id.
   * @param isRepeatable whether a failed request may be sent again
   */
  async embed(dashboard: number, isRepeatable = false): Promise<string | null> {
    const path = `/dashboard/${dashboard}/embedded`
    const answer = await call('POST', path, { allowed_domains: embedders }, isRepeatable)
    return answer.status === 404 ? null : read(embeddedSchema, answer).result.uuid
  },
  /**
   * Key of a link that opens this dashboard with filters. `null` if it does not exist. Without a tab: the embedded page of 6.1 would mark
   * it, and show the first one's charts.
   */
  async link(dashboard: number, filters: object): Promise<string | null> {
    const answer = await call('POST', `/dashboard/${dashboard}/permalink`, { dataMask: filters })
    return answer.status === 404 ? null : read(keySchema, answer).key
  },
})

const changes = (call: Call) => ({
  /** `null` if the owner no longer exists. */
  async create(title: string, owner: number): Promise<number | null> {
    const body = { dashboard_title: title, published: false, owners: [owner] }
    const answer = await call('POST', '/dashboard/', body)
    return answer.status === 422 ? null : read(createdSchema, answer).id
  },
  /** What a copy is made from. `null` if there is no such dashboard. */
  async source(dashboard: number): Promise<Source | null> {
    const answer = await call('GET', `/dashboard/${dashboard}`)
    return answer.status === 404 ? null : read(sourceSchema, answer).result
  },
  /** The copy shares the charts and belongs to the service account until its owner is changed. `null` if there is no such dashboard. */
  async copy(
    dashboard: number,
    title: string,
    { css, json_metadata, position_json }: Source,
  ): Promise<number | null> {
    const metadata = { ...jsonObject(json_metadata), positions: jsonObject(position_json) }
    const copied = await call('POST', `/dashboard/${dashboard}/copy/`, {
      dashboard_title: title,
      json_metadata: JSON.stringify(metadata),
      duplicate_slices: false,
      ...(css && { css }),
    })
    return copied.status === 404 ? null : read(copiedSchema, copied).result.id
  },
  /** False if it does not exist. */
  async change(
    dashboard: number,
    change: { readonly title?: string; readonly owner?: number },
  ): Promise<boolean> {
    const answer = await call('PUT', `/dashboard/${dashboard}`, {
      ...(change.title !== undefined && { dashboard_title: change.title }),
      ...(change.owner !== undefined && { owners: [change.owner], published: false }),
    })
    return done(answer.status)
  },
  /** False if it does not exist. */
  async remove(dashboard: number): Promise<boolean> {
    return done((await call('DELETE', `/dashboard/${dashboard}`)).status)
  },
})

export type SupersetDashboards = ReturnType<typeof createSupersetDashboards>

const ownedBy = (owner: number): string => `(col:owners,opr:rel_m_m,value:${owner})`

/** A string literal in Rison, the format of Superset's queries. */
function rison(text: string): string {
  return `'${text.replaceAll(/[!']/g, (character) => `!${character}`)}'`
}

function read<const Schema extends v.GenericSchema>(
  schema: Schema,
  { status, body }: { readonly status: number; readonly body: unknown },
): v.InferOutput<Schema> {
  const found = v.safeParse(schema, body)
  if (status < 300 && found.success) return found.output
  // Another version of Superset, or another server at its address.
  throw dashboardsUnavailable()
}

function done(status: number): boolean {
  if (status === 404) return false
  if (status < 300) return true
  throw status === 409 || status === 422 ? new Problem('conflict') : dashboardsUnavailable()
}

function listedFrom(row: v.InferOutput<typeof rowSchema>): ListedDashboard {
  // Not every date parser accepts a `+0000` suffix.
  const modified = new Date(row.changed_on_utc.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (Number.isNaN(modified.getTime())) throw dashboardsUnavailable()
  return {
    number: row.id,
    uuid: row.uuid,
    title: row.dashboard_title ?? '',
    modified: modified.toISOString(),
    owners: row.owners.map(({ id }) => id),
  }
}

/** Tabs in page order, nested ones after their parent. Superset's own flat list is sorted by id. */
function tabsBelow({ value, title, children }: TabNode): readonly DashboardTab[] {
  return [{ id: value, title }, ...children.flatMap(tabsBelow)]
}

function jsonObject(text: string | null | undefined): object {
  const value: unknown = JSON.parse(text || '{}')
  return typeof value === 'object' && value !== null ? value : {}
}
