import type { Answer } from '../../wire/answers'
import { asFields, asList } from '../protocol/read'
import { reloadStorage } from '../host/reload-storage'
import { isUnsaved } from './builder-state'
import type { Builder } from './builder'

const key = 'builder-draft'

/** Keeps unfinished work in this tab, so that a reload does not cost it. Returns the way to stop. */
export function keepDraft(builder: Builder): () => void {
  return builder.state.subscribe(() => {
    const state = builder.state.get()
    try {
      if (isUnsaved(state)) reloadStorage().setItem(key, JSON.stringify(state.answer))
      else if (state.answer.query.measures.length > 0) reloadStorage().removeItem(key)
    } catch {
      // A tab without storage keeps no drafts.
    }
  })
}

/** The chart somebody left unfinished in this tab; taken, it is not offered again. */
export function takeDraft(): Answer | null {
  const draft = peekDraft()
  try {
    reloadStorage().removeItem(key)
  } catch {
    // There was none to take.
  }
  return draft
}

export function peekDraft(): Answer | null {
  try {
    const answer = answerIn(JSON.parse(reloadStorage().getItem(key) ?? 'null'))
    return answer !== null && answer.query.measures.length > 0 ? answer : null
  } catch {
    return null
  }
}

/** A chart as this page keeps it: told apart from anything else, not judged further. */
export function answerIn(kept: unknown): Answer | null {
  const measures = asList(asFields(asFields(kept)['query'])['measures'])
  return measures !== undefined && asFields(kept)['version'] === 2 ? (kept as Answer) : null
}
