import type { SavedAnswerHead } from '../../wire/answers'
import { asFields, asText } from '../protocol/read'
import { reloadStorage } from '../host/reload-storage'
import type { BuilderState, PinnedPlace } from './builder-state'
import { answerIn } from './draft'
import type { Builder } from './builder'

const key = 'builder-sheet'

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
      reloadStorage().setItem(key, JSON.stringify(sheet))
    } catch {
      // A tab without storage begins anew.
    }
  })
}

/** What this page itself has kept, told apart from anything else and not judged further; null where it has kept nothing. */
export function readSheet(): Sheet | null {
  try {
    const kept = asFields(JSON.parse(reloadStorage().getItem(key) ?? 'null'))
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
