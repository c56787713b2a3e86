/** Bugs of `page/broken-adapters.ts` and the check, or the watch after every check, that has to catch each. */
export const brokenPages: readonly { readonly bug: string; readonly caughtBy: string }[] = [
  {
    bug: 'asks for no password',
    caughtBy: 'a fresh sign-in asks for the credentials again, and every sign-in uses values of its own',
  },
  { bug: 'takes every ID token', caughtBy: 'ID tokens are taken or refused as the table says' },
  { bug: 'never looks at the clock', caughtBy: 'a token counts as expired 60 s early' },
  { bug: 'hands out the ID token', caughtBy: 'the token service takes this token and no other' },
  {
    bug: 'leaves without revoking',
    caughtBy: 'sign-out revokes the refresh token before it leaves, and comes back to the registered address',
  },
  {
    bug: 'goes back to its first refresh token',
    caughtBy: 'a refresh token is spent once',
  },
  {
    bug: 'sends a verifier of its own making',
    caughtBy: 'sign-in asks for a code with S256, state, nonce, scope, audience and the registered address',
  },
]

/** Bugs that no check fails on by itself: the watch over all of them does. */
export const leakyPages: readonly { readonly bug: string; readonly watch: 'leaks' | 'violations' }[] = [
  { bug: 'keeps the token in storage', watch: 'leaks' },
  { bug: 'prints the token', watch: 'leaks' },
  { bug: 'styles the page in line', watch: 'violations' },
]
