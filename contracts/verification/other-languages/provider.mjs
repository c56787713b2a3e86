/*
 * A token service written from the pact file and contracts/README.md alone, in plain Node; nothing of the portal is imported. Start
 * it with a port (0 takes a free one); it prints its address. The token it accepts is in TOKEN.
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const accepted = `Bearer ${process.env.TOKEN ?? 'a-real-access-token'}`
const page = { 'content-type': 'text/html' }

/** What each state answers; null where nothing is special. */
const states = {
  'the token service is at work': null,
  'the access token is valid': null,
  'the access token is not valid': null,
  'the access token is valid but its owner may not see dashboards': [403],
  'the token service is asked too often': [429, { 'retry-after': '30' }],
  'the token service is out of order': [503],
  'a page is answered in the place of a token': [200, page, '<!doctype html><p>Please sign in.</p>'],
}
let state = null

async function serve(request, response) {
  const answer = (status, headers = {}, body = '') => response.writeHead(status, headers).end(body)
  const body = await text(request)
  switch (`${request.method} ${request.url}`) {
    case 'GET /health':
      return answer(204)
    case 'POST /_pact/state': {
      const change = JSON.parse(body)
      if (!Object.hasOwn(states, change.state)) return answer(404)
      state = change.action === 'setup' ? states[change.state] : null
      return answer(200, { 'content-type': 'application/json' }, '{}')
    }
    case 'GET /api/token':
    case 'GET /api/token-authenticated': {
      if (state !== null) return answer(...state)
      const isPersonal = request.url === '/api/token-authenticated'
      if (isPersonal && request.headers.authorization !== accepted) return answer(401)
      return answer(200, { 'content-type': 'text/plain' }, `BI.${crypto.randomUUID()}`)
    }
    default:
      return answer(404)
  }
}

const server = createServer((request, response) => void serve(request, response))
server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
