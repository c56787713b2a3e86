import { isDeepStrictEqual } from 'node:util'
import { httpPreferenceService } from '../../src/adapters/preference-service/http-preference-service'
import { httpTokenService } from '../../src/adapters/token-service/http-token-service'
import { preferenceStates, tokenServiceStates } from '../../local/provider-states/states'
import { validAccessToken } from '../interactions/examples'
import { providers } from '../interactions/operations'
import type { BrowserRow } from './browser'
import type { StreamNeeds } from './stream'

interface Needs {
  /** URL of the proxy that replaces example credentials in requests to the provider. */
  readonly baseUrl: string
  readonly changeState: StreamNeeds['changeState']
}

/** By provider: the route named in the row, the rule, and the check. */
const rules: Readonly<
  Record<
    string,
    {
      readonly rule: string
      readonly route: string
      readonly problemOf: (needs: Needs) => Promise<string | null>
    }
  >
> = {
  'token-service': { rule: 'whose token', route: 'authenticated', problemOf: sharedToken },
  preferences: { rule: 'read back', route: 'write', problemOf: notReadBack },
}

/**
 * Checks across several calls: responses that each meet the pact but are inconsistent with each other. Uses the portal's own adapters,
 * with a credential that the provider accepts.
 */
export async function acrossCalls(provider: string, needs: Needs): Promise<readonly BrowserRow[]> {
  const found = rules[provider]
  const route = providers.find(({ name }) => name === provider)?.routes[found?.route ?? '']
  if (found === undefined || route === undefined) return []
  const { method, path } = route
  const problem = await found.problemOf(needs)
  return [
    {
      description: `${found.rule}: ${method} ${path}`,
      method,
      path,
      passed: problem === null,
      reasons: problem === null ? [] : [problem],
    },
  ]
}

async function sharedToken({ baseUrl, changeState }: Needs): Promise<string | null> {
  const service = httpTokenService({ baseUrl })
  await changeState(tokenServiceStates.validAccessToken, 'setup')
  const [visitors, persons] = [await service.anonymousToken(), await service.personalToken(validAccessToken)]
  await changeState(tokenServiceStates.validAccessToken, 'teardown')
  // The pact covers missing responses.
  return visitors.ok && persons.ok && visitors.value.value === persons.value.value
    ? 'the signed-in person is given the token of nobody in particular'
    : null
}

/** Texts with unknown members and letters of several scripts, which the service must store without interpreting them. */
const texts = [
  {
    version: 1,
    favourites: [{ kind: 'dataset', key: 'etf' }],
    recents: [],
    later: { label: 'Übersicht 東京' },
  },
  { version: 1, favourites: [], recents: [{ kind: 'dataset', key: 'bitcoin' }] },
] as const

/** What a response that breaks the pact comes to. */
type Broken = (method: string, failure: { readonly kind: string; readonly status?: number }) => string | null

async function notReadBack({ baseUrl, changeState }: Needs): Promise<string | null> {
  const service = httpPreferenceService({ baseUrl })
  const state = preferenceStates.hasNone
  const change = await changeState(state, 'setup')
  if (typeof change === 'object') return null
  // With states its own row has failed already. Without them, no other row has this call.
  const broken: Broken = (method, { kind, status }) =>
    change === 'changed' ? null : `${method} is ${kind}${status === undefined ? '' : ` (${status})`}`
  const before = await service.read(validAccessToken)
  if (!before.ok) return broken('GET', before.failure)
  const [problem, version] = await writeAndRead(service, before.value.version, broken)
  // Without states this is a real account. One without preferences keeps the last text, because no call can delete it.
  if (before.value.text !== null) await service.write(validAccessToken, before.value.text, version)
  if (change === 'changed') await changeState(state, 'teardown')
  return problem
}

/** What is wrong, or null, and the final entity tag. Ends at a response that breaks the pact. */
async function writeAndRead(
  service: ReturnType<typeof httpPreferenceService>,
  first: string | null,
  broken: Broken,
): Promise<readonly [problem: string | null, version: string | null]> {
  let version = first
  for (const text of texts) {
    const before = version
    const written = await service.write(validAccessToken, JSON.stringify(text), before)
    if (!written.ok) {
      const isOld = before !== null && written.failure.kind === 'preferences-changed'
      return [
        isOld ? 'PUT with the ETag of the PUT before is answered with 412' : broken('PUT', written.failure),
        version,
      ]
    }
    ;({ version } = written.value)
    const read = await service.read(validAccessToken)
    if (!read.ok) return [broken('GET', read.failure), version]
    const found: unknown = read.value.text === null ? null : JSON.parse(read.value.text)
    if (!isDeepStrictEqual(found, text))
      return [`GET answers ${JSON.stringify(found)} after PUT of ${JSON.stringify(text)}`, version]
    if (before === null) continue
    const late = await service.write(validAccessToken, JSON.stringify(texts[0]), before)
    if (late.ok) return ['PUT with the ETag of what was there before was taken', late.value.version]
    if (late.failure.kind !== 'preferences-changed') return [broken('PUT', late.failure), version]
  }
  return [null, version]
}
