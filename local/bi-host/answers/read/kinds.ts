import type { Source } from '../../model/source'
import { wordsOfField } from '../../model/declarations'

const nouns = ['type', 'kind', 'class', 'category', 'level', 'group']
const ending = new RegExp(` (?:${nouns.join('|')})$`)
/** What is counted itself: an "asset type" is no asset. */
const things =
  /^(?:asset|chain|exchange|issuer|sponsor|fund|product|protocol|market|stablecoin|network|from chain|to chain|underlying|event|subject|holiday|open|delta|stakes|restaking protocol)$/

/** Every name that the model or its everyday words give an attribute. */
export const namesOfAttributes = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap((source) =>
      Object.entries(source.attributes).flatMap(([id, { label, synonyms = [] }]) =>
        [label, ...synonyms, ...wordsOfField(`${source.id}.${id}`).strong].map((text) => text.toLowerCase()),
      ),
    ),
  )

/** "Access type", "backing category", "venue class": a division of things by any noun for one. */
export function kindsOf(
  { label, kind = 'text' }: Source['attributes'][string],
  taken: ReadonlySet<string>,
): readonly string[] {
  const own = label.toLowerCase()
  const plain = own.replace(ending, '')
  if (kind !== 'text' || own === 'type' || (plain === own && things.test(own))) return []
  return nouns.map((noun) => `${plain} ${noun}`).filter((text) => !taken.has(text))
}

/** "The RWA market", "the staking sector": the subject by another noun. */
export const marketsOf = (subject: string): readonly string[] =>
  subject.split(' ').length > 2 || / (?:market|markets)$/.test(subject)
    ? []
    : ['market', 'sector', 'space', 'industry'].map((noun) => `${subject.toLowerCase()} ${noun}`)
