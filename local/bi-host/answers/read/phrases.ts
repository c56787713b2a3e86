import { low } from './meaning'
import type { Word } from './words'

/** Finds the longest of many texts that stands at a place; of equal ones the first. */
export function phraseBook<Entry extends readonly [text: string, ...rest: unknown[]]>(
  entries: readonly Entry[],
): (words: readonly Word[], at: number) => { readonly length: number; readonly entry: Entry } | null {
  const byFirst = new Map<string, { readonly parts: readonly string[]; readonly entry: Entry }[]>()
  for (const entry of entries) {
    const parts = entry[0].split(' ')
    const [first = ''] = parts
    const list = byFirst.get(first)
    if (list) list.push({ parts, entry })
    else byFirst.set(first, [{ parts, entry }])
  }
  return (words, at) => {
    let best: { readonly length: number; readonly entry: Entry } | null = null
    for (const { parts, entry } of byFirst.get(low(words, at)) ?? [])
      if (parts.length > (best?.length ?? 0) && parts.every((part, step) => low(words, at + step) === part))
        best = { length: parts.length, entry }
    return best
  }
}
