import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Stores } from '../../../state/stores'
import { ok, type Result } from '../../../core/kernel/result'
import type { UseCases } from '../../../core/use-cases'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import { longestName } from '../../../core/dashboards/dashboard-name'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import { sessionKey } from '../../../core/session/session-key'
import { Tooltip } from '../../components/tooltip'
import { failureDetail, galleryTexts, mentionedName, shownName } from '../../hooks/dashboard-texts'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'

/** The row whose name is a field now. It outlives the rows, which come and go as the list is scrolled. */
interface Renaming {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly failure: DashboardsFailure | null
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

type Waiting = ReturnType<typeof useWaiting>

/** Waits for one answer of each row, and knows whether whoever asked is still here. */
function useWaiting() {
  const { stores } = useApp()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const answer = async <Value,>(id: string, act: () => Promise<Value>): Promise<Value | null> => {
    const person = sessionKey(stores.auth.getState())
    if (busy.has(id)) return null
    setBusy((before) => new Set([...before, id]))
    try {
      const value = await act()
      return sessionKey(stores.auth.getState()) === person ? value : null
    } finally {
      setBusy((before) => new Set([...before].filter((other) => other !== id)))
    }
  }
  return { busy, answer }
}

function useRenaming({ answer }: Waiting) {
  const { stores, useCases } = useApp()
  const [renaming, setRenaming] = useState<Renaming | null>(null)
  /** The row that is to have the focus again once its buttons are there. */
  const [returning, setReturning] = useState<{ readonly id: string } | null>(null)
  const { load } = stores.dashboards.getState()
  const latest = useRef(renaming)
  useEffect(() => void (latest.current = renaming), [renaming])

  useEffect(() => {
    if (returning === null) return
    // In another order its row may be far away.
    const button = document.querySelector<HTMLElement>(`[data-rename="${CSS.escape(returning.id)}"]`)
    const target = button ?? document.querySelector<HTMLElement>('.gallery__count')
    target?.focus()
  }, [returning])

  /** Ends the renaming of this row, if it is still the one that is renamed. */
  function leave(id: string): void {
    if (latest.current?.id !== id) return
    setRenaming(null)
    setReturning({ id })
  }

  async function undo(
    words: Pick<Renaming, 'id' | 'name' | 'description'>,
    what: { readonly renames: boolean; readonly describes: boolean },
    notice: number,
  ): Promise<void> {
    stores.notices.getState().dismiss(notice)
    const renamed = await answer(words.id, () => change(useCases, words, what))
    if (renamed?.ok === false) raiseFailure(stores, galleryTexts.renameFailed, renamed.failure)
    if (renamed !== null && (renamed.ok || isGone(renamed.failure))) await load()
  }

  return {
    renaming,
    begin: ({ id, name, description }: SavedDashboard) =>
      setRenaming({ id, name, description, failure: null }),
    write: (words: Parameters<RowChanges['write']>[0]) =>
      setRenaming((before) => before && { ...before, ...words }),
    cancel: () => renaming !== null && leave(renaming.id),
    async save(): Promise<void> {
      if (renaming === null) return
      const { id, name, description } = renaming
      const present = stores.dashboards.getState().dashboards.find((dashboard) => dashboard.id === id)
      const before = present?.name
      const describes = present !== undefined && description.trim() !== present.description
      const renames = name.trim() !== '' && name.trim() !== before
      if (!renames && !describes) return leave(id)
      const renamed = await answer(id, () => change(useCases, renaming, { renames, describes }))
      if (renamed === null) return
      if (!renamed.ok) {
        const { failure } = renamed
        if (isGone(failure)) await load()
        // Whoever has begun with another row by then keeps what they have typed there.
        setRenaming((now) => (now === null || now.id === id ? { id, name, description, failure } : now))
        return
      }
      // Before the list is read again: it is done, however long that takes.
      const notice = stores.notices.getState().raise({
        tone: 'success',
        text: renames ? `Renamed to “${mentionedName(name.trim())}”.` : 'The description was changed.',
        ...(before !== undefined && {
          action: {
            label: 'Undo',
            run: () =>
              void undo(
                { id, name: before, description: present?.description ?? '' },
                { renames, describes },
                notice,
              ),
          },
        }),
      })
      await load()
      leave(id)
    },
  }
}

/** The description first: a name that is refused is asked for again with both fields as they were typed. */
async function change(
  useCases: Pick<UseCases, 'renameDashboard' | 'describeDashboard'>,
  { id, name, description }: Pick<Renaming, 'id' | 'name' | 'description'>,
  { renames, describes }: { readonly renames: boolean; readonly describes: boolean },
): Promise<Result<void, DashboardsFailure>> {
  const described = describes ? await useCases.describeDashboard(id, description) : ok()
  if (!described.ok || !renames) return described
  const renamed = await useCases.renameDashboard(id, name)
  return renamed.ok ? ok() : renamed
}

function useDuplicate({ answer }: Waiting) {
  const { stores, useCases } = useApp()
  return {
    async duplicate({ id, name }: SavedDashboard): Promise<void> {
      const { dashboards, load } = stores.dashboards.getState()
      const taken = new Set(dashboards.map((dashboard) => dashboard.name))
      const copied = await answer(id, () => useCases.copyDashboard(id, copyName(name, taken)))
      if (copied?.ok === false) raiseFailure(stores, galleryTexts.copyFailed, copied.failure, copyProblem)
      // Gone, or its name taken: the list shall say so, and the next copy has a name that is free.
      if (copied?.ok === true)
        stores.notices.getState().raise({
          tone: 'success',
          text: `Created “${mentionedName(copied.value.name)}”.`,
          link: { label: 'Open', href: paths.savedDashboard(copied.value.id) },
        })
      if (copied !== null && (copied.ok || isGone(copied.failure) || isTaken(copied.failure))) await load()
    },
  }
}

/** It was deleted elsewhere, and the list shall say so. */
const isGone = (failure: DashboardsFailure): boolean => 'status' in failure && failure.status === 404

const isTaken = (failure: DashboardsFailure): boolean => 'status' in failure && failure.status === 409

/** The name of a copy was not chosen by the person. */
const copyProblem = (failure: DashboardsFailure): string | null =>
  isTaken(failure) ? galleryTexts.copyNameTaken : failureDetail(failure)

function raiseFailure(
  stores: Stores,
  text: string,
  failure: DashboardsFailure,
  detail = failureDetail,
): void {
  const sentences = [text, detail(failure)].filter(Boolean)
  stores.notices.getState().raise({ tone: 'error', text: sentences.join(' ') })
}

/** The first of "Copy of …" and "Copy of … (2)" that no other has. */
function copyName(name: string, taken: ReadonlySet<string>): string {
  const plain = `Copy of ${name}`.slice(0, 240).replace(/[\uD800-\uDBFF]$/, '')
  let free = plain
  for (let count = 2; taken.has(free); count += 1) free = `${plain} (${count})`
  return free
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
  const failure = renaming?.failure ?? null
  const waiting = busy.has(dashboard.id)
  const field = useRef<HTMLInputElement>(null)
  const explanation = useId()
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  useEffect(() => {
    if (failure !== null) field.current?.focus()
  }, [failure])
  return (
    <form
      className="gallery__rename"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <input
        ref={field}
        type="text"
        aria-label={`New name for ${mentionedName(dashboard.name)}`}
        aria-invalid={failure !== null}
        aria-describedby={failure === null ? undefined : explanation}
        value={renaming?.name ?? ''}
        maxLength={longestName}
        autoComplete="off"
        readOnly={waiting}
        onChange={(event) => write({ name: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !waiting) cancel()
        }}
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
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !waiting) cancel()
          }}
        />
      )}
      <button type="submit" className="text-button" aria-disabled={waiting}>
        {waiting ? 'Saving...' : 'Save'}
      </button>
      <button type="button" className="text-button" disabled={waiting} onClick={cancel}>
        Cancel
      </button>
      {failure !== null && (
        <p className="gallery__problem" id={explanation} role="alert">
          {failureDetail(failure) ?? galleryTexts.renameFailed}
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
