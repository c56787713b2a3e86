import type { Answer } from '../../answers/contract'
import { asFields, asList } from '../protocol/read'
import { isUnsaved } from './builder-state'
import type { Builder } from './store'

const key = 'builder-draft'

/** Keeps unfinished work in this tab, so that a reload does not cost it. Returns the way to stop. */
export function keepDraft(builder: Builder): () => void {
  return builder.state.subscribe(() => {
    const state = builder.state.get()
    try {
      if (isUnsaved(state)) sessionStorage.setItem(key, JSON.stringify(state.answer))
      else if (state.answer.query.measures.length > 0) sessionStorage.removeItem(key)
    } catch {
      // A tab without storage keeps no drafts.
    }
  })
}

/** The chart somebody left unfinished in this tab; taken, it is not offered again. */
export function takeDraft(): Answer | null {
  const draft = peekDraft()
  try {
    sessionStorage.removeItem(key)
  } catch {
    // There was none to take.
  }
  return draft
}

export function peekDraft(): Answer | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const measures = asList(asFields(asFields(kept)['query'])['measures'])
    return measures !== undefined && measures.length > 0 && asFields(kept)['version'] === 2
      ? (kept as Answer)
      : null
  } catch {
    return null
  }
}
