import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isMarker } from './roles'
import { measureLabel } from './working'

/** "As a share of supply", "relative to open interest", "per holder", said of what was shown: where that begins. */
export function laidOver({ mentions, names }: ComposeContext): number | null {
  const first = mentions.findIndex(
    ({ meaning }) => meaning.kind !== 'filler' && !isMarker(meaning, 'and', 'shown', 'instead', 'of'),
  )
  const meaning = mentions[first]?.meaning
  const share = meaning?.kind === 'function' && meaning.name === 'share'
  const ratio = isMarker(meaning, 'ratio', 'per')
  const measures = names.filter(({ role }) => role === 'measure' || role === 'rank')
  const [only] = measures
  return (share || ratio) && measures.length === 1 && only !== undefined && only.place > first ? first : null
}

/** What was shown over what is named now. */
export function layOver(draft: Draft, context: ComposeContext, before: readonly string[]): void {
  const place = laidOver(context)
  const [shown] = before
  const [named] = draft.measures
  if (place === null || before.length !== 1 || shown === undefined || named === undefined) return
  const [, inner] = /^share\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(named)) ?? []
  const bottom = inner ?? named
  if (draft.measures.length !== 1 || bottom === shown || /\b[a-z_]+_share$/.test(bottom)) return
  const name = `${measureLabel(draft, context.model, shown)} / ${measureLabel(draft, context.model, bottom).toLowerCase()}`
  draft.measures.splice(
    0,
    1,
    draft.formula(`${draft.expressionOf(shown)} / ${draft.expressionOf(bottom)}`, name),
  )
  draft.used.add(place)
}
