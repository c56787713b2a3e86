import type { Ports } from '../ports'
import type { PreferenceFailure, PreferenceService } from '../ports/preference-service'
import type { SessionStore } from '../session/session-store'
import { itemId, noFavorites, type Favorites } from './favorites'
import { favoriteLimits, favoritesText, isFavoritesText, readFavorites } from './stored-favorites'

/** What this browser and the service last had in common, by issuer and subject. */
const commonKey = (session: string): string => `assay.favorites-common.${session}`

/**
 * Favorites of two browsers of one person. What was starred, unstarred or renamed here since both had the same, `common`, is done to what
 * the service has, `theirs`: it goes last, and nothing that the other browser did is lost but what was undone here. With nothing in common
 * both keep all. Order is that of the service.
 */
export function mergedFavorites(common: Favorites, mine: Favorites, theirs: Favorites): Favorites {
  const favorites = merged(common.favorites, mine.favorites, theirs.favorites, itemId)
  const later = merged(common.later, mine.later, theirs.later, JSON.stringify)
  return { favorites, recents: mine.recents, ...(later.length > 0 && { later }) }
}

function merged<Item>(
  common: readonly Item[] = [],
  mine: readonly Item[] = [],
  theirs: readonly Item[] = [],
  idOf: (item: Item) => string,
): readonly Item[] {
  const [inCommon, here, there] = [common, mine, theirs].map(
    (items) => new Map(items.map((item) => [idOf(item), item])),
  )
  const left = theirs.flatMap((item) => {
    const own = here?.get(idOf(item))
    const before = inCommon?.get(idOf(item))
    if (own === undefined) return before === undefined ? [item] : []
    return [before !== undefined && JSON.stringify(own) !== JSON.stringify(before) ? own : item]
  })
  const added = mine.filter((item) => !inCommon?.has(idOf(item)) && !there?.has(idOf(item)))
  return [...left, ...added].slice(-favoriteLimits.favorites)
}

/** A change that others make all the time is not waited for: the next one tries again. */
const mostTries = 3

interface Local {
  /** Key of whoever is signed in. */
  readonly owner: () => string
  readonly read: () => Favorites
  /** Stores and shows them. */
  readonly replace: (favorites: Favorites) => void
}

type Needs = Pick<Ports, 'journal' | 'keyValueStore'>

/**
 * Brings this browser's favorites and the service's together: call it when somebody signs in and after each change; calls while one is
 * under way are one more. Where that fails the browser keeps what it has, and the next call tries again.
 */
export function favoritesSync(
  { journal, keyValueStore, preferenceService }: Needs & { readonly preferenceService: PreferenceService },
  session: Pick<SessionStore, 'accessToken'>,
  local: Local,
): () => Promise<void> {
  let running: Promise<void> | null = null
  /** Where the browser's storage takes nothing. */
  let unstored: { readonly owner: string; readonly common: Favorites } | null = null
  let again = false

  async function once(): Promise<void> {
    const owner = local.owner()
    const access = await session.accessToken()
    if (!access.ok || owner !== local.owner()) return
    let failure: PreferenceFailure | null = null
    for (let tries = 0; tries < mostTries; tries += 1) {
      failure = await bringTogether(owner, access.value)
      if (failure?.kind !== 'preferences-changed') break
    }
    if (failure !== null)
      journal.record({
        level: 'info',
        where: 'favorites',
        text: `Favorites kept in this browser only: ${failure.kind}`,
      })
  }

  /** Null when both are the same now, or somebody else is here. */
  async function bringTogether(owner: string, accessToken: string): Promise<PreferenceFailure | null> {
    const read = await preferenceService.read(accessToken)
    if (owner !== local.owner()) return null
    if (!read.ok) return read.failure
    const { text, version } = read.value
    // A later portal's, or nobody's: neither side is changed for it.
    if (text !== null && !isFavoritesText(text)) return { kind: 'preferences-malformed' }
    const theirs = readFavorites(text)
    const mine = local.read()
    // A service that has lost everything has undone nothing.
    const next = mergedFavorites(text === null ? noFavorites : commonOf(owner), mine, theirs)
    if (textOf(next) !== textOf(mine)) local.replace(next)
    if (textOf(next) !== textOf(theirs)) {
      // What came from there is common to both, whatever becomes of the rest: gone from there later, it is no star of one's own.
      remember(owner, theirs)
      const written = await preferenceService.write(accessToken, textOf(next), version)
      if (!written.ok) return written.failure
    }
    remember(owner, next)
    return null
  }

  function remember(owner: string, common: Favorites): void {
    const stored = keyValueStore.write(commonKey(owner), textOf(common))
    unstored = stored.ok ? null : { owner, common }
  }

  function commonOf(owner: string): Favorites {
    if (unstored?.owner === owner) return unstored.common
    const common = keyValueStore.read(commonKey(owner))
    return readFavorites(common.ok ? common.value : null)
  }

  async function run(): Promise<void> {
    try {
      do {
        again = false
        await once()
      } while (again)
    } finally {
      running = null
    }
  }

  return () => {
    again = true
    return (running ??= run())
  }
}

/** Recents are this browser's: nobody else gets to know where a person was. */
const textOf = (favorites: Favorites): string => favoritesText({ ...favorites, recents: [] })
