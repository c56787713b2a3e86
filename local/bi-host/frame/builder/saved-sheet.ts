import type { Answer, SavedAnswerHead } from '../../wire/answers'
import { asFields, asList, asText } from '../protocol/read'
import { reloadStorage } from '../host/reload-storage'
import { isUnsaved, type BuilderState, type PinnedPlace } from './builder-state'
import type { Builder } from './builder'

const sheetKey = 'builder-sheet'

/** What lies on the builder's sheet, kept or not. */
export type Sheet = Pick<BuilderState, 'answer' | 'saved' | 'pinned' | 'keptAs' | 'touched' | 'phrase'> & {
  readonly topic: string | null
}

/** Keeps the sheet in this tab, so that a reload in place shows what was on screen. Returns the way to stop. */
export function keepSheet(builder: Builder): () => void {
  return builder.state.subscribe(() => {
    const { answer, saved, pinned, keptAs, touched, phrase, topic } = builder.state.get()
    const sheet: Sheet = { answer, saved, pinned, keptAs, touched, phrase, topic: topic?.id ?? null }
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
    const kept = asFields(JSON.parse(reloadStorage().getItem(sheetKey) ?? 'null'))
    const answer = answerIn(kept['answer'])
    if (answer === null) return null
    const { id } = asFields(kept['saved'])
    const { tileId } = asFields(kept['pinned'])
    return {
      answer,
      saved: asText(id) === undefined ? null : (kept['saved'] as SavedAnswerHead),
      pinned: asText(tileId) === undefined ? null : (kept['pinned'] as PinnedPlace),
      keptAs: asText(kept['keptAs']) ?? '',
      touched: kept['touched'] === true,
      phrase: asText(kept['phrase']) ?? '',
      topic: asText(kept['topic']) ?? null,
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
function answerIn(kept: unknown): Answer | null {
  const measures = asList(asFields(asFields(kept)['query'])['measures'])
  return measures !== undefined && asFields(kept)['version'] === 2 ? (kept as Answer) : null
}
