import { ok, type Result } from '../kernel/result'
import type { Ports } from '../ports'
import type { StoreFailure } from '../ports/key-value-store'
import { anonymousSession, sessionKey } from '../session/session-key'
import type { SessionKeeper } from '../session/session-keeper'
import { keptStep, nothingKept, type Kept, type KeptChange } from './favorites'
import { keptText, readKept } from './stored-favorites'
import { roomFor, roomKey, roomText } from './strip'

/** Each person's own, by issuer and subject. */
export const keptKey = (session: string): string => `assay.kept.${session}`

export type ChangeKept = (change: KeptChange) => Promise<Result<void, StoreFailure>>

/** One person's favourites and recents, on screen and in storage. */
export interface Keeper {
  /** A failure means that this page has it and the next one will not. Without a session nothing is kept at all. */
  readonly change: ChangeKept
  /** Calls back at once with the present value, then on every change, here or in another tab. Returns the way to stop. */
  hear(listener: (kept: Kept) => void): () => void
}

type Needs = Pick<Ports, 'journal' | 'keyValueStore' | 'siblingTabs'>

export function keeper(
  { journal, keyValueStore, siblingTabs }: Needs,
  session: Pick<SessionKeeper, 'state' | 'watch'>,
): Keeper {
  const listeners = new Set<(kept: Kept) => void>()
  let owner = anonymousSession
  let kept = nothingKept
  /** Storage takes nothing: what this page holds is more than what is stored. */
  let unwritten = false
  /** The room of Home's strip as it was last stored; null while that is not known. */
  let room: string | null = null

  function show(next: Kept): void {
    kept = next
    if (owner !== anonymousSession) rememberRoom(roomText(roomFor(kept)))
    for (const listener of listeners) listener(kept)
  }

  /** The next page has room for it in its first painted frame. Storage that takes nothing costs only that. */
  function rememberRoom(text: string): void {
    if (text === room) return
    room = text
    if (text === '') keyValueStore.remove(roomKey)
    else keyValueStore.write(roomKey, text)
  }

  function stored(): Kept {
    const text = keyValueStore.read(keptKey(owner))
    return text.ok && !unwritten ? readKept(text.value) : kept
  }

  function follow(): void {
    const key = sessionKey(session.state())
    if (key === anonymousSession && !session.state().isLoading) rememberRoom('')
    if (key === owner) return
    owner = key
    unwritten = false
    kept = nothingKept
    show(key === anonymousSession ? nothingKept : stored())
  }
  session.watch(follow)
  follow()
  siblingTabs.watch((message) => {
    if (message.kind === 'kept-changed' && message.session === owner) show(stored())
  })

  return {
    async change(change) {
      if (owner === anonymousSession) return ok()
      // Another tab may have written since: its change stays.
      const before = stored()
      const next = keptStep(before, change)
      if (next === before) {
        show(next)
        return ok()
      }
      const written = keyValueStore.write(keptKey(owner), keptText(next))
      unwritten = !written.ok
      if (written.ok) siblingTabs.post({ kind: 'kept-changed', session: owner })
      else
        journal.record({
          level: 'info',
          where: 'favourites',
          text: `Favourites not kept: ${written.failure.kind}`,
        })
      show(next)
      return written
    },
    hear(listener) {
      listeners.add(listener)
      listener(kept)
      return () => void listeners.delete(listener)
    },
  }
}
