import '@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js'

// The SDK's worker holds the refresh token and drops it with every JSON answer without a new one. A 429 or a 5xx also drops it, although
// it has not spent the token. Without a body the worker keeps the token, and the SDK reports `request_error`.
const plainFetch = self.fetch
self.fetch = async (...request) => {
  const reply = await plainFetch(...request)
  return reply.status === 429 || reply.status >= 500 ? new Response(null, { status: reply.status }) : reply
}
