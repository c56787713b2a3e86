/** The assistant's documents and the parsers of its replies: a chunk that is loaded with the first question. */
export { createConversationDocument, sendMessageDocument } from './conversation-documents'
export { readConversation, readReply } from './conversation-replies'
