import type { Marker } from './markers'

const dropping = ['drop', 'remove', 'reset', 'without', 'no', 'undo', 'clear', 'lose', 'forget', 'cancel']
/** "drop the split", "without that filter". */
export const dropped = (marker: Marker, nouns: readonly string[]): readonly (readonly [string, Marker])[] =>
  dropping.flatMap((verb) =>
    nouns.flatMap((noun) =>
      ['', 'the ', 'that ', 'this ', 'any ', 'all ', 'all the '].map(
        (article) => [`${verb} ${article}${noun}`, marker] as const,
      ),
    ),
  )
