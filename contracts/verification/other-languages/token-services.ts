import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { localSecretKey } from '../../../local/http/addresses'
import { pactFileName, pactFolder } from '../../interactions/pact-file'
import { startPlainProvider } from '../plain-provider'
import { verify, type Verification } from '../verify'

const folder = 'contracts/verification/other-languages'

/** Languages of the token services here, which are written only from the contract. */
export type Language = 'node' | 'python' | 'go'

/** Settings of such a service. */
interface Surroundings {
  readonly portal: string
  readonly issuer: string
  readonly jwksUri: string
  readonly audience: string
  /** Origin that issues BI tokens by `POST /api/rest/2.0/auth/token/full`. */
  readonly biHost: string
  /** Email of an account that gets no token. */
  readonly forbidden?: string
}

interface Started {
  readonly origin: string
  close(): Promise<void>
}

/** Timeouts, in ms, for a program to print its address, and for Go to compile it. */
const startMs = 20_000
const buildMs = 120_000
/** Timeout, in ms, for an answer to a request whose body does not come. */
const waitMs = 5_000

/** Runs a program on a free port until it prints its address. Rejects if it exits first or times out, and then ends it. */
async function startProgram(
  program: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Started> {
  const child: ChildProcess = spawn(program, [...parameters, '0'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let late: NodeJS.Timeout | undefined
  const origin = await new Promise<string>((resolve, reject) => {
    late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${program} printed no address within ${startMs / 1000} s.`))
    }, startMs)
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`${program} ended with ${code}.`)))
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()))
  }).finally(() => clearTimeout(late))
  return {
    origin,
    async close() {
      child.kill()
      await ended
    },
  }
}

/** @throws Error if Go cannot compile it */
async function compiled(
  source: string,
): Promise<{ readonly file: string; readonly remove: () => Promise<void> }> {
  const made = await mkdtemp(join(tmpdir(), 'assay-go-'))
  const file = join(made, 'program')
  const remove = () => rm(made, { recursive: true, force: true })
  // No downloads: it needs only Go.
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '', GOPROXY: 'off' }
  try {
    const parameters = ['build', '-o', file, join(folder, source)]
    await promisify(execFile)('go', parameters, { env, timeout: buildMs })
    return { file, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Starts the token service written in that language. */
export async function startTokenService(language: Language, settings: Surroundings): Promise<Started> {
  const env = {
    PORTAL: settings.portal,
    ISSUER: settings.issuer,
    JWKS_URI: settings.jwksUri,
    AUDIENCE: settings.audience,
    BI_HOST: settings.biHost,
    BI_SECRET_KEY: localSecretKey,
    VISITOR: 'anonymous',
    FORBIDDEN: settings.forbidden ?? '',
  }
  if (language === 'node') return startProgram(process.execPath, [join(folder, 'token-service.mjs')], env)
  if (language === 'python') return startProgram('python3', [join(folder, 'token-service.py')], env)
  return startInGo('token-service.go', env)
}

async function startInGo(source: string, env: Readonly<Record<string, string>>): Promise<Started> {
  const { file, remove } = await compiled(source)
  try {
    const started = await startProgram(file, [], env)
    return { ...started, close: () => started.close().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

const audience = 'the-token-service'
const analyst = 'analyst@example.com'
const forbidden = 'refused@example.com'
/** For this person, the BI host answers with a page in place of a token. */
const unlucky = 'unlucky@example.com'

interface Stage {
  readonly origin: string
  readonly issuer: string
  /** Signs an access token with these claims, valid or not, as the issuer. */
  readonly sign: (claims: unknown) => Promise<string>
  /** How often the service has requested the issuer's keys. */
  readonly keyRequests: () => number
}

/** Runs the token service of that language with its own issuer and BI host. */
async function onStage<Result>(language: Language, ask: (stage: Stage) => Promise<Result>): Promise<Result> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }]
  const around = await startPlainProvider({
    answer: ({ url }, _state, body) => {
      if (url === '/keys') return { status: 200, body: JSON.stringify({ keys }) }
      const asked = JSON.parse(body) as { readonly secret_key?: string; readonly username?: string }
      if (asked.username === unlucky) return { status: 200, body: '<h1>Back soon</h1>' }
      return asked.secret_key === localSecretKey
        ? { status: 200, body: JSON.stringify({ token: `BI.${randomUUID()}` }) }
        : { status: 401, body: '{}' }
    },
  })
  const issuer = `${around.origin}/`
  try {
    const service = await startTokenService(language, {
      portal: 'http://localhost:4300',
      issuer,
      jwksUri: `${around.origin}/keys`,
      audience,
      biHost: around.origin,
      forbidden,
    })
    const sign = (claims: unknown): Promise<string> =>
      new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(privateKey)
    try {
      const keyRequests = (): number => around.requests.filter(({ line }) => line === 'GET /keys').length
      return await ask({ origin: service.origin, issuer, sign, keyRequests })
    } finally {
      await service.close()
    }
  } finally {
    await around.close()
  }
}

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

/** Verifies the token service of that language against its pact. */
export const verifiedTokenService = (language: Language): Promise<Verification> =>
  onStage(language, async ({ origin, issuer: iss, sign }) => {
    const token = (email: string, aud = audience, seconds = 600): Promise<string> =>
      sign({ iss, aud, email, sub: email, exp: inSeconds(seconds) })
    return verify({
      pactFile: join(pactFolder, pactFileName('token-service')),
      baseUrl: origin,
      token: await token(analyst),
      credentials: {
        forbidden: await token(forbidden),
        expired: await token(analyst, audience, -600),
        foreignAudience: await token(analyst, 'another-service'),
      },
      healthPath: '/health',
    })
  })

/** A case with its expected and actual status, or count; 0 is no response. */
type Case = readonly [what: string, wanted: number, found: number]

/** Cases that no pact can cover, because they need the issuer's signature, or one connection for several requests. */
export const oddTokens = (language: Language): Promise<readonly Case[]> =>
  onStage(language, async ({ origin, issuer: iss, sign, keyRequests }) => {
    const right = { iss, aud: audience, email: analyst, sub: 'one', exp: inSeconds(600) }
    const { email: _, ...nameless } = right
    const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const tokens: readonly (readonly [string, number, string])[] = [
      ['as it has to be', 200, await sign({ ...right, nbf: inSeconds(-60) })],
      ['for several', 200, await sign({ ...right, aud: ['another-service', audience] })],
      ['without an e-mail address', 200, await sign(nameless)],
      ['of nobody', 401, await sign({ ...nameless, sub: '' })],
      ['not valid yet', 401, await sign({ ...right, nbf: inSeconds(600) })],
      ['valid until a text', 401, await sign({ ...right, exp: String(inSeconds(600)) })],
      ['whose claims are null', 401, await sign(null)],
      ['whose claims are a list', 401, await sign([right])],
      ['whose header is null', 401, `${encoded(null)}.${encoded(right)}.c2lnbmVk`],
      ['without a signature', 401, `${encoded({ alg: 'none', kid: 'one' })}.${encoded(right)}.`],
      ...Array.from({ length: 5 }, () => {
        const header = { alg: 'RS256', kid: randomUUID() }
        return ['of an unknown key', 401, `${encoded(header)}.${encoded(right)}.c2lnbmVk`] as const
      }),
      [
        'of a person for whom the BI host has a page',
        503,
        await sign({ ...right, email: unlucky, email_verified: true }),
      ],
      [
        'with an address that nobody verified',
        200,
        await sign({ ...right, email: unlucky, email_verified: false }),
      ],
    ]
    await closeWhileSending(origin)
    const answered = await Promise.all(
      tokens.map(async ([what, wanted, token]) => {
        const headers = { authorization: `Bearer ${token}` }
        const found = await fetch(`${origin}/api/token-authenticated`, { headers }).then(
          async (answer) => (await answer.text(), answer.status),
          () => 0,
        )
        return [what, wanted, found] as const
      }),
    )
    // Anyone can send tokens, and the issuer may limit requests for its keys.
    const keys: Case = ['requests for the keys', 1, keyRequests()]
    return [...answered, keys, ...(await longBodies(origin)), ...(await requestsInBodies(origin))]
  })

/**
 * Whether a body that reads like a request gets an answer. A proxy keeps its connections and counts one answer for each request, so it
 * would hand the answers that follow to the wrong people.
 */
export async function requestsInBodies(origin: string): Promise<readonly Case[]> {
  const { host, hostname, port } = new URL(origin)
  const hidden = `GET /no-such-path HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const chunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
  const found: Case[] = []
  for (const line of ['GET /health', 'OPTIONS /api/token-authenticated'])
    for (const body of [
      `Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
      `Transfer-Encoding: chunked\r\n\r\n${chunk}`,
    ]) {
      const socket = connect(Number(port), hostname)
      let received = ''
      socket.on('data', (bytes: Buffer) => (received += bytes.toString()))
      // A service that does not read the body may reset the connection.
      socket.on('error', () => undefined)
      socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\n${body}`)
      socket.write(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      await once(socket, 'close')
      const statuses = [...received.matchAll(/HTTP\/1\.\d (\d{3})/g)].map(([, status]) => Number(status))
      const strange = statuses.find((status) => status !== 204)
      found.push([`another request in the body of ${line}`, 204, strange ?? statuses[0] ?? 0])
    }
  return found
}

/** Whether the service answers without reading a body of any length into memory. */
async function longBodies(origin: string): Promise<readonly Case[]> {
  const long = JSON.stringify({ state: 'the token service is at work', more: 'a'.repeat(10_000) })
  const state = await fetch(`${origin}/_pact/state`, { method: 'POST', body: long }).then(
    ({ status }) => status,
    // Reset before the answer could be read: refused as well.
    () => 404,
  )
  const found: Case[] = [['a state of more than 10 kB', 404, state]]
  const { host, hostname, port } = new URL(origin)
  for (const [line, wanted] of [
    ['GET /health', 204],
    ['POST /no-such-path', 404],
  ] as const) {
    const socket = connect(Number(port), hostname)
    socket.setTimeout(waitMs, () => socket.destroy())
    socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000000000\r\n\r\n`)
    const head = await Promise.race([once(socket, 'data'), once(socket, 'close')])
    socket.destroy()
    found.push([`${line} before its body`, wanted, Number(/ (\d{3})/.exec(String(head))?.[1] ?? 0)])
  }
  return found
}

/** Goes away in the middle of a body, as a phone does in a tunnel. */
async function closeWhileSending(origin: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.resume().end(`GET /api/token HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 10\r\n\r\n{}`)
  await once(socket, 'close')
}

/** Starts saved dashboards and flags in that language; in Go also the assistant, the gateway's contracts, and `BEHIND` a BI host. */
export const startProvider = (
  language: 'python' | 'go',
  env: Readonly<Record<string, string>>,
): Promise<Started> =>
  language === 'python'
    ? startProgram('python3', [join(folder, 'provider.py')], env)
    : startInGo('provider.go', env)

/** Verifies that program against its pacts, each twice in parallel. Every verification has its own states, so that they do not interfere. */
export async function verifiedProvider(
  language: 'python' | 'go',
  providers: readonly string[],
): Promise<readonly Verification[]> {
  const token = 'a-real-access-token'
  const refused = 'a-token-of-somebody-else'
  const service = await startProvider(language, {
    TOKEN: token,
    FORBIDDEN_TOKEN: refused,
    PORTAL: 'http://localhost:4300',
  })
  const found: Verification[] = []
  try {
    for (const provider of providers) {
      const options = {
        pactFile: join(pactFolder, pactFileName(provider)),
        baseUrl: service.origin,
        token,
        credentials: { forbidden: refused, expired: 'an-expired-token', foreignAudience: 'a-foreign-token' },
        healthPath: '/health',
      }
      found.push(...(await Promise.all([verify(options), verify(options)])))
    }
    return found
  } finally {
    await service.close()
  }
}
