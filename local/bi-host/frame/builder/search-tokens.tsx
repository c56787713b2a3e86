import type { Token } from '../../wire/answers'
import { useBuilderState } from './context'

/** The words of the search bar, each in the colour of what it was read as, exactly under the letters of the field. */
export function SearchTokens({ text }: { readonly text: string }) {
  const tokens = useBuilderState((state) => state.tokens)
  const parts: (string | Token)[] = []
  let end = 0
  for (const token of tokens) {
    // The text has gone on since it was read: what still stands where it stood keeps its colour.
    if (token.start < end || text.slice(token.start, token.end) !== token.text) continue
    parts.push(text.slice(end, token.start), token)
    end = token.end
  }
  parts.push(text.slice(end))
  return (
    <>
      {parts.map((part, at) =>
        typeof part === 'string' ? (
          part
        ) : part.state === 'filler' ? (
          part.text
        ) : (
          <span
            key={`${part.start}-${at}`}
            class={`search-token state-${part.state}`}
            data-token={part.text}
            data-token-type={part.kind}
            data-type-enum={part.typeEnum}
            data-data-type={part.dataType}
            data-guid={part.guid ?? undefined}
            data-token-name={part.reads}
          >
            {part.text}
          </span>
        ),
      )}
    </>
  )
}
