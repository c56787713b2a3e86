/** What the portal uses of the SDK. Named exports keep the rest out of the chunk. Import this module only lazily. */
export {
  Action,
  AppEmbed,
  AuthFailureType,
  AuthStatus,
  AuthType,
  ContextType,
  EmbedEvent,
  getSessionInfo,
  HostEvent,
  init,
  LiveboardEmbed,
  LogLevel,
  RuntimeFilterOp,
  SearchEmbed,
  SpotterEmbed,
} from '@thoughtspot/visual-embed-sdk'
