import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { ok, type Result } from '../../../core/kernel/result'
import type { UseCases } from '../../../core/use-cases'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import { maxNameLength } from '../../../core/dashboards/dashboard-name'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import type { Stores } from '../../../state/stores'
import { Tooltip } from '../../components/tooltip'
import {
  isGone,
  raiseFailure,
  useDuplicate,
  usePendingRequests,
  type PendingRequests,
} from '../../hooks/use-duplicate'
import { failureDetail, galleryTexts, mentionedName, shownName } from '../../hooks/dashboard-texts'
import { isForInputMethod } from '../../hooks/keys'
import { useApp } from '../../hooks/use-app'
import { useIsOpen } from '../../hooks/use-is-open'

type DashboardWords = Pick<SavedDashboard, 'name' | 'description'>

/** The row that is being renamed. This outlives the rows, which mount and unmount as the list scrolls. */
interface Renaming {
  readonly id: string
  readonly name: string
  readonly description: string
  /** As it was when the form opened: what the user has not changed is not sent. */
  readonly initial: DashboardWords
  /** The texts that the user has seen: a change since then, in another tab, is not overwritten unknowingly. */
  readonly before: DashboardWords
  readonly problem: string | null
  /** The form stays until the list has reloaded, and sends nothing more. */
  readonly isSaved?: boolean
}

/** Changes in progress in the list. */
export interface RowChanges {
  readonly renaming: Renaming | null
  /** Rows with a request in flight. */
  readonly busy: ReadonlySet<string>
  readonly begin: (dashboard: SavedDashboard) => void
  readonly write: (words: { readonly name?: string; readonly description?: string }) => void
  readonly cancel: () => void
  readonly save: () => Promise<void>
  readonly duplicate: (dashboard: SavedDashboard) => Promise<void>
}

/** Rename and Duplicate, each with one request at a time. */
export function useRowChanges(): RowChanges {
  const waiting = usePendingRequests()
  return { busy: waiting.busy, ...useRenaming(waiting), ...useDuplicate(waiting) }
}

/** Returns the focus to a row once its buttons are back, unless the user has moved it elsewhere. */
function useFocusAfterRenaming(): (row: { readonly id: string }) => void {
  const [returning, setReturning] = useState<{ readonly id: string } | null>(null)
  useEffect(() => {
    if (returning === null || document.activeElement !== document.body) return
    // After a new sort its row may be far away.
    const button = document.querySelector<HTMLElement>(`[data-rename="${CSS.escape(returning.id)}"]`)
    const target = button ?? document.querySelector<HTMLElement>('.gallery__count')
    target?.focus()
  }, [returning])
  return setReturning
}

/** Undo for a rename. It does not overwrite a later change of the same texts in another tab. */
function useUndo({ answer }: PendingRequests) {
  const { stores, useCases } = useApp()
  return async (
    words: Pick<Renaming, 'id' | 'name' | 'description'>,
    what: { readonly renames: boolean; readonly describes: boolean },
    notice: number,
    saved: DashboardWords,
  ): Promise<void> => {
    const { dismiss, raise } = stores.notices.getState()
    dismiss(notice)
    const { load } = stores.dashboards.getState()
    const now = inList(stores, words.id)
    // A list that has not reloaded since still has the earlier texts.
    const names = what.renames && now?.name !== words.name
    const rewrites = what.describes && now?.description !== words.description
    const changed = now && conflictText({ names, rewrites }, saved, now, 'Nothing was undone.')
    if (changed) return void raise({ tone: 'warning', text: changed })
    const renamed = await answer(words.id, () => change(useCases, words, what))
    if (renamed?.ok === false) raiseFailure(stores, galleryTexts.renameFailed, renamed.failure)
    if (renamed !== null && (renamed.ok || isGone(renamed.failure))) await load()
  }
}

/** Ends a rename whose row was deleted, for example by another tab, and says so in a notice. */
function useDeletedElsewhere(renaming: Renaming | null, leave: (id: string) => void): void {
  const { stores } = useApp()
  const { phase, complete, dashboards } = useStore(stores.dashboards)
  const isDeleted =
    renaming !== null && phase === 'ready' && complete && !dashboards.some(({ id }) => id === renaming.id)
  const end = useEffectEvent(() => {
    if (renaming === null) return
    leave(renaming.id)
    const text = `“${mentionedName(renaming.initial.name)}” was deleted, so it wasn’t renamed.`
    stores.notices.getState().raise({ tone: 'warning', text })
  })
  useEffect(() => {
    if (isDeleted) end()
  }, [isDeleted])
}

const inList = ({ dashboards }: Stores, id: string): SavedDashboard | undefined =>
  dashboards.getState().dashboards.find((dashboard) => dashboard.id === id)

function useRenaming(waiting: PendingRequests) {
  const { stores, useCases } = useApp()
  const [renaming, setRenaming] = useState<Renaming | null>(null)
  const setReturning = useFocusAfterRenaming()
  const { load } = stores.dashboards.getState()
  const latest = useRef(renaming)
  useEffect(() => void (latest.current = renaming), [renaming])
  const isOpen = useIsOpen()
  const undo = useUndo(waiting)

  /** Ends the rename of this row, if it is still the current one. */
  function leave(id: string): void {
    if (latest.current?.id !== id) return
    setRenaming(null)
    setReturning({ id })
  }

  useDeletedElsewhere(renaming, leave)

  async function save(): Promise<void> {
    if (renaming === null || renaming.isSaved === true) return
    const { id, name } = renaming
    const present = inList(stores, id)
    const before = present?.name
    const { renames, describes, conflict } = changesToSend(renaming, present)
    if (conflict !== null && present !== undefined)
      return setRenaming({ ...renaming, before: present, problem: conflict })
    if (!renames && !describes) return leave(id)
    // Clears the last problem, so that the same one is announced again.
    setRenaming({ ...renaming, problem: null })
    const renamed = await waiting.answer(id, () => change(useCases, renaming, { renames, describes }))
    if (renamed === null) return
    if (!renamed.ok) {
      const { failure } = renamed
      // The description has been saved by then, and the page has to show it.
      const half = renamed.half === true
      if (half || isGone(failure)) await load()
      const detail = failureDetail(failure) ?? galleryTexts.renameFailed
      const problem = half ? `The description was saved, the name wasn’t. ${detail}` : detail
      // A user who is renaming another row by then keeps what they typed there; they, or a user who has left, get a notice.
      const isElsewhere = !isOpen() || (latest.current !== null && latest.current.id !== id)
      if (isElsewhere) return raiseFailure(stores, notRenamed(before ?? name), failure)
      const saved = half && { description: renaming.description.trim() }
      const initial = { ...renaming.initial, ...saved }
      return setRenaming(
        (now) => now && { ...renaming, initial, before: { ...renaming.before, ...saved }, problem },
      )
    }
    setRenaming((now) => (now?.id === id ? { ...now, isSaved: true } : now))
    const words = { id, name: before ?? '', description: present?.description ?? '' }
    const saved = { name: name.trim(), description: renaming.description.trim() }
    const undoRename = (): void => void undo(words, { renames, describes }, notice, saved)
    // Before the list reloads: the rename is done, however long that takes.
    const notice = stores.notices.getState().raise({
      tone: 'success',
      about: id,
      text: renames ? `Renamed to “${mentionedName(saved.name)}”.` : 'The description was changed.',
      ...(before !== undefined && { action: { label: 'Undo', run: undoRename } }),
    })
    await load()
    leave(id)
  }

  return {
    renaming,
    begin({ id, name, description }: SavedDashboard): void {
      if (renaming !== null && renaming.isSaved !== true && !waiting.busy.has(renaming.id)) {
        void save()
        // The conflict is shown in its form, which stays.
        if (changesToSend(renaming, inList(stores, renaming.id)).conflict !== null) return
      }
      const words = { name, description }
      setRenaming({ id, ...words, initial: words, before: words, problem: null })
    },
    write: (words: Parameters<RowChanges['write']>[0]) =>
      setRenaming((before) => before && { ...before, ...words }),
    cancel: () => renaming !== null && leave(renaming.id),
    save,
  }
}

/** What to send, and whether another tab has changed the same texts meanwhile: then the user has to save again. */
function changesToSend(
  { name, description, initial, before }: Renaming,
  present: SavedDashboard | undefined,
): { readonly renames: boolean; readonly describes: boolean; readonly conflict: string | null } {
  const names = name.trim() !== '' && name.trim() !== initial.name
  const rewrites = description.trim() !== initial.description
  return {
    renames: names && name.trim() !== present?.name,
    describes: rewrites && present !== undefined && description.trim() !== present.description,
    conflict: present === undefined ? null : conflictText({ names, rewrites }, before, present),
  }
}

function conflictText(
  { names, rewrites }: { readonly names: boolean; readonly rewrites: boolean },
  before: DashboardWords,
  now: DashboardWords,
  next?: string,
): string | null {
  const renamed = names && before.name !== now.name
  const rewritten = rewrites && before.description !== now.description
  if (renamed)
    return `It was renamed to “${mentionedName(now.name)}”${rewritten ? ' and its description was changed' : ''} elsewhere. ${next ?? `Save again to use ${rewritten ? 'yours' : 'your name'}.`}`
  return rewritten ? `Its description was changed elsewhere. ${next ?? 'Save again to use yours.'}` : null
}

const notRenamed = (name: string): string => `“${mentionedName(name)}” couldn’t be renamed.`

/** The description goes first: if the name is refused, the form keeps both fields as typed. */
async function change(
  useCases: Pick<UseCases, 'renameDashboard' | 'describeDashboard'>,
  { id, name, description }: Pick<Renaming, 'id' | 'name' | 'description'>,
  { renames, describes }: { readonly renames: boolean; readonly describes: boolean },
): Promise<Result<void, DashboardsFailure> & { readonly half?: true }> {
  const described = describes ? await useCases.describeDashboard(id, description) : ok()
  if (!described.ok || !renames) return described
  const renamed = await useCases.renameDashboard(id, name)
  if (renamed.ok) return ok()
  return describes ? { ...renamed, half: true } : renamed
}

/** A row's name as a field: Enter saves, Escape cancels. After a failure the typed text stays. */
export function RenameForm({
  dashboard,
  changes,
  described = false,
}: {
  readonly dashboard: SavedDashboard
  readonly changes: RowChanges
  /** With a field for the description. */
  readonly described?: boolean
}): ReactNode {
  const { renaming, busy, write, cancel, save } = changes
  const problem = renaming?.problem ?? null
  const waiting = busy.has(dashboard.id) || renaming?.isSaved === true
  const blank = renaming?.name.trim() === ''
  const field = useRef<HTMLInputElement>(null)
  const explanation = useId()
  useEffect(() => {
    // The row has come back while the user types, for example in the search.
    if (document.activeElement?.matches('input')) return
    field.current?.focus()
    field.current?.select()
  }, [])
  useEffect(() => {
    if (problem !== null) field.current?.focus()
  }, [problem])
  function escape({ key, nativeEvent }: KeyboardEvent): void {
    if (key === 'Escape' && !waiting && !isForInputMethod(nativeEvent)) cancel()
  }
  return (
    <form
      className="gallery__rename"
      onSubmit={(event) => {
        event.preventDefault()
        if (!blank) void save()
      }}
    >
      <input
        ref={field}
        type="text"
        aria-label={`New name for ${mentionedName(dashboard.name)}`}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : explanation}
        value={renaming?.name ?? ''}
        maxLength={maxNameLength}
        autoComplete="off"
        readOnly={waiting}
        onChange={(event) => write({ name: event.target.value })}
        onKeyDown={escape}
      />
      {described && (
        <input
          type="text"
          className="gallery__description-field"
          aria-label={`Description of ${mentionedName(dashboard.name)}`}
          placeholder="Description"
          value={renaming?.description ?? ''}
          maxLength={2_000}
          autoComplete="off"
          readOnly={waiting}
          onChange={(event) => write({ description: event.target.value })}
          onKeyDown={escape}
        />
      )}
      <button type="submit" className="text-button" aria-disabled={waiting || blank}>
        {waiting ? 'Saving...' : 'Save'}
      </button>
      <button type="button" className="text-button" disabled={waiting} onClick={cancel}>
        Cancel
      </button>
      {problem !== null && (
        <p className="gallery__problem" id={explanation} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

/** Rename and Duplicate, if the vendor's library can do them. */
export function RowButtons({
  dashboard,
  changes: { busy, begin, duplicate },
}: {
  readonly dashboard: SavedDashboard
  readonly changes: RowChanges
}): ReactNode {
  const { stores } = useApp()
  const can = useStore(stores.dashboards, (state) => state.can)
  const waiting = busy.has(dashboard.id)
  const name = mentionedName(shownName(dashboard.name))
  return (
    <>
      {can?.rename === true && (
        <Tooltip text="Rename">
          <button
            type="button"
            className="control control--icon"
            data-rename={dashboard.id}
            aria-label={`Rename ${name}`}
            aria-disabled={waiting}
            onClick={() => !waiting && begin(dashboard)}
          >
            <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </Tooltip>
      )}
      {can?.copy === true && (
        <Tooltip text="Duplicate">
          <button
            type="button"
            className="control control--icon"
            aria-label={`${waiting ? 'Duplicating' : 'Duplicate'} ${name}`}
            aria-disabled={waiting}
            onClick={() => !waiting && void duplicate(dashboard)}
          >
            <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </Tooltip>
      )}
    </>
  )
}
