import {
  gatewayTokenRoutes,
  gatewayTokenService,
} from '../../src/adapters/token-service/superset/gateway-token-service'
import { gatewayLibraryRoutes } from '../../src/adapters/dashboard-library/superset/gateway-dashboard-library'
import { thoughtSpotDashboardLibrary } from '../../src/adapters/dashboard-library/thoughtspot/thoughtspot-rest-dashboard-library'
import {
  evaluationBody,
  flagEvaluationRoutes,
  parseOfrepReply,
} from '../../src/adapters/flag-source/ofrep/client'
import { preferenceRoutes } from '../../src/adapters/preference-service/http-preference-service'
import { httpTokenService, tokenServiceRoutes } from '../../src/adapters/token-service/http-token-service'
import type { Vendor } from '../../src/composition/adapter-map'
import { recordOf } from '../../src/composition/pairs'
import { flagUserContext } from '../../src/core/flags/flags-of-session'
import { flagKeys } from '../../src/core/kernel/flag-table'
import {
  about,
  ask,
  framingProblem,
  noPortal,
  preflightProblem,
  mayRead,
  type Deployment,
  type Finding,
  type Say,
} from './ask'
import { tryIdentity } from './identity'

interface Pair {
  readonly tokenHost: string
  readonly biHost: string
}

/** Checks a token service and the BI host of its tokens, each only if its variable is valid. */
async function tryPair(
  deployment: Deployment,
  pair: Pair,
  suffix: '' | '_STAGING',
  wrong: readonly string[],
): Promise<readonly Finding[]> {
  const where = suffix === '' ? '' : ' (staging)'
  const service = wrong.includes(`ASSAY_TOKEN_HOST${suffix}`)
    ? { findings: [], token: null }
    : await tryTokenService(deployment, pair.tokenHost, where)
  const { adapter } = deployment.configuration.bi
  const own =
    adapter === 'superset' && !wrong.includes(`ASSAY_TOKEN_HOST${suffix}`)
      ? [await tryOwnDashboards(deployment, pair.tokenHost, where)]
      : []
  const findings = [...service.findings, ...own]
  if (wrong.includes(`ASSAY_BI_HOST${suffix}`)) return findings
  return [...findings, ...(await biTries[adapter](deployment, pair.biHost, service.token, where))]
}

/** Checks that the portal's page can list and change users' own dashboards at the gateway. */
async function tryOwnDashboards(deployment: Deployment, tokenHost: string, where: string): Promise<Finding> {
  const { portal } = deployment
  const say = about(`Own dashboards${where}, CORS`)
  if (portal === null) return say('open', noPortal)
  for (const { method, path } of Object.values(gatewayLibraryRoutes)) {
    const address = `${tokenHost}${path.replace(':id', '00000000-0000-4000-8000-000000000000')}`
    const hasBody = method === 'POST' || method === 'PATCH'
    const headers = ['authorization', ...(hasBody ? ['content-type'] : [])]
    const problem = await preflightProblem(address, { origin: portal, method, headers }, deployment)
    if (problem !== null) return say('failed', problem)
  }
  return say('ok', `${portal} can list and change them`)
}

/** The token service of each BI vendor, and its routes. */
const tokenServices = {
  thoughtspot: {
    issue: httpTokenService,
    ...tokenServiceRoutes,
    headers: ['authorization'],
    tokenReply: 'status 200, text/plain and only the token',
  },
  superset: {
    issue: gatewayTokenService,
    anonymous: gatewayTokenRoutes.tokens,
    authenticated: gatewayTokenRoutes.tokens,
    headers: ['authorization', 'content-type'],
    tokenReply: 'status 200 and the body in docs/gateway.md',
  },
} as const satisfies Readonly<Record<Vendor<'bi'>, unknown>>

async function tryTokenService(
  deployment: Deployment,
  tokenHost: string,
  where: string,
): Promise<{ readonly findings: readonly Finding[]; readonly token: string | null }> {
  const { portal } = deployment
  const cors = about(`Token service${where}, CORS`)
  const given = about(`Token service${where}, token for visitors`)
  const { issue, authenticated, anonymous, headers, tokenReply } =
    tokenServices[deployment.configuration.bi.adapter]
  const address = `${tokenHost}${authenticated.path}`
  const wanted = { origin: portal ?? '', method: authenticated.method, headers }
  const problem = portal === null ? null : await preflightProblem(address, wanted, deployment)
  const first =
    portal === null
      ? cors('open', noPortal)
      : problem === null
        ? cors('ok', `${portal} can send a user’s access token`)
        : cors('failed', problem)
  let readable = true
  const send: typeof fetch = async (asked, init) => {
    const answer = await deployment.fetch(asked, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), ...(portal !== null && { origin: portal }) },
    })
    readable = portal === null || mayRead(answer, portal, tokenHost)
    return answer
  }
  const { deadlineMs } = deployment
  const token = await issue({ baseUrl: tokenHost, fetch: send, deadlineMs }).anonymousToken()
  if (!token.ok) {
    const { failure } = token
    const asked = `${tokenHost}${anonymous.path}`
    const status = 'status' in failure ? failure.status : 0
    const texts = {
      'token-refused': `refuses a visitor with ${status}, but must issue a token to every visitor`,
      'token-unavailable': `answers with ${status}`,
      'token-unreachable': 'cannot be reached',
      'token-timeout': `did not answer within ${deadlineMs / 1_000} s`,
      'token-malformed': `does not answer with a token; expected: ${tokenReply}`,
    }
    return { findings: [first, given('failed', `${asked} ${texts[failure.kind]}`)], token: null }
  }
  const { covers, value } = token.value
  const { home } = deployment.configuration.catalogue.dashboardIds
  const second = !readable
    ? given('failed', `issued, but ${portal ?? ''} cannot read it: the response has no CORS header for it`)
    : covers !== undefined && home !== undefined && !covers.includes(home)
      ? given('failed', `issued, but it does not open Home (${home}), which every visitor may see`)
      : given('ok', 'issued')
  return { findings: [first, second], token: value }
}

type BiTry = (
  deployment: Deployment,
  biHost: string,
  token: string | null,
  where: string,
) => Promise<readonly Finding[]>

const biTries: Readonly<Record<Vendor<'bi'>, BiTry>> = {
  async superset(deployment, biHost, token, where) {
    const { portal, configuration } = deployment
    const taken = about(`Superset${where}, tokens of the gateway`)
    const who =
      token === null
        ? null
        : await ask(`${biHost}/api/v1/me/roles/`, { headers: { 'x-guesttoken': token } }, deployment)
    if (who !== null && typeof who !== 'string' && who.status === 401)
      return [
        taken(
          'failed',
          `${biHost} does not accept them: make GATEWAY_GUEST_SECRET and GATEWAY_GUEST_AUDIENCE equal to its GUEST_TOKEN_JWT_SECRET and GUEST_TOKEN_JWT_AUDIENCE`,
        ),
      ]
    const framed = about(`Superset${where}, embedding of Home`)
    const home = configuration.catalogue.dashboardIds.home ?? ''
    const headers = portal === null ? {} : { referer: `${portal}/` }
    const page = await ask(`${biHost}/embedded/${home}`, { redirect: 'follow', headers }, deployment)
    if (typeof page === 'string') return [framed('failed', page)]
    if (page.status === 404)
      return [
        framed(
          'failed',
          `${biHost} has no dashboard embedded as ${home}, or its feature flag EMBEDDED_SUPERSET is off`,
        ),
      ]
    if (page.status === 403)
      return [
        framed(
          'failed',
          `${biHost} refuses Home to ${portal ?? 'a page without an origin'}: remove all allowed domains from the dashboard’s embedding`,
        ),
      ]
    if (!page.ok) return [framed('failed', `${biHost} answers with ${page.status}`)]
    const refusal = portal === null ? null : framingProblem(page.headers, portal, biHost)
    if (portal === null) return [framed('open', noPortal)]
    return [
      refusal === null
        ? framed('ok', `${portal} can show it in a frame`)
        : framed(
            'failed',
            `${portal} cannot show it in a frame: ${refusal}. Add the portal to frame-ancestors`,
          ),
    ]
  },
  async thoughtspot(deployment, biHost, token, where) {
    const { portal, configuration } = deployment
    const framed = about(`BI host${where}, embedding`)
    const listed = about(`BI host${where}, REST list`)
    const page = await ask(`${biHost}/?embedApp=true`, { redirect: 'follow' }, deployment)
    if (typeof page === 'string')
      return [framed('failed', page), listed('open', 'not checked: the host cannot be reached')]
    if (!page.ok)
      return [
        framed('failed', `${biHost} answers with ${page.status}. Check that it is the cluster’s address`),
        listed('open', 'not checked: the host does not show its application'),
      ]
    const refusal = portal === null ? null : framingProblem(page.headers, portal, biHost)
    const first =
      portal === null
        ? framed('open', noPortal)
        : refusal === null
          ? framed('ok', `${portal} can show it in a frame`)
          : framed(
              'failed',
              `${portal} cannot show it in a frame: ${refusal}. Add the portal to the CSP visual embed hosts`,
            )
    if (token === null) return [first, listed('open', 'not checked: the token service issued no token')]
    const calls: {
      readonly address: string
      readonly method: string
      readonly headers: readonly string[]
    }[] = []
    const library = thoughtSpotDashboardLibrary({
      baseUrl: biHost,
      version: configuration.bi.restVersion,
      tokens: () => ({
        token: async () => ({ ok: true, value: { value: token, serverTime: null } }),
        drop: () => undefined,
      }),
      deadlineMs: deployment.deadlineMs,
      fetch(address, init) {
        const headers = Object.keys(init?.headers ?? {}).filter((name) => name !== 'accept')
        calls.push({
          address: address instanceof Request ? address.url : String(address),
          method: init?.method ?? 'GET',
          headers,
        })
        return deployment.fetch(address, init)
      },
    })
    const list = await library.list()
    const [call] = calls
    const blocked =
      portal === null || call === undefined
        ? null
        : await preflightProblem(call.address.split('?', 1)[0] ?? '', { ...call, origin: portal }, deployment)
    if (!list.ok) return [first, listed('failed', `${biHost}: ${list.failure.text.replaceAll(token, '…')}`)]
    if (blocked !== null) return [first, listed('failed', blocked)]
    const version = `version ${configuration.bi.restVersion}`
    const count = `${list.value.dashboards.length}${list.value.complete ? '' : ' or more'}`
    const visitors = `with REST ${version}, a visitor’s token lists this many dashboards: ${count}`
    return [first, portal === null ? listed('open', `${visitors}; CORS ${noPortal}`) : listed('ok', visitors)]
  },
}

/** Checks that the portal's page can read and write users' preferences. */
async function tryPreferences(deployment: Deployment): Promise<readonly Finding[]> {
  const { configuration, portal } = deployment
  if (configuration.preferencesHost === '') return []
  const say = about('Preferences')
  if (portal === null) return [say('open', noPortal)]
  const address = `${configuration.preferencesHost}${preferenceRoutes.write.path}`
  const headers = ['authorization', 'content-type', 'if-match', 'if-none-match']
  for (const { method } of Object.values(preferenceRoutes)) {
    const problem = await preflightProblem(address, { origin: portal, method, headers }, deployment)
    if (problem !== null) return [say('failed', problem)]
  }
  return [say('ok', `${portal} can read and write them`)]
}

type FlagTry = (deployment: Deployment) => Promise<readonly Finding[]>

/** The flag context that a page sends for a visitor. */
const visitor = flagUserContext(undefined, {
  hasBypassAccess: false,
  userAgent: 'check-configuration',
  timestamp: new Date(0).toISOString(),
})

const flagTries: Readonly<Record<Vendor<'flags'>, FlagTry>> = {
  async launchdarkly(deployment) {
    const { host, streamHost, clientId } = deployment.configuration.flags
    const say = about('Flag environment')
    const first = await tryFlags(deployment, say, {
      address: `${host}/sdk/evalx/${clientId}/context`,
      method: 'REPORT',
      headers: {},
      body: JSON.stringify(visitor),
      unknown: `${host} has no environment "${clientId}"`,
      keysOf: keysOfJson,
    })
    const address = `${streamHost}/ping/${clientId}`
    const stream = await ask(address, originOf(deployment), deployment)
    const live = about('Flag stream')
    if (typeof stream === 'string') return [first, live('failed', stream)]
    void stream.body?.cancel()
    const { portal } = deployment
    if (portal !== null && !mayRead(stream, portal, address))
      return [first, live('failed', `${streamHost} does not allow the origin ${portal}`)]
    const isStream = stream.headers.get('content-type')?.startsWith('text/event-stream') === true
    return [
      first,
      stream.ok && isStream
        ? live('ok', `${streamHost} sends changes`)
        : live('failed', `${streamHost} answers with ${stream.status} and no event stream`),
    ]
  },
  async ofrep(deployment) {
    const { flags } = deployment.configuration
    const host = flags.host || deployment.portal
    if (host === null) return [about('Flag service')('open', noPortal)]
    const elsewhere = new Set<string>()
    const first = await tryFlags(deployment, about('Flag service'), {
      address: `${host}${flagEvaluationRoutes.evaluate.path}`,
      method: flagEvaluationRoutes.evaluate.method,
      headers: recordOf(flags.headers),
      body: evaluationBody(visitor),
      unknown: `${host} does not support OFREP`,
      keysOf(text) {
        const reply = parseOfrepReply(text, null, host, () => undefined)
        for (const address of reply?.streams ?? []) {
          const origin = URL.canParse(address) ? new URL(address).origin : address
          if (origin !== flags.streamHost) elsewhere.add(origin)
        }
        return reply === null ? null : [...reply.values.keys()]
      },
    })
    const streams = [...elsewhere].join(', ')
    return streams === ''
      ? [first]
      : [
          first,
          about('Flag stream')(
            'ok',
            `not used at ${streams}: ASSAY_FLAGS_STREAM_HOST is ${flags.streamHost || 'not given'}`,
          ),
        ]
  },
  defaults: () => Promise.resolve([]),
}

const originOf = ({ portal }: Deployment) => (portal === null ? {} : { headers: { origin: portal } })

function keysOfJson(text: string): readonly string[] | null {
  try {
    return Object.keys(JSON.parse(text) as object)
  } catch {
    return null
  }
}

interface FlagQuestion {
  readonly address: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Problem text for a service that does not have this URL. */
  readonly unknown: string
  /** Keys of the flags in a response; null if it is not a flag response. */
  readonly keysOf: (text: string) => readonly string[] | null
}

/** Sends the page's flag request, and its browser's preflight. */
async function tryFlags(
  deployment: Deployment,
  say: Say,
  { address, method, headers, body, unknown, keysOf }: FlagQuestion,
): Promise<Finding> {
  const { portal } = deployment
  const sent = { ...headers, 'content-type': 'application/json' }
  const origin = originOf(deployment).headers
  const question = { method, headers: { ...origin, ...sent }, body }
  const answer = await ask(address, question, deployment)
  if (typeof answer === 'string') return say('failed', answer)
  if (answer.status === 404) return say('failed', unknown)
  if (!answer.ok) {
    // Besides the status, prints only the protocol's error code, since the rest of the body may be confidential.
    const [, code] = /"errorCode"\s*:\s*"([A-Z_]{1,40})"/.exec(await answer.text().catch(() => '')) ?? []
    return say('failed', `it answers with ${answer.status}${code === undefined ? '' : `: ${code}`}`)
  }
  if (answer.headers.get('content-type')?.includes('json') !== true)
    return say('failed', 'it does not return JSON')
  if (portal !== null && !mayRead(answer, portal, address))
    return say('failed', `it does not allow the origin ${portal}`)
  const names = Object.keys(sent).map((name) => name.toLowerCase())
  const wanted = { origin: portal ?? '', method, headers: names }
  const blocked = portal === null ? null : await preflightProblem(address, wanted, deployment)
  if (blocked !== null) return say('failed', blocked)
  const keys = keysOf(await answer.text().catch(() => ''))
  if (keys === null) return say('failed', `its response has no flags: ${unknown}`)
  return flagKeys.some((key) => keys.includes(key))
    ? say('ok', 'it answers for a visitor')
    : say('open', 'it answers, but has no flag of the portal for browsers, so each flag has its default')
}

/**
 * Checks all hosts of the deployment in parallel, except those whose settings are in `wrong`. Never prints a host's response, which may
 * contain tokens.
 */
export async function tryHosts(
  deployment: Deployment,
  wrong: readonly string[],
): Promise<readonly Finding[]> {
  const { hosts, flags } = deployment.configuration
  const right = (start: string): boolean => !wrong.some((name) => name.startsWith(start))
  const found = await Promise.all([
    right('ASSAY_IDENTITY') ? tryIdentity(deployment) : [],
    tryPair(deployment, hosts.production, '', wrong),
    hosts.staging === null ? [] : tryPair(deployment, hosts.staging, '_STAGING', wrong),
    right('ASSAY_PREFERENCES') ? tryPreferences(deployment) : [],
    right('ASSAY_FLAGS') ? flagTries[flags.adapter](deployment) : [],
  ])
  return found.flat()
}
