import { createHash } from 'node:crypto'
import { dashboardsUnavailable, notFound, Problem } from './problems'
import type { DashboardTab, ListedDashboard, SupersetDashboards } from './superset-dashboards'

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

/**
 * What a person may do with their own dashboards. Every call begins by asking Superset whether the dashboard is theirs: an id that is
 * known to somebody opens nothing.
 */
export function createOwnDashboards(superset: SupersetDashboards, personRole: string) {
  const people = createPeople(superset, personRole)

  /** @throws Problem `not-found` for what is not there and for what is somebody else's */
  async function owned(person: Person, id: string): Promise<ListedDashboard & { readonly owner: number }> {
    const { number, owner } = await candidate(person, id)
    const one = await superset.ownedOne(owner, number)
    if (one === null) throw notFound()
    return { ...one, owner }
  }

  /** What would be theirs, before Superset has said so. */
  async function candidate(person: Person, id: string): Promise<Candidate> {
    const [owner, number] = await Promise.all([people.find(person), superset.numberOf(id)])
    if (owner === null || number === null) throw notFound()
    return { owner, number }
  }

  const needs = { superset, people, owned, candidate, embeddedIds: new Map<string, string>() }
  return { ...reading(needs), ...changing(needs) }
}

interface Candidate {
  readonly owner: number
  readonly number: number
}

interface Needs {
  readonly superset: SupersetDashboards
  readonly people: ReturnType<typeof createPeople>
  readonly candidate: (person: Person, id: string) => Promise<Candidate>
  readonly owned: (person: Person, id: string) => Promise<ListedDashboard & { readonly owner: number }>
  /** By the dashboard's own id. */
  readonly embeddedIds: Map<string, string>
}

function reading({ superset, people, owned, embeddedIds }: Needs) {
  async function shown(one: ListedDashboard): Promise<Dashboard | null> {
    const id = embeddedIds.get(one.uuid) ?? (await superset.embeddedIdOf(one.number))
    if (id === null) return null
    remember(embeddedIds, one.uuid, id)
    return { id, title: one.title, modified: one.modified }
  }

  return {
    /** A page of them, newest first; pages count from 1. */
    async list(person: Person, page: number, pageSize: number) {
      const owner = await people.find(person)
      if (owner === null) return { dashboards: [], total: 0 }
      const { dashboards, total } = await superset.owned(owner, page - 1, pageSize)
      const all = await inGroups(dashboards, shown)
      // One that was removed between the two questions.
      return { dashboards: all.filter((one) => one !== null), total }
    },
    /** @throws Problem `not-found` unless the dashboard is this person's */
    async requireOwn(person: Person, id: string): Promise<void> {
      await owned(person, id)
    },
    async open(person: Person, id: string): Promise<Dashboard> {
      return withParts(superset, id, await owned(person, id))
    },
    /** A dashboard that is nobody's own; whoever calls knows that the person may see it. */
    async openCurated(id: string): Promise<Dashboard> {
      const number = await superset.numberOf(id)
      const one = number === null ? null : await superset.any(number)
      if (one === null) throw notFound()
      return withParts(superset, id, one)
    },
    /** @returns the key of a link to a curated dashboard that the person may see, or to one of their own */
    async link(
      person: Person,
      { id, isCurated }: { readonly id: string; readonly isCurated: boolean },
      state: { readonly tab?: string | undefined; readonly filters?: object | undefined },
    ): Promise<string> {
      const number = isCurated ? await superset.numberOf(id) : (await owned(person, id)).number
      const key = number === null ? null : await superset.link(number, state)
      if (key === null) throw notFound()
      return key
    },
  }
}

/** Each step waits for Superset, and all of them together for no longer than a caller does: what can be asked at once is. */
function changing({ superset, people, owned, candidate, embeddedIds }: Needs) {
  const serially = createQueues()

  async function add(
    person: Person,
    title: string,
    make: (owner: number) => Promise<number | null>,
  ): Promise<NamedDashboard> {
    let number = await make(await people.of(person))
    if (number === null) {
      // An operator has removed the user since it was last seen.
      people.forget(person)
      number = await make(await people.of(person))
    }
    if (number === null) throw dashboardsUnavailable()
    const made = number
    return { id: await finished(superset, made, () => superset.embed(made)), title }
  }

  async function create(person: Person, title: string): Promise<NamedDashboard> {
    if (await superset.ownsTitle(await people.of(person), title, null)) throw titleTaken()
    return add(person, title, (owner) => superset.create(title, owner))
  }

  async function copy(person: Person, title: string, original: number): Promise<NamedDashboard> {
    const [source, isTaken] = await Promise.all([
      superset.source(original),
      people.of(person).then((owner) => superset.ownsTitle(owner, title, null)),
    ])
    if (source === null) throw notFound()
    if (isTaken) throw titleTaken()
    return add(person, title, async (owner) => {
      const number = await superset.copy(original, title, source)
      if (number === null) throw notFound()
      return finished(superset, number, async () =>
        (await superset.change(number, { owner })) ? number : null,
      )
    })
  }

  return {
    /** `copyOf` is a curated dashboard that the person may see, or one of their own. */
    async create(
      person: Person,
      title: string,
      copyOf: { readonly id: string; readonly isCurated: boolean } | null,
    ): Promise<NamedDashboard> {
      return serially(userNameOf(person), async () => {
        if (copyOf === null) return create(person, title)
        const original = copyOf.isCurated
          ? await superset.numberOf(copyOf.id)
          : (await owned(person, copyOf.id)).number
        if (original === null) throw notFound()
        return copy(person, title, original)
      })
    },
    async rename(person: Person, id: string, title: string): Promise<NamedDashboard> {
      return serially(userNameOf(person), async () => {
        const { number, owner } = await candidate(person, id)
        const [one, isTaken] = await Promise.all([
          superset.ownedOne(owner, number),
          superset.ownsTitle(owner, title, number),
        ])
        // In this order: somebody else's is not there, whatever it would have been called.
        if (one === null) throw notFound()
        if (isTaken) throw titleTaken()
        if (!(await superset.change(number, { title }))) throw notFound()
        return { id, title }
      })
    },
    async remove(person: Person, id: string): Promise<void> {
      await serially(userNameOf(person), async () => {
        const { number, uuid } = await owned(person, id)
        embeddedIds.delete(uuid)
        if (!(await superset.remove(number))) throw notFound()
      })
    },
  }
}

/** The Superset users that stand for people. */
function createPeople(superset: SupersetDashboards, role: string) {
  const users = new Map<string, number>()

  async function find(person: Person): Promise<number | null> {
    const name = userNameOf(person)
    const found = users.get(name) ?? (await superset.userNumber(name))
    if (found !== null) remember(users, name, found)
    return found
  }

  return {
    find,
    forget: (person: Person) => users.delete(userNameOf(person)),
    /** One is made for whoever has none. */
    async of(person: Person): Promise<number> {
      const found = await find(person)
      if (found !== null) return found
      const name = userNameOf(person)
      // A second gateway may have been quicker: then it is there now.
      const made = (await superset.addUser(name, role)) ?? (await superset.userNumber(name))
      if (made === null) throw dashboardsUnavailable()
      remember(users, name, made)
      return made
    },
  }
}

async function withParts(superset: SupersetDashboards, id: string, one: ListedDashboard): Promise<Dashboard> {
  const [tabs, charts] = await Promise.all([superset.tabs(one.number), superset.chartCount(one.number)])
  return { id, title: one.title, modified: one.modified, charts, tabs }
}

const titleTaken = (): Problem =>
  new Problem('title-taken', 'This person has a dashboard with this title already.')

/** What was made by halves is taken back, so that no list ever shows it. */
async function finished<T>(
  superset: SupersetDashboards,
  number: number,
  rest: () => Promise<T | null>,
): Promise<T> {
  try {
    const result = await rest()
    if (result === null) throw new Problem('conflict')
    return result
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
