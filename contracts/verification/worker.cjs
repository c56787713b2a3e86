'use strict'
/*
 * Verifies pacts in a process of its own, one after the other: the native verifier writes straight to the process's output, which can be read only
 * there. Gets its work by messages, answers each with one.
 */
process.env.PACT_DO_NOT_TRACK = 'true'
const pact = require('@pact-foundation/pact-core').default

function verify(options) {
  const answer = (results) => process.send({ results })
  // Failed interactions come as an error whose message is the same document.
  pact.verifyPacts(options).then(answer, (error) => answer(error.message))
}

process.on('message', (options) => {
  if (options === 'end') process.disconnect()
  else verify(options)
})
