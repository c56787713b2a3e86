import type { SemanticModel, SourceFacts } from '../../model/semantic-model'
import { type Source, QueryProblem } from '../../model/source'
import { formatDay as dayInWords } from '../../rendering/format'
import { chipsOf, examplesFor, isReadAtEnd } from '../../questions/chips'
import type {
  Answer,
  Chip,
  NotUnderstood,
  Reading,
  ReadRequest,
  Refused,
  AnswerGrain,
  AnswerQuery,
} from '../../wire/answers'
import { FormulaProblem, parseExpression } from '../../query/expression'
import { phraseOf } from '../../questions/phrase'
import { inIds, isMeasure, resolve, type Resolved } from '../../query/resolve'
import { amend } from './amend'
import { compose, type ComposeContext } from './compose'
import type { Draft } from './draft'
import { isAttribute } from './filters'
import { sourcesOf } from './follow-up'
import { ahead, asksElse } from './honesty'
import { buildLexicon, type Lexicon } from './lexicon'
import { keywords } from './keywords'
import { mentionsOf, type Mention } from './mentions'
import { rolesOf } from './roles'
import type { Subject } from './choosing'
import { inFull, wordsOf, type Word } from './words'
import { opensAnew } from './small-talk'
import { isSplitNoun } from './vocabulary'
import { titleOf } from '../../questions/canonical'
import { tokensOf } from './tokens'

/** Reads questions about some sources of the model. Pure: the same phrase is always read alike. */
export interface Reader {
  read(
    request: Omit<ReadRequest, 'worksheetId'> & {
      readonly subject?: Subject | undefined
      readonly near?: ((source: Source) => number) | undefined
    },
  ): Reading
  readonly lexicon: Lexicon
}

interface ReaderParts {
  readonly model: SemanticModel
  /** What may be asked about, in order of preference. */
  readonly sources: readonly Source[]
  readonly asOf: string
  facts(source: string): SourceFacts
}

type Asked = Omit<ReadRequest, 'worksheetId' | 'phrase' | 'previous'> & {
  readonly previous: Answer | undefined
  readonly subject?: Subject | undefined
  readonly near?: ((source: Source) => number) | undefined
}

/** One way of cutting a phrase into names, and what came of it. */
interface Attempt {
  readonly context: ComposeContext
  readonly draft: Draft
  readonly followed: boolean
  readonly notUnderstood: readonly NotUnderstood[]
  readonly made: Made
}

const longestPhrase = 500
const mostWords = 120

export function createReader(parts: ReaderParts): Reader {
  const { model, sources, asOf } = parts
  const lexicon = buildLexicon(model, sources, (source) => parts.facts(source), keywords)
  const isField = (id: string): boolean =>
    id.includes('.') &&
    sources.some((source) => id.startsWith(`${source.id}.`)) &&
    (isMeasure(model, id) || isAttribute(model, id))

  const contextOf = (
    phrase: string,
    words: readonly Word[],
    { choices, subject, near }: Omit<Asked, 'previous'>,
    broken: ReadonlySet<number>,
  ): ComposeContext => {
    const mentions = mentionsOf(words, {
      lexicon,
      asOf,
      isField,
      inIds: (expression) => inIds(model, expression),
      broken,
    })
    const isParty = (mention: Mention): boolean =>
      /^who (?:issues|runs|manages)\b/i.test(placeOf(phrase, words, mention).text)
    return {
      model,
      sources,
      asOf,
      mentions,
      names: rolesOf(mentions, {
        isParty,
        isPlural: (mention) => {
          const last = words[mention.at + mention.length - 1]
          return last !== undefined && last.stem !== last.low && !isParty(mention)
        },
        isSplit: (mention) =>
          isSplitNoun(placeOf(phrase, words, mention).text.toLowerCase()) || isCounted(mentions, mention),
        isVerb: (mention) =>
          /^(?:(?:stablecoins? )?(?:traded|trades)|(?:went|flowed|poured|came) into|took in|taken in|pulled in)$/i.test(
            placeOf(phrase, words, mention).text,
          ),
      }),
      choices: choices ?? {},
      subject,
      near,
      facts: (source) => parts.facts(source),
      textOf: (mention) => placeOf(phrase, words, mention),
    }
  }

  /** "Strikes above 100k": laid out by the numbers that are held. */
  const isCounted = (mentions: readonly Mention[], mention: Mention): boolean =>
    mention.meaning.kind === 'name' &&
    [1, -1].some((step) => mentions[mentions.indexOf(mention) + step]?.meaning.kind === 'condition') &&
    mention.meaning.senses.some(
      (sense) =>
        sense.kind === 'attribute' &&
        model.attribute(model.source(sense.source), sense.id).attribute.kind === 'number',
    )

  const attempt = (
    phrase: string,
    words: readonly Word[],
    { previous, ...rest }: Asked,
    broken: ReadonlySet<number> = new Set(),
  ): Attempt => {
    const context = contextOf(phrase, words, rest, broken)
    const amended = previous ? amend(previous, context) : null
    const lately = previous ? { ...context, lately: sourcesOf(previous) } : context
    const draft = amended ?? compose(lately)
    const notUnderstood = missed(context, draft, lexicon)
    const made = answerOf(context, draft, notUnderstood, amended ? previous : undefined)
    return { context, draft, followed: amended !== null, notUnderstood, made }
  }

  /** Where the longest names leave something over, one of them may be two: "staked ether" is what is staked, of ether. */
  const readWell = (phrase: string, words: readonly Word[], asked: Asked): Attempt => {
    const first = attempt(phrase, words, asked)
    const guessed = ({ draft }: Attempt): boolean =>
      [...draft.assumed].some((key) => key.startsWith('measure:'))
    if (first.notUnderstood.length === 0 && !guessed(first)) return first
    // "Who manages" is one name: without its "who" it asks for something else.
    const names = first.context.mentions.filter(
      ({ at, meaning, length }) => meaning.kind === 'name' && length > 1 && words[at]?.low !== 'who',
    )
    for (const { at, meaning } of names.slice(0, 4)) {
      const next = attempt(phrase, words, asked, new Set([at]))
      // "US investors", "tokenised shares": where the whole name is of the subject, its parts are no better.
      const same =
        first.notUnderstood.length === 0 &&
        meaning.kind === 'name' &&
        meaning.senses.some(({ source }) => next.draft.sources().includes(source))
      if (next.made.answer !== null && next.notUnderstood.length === 0 && !guessed(next) && !same) return next
    }
    return first
  }

  /** The question that would do, in words. */
  const nearby = ({ nearest }: Made): readonly string[] =>
    nearest === undefined ? [] : [phraseOf(model, nearest, (phrase) => reader.read({ phrase }).answer)]

  const reader: Reader = {
    lexicon,
    read({ phrase: full, previous: before, ...rest }) {
      const phrase = full.slice(0, longestPhrase)
      const words = inFull(wordsOf(phrase)).slice(0, mostWords)
      const previous = before && !opensAnew(words) ? readable(model, before) : undefined
      const { context, draft, followed, notUnderstood, made } = readWell(phrase, words, { previous, ...rest })
      return {
        phrase,
        tokens: tokensOf(context, draft),
        answer: made.answer,
        amended: followed && made.answer !== null,
        chips: made.chips,
        notUnderstood,
        ambiguities: draft.ambiguities,
        assumptions: made.answer ? [...new Set(draft.assumptions)] : [],
        refusal:
          made.refused === null
            ? null
            : { ...made.refused, suggestions: [...nearby(made), ...examplesFor(sources)].slice(0, 3) },
      }
    },
  }
  return reader
}

/** An answer whose formulas go by ids; nothing can be said on top of one that cannot be read. */
function readable(model: SemanticModel, answer: Answer): Answer | undefined {
  const { formulas } = answer.query
  if (!formulas) return answer
  const known = formulas.map((formula) => ({ ...formula, expression: inIds(model, formula.expression) }))
  try {
    for (const { expression } of known) parseExpression(expression)
  } catch (error) {
    if (error instanceof FormulaProblem) return undefined
    throw error
  }
  return { ...answer, query: { ...answer.query, formulas: known } }
}

function placeOf(
  phrase: string,
  words: readonly Word[],
  { at, length }: Mention,
): { readonly text: string; readonly start: number; readonly end: number } {
  const start = words[at]?.start ?? 0
  const end = words[at + length - 1]?.end ?? start
  return { text: phrase.slice(start, end), start, end }
}

function missed(
  { mentions, textOf }: ComposeContext,
  draft: Draft,
  lexicon: Lexicon,
): readonly NotUnderstood[] {
  return mentions.flatMap((mention, place) => {
    const lost =
      (mention.meaning.kind === 'unknown' && !draft.explained.has(place)) ||
      draft.unknown.has(place) ||
      (draft.measures.length === 0 &&
        !['filler', 'marker'].includes(mention.meaning.kind) &&
        !draft.used.has(place) &&
        mention.meaning.kind !== 'name')
    if (!lost) return []
    const where = textOf(mention)
    return [
      {
        ...where,
        suggestions: [
          ...valuesNamed(where.text, lexicon),
          ...(mention.meaning.kind === 'unknown' ? lexicon.near(where.text.toLowerCase()) : []),
        ].slice(0, 3),
      },
    ]
  })
}

/** What is called so among other words: of "gold" PAXG and XAUT, Pax Gold and Tether Gold. */
function valuesNamed(text: string, { names }: Lexicon): readonly string[] {
  const low = text.toLowerCase()
  const called = names.flatMap(({ words, sense }) =>
    sense.kind === 'value' && words.length > 1 && words.includes(low) ? [sense.value] : [],
  )
  return [...new Set(called)].filter((value) => value.toLowerCase() !== low).toSorted()
}

interface Made {
  readonly answer: Answer | null
  readonly chips: readonly Chip[]
  readonly refused: Pick<Refused, 'message'> | null
  /** What could be answered in its place. */
  readonly nearest?: Pick<Answer, 'query' | 'chart'>
}

/** An answer, if enough was understood and the model can give it. */
function answerOf(
  context: ComposeContext,
  draft: Draft,
  lost: readonly NotUnderstood[],
  previous: Answer | undefined,
): Made {
  const { model, asOf, mentions, textOf } = context
  const words = lost.map(({ text }) => `"${text}"`).join(', ')
  const refuse = (message: string | null): Made => ({ answer: null, chips: [], refused: { message } })
  // "Will BTC be higher in a month?"
  if (lost.some(({ text }) => ahead.test(text)))
    return refuse(
      `There are no forecasts here: the data ends on ${dayInWords(asOf)}. Did not understand ${words}.`,
    )
  const unread = refuse(null)
  if (mentions.length === 0) return refuse('Ask for a measure, such as supply, price or open interest.')
  if (draft.measures.length === 0)
    return lost.length > 0 ? unread : refuse('Name a measure, such as supply, price or open interest.')
  const understood = [...draft.used].filter(
    (place) => !['filler', 'marker'].includes(mentions[place]?.meaning.kind ?? 'filler'),
  ).length
  if (lost.length > 0 && lost.length >= understood && !previous) return unread
  if (previous && lost.length > understood) return unread
  if (lost.length > 0 && asksElse(context, draft, previous !== undefined)) return unread
  const query = draft.query()
  const options = previous?.chart.type === draft.chart ? previous.chart.options : undefined
  const chart = { type: draft.chart, ...(options ? { options } : {}) }
  try {
    const resolved: Resolved = resolve(model, query, asOf)
    const isMean = mentions.some((one) => /^(?:average|avg|mean)$/i.test(textOf(one).text))
    for (const measure of isMean && resolved.grain !== 'day' ? resolved.measures : []) {
      const how = isReadAtEnd(measure) ? 'read at the end of' : measure.adds === 'flow' && 'added up over'
      if (how) draft.assumptions.push(`${measure.label} is not averaged: ${how} the period.`)
    }
    const answer: Answer = { version: 2, title: titleOf(resolved), query, chart }
    return { answer, chips: chipsOf(model, resolved, chart, draft.assumed), refused: null }
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error
    const nearest = lessFine(model, query, asOf)
    return { ...refuse(error.message), ...(nearest && { nearest: { query: nearest, chart } }) }
  }
}

const coarser: Readonly<Partial<Record<AnswerGrain, AnswerGrain>>> = {
  hour: 'day',
  day: 'week',
  week: 'month',
  month: 'quarter',
  quarter: 'year',
}

/** The same question by the finest interval that its sources are kept by; null where that is not what stands in its way. */
function lessFine(model: SemanticModel, query: AnswerQuery, asOf: string): AnswerQuery | null {
  const grain = query.grain && coarser[query.grain]
  if (grain === undefined) return null
  const next = { ...query, grain }
  try {
    resolve(model, next, asOf)
    return next
  } catch (error) {
    if (error instanceof QueryProblem) return lessFine(model, next, asOf)
    throw error
  }
}
