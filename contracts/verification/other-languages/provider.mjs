/*
 * A token service written from the pact file and contracts/README.md alone, in plain Node; nothing of the portal is imported. Start
 * it with a port (0 takes a free one); it prints its address. The token it accepts is in TOKEN, that of an account it refuses in
 * FORBIDDEN_TOKEN, the portal's origin in PORTAL.
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { TOKEN = 'a-real-access-token', FORBIDDEN_TOKEN, PORTAL = 'http://localhost:4300' } = process.env

/** What every answer needs, or a page cannot read it. */
const cors = {
  'access-control-allow-origin': PORTAL,
  'access-control-allow-headers': 'authorization',
  'access-control-expose-headers': 'date',
  'cache-control': 'no-store',
  vary: 'origin',
}

/** None of them needs anything to be done. */
const states = [
  'the token service is at work',
  'the access token is valid',
  'the access token is not valid',
  'the access token is valid but its owner may not see dashboards',
]

async function serve(request, response) {
  const answer = (status, headers = {}, body = '') =>
    response.writeHead(status, { ...cors, ...headers }).end(body)
  const body = await text(request)
  switch (`${request.method} ${request.url}`) {
    case 'GET /health':
    case 'OPTIONS /api/token-authenticated':
      return answer(204)
    case 'POST /_pact/state':
      return answer(states.includes(JSON.parse(body).state) ? 200 : 404)
    case 'GET /api/token':
    case 'GET /api/token-authenticated': {
      const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
      if (request.url === '/api/token-authenticated') {
        if (token !== undefined && token === FORBIDDEN_TOKEN) return answer(403)
        if (token !== TOKEN) return answer(401)
      }
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
