import { fail, ok } from '../../core/kernel/result'
import type {
  AnswerSuggestion,
  ResearchAssistant,
  ResearchFailure,
} from '../../core/ports/research-assistant'

export interface MemoryResearchAssistant extends ResearchAssistant {
  /** Every question that arrived, with its conversation. */
  readonly asked: readonly {
    readonly conversationId: string
    readonly messageId: string
    readonly text: string
  }[]
  /** Makes the next call fail with this. */
  failNext(failure: ResearchFailure): void
}

/** An in-memory assistant that knows the given answers and fails any other question as not understood. */
export function memoryResearchAssistant(
  answers: ReadonlyMap<string, AnswerSuggestion> = new Map(),
): MemoryResearchAssistant {
  const asked: { conversationId: string; messageId: string; text: string }[] = []
  const open = new Set<string>()
  let next: ResearchFailure | undefined
  const failing = (): ResearchFailure | undefined => {
    const failure = next
    next = undefined
    return failure
  }
  return {
    asked,
    failNext(failure) {
      next = failure
    },
    async open(sourceId) {
      if (sourceId === '') return fail({ kind: 'source-missing' })
      const failure = failing()
      if (failure !== undefined) return fail(failure)
      const id = `memory-conversation-${open.size + 1}`
      open.add(id)
      return ok({ id, sourceId })
    },
    async ask(conversation, message) {
      const failure = failing()
      if (failure !== undefined) return fail(failure)
      if (!open.has(conversation.id)) return fail({ kind: 'assistant-rejected' })
      asked.push({ conversationId: conversation.id, messageId: message.id, text: message.text })
      const answer = answers.get(message.text)
      return answer === undefined
        ? fail({
            kind: 'assistant-error',
            text: `I did not understand "${message.text}".`,
            code: 'NOT_UNDERSTOOD',
            tool: null,
          })
        : ok({ handle: `${conversation.id} ${message.id}`, answer })
    },
  }
}
