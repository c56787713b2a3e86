import { startLocalTokenService } from '../../../contracts/verification/local-services'
import { httpPreferenceService } from '../../../src/adapters/preference-service/http-preference-service'
import { memoryPreferenceService } from '../../../src/adapters/preference-service/memory-preference-service'
import { ok } from '../../../src/core/kernel/result'
import type { PreferenceFailure, PreferenceService } from '../../../src/core/ports/preference-service'
import { preferenceServiceSuite, type PreferenceWorld } from '../../conformance/preference-service.suite'
import { conforms, rejects } from '../../conformance/suite'

function memoryWorld(): PreferenceWorld {
  const service = memoryPreferenceService()
  return { service, accessToken: 'token', meet: (failure) => service.failNext(failure) }
}

async function httpWorld(through = (reply: Response) => reply): Promise<PreferenceWorld> {
  const local = await startLocalTokenService()
  let met: PreferenceFailure | undefined
  const troubled: typeof fetch = async (input, init) => {
    const failure = met
    met = undefined
    switch (failure?.kind) {
      case undefined:
      case 'preferences-changed':
        return through(await fetch(input, init))
      case 'preferences-refused':
      case 'preferences-unavailable':
        return new Response(null, { status: failure.status })
      case 'preferences-unreachable':
        throw new TypeError('Failed to fetch')
      case 'preferences-timeout':
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')))
        })
      case 'preferences-malformed':
        return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
    }
  }
  const at = (): PreferenceService =>
    httpPreferenceService({
      baseUrl: local.origin,
      fetch: troubled,
      deadlineMs: met?.kind === 'preferences-timeout' ? 300 : 30_000,
    })
  return {
    service: { read: (...given) => at().read(...given), write: (...given) => at().write(...given) },
    accessToken: local.token,
    meet: (failure) => void (met = failure),
    close: () => local.close(),
  }
}

conforms(preferenceServiceSuite, { name: 'memory', claims: undefined, make: memoryWorld })
conforms(preferenceServiceSuite, {
  name: 'HTTP, the embedded service',
  claims: undefined,
  make: () => httpWorld(),
  dispose: (world) => world.close?.(),
})
/** What proxies make of the entity tag of a response that they compress. */
const compressedTags: Readonly<Record<string, (tag: string) => string>> = {
  'nginx, which weakens the tag': (tag) => `W/${tag}`,
  'Caddy or Apache, which adds the encoding to the tag': (tag) => tag.replace(/"$/, '-gzip"'),
}

for (const [proxy, change] of Object.entries(compressedTags))
  conforms(preferenceServiceSuite, {
    name: `HTTP, the embedded service compressed by ${proxy}`,
    claims: undefined,
    make: () => httpWorld((reply) => withTag(reply, change)),
    dispose: (world) => world.close?.(),
  })

function withTag(reply: Response, change: (tag: string) => string): Response {
  const headers = new Headers(reply.headers)
  const tag = headers.get('etag')
  if (tag !== null) headers.set('etag', change(tag))
  return new Response(reply.body, { status: reply.status, headers })
}

const broken = (breaks: string, change: (service: PreferenceService) => Partial<PreferenceService>) => ({
  name: breaks,
  breaks,
  claims: undefined,
  make: (): PreferenceWorld => {
    const world = memoryWorld()
    return { ...world, service: { ...world.service, ...change(world.service) } }
  },
})

rejects(preferenceServiceSuite, [
  broken('reports why a call failed, writes nothing, and recovers', (service) => ({
    async write(...given) {
      const written = await service.write(...given)
      return written.ok || written.failure.kind === 'preferences-changed' ? written : service.write(...given)
    },
  })),
  broken('accepts a write only over the version that was read', (service) => ({
    async write(accessToken, given) {
      const read = await service.read(accessToken)
      return read.ok ? service.write(accessToken, given, read.value.version) : read
    },
  })),
  broken('returns what was written, with the version that the write returned', (service) => ({
    async read(accessToken) {
      const read = await service.read(accessToken)
      return read.ok ? ok({ ...read.value, text: read.value.text?.replace('ä', 'a') ?? null }) : read
    },
  })),
])
