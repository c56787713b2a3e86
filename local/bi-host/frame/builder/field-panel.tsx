import { Select } from '../parts/form'
import type { Ref } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FieldsReply, FieldView, SourceView } from '../../wire/answers'
import { useBuilderState, useBuilderUi, useQuery } from './builder'
import { toggleAttribute, toggleMeasure } from './edits'
import { FieldRow, FoundExtras } from './field-rows'
import { Mark, moveAmong, TextButton, useRoving } from './controls'
/** Targets of the arrow keys: sources and fields. */
const rows = '.source-name:not(:disabled), .field-name'

/** Group value that stands for the topic the builder was opened on. */
const ofTopic = '*'

/** All available data: sources in groups with their measures and attributes, searchable by name, synonym or meaning. */
export function FieldPanel() {
  const { builder, announce } = useBuilderUi()
  const { catalog, query } = useQuery()
  const [search, setSearch] = useState('')
  const searchRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  useRoving(listRef, rows)
  const [group, setGroup] = useState('')
  const topic = useBuilderState((state) => state.topic)
  // Sources that the user expanded or collapsed stay so. Others are expanded while in use.
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  // Expand the topic's sources.
  useEffect(() => {
    if (topic === null) return
    setGroup(ofTopic)
    setFolds(new Map(topic.sources.slice(0, 1).map((id) => [id, true])))
  }, [topic])
  const wanted = search.trim().toLowerCase()
  const ids = [...query.measures, ...(query.attributes ?? [])]
  const used = new Set(ids.map((id) => catalog.sourceOf(id)?.id))
  const only = group === ofTopic ? (topic?.sources ?? null) : null
  const groups = groupsFound(catalog.reply, wanted, only, group)

  const fold = (source: SourceView, open: boolean) => setFolds(new Map(folds).set(source.id, open))

  function toggle(source: SourceView, field: FieldView): void {
    const change = field.kind === 'measure' ? toggleMeasure : toggleAttribute
    builder.edit((answer) => change(answer, field.id))
    announce(`${field.label} ${ids.includes(field.id) ? 'removed' : 'added'}`)
    // Keep the clicked list open under the pointer: its next field is often wanted too.
    fold(source, true)
  }

  return (
    <>
      <div class="fields-head">
        <TopicSelect group={group} setGroup={setGroup} />
        <FieldSearch field={searchRef} value={search} change={setSearch} list={listRef} />
        <output class="visually-hidden">{wanted === '' ? '' : `${countOf(groups)} fields found`}</output>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its items take the focus */}
      <div
        ref={listRef}
        class="fields-list"
        role="toolbar"
        aria-orientation="vertical"
        aria-label="Fields: Up and Down to move, Enter to add, Right for more, letters to search"
        onKeyDown={(event) => moveThrough(event, searchRef.current)}
      >
        {groups.map(({ id, label, sources }) => (
          <section key={id} aria-label={label}>
            <h3 class="fields-topic">{label}</h3>
            {sources.map((source) => (
              <SourceFields
                key={source.id}
                source={source}
                open={wanted !== '' || (folds.get(source.id) ?? used.has(source.id))}
                fixed={wanted !== ''}
                used={used.has(source.id)}
                fold={(open) => fold(source, open)}
                toggle={(field) => toggle(source, field)}
              />
            ))}
          </section>
        ))}
        <FoundExtras wanted={wanted} />
        {groups.length > 0 ? null : (
          <NoneFound
            search={search}
            showAll={() => {
              setSearch('')
              setGroup('')
            }}
          />
        )}
      </div>
    </>
  )
}

function TopicSelect({
  group,
  setGroup,
}: {
  readonly group: string
  readonly setGroup: (group: string) => void
}) {
  const { catalog } = useQuery()
  const topic = useBuilderState((state) => state.topic)
  return (
    <label class="fields-group">
      <span class="visually-hidden">Topic</span>
      <Select
        value={group}
        of={[
          { id: '', label: 'All topics' },
          ...(topic === null ? [] : [{ id: ofTopic, label: `Only ${topic.title}` }]),
          ...catalog.reply.groups,
        ]}
        change={setGroup}
      />
    </label>
  )
}

function FieldSearch({
  field,
  value,
  change,
  list,
}: {
  readonly field: Ref<HTMLInputElement>
  readonly value: string
  readonly change: (text: string) => void
  readonly list: { readonly current: HTMLElement | null }
}) {
  return (
    <label class="fields-search">
      <Mark name="search" size={15} />
      <input
        ref={field}
        type="search"
        placeholder="Search fields"
        aria-label="Search fields"
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          list.current?.querySelector<HTMLElement>(rows)?.focus()
        }}
      />
    </label>
  )
}

function NoneFound({ search, showAll }: { readonly search: string; readonly showAll: () => void }) {
  return (
    <p class="fields-none">
      No field matches “{search.trim()}”. <TextButton text="Show all" run={showAll} />
    </p>
  )
}

/** Up and down move through the list, right expands a source or opens a field's actions, left goes back, letters search. */
function moveThrough(event: KeyboardEvent, search: HTMLElement | null): void {
  const row = event.target
  if (!(row instanceof HTMLElement) || !row.matches(rows) || moveAmong(event, rows, 'down')) return
  const open = row.getAttribute('aria-expanded')
  if (event.key === 'ArrowRight' && open !== 'true') {
    if (open === 'false') row.click()
    else row.parentElement?.querySelector<HTMLElement>('.field-more')?.click()
  } else if (event.key === 'ArrowLeft' && open === 'true') row.click()
  else if (event.key === 'ArrowLeft' && open === null)
    row.closest('.source')?.querySelector<HTMLElement>('.source-name')?.focus()
  else if (event.key === 'Escape') search?.focus()
  // Only move the focus: the letter itself is typed where the focus is by then.
  else if (/^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
    return search?.focus()
  else return
  event.preventDefault()
}

function SourceFields({
  source,
  open,
  fixed,
  used,
  fold,
  toggle,
}: {
  readonly source: SourceView
  readonly open: boolean
  /** Expanded by the search. */
  readonly fixed: boolean
  readonly used: boolean
  readonly fold: (open: boolean) => void
  readonly toggle: (field: FieldView) => void
}) {
  const { catalog, query } = useQuery()
  return (
    <div class="source">
      <button
        type="button"
        class="source-name"
        tabIndex={-1}
        aria-expanded={open}
        title={source.description}
        disabled={fixed}
        onClick={() => fold(!open)}
      >
        <Mark name={open ? 'down' : 'right'} size={14} />
        {source.label}
        {used ? <i class="source-used" title="In use" /> : null}
      </button>
      {open ? (
        <ul class="source-fields">
          {[...source.measures, ...source.attributes].map((field) => (
            <FieldRow
              key={field.id}
              field={field}
              on={query.measures.includes(field.id) || query.attributes?.includes(field.id) === true}
              fits={field.kind === 'measure' || catalog.splits(field, query)}
              toggle={() => toggle(field)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const countOf = (groups: ReturnType<typeof groupsFound>): number =>
  groups
    .flatMap(({ sources }) => sources)
    .reduce((sum, { measures, attributes }) => sum + measures.length + attributes.length, 0)

/** The groups with their search results. `only` limits the sources, if given. Empty groups are dropped. */
function groupsFound(reply: FieldsReply, wanted: string, only: readonly string[] | null, group: string) {
  return reply.groups
    .filter(({ id }) => group === '' || group === ofTopic || id === group)
    .map(({ id, label, sources }) => ({
      id,
      label,
      sources: sources
        .map((sourceId) => reply.sources.find((source) => source.id === sourceId))
        .filter((source) => source !== undefined)
        .filter((source) => only === null || only.includes(source.id))
        .map((source) => found(source, wanted))
        .filter((source) => source.measures.length + source.attributes.length > 0),
    }))
    .filter(({ sources }) => sources.length > 0)
}

/** The source with its matching fields, or with all of them if the source itself matches. */
function found(source: SourceView, wanted: string): SourceView {
  if (wanted === '') return source
  const words = wanted.split(/\s+/)
  const has = (texts: readonly string[]) =>
    words.every((word) => texts.some((text) => text.toLowerCase().includes(word)))
  if (has([source.label, ...source.synonyms])) return source
  const fits = (field: FieldView) => has([field.label, ...field.synonyms, source.label])
  return { ...source, measures: source.measures.filter(fits), attributes: source.attributes.filter(fits) }
}
