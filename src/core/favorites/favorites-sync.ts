import type { Ports } from '../ports'
import type { PreferenceFailure, PreferenceService } from '../ports/preference-service'
import type { SessionStore } from '../session/session-store'
import { itemId, noFavorites, type Favorites } from './favorites'
import { copyId, favoriteLimits, favoritesText, isFavoritesText, readFavorites } from './stored-favorites'

/** Storage key per user of the last state that this browser and the service had in common. */
const commonKey = (session: string): string => `assay.favorites-common.${session}`

/**
 * Three-way merge of one user's favorites in two browsers. Applies the changes of this browser (`mine` against `common`) to the service's
 * state (`theirs`). The other browser's changes survive unless this browser undid them. With an empty `common`, both sides' items are
 * kept. The service's order wins; new items go last.
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
  const [commonById, mineById, theirsById] = [common, mine, theirs].map(
    (items) => new Map(items.map((item) => [idOf(item), item])),
  )
  const remaining = theirs.flatMap((item) => {
    const own = mineById?.get(idOf(item))
    const before = commonById?.get(idOf(item))
    if (own === undefined) return before === undefined ? [item] : []
    return [before !== undefined && JSON.stringify(own) !== JSON.stringify(before) ? own : item]
  })
  const added = mine.filter((item) => !commonById?.has(idOf(item)) && !theirsById?.has(idOf(item)))
  return [...remaining, ...added].slice(-favoriteLimits.favorites)
}

/** Attempts per sync when other browsers keep writing. The next sync tries again. */
const maxAttempts = 3

interface Local {
  /** Session key of the signed-in user. */
  readonly owner: () => string
  readonly read: () => Favorites
  /** Stores the favorites and updates the screen. */
  readonly replace: (favorites: Favorites) => void
  /** Whether storage has what `read` returns; null if storage has nothing that this portal can read. */
  readonly isStored: () => boolean | null
}

type Needs = Pick<Ports, 'journal' | 'keyValueStore'>

/**
 * Syncs this browser's favorites with the service. Call the returned function on sign-in and after each change; calls during a sync lead
 * to one more sync. If a sync fails, the browser keeps its favorites and the next call tries again.
 */
export function favoritesSync(
  { journal, keyValueStore, preferenceService }: Needs & { readonly preferenceService: PreferenceService },
  session: Pick<SessionStore, 'accessToken'>,
  local: Local,
  newId: () => string,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const { remember, commonOf } = commonState(keyValueStore)
  /** A write that got no answer, and may have been stored all the same. */
  let unanswered: { readonly owner: string; readonly text: string } | null = null
  let isRerunNeeded = false

  async function once(): Promise<void> {
    const owner = local.owner()
    const access = await session.accessToken()
    if (!access.ok || owner !== local.owner()) return
    let failure: PreferenceFailure | null = null
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      failure = await syncOnce(owner, access.value)
      if (failure?.kind !== 'preferences-changed') break
    }
    if (failure !== null)
      journal.record({
        level: 'info',
        where: 'favorites',
        text: `Favorites kept in this browser only: ${failure.kind}`,
      })
  }

  /** Null when both sides are now equal, or the user has changed. */
  async function syncOnce(owner: string, accessToken: string): Promise<PreferenceFailure | null> {
    const read = await preferenceService.read(accessToken)
    if (owner !== local.owner()) return null
    if (!read.ok) return read.failure
    const { text, version } = read.value
    // Written by a newer portal, or not by the portal at all: change neither side.
    if (text !== null && !isFavoritesText(text)) return { kind: 'preferences-malformed' }
    const theirs = readFavorites(text)
    const mine = local.read()
    let id = copyId(text)
    const wasStored = unanswered?.owner === owner && unanswered.text === text
    const common = wasStored ? theirs : commonOf(owner, id, local.isStored() === null)
    // A service with no data has lost it: treat nothing as removed there.
    const next = mergedFavorites(text === null ? noFavorites : common, mine, theirs)
    if (textOf(next) !== textOf(mine)) local.replace(next)
    // Known now: during the write the user may leave.
    const isStored = local.isStored() === true
    if (textOf(next) !== textOf(theirs)) {
      // Both sides now have `theirs`, even if the write fails. If an item disappears from the service later, it counts as removed there.
      remember(owner, textOf(theirs, id), isStored)
      id ??= newId()
      const written = textOf(next, id)
      unanswered = { owner, text: written }
      const answer = await preferenceService.write(accessToken, written, version)
      if (!answer.ok) return answer.failure
      unanswered = null
    }
    remember(owner, textOf(next, id), isStored)
    return null
  }

  async function run(): Promise<void> {
    try {
      do {
        isRerunNeeded = false
        await once()
      } while (isRerunNeeded)
    } finally {
      running = null
    }
  }

  return () => {
    isRerunNeeded = true
    return (running ??= run())
  }
}

/** Leaves out recents: where the user has been stays in this browser. */
const textOf = (favorites: Favorites, id?: string): string => favoritesText({ ...favorites, recents: [] }, id)

/** What both sides had when they were last equal, by person. */
function commonState(keyValueStore: Ports['keyValueStore']) {
  /** In memory, while storage has another state of this browser, or rejects writes: until another tab has stored one. */
  let unstored: { readonly owner: string; readonly text: string; readonly instead: string | null } | null =
    null

  function storedOf(owner: string): string | null {
    const stored = keyValueStore.read(commonKey(owner))
    return stored.ok ? stored.value : null
  }

  function remember(owner: string, text: string, isStored: boolean): void {
    const isWritten = isStored && keyValueStore.write(commonKey(owner), text).ok
    unstored = isWritten ? null : { owner, text, instead: storedOf(owner) }
  }

  /** Nothing, if the service's copy `id` is another one than then, or this browser has lost its data: nothing counts as removed. */
  function commonOf(owner: string, id: string | undefined, hasLost: boolean): Favorites {
    const stored = storedOf(owner)
    const present = unstored?.owner === owner && unstored.instead === stored ? unstored.text : null
    const text = present ?? (hasLost ? null : stored)
    // Copies that an older portal wrote have none.
    const known = copyId(text)
    return known !== undefined && id !== undefined && known !== id ? noFavorites : readFavorites(text)
  }

  return { remember, commonOf }
}
