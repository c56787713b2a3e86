'use strict'
/*
 * Verifies pacts in sequence, in a separate process, because the native verifier writes directly to the process's output. Each message is
 * one verification, and is answered by one message.
 */
process.env.PACT_DO_NOT_TRACK = 'true'
const pact = require('@pact-foundation/pact-core').default

function verify(options) {
  const answer = (results) => process.send({ results })
  // If interactions fail, the promise rejects with an error whose message is the same document.
  pact.verifyPacts(options).then(answer, (error) => answer(error.message))
}

process.on('message', (options) => {
  if (options === 'end') process.disconnect()
  else verify(options)
})
