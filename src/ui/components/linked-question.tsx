import { useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { asks } from '../hooks/routes'
import { Button } from './button'

interface LinkedText {
  /** Asked when the page opens: a control of the portal led here, or Ask was pressed on this entry of the history. */
  readonly asked: string | null
  /** It came with a link that anybody may have written: it stands in a field until it is asked. */
  readonly proposed: string | null
}

/** The question of this page's address, `?q=`, trimmed. A reload and Back find the mark in the history of the tab that asked. */
export function useLinkedQuestion(): LinkedText {
  const question = (new URLSearchParams(useSearch()).get('q') ?? '').trim()
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
    if (q === '') query.delete('q')
    else query.set('q', q)
    const rest = query.toString()
    navigate(rest === '' ? path : `${path}?${rest}`, {
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
