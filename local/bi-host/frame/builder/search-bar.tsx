import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Completion, Token } from '../../wire/answers'
import { useBuilderState, useBuilderUi } from './builder'
import { Form, tokenClass } from '../parts/form'
import { IconButton, Mark } from './controls'

/** Debounce between the last key press and the request, in milliseconds. */
const debounceMs = 60

/** The question in words: colored as it is read, completed while typing, asked with Enter. */
export function SearchBar() {
  const { builder } = useBuilderUi()
  const text = useBuilderState(({ typed, phrase }) => typed ?? phrase)
  const setText = (typed: string): void => builder.state.set({ typed })
  const inputRef = useRef<HTMLInputElement>(null)
  const listId = useId()
  const { completions, active, setActive, suggest, close } = useCompletions()
  const open = completions.length > 0

  function accept(completion: Completion): void {
    const { value, caret } = completed(text, completion)
    // Immediately, not in the next frame: another key press may come before it.
    const field = inputRef.current
    if (field) {
      field.value = value
      field.focus()
      field.setSelectionRange(caret, caret)
    }
    setText(value)
    close()
    void builder.highlight(value)
  }

  function ask(): void {
    close()
    void builder.ask(text)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    const chosen = completions[active]
    if (step !== 0 && open) setActive(stepThrough(active, step, completions.length))
    else if (key === 'ArrowDown') void suggest(text, inputRef.current?.selectionStart ?? text.length)
    else if ((key === 'Enter' || key === 'Tab') && chosen) accept(chosen)
    else if (key === 'Enter') ask()
    else if (key === 'Escape' && open) close()
    else return
    event.preventDefault()
  }

  function clear(): void {
    setText('')
    void builder.highlight('')
    inputRef.current?.focus()
  }

  return (
    <search aria-label="Ask a question">
      <Form class="search-bar" submit={ask}>
        <Mark name="search" size={18} />
        <QuestionField
          field={inputRef}
          text={text}
          change={(value, caret) => {
            setText(value)
            void suggest(value, caret)
          }}
          list={{ id: listId, open, active }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        {text === '' ? null : <IconButton icon="close" label="Clear the question" run={clear} />}
        <button type="submit" class="button small">
          Ask
        </button>
        <Suggestions id={listId} completions={completions} active={active} accept={accept} />
      </Form>
    </search>
  )
}

/** The text with a completion applied, and the caret position after it. */
function completed(text: string, { start, end, insert }: Completion) {
  const rest = text.slice(end)
  const gap = rest.startsWith(' ') ? '' : ' '
  return { value: `${text.slice(0, start)}${insert}${gap}${rest}`, caret: start + insert.length + 1 }
}

/** The next item of a list, cycling through none (-1). */
function stepThrough(active: number, step: number, count: number): number {
  const next = active + step
  return next < -1 ? count - 1 : next >= count ? -1 : next
}

function QuestionField({
  field,
  text,
  change,
  list,
  ...events
}: {
  readonly field: { readonly current: HTMLInputElement | null }
  readonly text: string
  readonly change: (value: string, caret: number) => void
  /** ARIA state of the suggestion list. */
  readonly list: { readonly id: string; readonly open: boolean; readonly active: number }
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onBlur: () => void
}) {
  const mirrorRef = useRef<HTMLDivElement>(null)
  const follow = () => {
    if (mirrorRef.current && field.current) mirrorRef.current.scrollLeft = field.current.scrollLeft
  }
  useLayoutEffect(follow)
  return (
    <div class="search-field">
      <div ref={mirrorRef} class="search-mirror" aria-hidden="true">
        <SearchTokens text={text} />
      </div>
      <input
        {...events}
        ref={field}
        class="search-input"
        type="text"
        role="combobox"
        aria-label="Question"
        aria-expanded={list.open}
        aria-controls={list.id}
        aria-autocomplete="list"
        aria-activedescendant={list.active < 0 ? undefined : `${list.id}-${list.active}`}
        placeholder="Ask a question, e.g. stablecoin supply by chain, last 90 days"
        autocomplete="off"
        spellcheck={false}
        maxLength={500}
        value={text}
        onInput={({ currentTarget: { value, selectionStart } }) =>
          change(value, selectionStart ?? value.length)
        }
        onScroll={follow}
      />
    </div>
  )
}

/** Completions for the text typed so far. Only the latest request counts, and none after `close`. */
function useCompletions() {
  const { builder, announce } = useBuilderUi()
  const [completions, setCompletions] = useState<readonly Completion[]>([])
  const [active, setActive] = useState(-1)
  const requestRef = useRef<AbortController | null>(null)
  useEffect(() => () => requestRef.current?.abort(), [])

  function close(): void {
    requestRef.current?.abort()
    requestRef.current = null
    setCompletions([])
    setActive(-1)
  }

  async function suggest(value: string, caret: number): Promise<void> {
    requestRef.current?.abort()
    const controller = (requestRef.current = new AbortController())
    await new Promise((resolve) => setTimeout(resolve, debounceMs))
    if (controller.signal.aborted) return
    void builder.highlight(value)
    try {
      const reply = await builder.host('CompleteQuestion', { phrase: value, caret }, controller.signal)
      if (requestRef.current !== controller) return
      const found = reply.ok ? reply.value.completions : []
      setCompletions(found)
      setActive(-1)
      if (found.length > 0) announce(found.length === 1 ? '1 suggestion' : `${found.length} suggestions`)
    } catch {
      // Aborted by the next key press.
    }
  }

  return { completions, active, setActive, suggest, close }
}

/** Attributes by which the embedding page's style rules can select a token. */
const tokenData = (of: Completion | Token, text: string, name: string) => ({
  'data-token': text,
  'data-token-type': of.kind,
  'data-type-enum': of.typeEnum,
  'data-data-type': of.dataType,
  'data-guid': of.guid ?? undefined,
  'data-token-name': name,
})

/** Completions for the word at the caret. */
function Suggestions({
  id,
  completions,
  active,
  accept,
}: {
  readonly id: string
  readonly completions: readonly Completion[]
  readonly active: number
  readonly accept: (completion: Completion) => void
}) {
  return (
    <div
      class="completions sage-completions-dropdown-module__completionsDropdown"
      data-testid="sage-completions-dropdown"
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a combobox has no element of its own
      role="listbox"
      aria-label="Suggestions"
      hidden={completions.length === 0}
    >
      {completions.map((completion, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
        <div
          key={`${completion.insert}-${at}`}
          id={`${id}-${at}`}
          class="suggestion"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nor have its options
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => accept(completion)}
        >
          <span
            class={tokenClass(completion.kind)}
            {...tokenData(completion, completion.insert, completion.label)}
          >
            {completion.label}
          </span>
          <span class="suggestion-detail">{completion.detail}</span>
        </div>
      ))}
    </div>
  )
}

/** The search bar's words in the color of their reading, exactly on top of the input's letters. */
function SearchTokens({ text }: { readonly text: string }) {
  const tokens = useBuilderState((state) => state.tokens)
  const parts: (string | Token)[] = []
  let end = 0
  for (const token of tokens) {
    // The text has changed since it was read. Tokens still at their position keep their color.
    if (token.start < end || text.slice(token.start, token.end) !== token.text) continue
    parts.push(text.slice(end, token.start), token)
    end = token.end
  }
  parts.push(text.slice(end))
  return (
    <>
      {parts.map((part, at) =>
        typeof part === 'string' ? (
          part
        ) : part.state === 'filler' ? (
          part.text
        ) : (
          <span
            key={`${part.start}-${at}`}
            class={`${tokenClass(part.kind)} state-${part.state}`}
            {...tokenData(part, part.text, part.reads)}
          >
            {part.text}
          </span>
        ),
      )}
    </>
  )
}
