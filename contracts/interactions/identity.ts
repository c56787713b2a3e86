import { consumerName, type Pact } from './pact-file'

/** For every row, whether each provider must meet it, and its description. */
export const rows = {
  discovery: ['must', 'the description of the provider'],
  endpoints: ['must', 'the addresses that the portal asks'],
  algorithms: ['must', 'a signature that a published key can check'],
  pkce: ['must', 'PKCE with S256'],
  keys: ['must', 'the published keys'],
  nobody: ['must', 'nobody is signed in, and the portal asks silently'],
  nobodySilent: ['must', 'nobody is signed in, and the silent frame asks'],
  message: ['may-not-run', 'an answer by message, where the provider offers it'],
  somebody: ['must', 'somebody is signed in, and the portal asks silently'],
  verifier: ['must', 'a code with another verifier is refused'],
  exchange: ['must', 'a code is exchanged for tokens'],
  idToken: ['must', 'the ID token'],
  refresh: ['may-not-run', 'tokens are renewed with a refresh token'],
  revocation: ['may-not-run', 'a refresh token is revoked'],
  signOut: ['may-not-run', 'the person is signed out'],
} as const satisfies Readonly<Record<string, readonly ['must' | 'may-not-run', string]>>

export type RowName = keyof typeof rows

/** The rows in the format of a pact, so that the gate can judge a run in the same way. Its requests are never sent. */
export const identityProfile: Pact = {
  consumer: { name: consumerName },
  provider: { name: 'identity' },
  interactions: Object.values(rows).map(([obligation, description]) => ({
    type: 'Synchronous/HTTP',
    description,
    pending: false,
    comments: { obligation },
    providerStates: [],
    request: { method: '', path: '', headers: {} },
    response: { status: 200 },
  })),
}
