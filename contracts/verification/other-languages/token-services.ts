import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { localSecretKey } from '../../../local/http/addresses'
import { pactFileName, pactFolder } from '../../interactions/pact-file'
import { startPlainProvider } from '../plain-provider'
import { verify, type Verification } from '../verify'

const folder = 'contracts/verification/other-languages'

/** A language that a token service is written in here, from the contract alone. */
export type Language = 'node' | 'python' | 'go'

/** What such a service has to know. */
interface Surroundings {
  readonly portal: string
  readonly issuer: string
  readonly jwksUri: string
  readonly audience: string
  /** Origin that gives BI tokens by `POST /api/rest/2.0/auth/token/full`. */
  readonly biHost: string
  /** E-mail address of an account that gets none. */
  readonly forbidden?: string
}

interface Started {
  readonly origin: string
  close(): Promise<void>
}

/** How long a program may take to print its address, and Go to compile it, in ms. */
const startMs = 20_000
const buildMs = 120_000

/** The program that prints its address, run on a free port. Rejects when it ends before, or prints none in time; it is then ended. */
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

/** @throws Error where Go cannot compile it */
async function compiled(): Promise<{ readonly file: string; readonly remove: () => Promise<void> }> {
  const made = await mkdtemp(join(tmpdir(), 'assay-go-'))
  const file = join(made, 'token-service')
  const remove = () => rm(made, { recursive: true, force: true })
  // Nothing is fetched: it needs Go alone.
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '', GOPROXY: 'off' }
  try {
    const parameters = ['build', '-o', file, join(folder, 'token-service.go')]
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
  const { file, remove } = await compiled()
  try {
    const started = await startProgram(file, [], env)
    return { ...started, close: () => started.close().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Holds the token service of that language to its pact, with an issuer and a BI host of its own. */
export async function verifiedTokenService(language: Language): Promise<Verification> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }]
  const around = await startPlainProvider({
    answer: ({ url }, _state, body) => {
      if (url === '/keys') return { status: 200, body: JSON.stringify({ keys }) }
      const { secret_key: secret } = JSON.parse(body) as { readonly secret_key?: string }
      return secret === localSecretKey
        ? { status: 200, body: JSON.stringify({ token: `BI.${randomUUID()}` }) }
        : { status: 401, body: '{}' }
    },
  })
  const [issuer, audience, forbidden] = [`${around.origin}/`, 'the-token-service', 'refused@example.com']
  const token = (email: string, aud = audience, seconds = 600): Promise<string> =>
    new SignJWT({ email })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(aud)
      .setSubject(email)
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(privateKey)
  const analyst = 'analyst@example.com'
  const portal = 'http://localhost:4300'
  const settings = {
    portal,
    issuer,
    jwksUri: `${around.origin}/keys`,
    audience,
    biHost: around.origin,
    forbidden,
  }
  const service = await startTokenService(language, settings)
  try {
    return await verify({
      pactFile: join(pactFolder, pactFileName('token-service')),
      baseUrl: service.origin,
      token: await token(analyst),
      credentials: {
        forbidden: await token(forbidden),
        expired: await token(analyst, audience, -600),
        foreignAudience: await token(analyst, 'another-service'),
      },
      healthPath: '/health',
    })
  } finally {
    await service.close()
    await around.close()
  }
}

/** Holds the saved dashboards or the flags in Python to their pact, twice at once: there are states for each, so the two do not meet. */
export async function verifiedInPython(provider: string): Promise<readonly Verification[]> {
  const token = 'a-real-access-token'
  const forbidden = 'a-token-of-somebody-else'
  const service = await startProgram('python3', [join(folder, 'provider.py')], {
    TOKEN: token,
    FORBIDDEN_TOKEN: forbidden,
  })
  const options = {
    pactFile: join(pactFolder, pactFileName(provider)),
    baseUrl: service.origin,
    token,
    credentials: { forbidden, expired: 'an-expired-token', foreignAudience: 'a-foreign-token' },
    healthPath: '/health',
  }
  try {
    return await Promise.all([verify(options), verify(options)])
  } finally {
    await service.close()
  }
}
