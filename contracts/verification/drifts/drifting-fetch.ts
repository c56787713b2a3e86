import type { RequestDrift } from './request-drifts'

/** The platform's `fetch` for an adapter in which something was renamed. */
export function driftingFetch(change: RequestDrift['change'], send: typeof fetch): typeof fetch {
  return (address, init = {}) => {
    const url = new URL(address instanceof Request ? address.url : address)
    const { body } = init
    const leaving = {
      path: url.pathname,
      method: init.method ?? 'GET',
      query: url.searchParams,
      headers: new Headers(init.headers),
      form: body instanceof URLSearchParams ? body : null,
      text: typeof body === 'string' ? body : null,
    }
    change(leaving)
    url.pathname = leaving.path
    return send(url, {
      ...init,
      method: leaving.method,
      headers: leaving.headers,
      body: leaving.form ?? leaving.text,
    })
  }
}
