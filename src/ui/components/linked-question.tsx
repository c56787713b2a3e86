import { useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location'
import { pathWithQuestion } from '../../core/navigation/view-state'
import { asks } from '../hooks/routes'
import { Button } from './button'

interface LinkedText {
  /** Asked when the page opens: a control of the portal led here, or the user pressed Ask on this history entry. */
  readonly asked: string | null
  /** From a link that anyone may have written: it stays in a field until the user asks it. */
  readonly proposed: string | null
}

/** The question under this name in the address: in the fragment, which servers never receive, or in the query, as in older links. */
export function useAskedInAddress(name: string): string | null {
  const fragment = useLocationProperty(fragmentOf)
  const search = useSearch()
  return new URLSearchParams(fragment).get(name) ?? new URLSearchParams(search).get(name)
}

const fragmentOf = (): string => window.location.hash.slice(1)

/** The question in this page's address, `#q=`, trimmed. A reload and Back find the mark in the history entry of the tab that asked. */
export function useLinkedQuestion(): LinkedText {
  const question = (useAskedInAddress('q') ?? '').trim()
  const state = useHistoryState<unknown>()
  if (question === '') return { asked: null, proposed: null }
  const marked = typeof state === 'object' && state !== null && 'asks' in state && state.asks === asks.asks
  return marked ? { asked: question, proposed: null } : { asked: null, proposed: question }
}

/** A question from a link. Nothing of it reaches the BI host before the user presses Ask. */
export function LinkedQuestion({
  question,
  maxLength,
}: {
  readonly question: string
  /** In characters. */
  readonly maxLength: number
}): ReactNode {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const [text, setText] = useState(question.slice(0, maxLength))
  const asked = text.trim()
  function replace(q: string): void {
    const query = new URLSearchParams(search)
    query.delete('q')
    navigate(pathWithQuestion(path, query, q), {
      replace: true,
      state: { ...(history.state as object | null), ...asks },
    })
  }
  return (
    <form
      className="linked-question"
      onSubmit={(event) => {
        event.preventDefault()
        if (asked !== '') replace(asked)
      }}
    >
      <label className="linked-question__label" htmlFor="linked-question">
        Question from a link
      </label>
      <input
        id="linked-question"
        className="field__input"
        type="text"
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <Button main type="submit" disabled={asked === ''}>
        Ask
      </Button>
      <Button onClick={() => replace('')}>Dismiss</Button>
    </form>
  )
}
