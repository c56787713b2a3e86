/*
 * A token service in plain Node, written only from the pact file and contracts/README.md, without imports from the portal. It checks a
 * user's access token and requests a BI token for the user from the BI host. The argument is a port (0 takes a free one); prints its URL.
 */
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { PORTAL, ISSUER, JWKS_URI, AUDIENCE, BI_HOST, BI_SECRET_KEY, VISITOR, FORBIDDEN = '' } = process.env

/** Headers without which a page cannot read the responses. */
const cors = {
  'access-control-allow-origin': PORTAL,
  'access-control-allow-headers': 'authorization',
  'access-control-expose-headers': 'date, retry-after',
  'cache-control': 'no-store',
  vary: 'origin',
}

/** None of them needs any setup. */
const states = [
  'the token service is at work',
  'the access token is valid',
  'the access token is not valid',
  'the access token is valid but its owner may not see dashboards',
]

async function asked(address, more) {
  const reply = await fetch(address, { ...more, signal: AbortSignal.timeout(5000) })
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}.`)
  return reply.json()
}

const parsed = (part) => JSON.parse(Buffer.from(part, 'base64url').toString())

/** The issuer's keys, until when they are used, and when they may be requested again. */
let [keys, until, next] = [[], 0, 0]
let keysRequest

/**
 * Keys are used for five minutes. An unknown `kid` requests them again, at most once a minute, or ten seconds after a try that failed:
 * anyone can send tokens.
 */
async function keyOf(kid) {
  const found = () => keys.find((key) => key.kid === kid && key.kty === 'RSA')
  const now = Date.now()
  if (now < until && found() !== undefined) return found()
  if (now >= next) {
    next = now + 10_000
    keysRequest = asked(JWKS_URI).then((reply) => {
      ;[keys, until, next] = [[...reply.keys], now + 300_000, now + 60_000]
    })
  }
  await keysRequest
  return found()
}

/** The user name in an access token, or null if the token must be refused. */
async function personOf(token) {
  const [head, body, signature] = token.split('.')
  let header, claims
  try {
    // Treats null like a number or a text, which have none of the members either.
    header = parsed(head) ?? {}
    claims = parsed(body) ?? {}
  } catch {
    return null
  }
  if (header.alg !== 'RS256' || signature === undefined) return null
  const key = await keyOf(header.kid)
  if (key === undefined) return null
  const signed = [`${head}.${body}`, createPublicKey({ key, format: 'jwk' })]
  if (!verify('RSA-SHA256', Buffer.from(signed[0]), signed[1], Buffer.from(signature, 'base64url')))
    return null
  const { iss, aud, exp, nbf } = claims
  const [now, from] = [Date.now() / 1000, nbf ?? 0]
  const isInTime = typeof exp === 'number' && typeof from === 'number' && exp > now && from <= now
  // Anyone can claim an address that nobody verified.
  const isVerified = [undefined, null, true].includes(claims.email_verified)
  const name = (isVerified && claims.email) || claims.sub
  const isForUs = iss === ISSUER && [aud].flat().includes(AUDIENCE) && typeof name === 'string'
  return isForUs && isInTime && name !== '' ? name : null
}

async function biToken(username) {
  const { token } = await asked(`${BI_HOST}/api/rest/2.0/auth/token/full`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, secret_key: BI_SECRET_KEY, validity_time_in_sec: 1800 }),
  })
  if (typeof token !== 'string' || token === '') throw new Error('The BI host gave no token.')
  return token
}

async function serve(request, response) {
  const answer = (status, headers = {}, body = '') =>
    response.writeHead(status, { ...cors, ...headers }).end(body)
  const give = async (username) => answer(200, { 'content-type': 'text/plain' }, await biToken(username))
  try {
    switch (`${request.method} ${request.url}`) {
      case 'GET /health':
      case 'OPTIONS /api/token-authenticated':
        return answer(204)
      case 'POST /_pact/state': {
        // The only body that is read, and only a short one.
        const isShort = Number(request.headers['content-length']) <= 10_000
        return answer(isShort && states.includes(JSON.parse(await text(request)).state) ? 200 : 404)
      }
      case 'GET /api/token':
        return await give(VISITOR)
      case 'GET /api/token-authenticated': {
        const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
        const username = token === undefined ? null : await personOf(token)
        if (username === null) return answer(401, { 'www-authenticate': 'Bearer' })
        return FORBIDDEN.split(',').includes(username) ? answer(403) : await give(username)
      }
      default:
        return answer(404)
    }
  } catch (error) {
    console.error(error)
    return answer(503, { 'retry-after': '5' })
  }
}

const server = createServer((request, response) => void serve(request, response))
server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
