import { asFields, asList, asText } from '../protocol/read'
import type { Conversation, Turn } from './conversation'
import type { ConversationHost } from './conversation-host'

/** A conversation as a reload finds it. */
interface KeptTalk {
  readonly convId: string
  readonly turns: readonly Turn[]
  /** What was typed and has not been asked. */
  readonly draft: string
}

/** What this tab remembers of its conversations, so that a reload costs none of them. */
export interface KeptTalks {
  of(worksheetId: string): KeptTalk | null
  keep(worksheetId: string, talk: KeptTalk | null): void
  /** The source that was chosen last on a page that began with this one. */
  chosenOn(worksheetId: string): string
  choose(began: string, worksheetId: string): void
}

/** Another number when what is kept changes its form. */
const key = 'conversations-1'

/** `storage` may throw, as a browser's does where it is switched off: then nothing is kept. */
export function createKeptTalks(storage: () => Pick<Storage, 'getItem' | 'setItem'>): KeptTalks {
  function read(): { readonly talks: Fields; readonly chosen: Fields } {
    try {
      const kept = asFields(JSON.parse(storage().getItem(key) ?? 'null'))
      return { talks: asFields(kept['talks']), chosen: asFields(kept['chosen']) }
    } catch {
      return { talks: {}, chosen: {} }
    }
  }
  function write(next: object): void {
    try {
      storage().setItem(key, JSON.stringify({ ...read(), ...next }))
    } catch {
      // A tab without storage keeps no conversations.
    }
  }
  return {
    of: (worksheetId) => readTalk(read().talks[worksheetId]),
    keep(worksheetId, talk) {
      const { [worksheetId]: before, ...others } = read().talks
      if (talk !== null) write({ talks: { ...others, [worksheetId]: talk } })
      else if (before !== undefined) write({ talks: others })
    },
    chosenOn: (worksheetId) => asText(read().chosen[worksheetId]) ?? worksheetId,
    choose: (began, worksheetId) => write({ chosen: { [began]: worksheetId } }),
  }
}

type Fields = Readonly<Record<string, unknown>>

function readTalk(value: unknown): KeptTalk | null {
  const { convId, turns, draft } = asFields(value)
  const id = asText(convId)
  const list = asList(turns)?.filter(isTurn) ?? []
  return id === undefined || list.length === 0
    ? null
    : { convId: id, turns: list, draft: asText(draft) ?? '' }
}

/** What this page itself has kept: told apart from anything else, not judged further. */
function isTurn(value: unknown): value is Turn {
  const { id, question, outcome } = asFields(value)
  const { kind, words, text } = asFields(outcome)
  const failed = kind === 'failed' && asText(text) !== undefined
  const known = kind === 'stopped' || failed || (kind === 'answered' && isWords(words))
  return asText(id) !== undefined && asText(question) !== undefined && known
}

function isWords(value: unknown): boolean {
  const { formulaInfo, ambiguousPhrases, llmReasoning } = asFields(value)
  const { assumptions, clarifications } = asFields(llmReasoning)
  return [formulaInfo, ambiguousPhrases, assumptions, clarifications].every(Array.isArray)
}

/** Keeps a conversation from now on. Returns the way to stop. */
export function keepTalk(conversation: Conversation, worksheetId: string, kept: KeptTalks): () => void {
  let before = conversation.state.get()
  return conversation.state.subscribe(() => {
    const now = conversation.state.get()
    const { convId, turns, draft } = now
    const same = turns === before.turns && (draft === before.draft || turns.length === 0)
    before = now
    if (same) return
    kept.keep(
      worksheetId,
      convId === null || turns.length === 0 ? null : { convId, turns: turns.map(settled), draft },
    )
  })
}

/** A reload gives up what was on its way. */
function settled(turn: Turn): Turn {
  return turn.outcome.kind === 'asking' ? { ...turn, outcome: { kind: 'stopped' } } : turn
}

/**
 * Goes on with the conversation that a reload interrupted, as far as the host has it of this person: somebody else may be here by now.
 * What had been typed stands in the field again.
 * A question of the address that it does not hold begins a new one.
 */
export async function resumeTalk(
  conversation: Conversation,
  { worksheetId, question }: { readonly worksheetId: string; readonly question: string },
  {
    kept,
    host,
    signal,
  }: { readonly kept: KeptTalks; readonly host: ConversationHost; readonly signal: AbortSignal },
): Promise<void> {
  const talk = kept.of(worksheetId)
  if (talk === null || conversation.state.get().turns.length > 0) return
  const asked = question.trim()
  if (asked !== '' && !talk.turns.some((turn) => turn.question === asked)) return
  const known = await host.messages(talk.convId, signal)
  if (!known.ok) {
    if (known.gone) kept.keep(worksheetId, null)
    return
  }
  const turns = talk.turns.filter(({ id, outcome }) => outcome.kind !== 'answered' || known.ids.includes(id))
  if (turns.length === 0) return
  conversation.resume(talk.convId, turns)
  if (talk.draft !== '' && conversation.state.get().draft === '') conversation.write(talk.draft)
}
