'use strict'
/*
 * Verifies one pact in a process of its own: the native verifier writes straight to the process's output, which can be kept only
 * there. Told what to do by a message, answers with one.
 */
process.env.PACT_DO_NOT_TRACK = 'true'
// A proxy would be asked for the loopback address as well.
for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
  delete process.env[name]
  delete process.env[name.toLowerCase()]
}
const pact = require('@pact-foundation/pact-core').default

process.once('message', (options) => {
  const answer = (result) => process.send(result, () => process.disconnect())
  pact.verifyPacts(options).then(
    (results) => answer({ results }),
    // Failed interactions come as an error whose message is the same document.
    (error) => answer({ results: error.message }),
  )
})
