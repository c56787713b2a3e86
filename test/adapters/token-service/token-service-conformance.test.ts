import { startLocalTokenService } from '../../../contracts/verification/local-services'
import { httpTokenService } from '../../../src/adapters/token-service/http-token-service'
import {
  memoryTokenService,
  type MemoryTokenService,
  type MemoryTokenServiceOptions,
} from '../../../src/adapters/token-service/memory-token-service'
import { fail, ok } from '../../../src/core/kernel/result'
import type { TokenFailure, TokenService } from '../../../src/core/ports/token-service'
import { conforms, rejects } from '../../conformance/suite'
import { tokenServiceSuite, type TokenTrouble, type TokenWorld } from '../../conformance/token-service.suite'
import { startScriptedService, type Script } from './scripted-service'

/** The adapter, with a timeout long enough for any machine. Where the service is silent, a short one is enough. */
function patientService(
  options: Parameters<typeof httpTokenService>[0],
  isSilent: () => boolean,
): TokenService {
  const patient = httpTokenService({ ...options, deadlineMs: 30_000 })
  const hurried = httpTokenService({ ...options, deadlineMs: 300 })
  const service = (): TokenService => (isSilent() ? hurried : patient)
  return {
    anonymousToken: (request) => service().anonymousToken(request),
    personalToken: (accessToken, request) => service().personalToken(accessToken, request),
  }
}

/** A request that bypasses the browser's cache says so to every other cache on the way. */
const mayBeCached = (cacheControl: string): boolean => !/no-cache|no-store/.test(cacheControl)

function scriptOf(trouble: TokenTrouble): Script {
  switch (trouble.kind) {
    case 'status': {
      const { status, retryAfterSeconds } = trouble
      const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
      return { status, headers }
    }
    case 'nonsense':
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html>' }
    case 'unreachable':
      return 'drop'
    case 'silence':
      return 'silence'
  }
}

type HttpWorld = TokenWorld & { readonly close: () => Promise<void> }

async function httpWorld(
  change: (service: TokenService) => Partial<TokenService> = () => ({}),
  send: typeof fetch = fetch,
): Promise<HttpWorld> {
  const scripted = await startScriptedService()
  let met: TokenTrouble['kind'] | undefined
  const service = patientService({ baseUrl: scripted.baseUrl, fetch: send }, () => met === 'silence')
  return {
    service: { ...service, ...change(service) },
    accessToken: 'an-access-token',
    failNext(trouble) {
      met = trouble.kind
      scripted.next(scriptOf(trouble))
    },
    receivedTokens: () => scripted.arrived,
    cacheable: () => scripted.headers.map((headers) => mayBeCached(String(headers['cache-control'] ?? ''))),
    close: () => scripted.close(),
  }
}

/** The embedded stack's own service, which fails by its fault switches. */
async function localWorld(): Promise<HttpWorld> {
  const local = await startLocalTokenService()
  let met: TokenTrouble['kind'] | undefined
  const arrived: (string | null)[] = []
  const cacheable: boolean[] = []
  const spy: typeof fetch = (input, init) => {
    cacheable.push(init?.cache !== 'no-store' && init?.cache !== 'reload')
    arrived.push(new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '') ?? null)
    return fetch(input, init)
  }
  return {
    service: patientService({ baseUrl: local.origin, fetch: spy }, () => met === 'silence'),
    accessToken: local.token,
    failNext(trouble) {
      met = trouble.kind
      const script = scriptOf(trouble)
      local.faults.replace([
        {
          service: 'token-service',
          times: 1,
          ...(script === 'drop' || script === 'silence'
            ? { kind: script === 'drop' ? 'drop' : 'hang' }
            : {
                kind: 'reply',
                status: script.status,
                headers: script.headers ?? {},
                contentType: script.headers?.['content-type'] ?? 'text/plain',
                body: String(script.body ?? ''),
              }),
        },
      ])
    },
    receivedTokens: () => arrived,
    cacheable: () => cacheable,
    close: () => local.close(),
  }
}

function memoryWorld(
  options: MemoryTokenServiceOptions = {},
): TokenWorld & { readonly service: MemoryTokenService } {
  const service = memoryTokenService(options)
  const failureOf = (trouble: TokenTrouble): TokenFailure => {
    if (trouble.kind === 'unreachable') return { kind: 'token-unreachable' }
    if (trouble.kind === 'silence') return { kind: 'token-timeout' }
    if (trouble.kind === 'nonsense') return { kind: 'token-malformed' }
    const { status, retryAfterSeconds } = trouble
    if (status < 429) return { kind: 'token-refused', status }
    const retryAfter = retryAfterSeconds === undefined ? null : retryAfterSeconds * 1_000
    return { kind: 'token-unavailable', status, retryAfter }
  }
  return {
    service,
    accessToken: 'an-access-token',
    failNext: (trouble) => service.failNext(failureOf(trouble)),
    receivedTokens: () => service.asked,
    // There is no cache on the way.
    cacheable: () => service.asked.map(() => false),
  }
}

/** In memory, with tokens per request, and one change to it. */
function byRequestWorld(
  change: (service: MemoryTokenService) => TokenService = (service) => service,
): TokenWorld {
  const world = memoryWorld({ curated: ['home'] })
  return {
    ...world,
    service: change(world.service),
    byRequest: {
      requested: () => world.service.requests.map((request) => request?.dashboards ?? []),
      dashboards: { anybody: 'home', person: ['own-one', 'own-other'] },
    },
  }
}

const dispose = (world: HttpWorld): Promise<void> => world.close()
const claims = { reportsTime: true }

conforms(tokenServiceSuite, { name: 'HTTP, a scripted service', claims, make: () => httpWorld(), dispose })
conforms(tokenServiceSuite, { name: 'HTTP, the embedded service', claims, make: localWorld, dispose })
conforms(tokenServiceSuite, { name: 'memory', claims: { reportsTime: false }, make: () => memoryWorld() })
conforms(tokenServiceSuite, {
  name: 'memory, by request',
  claims: { reportsTime: false },
  make: () => byRequestWorld(),
})

type Ask = TokenService['anonymousToken']

/** Both calls have the same bug. */
const broken = (name: string, breaks: string, change: (ask: Ask) => Ask) => ({
  name,
  breaks,
  claims,
  dispose,
  make: () =>
    httpWorld((service) => ({
      anonymousToken: change(() => service.anonymousToken()),
      personalToken: (accessToken) => change(() => service.personalToken(accessToken))(),
    })),
})

rejects(tokenServiceSuite, [
  {
    name: 'one that never sends the access token',
    breaks: 'returns a personal token, and sends the access token',
    claims,
    dispose,
    make: () =>
      httpWorld((service) => ({ personalToken: (accessToken) => service.personalToken(`${accessToken}=`) })),
  },
  broken('one that caches the last token', 'returns a new token on every call', (ask) => {
    let cached: ReturnType<Ask> | undefined
    return async () => {
      const result = await (cached ?? ask())
      cached = result.ok ? Promise.resolve(result) : undefined
      return result
    }
  }),
  {
    name: 'one that lets the browser cache answer',
    breaks: 'sends requests that no cache may answer',
    claims,
    dispose,
    make: () => httpWorld(undefined, (input, { cache: _cache, ...init } = {}) => fetch(input, init)),
  },
  broken('one that drops the server time', 'reports the server time, as it claims', (ask) => async () => {
    const result = await ask()
    return result.ok ? ok({ ...result.value, serverTime: null }) : result
  }),
  broken('one that reports every refusal as 401', 'reports 401 and 403 as refused', (ask) => async () => {
    const result = await ask()
    return !result.ok && result.failure.kind === 'token-refused' && result.failure.status === 403
      ? fail({ kind: 'token-refused', status: 401 })
      : result
  }),
  broken(
    'one that reports 404 as an outage',
    'reports 404 as refused, with its status',
    (ask) => async () => {
      const result = await ask()
      return !result.ok && result.failure.kind === 'token-refused' && result.failure.status === 404
        ? fail({ kind: 'token-unavailable', status: 404, retryAfter: null })
        : result
    },
  ),
  broken(
    'one that reads seconds as milliseconds',
    'reports 5xx and 429 as unavailable, with Retry-After',
    (ask) => async () => {
      const result = await ask()
      return !result.ok && result.failure.kind === 'token-unavailable'
        ? fail({ ...result.failure, retryAfter: (result.failure.retryAfter ?? 0) / 1_000 })
        : result
    },
  ),
  broken(
    'one that returns any response as a token',
    'reports a response without a valid token as malformed',
    (ask) => async () => {
      const result = await ask()
      return !result.ok && result.failure.kind === 'token-malformed'
        ? ok({ value: '<!doctype html>', serverTime: Date.now() })
        : result
    },
  ),
  broken('one without a timeout', 'reports an unreachable service and a timeout', (ask) => async () => {
    const result = await ask()
    return !result.ok && result.failure.kind === 'token-timeout' ? new Promise(() => undefined) : result
  }),
  broken('one that never recovers', 'recovers after a failure', (ask) => {
    let last: Awaited<ReturnType<Ask>> | undefined
    return async () => {
      if (last?.ok === false && last.failure.kind === 'token-unavailable' && last.failure.status === 500) {
        const again = last
        last = await ask()
        return last.ok ? again : last
      }
      last = await ask()
      return last
    }
  }),
])

const byRequest: Readonly<Record<string, (service: MemoryTokenService) => TokenService>> = {
  'one that ignores the requested dashboards': (service) => ({
    ...service,
    anonymousToken: () => service.anonymousToken(),
    personalToken: (accessToken) => service.personalToken(accessToken),
  }),
  'one that reports the requested dashboards as covered': (service) => ({
    ...service,
    async personalToken(accessToken, request) {
      const token = await service.personalToken(accessToken)
      return token.ok ? ok({ ...token.value, covers: request?.dashboards ?? [] }) : token
    },
  }),
  'one that requests only the first dashboard': (service) => ({
    ...service,
    personalToken: (accessToken, request) =>
      service.personalToken(accessToken, { dashboards: request?.dashboards.slice(0, 1) ?? [] }),
  }),
  'one that requests every dashboard ever requested': (service) => {
    const wanted = new Set<string>()
    return {
      ...service,
      personalToken(accessToken, request) {
        for (const id of request?.dashboards ?? []) wanted.add(id)
        return service.personalToken(accessToken, { dashboards: [...wanted] })
      },
    }
  },
  'one that does not report that its tokens are per request': (service) => ({
    anonymousToken: (request) => service.anonymousToken(request),
    personalToken: (accessToken, request) => service.personalToken(accessToken, request),
  }),
}

rejects(
  tokenServiceSuite,
  Object.entries(byRequest).map(([name, change]) => ({
    name,
    breaks: 'returns a token for the requested dashboards only, where tokens are per request',
    claims: { reportsTime: false },
    make: () => byRequestWorld(change),
  })),
)
