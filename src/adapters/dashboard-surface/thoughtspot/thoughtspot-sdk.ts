/** What the portal takes from the SDK. Named, so that the rest is left out of the chunk; imported only lazily. */
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
