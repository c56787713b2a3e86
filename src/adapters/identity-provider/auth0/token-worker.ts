import '@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js'

// The SDK's worker, which has the refresh token, throws it away with every answer in JSON that brings no other: also with a 429 or a 5xx,
// which has spent none. Without a body it keeps it, and the SDK says `request_error`.
const plainFetch = self.fetch
self.fetch = async (...request) => {
  const reply = await plainFetch(...request)
  return reply.status === 429 || reply.status >= 500 ? new Response(null, { status: reply.status }) : reply
}
