/** Verbs, and what everything here is about: "is the market greedy". */
export const idleNames =
  /^(?:traded|trades|trading|closed|open|opened|everyone|everybody|assets|(?:the )?(?:crypto )?markets?)$/i
