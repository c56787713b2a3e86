import type { Answer, SavedAnswerHead } from '../../wire/answers'
import { asFields, asList, asText } from '../protocol/read'
import { reloadStorage } from '../host/reload-storage'
import { isUnsaved, type BuilderState, type PinnedChart } from './builder-state'
import type { Builder } from './builder'

const sheetKey = 'builder-sheet'

/** What lies on the builder's sheet, kept or not. */
export type Sheet = Pick<BuilderState, 'answer' | 'saved' | 'pinned' | 'savedAs' | 'touched' | 'phrase'> & {
  readonly topic: string | null
}

/** Keeps the sheet in this tab, so that a reload in place shows what was on screen. Returns the way to stop. */
export function keepSheet(builder: Builder): () => void {
  return builder.state.subscribe(() => {
    const { answer, saved, pinned, savedAs, touched, phrase, topic } = builder.state.get()
    const sheet: Sheet = { answer, saved, pinned, savedAs, touched, phrase, topic: topic?.id ?? null }
    try {
      reloadStorage().setItem(sheetKey, JSON.stringify(sheet))
    } catch {
      // A tab without storage begins anew.
    }
  })
}

/** What this page itself has kept, told apart from anything else and not judged further; null where it has kept nothing. */
export function readSheet(): Sheet | null {
  try {
    const stored = asFields(JSON.parse(reloadStorage().getItem(sheetKey) ?? 'null'))
    const answer = answerIn(stored['answer'])
    if (answer === null) return null
    const { id } = asFields(stored['saved'])
    const { tileId } = asFields(stored['pinned'])
    return {
      answer,
      saved: asText(id) === undefined ? null : (stored['saved'] as SavedAnswerHead),
      pinned: asText(tileId) === undefined ? null : (stored['pinned'] as PinnedChart),
      savedAs: asText(stored['savedAs']) ?? '',
      touched: stored['touched'] === true,
      phrase: asText(stored['phrase']) ?? '',
      topic: asText(stored['topic']) ?? null,
    }
  } catch {
    return null
  }
}

const draftKey = 'builder-draft'

/** Keeps unfinished work in this tab, so that a reload does not cost it. Returns the way to stop. */
export function keepDraft(builder: Builder): () => void {
  return builder.state.subscribe(() => {
    const state = builder.state.get()
    try {
      if (isUnsaved(state)) reloadStorage().setItem(draftKey, JSON.stringify(state.answer))
      else if (state.answer.query.measures.length > 0) reloadStorage().removeItem(draftKey)
    } catch {
      // A tab without storage keeps no drafts.
    }
  })
}

/** The chart somebody left unfinished in this tab; taken, it is not offered again. */
export function takeDraft(): Answer | null {
  const draft = peekDraft()
  try {
    reloadStorage().removeItem(draftKey)
  } catch {
    // There was none to take.
  }
  return draft
}

export function peekDraft(): Answer | null {
  try {
    const answer = answerIn(JSON.parse(reloadStorage().getItem(draftKey) ?? 'null'))
    return answer !== null && answer.query.measures.length > 0 ? answer : null
  } catch {
    return null
  }
}

/** A chart as this page keeps it: told apart from anything else, not judged further. */
function answerIn(stored: unknown): Answer | null {
  const measures = asList(asFields(asFields(stored)['query'])['measures'])
  return measures !== undefined && asFields(stored)['version'] === 2 ? (stored as Answer) : null
}
