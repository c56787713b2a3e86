import { createHash } from 'node:crypto'
import { dashboardsUnavailable, notFound, Problem } from './problems'
import type { DashboardTab, Embedding, ListedDashboard, SupersetDashboards } from './superset-dashboards'

/** Who asks, as a checked access token names them. */
export interface Person {
  readonly issuer: string
  readonly subject: string
}

/** As callers see it; `id` is the one that it is embedded under. */
export interface Dashboard {
  readonly id: string
  readonly title: string
  readonly modified: string
  readonly charts?: number
  readonly tabs?: readonly DashboardTab[]
}

/** One that was just made, copied or renamed. */
type NamedDashboard = Pick<Dashboard, 'id' | 'title'>

/** Name of the Superset user that stands for a person: nothing of the person is in it. */
export function userNameOf({ issuer, subject }: Person): string {
  return `assay-${createHash('sha256').update(`${issuer}\0${subject}`).digest('hex').slice(0, 40)}`
}

/** Beyond these the oldest is forgotten and asked for again. */
const rememberedMost = 10_000
/** As many as Superset lists at once: who has no more has all their titles read with them. */
const pageMost = 100

/**
 * What a person may do with their own dashboards. Every call begins by asking Superset whether the dashboard is theirs: an id that is
 * known to somebody opens nothing.
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
 * One of the person's own, as `read` finds it.
 * @throws Problem `not-found` for what is not there and for what is somebody else's
 */
type Owned = <One extends ListedDashboard>(
  person: Person,
  id: string,
  read: ReadOwn<One>,
) => Promise<One & Pick<Embedding, 'isShowable'> & { readonly owner: number }>

/** `null`: it is not theirs. Their user's number is being asked for meanwhile; whoever has none owns nothing. */
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
  /** Reads nothing beside it. */
  readonly its: ReadOwn<ListedDashboard>
}

/** Which dashboard an id is of, remembered from lists so that it can be asked for at once; whether it still is, is asked beside that. */
function createIds(superset: SupersetDashboards) {
  /** By the dashboard's own id, which is never used twice; its number may be. */
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
      // Deleted since it was listed, or embedded under another id: the next list has that.
      known.delete(id)
      embeddedIds.delete(remembered.uuid)
    }
    const one = embedding === null || isSame ? ahead : await find(embedding.number)
    if (embedding === null || one === null) throw notFound()
    return { ...one, isShowable: embedding.isShowable }
  }

  return {
    resolved,
    /** Null: it was removed meanwhile. */
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
    /** A page of them, newest first; pages count from 1. */
    async list(person: Person, page: number, pageSize: number) {
      const owner = await people.find(person)
      if (owner === null) return { dashboards: [], total: 0 }
      const { dashboards, total } = await superset.owned(owner, page - 1, pageSize)
      const all = await inGroups(dashboards, async (one): Promise<Dashboard | null> => {
        const id = await ids.of(one)
        return id === null ? null : { id, title: one.title, modified: one.modified }
      })
      // One that was removed between the two questions.
      return { dashboards: all.filter((one) => one !== null), total }
    },
    /**
     * Whoever asks is about to show it, maybe in a portal that has moved since it was made.
     * @throws Problem `not-found` unless the dashboard is this person's
     */
    async requireOwn(person: Person, id: string): Promise<void> {
      const { number, isShowable } = await owned(person, id, its)
      if (!isShowable) await superset.embed(number, true)
    },
    async open(person: Person, id: string): Promise<Dashboard> {
      return withParts(superset, id, await owned(person, id, its))
    },
    /** A dashboard that is nobody's own; whoever calls knows that the person may see it. */
    async openCurated(id: string): Promise<Dashboard> {
      return withParts(superset, id, await ids.resolved(id, (number) => superset.any(number)))
    },
    /** @returns the key of a link to a curated dashboard that the person may see, or to one of their own */
    async link(
      person: Person,
      { id, isCurated }: Original,
      state: { readonly tab?: string | undefined; readonly filters?: object | undefined },
    ): Promise<string> {
      const number = (isCurated ? await superset.embedding(id) : await owned(person, id, its))?.number
      const key = number === undefined ? null : await superset.link(number, state)
      if (key === null) throw notFound()
      return key
    },
  }
}

/**
 * One of their own that is about to be renamed or copied, once it is known that no other (`except` it) has the title: one question, as
 * long as all that they have is on one page.
 * @throws Problem `not-found` before `title-taken`: somebody else's is not there, whatever it would have been called
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
    const { dashboards, total } = await superset.owned(owner, 0, pageMost)
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

/** Each step waits for Superset, and all of them together for no longer than a caller does: what can be asked at once is. */
function making(needs: Needs) {
  const { superset, people } = needs
  async function create(person: Person, title: string): Promise<NamedDashboard> {
    const owner = await people.of(person)
    if (await superset.ownsTitle(owner, title, null)) throw titleTaken()
    const number = await superset.create(title, owner)
    // An operator has removed the user in this moment.
    if (number === null) throw dashboardsUnavailable()
    return { id: await finished(superset, number, [superset.embed(number)]), title }
  }

  /** What would be copied, and for whom; of a curated one the person's titles are asked for by themselves. */
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

/** The Superset users that stand for people. Their numbers are asked for each time: one may be another's by the next. */
function createPeople(superset: SupersetDashboards, role: string) {
  const find = (person: Person): Promise<number | null> => superset.userNumber(userNameOf(person))
  return {
    find,
    /** One is made for whoever has none. */
    async of(person: Person): Promise<number> {
      // A second gateway may be quicker: then it is there afterwards.
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
  new Problem('title-taken', 'This person has a dashboard with this title already.')

/** What was made by halves is taken back, so that no list ever shows it; not before the other steps have ended. */
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
    if (all.size <= rememberedMost) return
    all.delete(oldest)
  }
}

/** Eight at a time: a long list must not take all of Superset's threads. */
async function inGroups<In, Out>(
  all: readonly In[],
  work: (one: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const done: Out[] = []
  for (let from = 0; from < all.length; from += 8)
    done.push(...(await Promise.all(all.slice(from, from + 8).map(work))))
  return done
}

/** One person's changes one after the other, so that two equal titles at once are one and a conflict. */
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
