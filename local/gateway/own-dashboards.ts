import { createHash } from 'node:crypto'
import { dashboardsUnavailable, notFound, Problem } from './problems'
import type { DashboardTab, Embedding, ListedDashboard, SupersetDashboards } from './superset-dashboards'

/** A user, as identified by a verified access token. */
export interface Person {
  readonly issuer: string
  readonly subject: string
}

/** A dashboard as callers see it. `id` is its embedding id. */
export interface Dashboard {
  readonly id: string
  readonly title: string
  readonly modified: string
  readonly charts?: number
  readonly tabs?: readonly DashboardTab[]
}

/** A dashboard that was just created, copied or renamed. */
type NamedDashboard = Pick<Dashboard, 'id' | 'title'>

/** Name of the Superset user that represents a person. A hash, so that it has no personal data. */
export function userNameOf({ issuer, subject }: Person): string {
  return `assay-${createHash('sha256').update(`${issuer}\0${subject}`).digest('hex').slice(0, 40)}`
}

/** Maximum size of each id cache. The oldest entry is evicted. */
const maxCached = 10_000
/** Superset's maximum page size. For a user with no more dashboards, one page has all titles. */
const maxPageSize = 100

/**
 * Operations on a person's own dashboards. Every call first checks in Superset that the person owns the dashboard: knowing an id gives
 * no access.
 */
export function createOwnDashboards(superset: SupersetDashboards, personRole: string) {
  const people = createPeople(superset, personRole)
  const ids = createIds(superset)
  const owned: Owned = async (person, id, read) => {
    const asked = people.find(person)
    const [owner, one] = await Promise.all([asked, ids.resolved(id, (number) => read(asked, number))])
    if (owner === null) throw notFound()
    return { ...one, owner }
  }
  const its: Needs['its'] = async (asked, number) => {
    const [owner, one] = await Promise.all([asked, superset.any(number)])
    return owner !== null && one?.owners.includes(owner) === true ? one : null
  }
  const needs = { superset, people, owned, its, ids }
  return { ...reading(needs), ...changing(needs) }
}

/**
 * One of the person's own dashboards, read with `read`.
 * @throws Problem `not-found` if it does not exist or belongs to another person
 */
type Owned = <One extends ListedDashboard>(
  person: Person,
  id: string,
  read: ReadOwn<One>,
) => Promise<One & Pick<Embedding, 'isShowable'> & { readonly owner: number }>

/** `null` if the person does not own it. `owner` is the pending lookup of the person's Superset user; without one, a person owns nothing. */
type ReadOwn<One> = (owner: Promise<number | null>, number: number) => Promise<One | null>

/** A curated dashboard that the person may see, or one of their own. */
interface Original {
  readonly id: string
  readonly isCurated: boolean
}

interface Needs {
  readonly superset: SupersetDashboards
  readonly people: ReturnType<typeof createPeople>
  readonly ids: ReturnType<typeof createIds>
  readonly owned: Owned
  /** Reads only the dashboard. */
  readonly its: ReadOwn<ListedDashboard>
}

/** Maps embedding ids to dashboards. A cached number is read at once, while a parallel request checks that it is still current. */
function createIds(superset: SupersetDashboards) {
  /** Embedding ids by the dashboard's UUID, which is never reused. Its number may be. */
  const embeddedIds = new Map<string, string>()
  const known = new Map<string, Pick<ListedDashboard, 'number' | 'uuid'>>()

  async function resolved<One extends ListedDashboard>(
    id: string,
    find: (number: number) => Promise<One | null>,
  ): Promise<One & Pick<Embedding, 'isShowable'>> {
    const remembered = known.get(id)
    const [embedding, ahead] = await Promise.all([
      superset.embedding(id),
      remembered === undefined ? null : find(remembered.number),
    ])
    const isSame = embedding?.number === remembered?.number
    if (remembered !== undefined && !isSame) {
      // Deleted since it was listed, or embedded under another id, which the next list has.
      known.delete(id)
      embeddedIds.delete(remembered.uuid)
    }
    const one = embedding === null || isSame ? ahead : await find(embedding.number)
    if (embedding === null || one === null) throw notFound()
    return { ...one, isShowable: embedding.isShowable }
  }

  return {
    resolved,
    /** Null if the dashboard was removed in the meantime. */
    async of({ uuid, number }: ListedDashboard): Promise<string | null> {
      const id = embeddedIds.get(uuid) ?? (await superset.embeddedIdOf(number))
      if (id === null) return null
      remember(embeddedIds, uuid, id)
      remember(known, id, { uuid, number })
      return id
    },
  }
}

function reading({ superset, people, owned, its, ids }: Needs) {
  return {
    /** One page of dashboards, newest first. Pages count from 1. */
    async list(person: Person, page: number, pageSize: number) {
      const owner = await people.find(person)
      if (owner === null) return { dashboards: [], total: 0 }
      const { dashboards, total } = await superset.owned(owner, page - 1, pageSize)
      const all = await inGroups(dashboards, async (one): Promise<Dashboard | null> => {
        const id = await ids.of(one)
        return id === null ? null : { id, title: one.title, modified: one.modified }
      })
      // A dashboard may be removed between the two requests.
      return { dashboards: all.filter((one) => one !== null), total }
    },
    /**
     * Makes the dashboard embeddable in the current portal, whose origin may have changed since the dashboard was created.
     * @throws Problem `not-found` unless the person owns the dashboard
     */
    async requireOwn(person: Person, id: string): Promise<void> {
      const { number, isShowable } = await owned(person, id, its)
      if (!isShowable) await superset.embed(number, true)
    },
    async open(person: Person, id: string): Promise<Dashboard> {
      return withParts(superset, id, await owned(person, id, its))
    },
    /** Opens a curated dashboard. The caller has checked that the person may see it. */
    async openCurated(id: string): Promise<Dashboard> {
      return withParts(superset, id, await ids.resolved(id, (number) => superset.any(number)))
    },
    /** @returns the key of a link to a curated dashboard that the person may see, or to one of their own */
    async link(person: Person, { id, isCurated }: Original, filters: object = {}): Promise<string> {
      const number = (isCurated ? await superset.embedding(id) : await owned(person, id, its))?.number
      const key = number === undefined ? null : await superset.link(number, filters)
      if (key === null) throw notFound()
      return key
    },
  }
}

/**
 * Finds an own dashboard to rename or copy, and checks that no other one (`except` itself) has the title: one request if all of the
 * person's dashboards fit on one page.
 * @throws Problem `not-found` before `title-taken`, so that another person's dashboard does not seem to exist
 */
async function ownedFor(
  { superset, owned, its }: Needs,
  person: Person,
  id: string,
  title: string,
  except: 'it' | null,
) {
  const found = await owned(person, id, async (asked, number) => {
    const owner = await asked
    if (owner === null) return null
    const { dashboards, total } = await superset.owned(owner, 0, maxPageSize)
    const all = total <= dashboards.length ? dashboards : null
    const listed = dashboards.find((one) => one.number === number)
    const one = listed ?? (all === null ? await its(asked, number) : null)
    return one && { ...one, all }
  })
  const other = except === null ? null : found.number
  const isTaken =
    found.all?.some((one) => one.title === title && one.number !== other) ??
    (await superset.ownsTitle(found.owner, title, other))
  if (isTaken) throw titleTaken()
  return found
}

/** Creates and copies dashboards. Requests run in parallel where possible, because all together must end within the caller's timeout. */
function making(needs: Needs) {
  const { superset, people } = needs
  async function create(person: Person, title: string): Promise<NamedDashboard> {
    const owner = await people.of(person)
    if (await superset.ownsTitle(owner, title, null)) throw titleTaken()
    const number = await superset.create(title, owner)
    // An operator has removed the Superset user in the meantime.
    if (number === null) throw dashboardsUnavailable()
    return { id: await finished(superset, number, [superset.embed(number)]), title }
  }

  /** The dashboard to copy and the owner of the copy. For a curated dashboard, the person's titles need a separate request. */
  async function originalOf(person: Person, title: string, { id, isCurated }: Original) {
    if (!isCurated) return ownedFor(needs, person, id, title, null)
    const asked = people.of(person)
    const [original, owner, isTaken] = await Promise.all([
      superset.embedding(id),
      asked,
      asked.then((owner) => superset.ownsTitle(owner, title, null)),
    ])
    if (original === null) throw notFound()
    if (isTaken) throw titleTaken()
    return { number: original.number, owner }
  }

  async function copy(person: Person, title: string, copyOf: Original): Promise<NamedDashboard> {
    const original = await originalOf(person, title, copyOf)
    const source = await superset.source(original.number)
    if (source === null) throw notFound()
    const number = await superset.copy(original.number, title, source)
    if (number === null) throw notFound()
    const given = superset.change(number, { owner: original.owner }).then((isDone) => isDone || null)
    return { id: await finished(superset, number, [superset.embed(number), given]), title }
  }

  return { create, copy }
}

function changing(needs: Needs) {
  const { superset, owned, its } = needs
  const { create, copy } = making(needs)
  const serially = createQueues()
  return {
    /** `copyOf` is a curated dashboard that the person may see, or one of their own. */
    create: (person: Person, title: string, copyOf: Original | null): Promise<NamedDashboard> =>
      serially(userNameOf(person), () =>
        copyOf === null ? create(person, title) : copy(person, title, copyOf),
      ),
    async rename(person: Person, id: string, title: string): Promise<NamedDashboard> {
      return serially(userNameOf(person), async () => {
        const { number } = await ownedFor(needs, person, id, title, 'it')
        if (!(await superset.change(number, { title }))) throw notFound()
        return { id, title }
      })
    },
    async remove(person: Person, id: string): Promise<void> {
      await serially(userNameOf(person), async () => {
        const { number } = await owned(person, id, its)
        if (!(await superset.remove(number))) throw notFound()
      })
    },
  }
}

/** The Superset users that represent persons. Their numbers are looked up each time, because Superset may reuse one. */
function createPeople(superset: SupersetDashboards, role: string) {
  const find = (person: Person): Promise<number | null> => superset.userNumber(userNameOf(person))
  return {
    find,
    /** Finds the person's Superset user, or creates it. */
    async of(person: Person): Promise<number> {
      // The second lookup is for a race with another gateway that has just created the user.
      const found =
        (await find(person)) ?? (await superset.addUser(userNameOf(person), role)) ?? (await find(person))
      if (found === null) throw dashboardsUnavailable()
      return found
    },
  }
}

async function withParts(superset: SupersetDashboards, id: string, one: ListedDashboard): Promise<Dashboard> {
  const [tabs, charts] = await Promise.all([superset.tabs(one.number), superset.chartCount(one.number)])
  return { id, title: one.title, modified: one.modified, charts, tabs }
}

const titleTaken = (): Problem =>
  new Problem('title-taken', 'The user already has a dashboard with this title.')

/** Waits for all steps. If one fails, removes the incomplete dashboard, so that no list shows it. */
async function finished<Made>(
  superset: SupersetDashboards,
  number: number,
  steps: readonly [Promise<Made | null>, ...Promise<unknown>[]],
): Promise<Made> {
  await Promise.allSettled(steps)
  try {
    const [made, ...others] = await Promise.all(steps)
    if (made === null || others.includes(null)) throw new Problem('conflict')
    return made
  } catch (error) {
    await superset.takeBack(number)
    throw error
  }
}

export type OwnDashboards = ReturnType<typeof createOwnDashboards>

function remember<Value>(all: Map<string, Value>, key: string, value: Value): void {
  all.delete(key)
  all.set(key, value)
  for (const oldest of all.keys()) {
    if (all.size <= maxCached) return
    all.delete(oldest)
  }
}

/** Eight at a time, so that a long list does not use up Superset's threads. */
async function inGroups<In, Out>(
  all: readonly In[],
  work: (one: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const done: Out[] = []
  for (let from = 0; from < all.length; from += 8)
    done.push(...(await Promise.all(all.slice(from, from + 8).map(work))))
  return done
}

/** Serializes the changes of each person, so that of two simultaneous requests with the same title the second gets a conflict. */
function createQueues() {
  const tails = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = tails.get(key) ?? Promise.resolve()
    const own = before.then(work, work)
    tails.set(key, own)
    try {
      return await own
    } finally {
      if (tails.get(key) === own) tails.delete(key)
    }
  }
}
