import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { ok, type Result } from '../../../core/kernel/result'
import type { UseCases } from '../../../core/use-cases'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import { longestName } from '../../../core/dashboards/dashboard-name'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import { Tooltip } from '../../components/tooltip'
import { isGone, raiseFailure, useDuplicate, useWaiting, type Waiting } from '../../hooks/use-duplicate'
import { failureDetail, galleryTexts, mentionedName, shownName } from '../../hooks/dashboard-texts'
import { isForInputMethod } from '../../hooks/keys'
import { useApp } from '../../hooks/use-app'
import { useIsOpen } from '../../hooks/use-is-open'

type Words = Pick<SavedDashboard, 'name' | 'description'>

/** The row whose name is a field now. It outlives the rows, which come and go as the list is scrolled. */
interface Renaming {
  readonly id: string
  readonly name: string
  readonly description: string
  /** As it was when the form was opened: what the person has not changed is not sent. */
  readonly begun: Words
  /** What the person knows the list to have: whoever has changed it since, in another tab, is not overwritten unawares. */
  readonly before: Words
  readonly problem: string | null
}

/** What is being changed in the list. */
export interface RowChanges {
  readonly renaming: Renaming | null
  /** Rows that wait for an answer. */
  readonly busy: ReadonlySet<string>
  readonly begin: (dashboard: SavedDashboard) => void
  readonly write: (words: { readonly name?: string; readonly description?: string }) => void
  readonly cancel: () => void
  readonly save: () => Promise<void>
  readonly duplicate: (dashboard: SavedDashboard) => Promise<void>
}

/** Rename and Duplicate, each sent once. */
export function useRowChanges(): RowChanges {
  const waiting = useWaiting()
  return { busy: waiting.busy, ...useRenaming(waiting), ...useDuplicate(waiting) }
}

/** The row that is to have the focus again once its buttons are there. */
function useFocusAfterRenaming(): (row: { readonly id: string }) => void {
  const [returning, setReturning] = useState<{ readonly id: string } | null>(null)
  useEffect(() => {
    if (returning === null) return
    // In another order its row may be far away.
    const button = document.querySelector<HTMLElement>(`[data-rename="${CSS.escape(returning.id)}"]`)
    const target = button ?? document.querySelector<HTMLElement>('.gallery__count')
    target?.focus()
  }, [returning])
  return setReturning
}

/** The way back from a rename: not over what another tab has made of the same words since. */
function useUndo({ answer }: Waiting) {
  const { stores, useCases } = useApp()
  return async (
    words: Pick<Renaming, 'id' | 'name' | 'description'>,
    what: { readonly renames: boolean; readonly describes: boolean },
    notice: number,
    saved: Words,
  ): Promise<void> => {
    const { dismiss, raise } = stores.notices.getState()
    dismiss(notice)
    const { dashboards, load } = stores.dashboards.getState()
    const now = dashboards.find(({ id }) => id === words.id)
    // A list that has not been read again since has what it had before.
    const names = what.renames && now?.name !== words.name
    const rewrites = what.describes && now?.description !== words.description
    const changed = now && conflictText({ names, rewrites }, saved, now, 'Nothing was undone.')
    if (changed) return void raise({ tone: 'warning', text: changed })
    const renamed = await answer(words.id, () => change(useCases, words, what))
    if (renamed?.ok === false) raiseFailure(stores, galleryTexts.renameFailed, renamed.failure)
    if (renamed !== null && (renamed.ok || isGone(renamed.failure))) await load()
  }
}

/** What was typed for a row that was deleted, as by another tab, goes with it, and not without a word. */
function useDeletedElsewhere(renaming: Renaming | null, leave: (id: string) => void): void {
  const { stores } = useApp()
  const { phase, complete, dashboards } = useStore(stores.dashboards)
  const isDeleted =
    renaming !== null && phase === 'ready' && complete && !dashboards.some(({ id }) => id === renaming.id)
  const end = useEffectEvent(() => {
    if (renaming === null) return
    leave(renaming.id)
    const text = `“${mentionedName(renaming.begun.name)}” was deleted, so it wasn’t renamed.`
    stores.notices.getState().raise({ tone: 'warning', text })
  })
  useEffect(() => {
    if (isDeleted) end()
  }, [isDeleted])
}

function useRenaming(waiting: Waiting) {
  const { answer } = waiting
  const { stores, useCases } = useApp()
  const [renaming, setRenaming] = useState<Renaming | null>(null)
  const setReturning = useFocusAfterRenaming()
  const { load } = stores.dashboards.getState()
  const latest = useRef(renaming)
  useEffect(() => void (latest.current = renaming), [renaming])
  const isOpen = useIsOpen()
  const undo = useUndo(waiting)

  /** Ends the renaming of this row, if it is still the one that is renamed. */
  function leave(id: string): void {
    if (latest.current?.id !== id) return
    setRenaming(null)
    setReturning({ id })
  }

  useDeletedElsewhere(renaming, leave)

  return {
    renaming,
    begin({ id, name, description }: SavedDashboard): void {
      const words = { name, description }
      setRenaming({ id, ...words, begun: words, before: words, problem: null })
    },
    write: (words: Parameters<RowChanges['write']>[0]) =>
      setRenaming((before) => before && { ...before, ...words }),
    cancel: () => renaming !== null && leave(renaming.id),
    async save(): Promise<void> {
      if (renaming === null) return
      const { id, name } = renaming
      const present = stores.dashboards.getState().dashboards.find((dashboard) => dashboard.id === id)
      const before = present?.name
      const { renames, describes, conflict } = whatChanges(renaming, present)
      if (conflict !== null && present !== undefined)
        return setRenaming({ ...renaming, before: present, problem: conflict })
      if (!renames && !describes) return leave(id)
      // What was said of the last attempt goes with this one; said once more, it is heard once more.
      setRenaming({ ...renaming, problem: null })
      const renamed = await answer(id, () => change(useCases, renaming, { renames, describes }))
      if (renamed === null) return
      if (!renamed.ok) {
        const { failure } = renamed
        // The description has been taken by then, and the page is to show it.
        const half = renamed.half === true
        if (half || isGone(failure)) await load()
        const detail = failureDetail(failure) ?? galleryTexts.renameFailed
        const problem = half ? `The description was saved, the name wasn’t. ${detail}` : detail
        // Whoever has begun with another row by then keeps what they have typed there, and whoever has left is to know as well.
        const isElsewhere = !isOpen() || (latest.current !== null && latest.current.id !== id)
        if (isElsewhere) return raiseFailure(stores, notRenamed(before ?? name), failure)
        const saved = half && { description: renaming.description.trim() }
        const begun = { ...renaming.begun, ...saved }
        return setRenaming(
          (now) => now && { ...renaming, begun, before: { ...renaming.before, ...saved }, problem },
        )
      }
      const words = { id, name: before ?? '', description: present?.description ?? '' }
      const saved = { name: name.trim(), description: renaming.description.trim() }
      const takeBack = (): void => void undo(words, { renames, describes }, notice, saved)
      // Before the list is read again: it is done, however long that takes.
      const notice = stores.notices.getState().raise({
        tone: 'success',
        about: id,
        text: renames ? `Renamed to “${mentionedName(saved.name)}”.` : 'The description was changed.',
        ...(before !== undefined && { action: { label: 'Undo', run: takeBack } }),
      })
      await load()
      leave(id)
    },
  }
}

/** What is to be sent, and whether another tab has changed the same words meanwhile: then saving once more is a choice. */
function whatChanges(
  { name, description, begun, before }: Renaming,
  present: SavedDashboard | undefined,
): { readonly renames: boolean; readonly describes: boolean; readonly conflict: string | null } {
  const names = name.trim() !== '' && name.trim() !== begun.name
  const rewrites = description.trim() !== begun.description
  return {
    renames: names && name.trim() !== present?.name,
    describes: rewrites && present !== undefined && description.trim() !== present.description,
    conflict: present === undefined ? null : conflictText({ names, rewrites }, before, present),
  }
}

function conflictText(
  { names, rewrites }: { readonly names: boolean; readonly rewrites: boolean },
  before: Words,
  now: Words,
  next?: string,
): string | null {
  const renamed = names && before.name !== now.name
  const rewritten = rewrites && before.description !== now.description
  if (renamed)
    return `It was renamed to “${mentionedName(now.name)}”${rewritten ? ' and its description was changed' : ''} elsewhere. ${next ?? `Save again to use ${rewritten ? 'yours' : 'your name'}.`}`
  return rewritten ? `Its description was changed elsewhere. ${next ?? 'Save again to use yours.'}` : null
}

const notRenamed = (name: string): string => `“${mentionedName(name)}” couldn’t be renamed.`

/** The description first: a name that is refused is asked for again with both fields as they were typed. */
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

/** The name of a row as a field: Enter saves, Escape leaves it as it is. After a failure what was typed stays. */
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
  const waiting = busy.has(dashboard.id)
  const blank = renaming?.name.trim() === ''
  const field = useRef<HTMLInputElement>(null)
  const explanation = useId()
  useEffect(() => {
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
        maxLength={longestName}
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

/** Rename and Duplicate, as far as the vendor's library does that. */
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
