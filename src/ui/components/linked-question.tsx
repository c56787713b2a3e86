import { useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location'
import { pageAsking } from '../../core/navigation/view-state'
import { asks } from '../hooks/routes'
import { Button } from './button'

interface LinkedText {
  /** Asked when the page opens: a control of the portal led here, or Ask was pressed on this entry of the history. */
  readonly asked: string | null
  /** It came with a link that anybody may have written: it stands in a field until it is asked. */
  readonly proposed: string | null
}

/** What the address asks under this name: in the fragment, which no server is sent, or, as older links have it, in the query. */
export function useAskedInAddress(name: string): string | null {
  const fragment = useLocationProperty(fragmentOf)
  const search = useSearch()
  return new URLSearchParams(fragment).get(name) ?? new URLSearchParams(search).get(name)
}

const fragmentOf = (): string => window.location.hash.slice(1)

/** The question of this page's address, `#q=`, trimmed. A reload and Back find the mark in the history of the tab that asked. */
export function useLinkedQuestion(): LinkedText {
  const question = (useAskedInAddress('q') ?? '').trim()
  const state = useHistoryState<unknown>()
  if (question === '') return { asked: null, proposed: null }
  const marked = typeof state === 'object' && state !== null && 'asks' in state && state.asks === asks.asks
  return marked ? { asked: question, proposed: null } : { asked: null, proposed: question }
}

/** A question that a link brought. Nothing of it reaches the BI host before Ask is pressed. */
export function LinkedQuestion({
  question,
  longest,
}: {
  readonly question: string
  /** In characters. */
  readonly longest: number
}): ReactNode {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const [text, setText] = useState(question.slice(0, longest))
  const asked = text.trim()
  function replace(q: string): void {
    const query = new URLSearchParams(search)
    query.delete('q')
    navigate(pageAsking(path, query, q), {
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
        maxLength={longest}
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
