/** What has to be so at the BI host's assistant. Providers are told these names, word for word; contracts/README.md says what each asks. */
export const researchAssistantStates = {
  mayAsk: 'the person may ask about the worksheet',
  noWorksheet: 'there is no worksheet with that id',
  canAnswer: 'a conversation is open and the assistant can answer the question',
  cannotAnswer: 'a conversation is open and the assistant cannot answer the question',
  noConversation: 'there is no conversation with that id for this person',
  refusedToken: 'the BI token is not valid',
  notAllowed: 'the BI token is valid but its owner may not ask the assistant',
  outOfOrder: 'the assistant is out of order',
  pageInBetween: 'a page is answered in the place of the assistant',
} as const

/** What the states speak of, told as their parameters. */
export const exampleConversation = {
  conversationId: '5b0f7c9e-64c1-4d0a-8f0d-2a7f3f1c9b11',
  worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a002',
  question: 'Share of stablecoin supply by chain?',
  questionNobodyUnderstands: 'weather in Lisbon',
} as const
