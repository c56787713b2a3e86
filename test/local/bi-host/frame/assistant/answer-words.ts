import type { AnswerWords } from '../../../../../local/bi-host/frame/assistant/conversation-host'

/** The words of an answer that has only a title. */
export const words = (title: string): AnswerWords => ({
  title,
  description: '',
  tokens: [],
  llmReasoning: { assumptions: [], clarifications: [], interpretation: '' },
  formulaInfo: [],
  ambiguousPhrases: [],
})
