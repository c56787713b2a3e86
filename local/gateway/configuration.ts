import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import { signatureAlgorithms, type AccessTokenOptions, type SignatureAlgorithm } from '../http/access-token'

/** The name of a claim, which may contain dots, or the path of a nested claim: `["realm_access", "roles"]`. */
const claimName = v.union([
  v.pipe(v.string(), v.minLength(1)),
  v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1)),
])

const mark = '{values}'
const maxValues = 100
const maxCharacters = 128

/** Whether an operator's SQL is one condition that cannot end the statement or reach Superset's templates. */
function isCondition(clause: string): boolean {
  let depth = 0
  let isQuoted = false
  for (const character of clause.replace(mark, '')) {
    if (character === "'") isQuoted = !isQuoted
    else if (!isQuoted && character === '(') depth += 1
    else if (!isQuoted && character === ')') depth -= 1
    if (depth < 0) return false
  }
  return (
    depth === 0 && !isQuoted && clause.trim() !== '' && !/;|--|\/\*|\\|[{}]|%/.test(clause.replace(mark, ''))
  )
}

/** Whether the mark occurs once, outside quotes: the gateway itself puts quotes around each value. */
function hasOpenMark(clause: string): boolean {
  const [before = '', ...after] = clause.split(mark)
  return after.length === 1 && (before.match(/'/g)?.length ?? 0) % 2 === 0
}

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== ''
  } catch {
    return false
  }
}

const condition = v.pipe(
  v.string(),
  v.check(isCondition, 'must be one SQL condition, without ; -- /* \\ % { }'),
)

/** Content of the rules file. */
const rulesSchema = v.strictObject({
  /** Rules of access. A rule without `dashboards` and `own` applies to every request of a signed-in user. */
  access: v.optional(
    v.array(
      v.strictObject({
        claim: claimName,
        anyOf: v.pipe(v.array(v.string()), v.minLength(1)),
        dashboards: v.exactOptional(v.array(v.string())),
        own: v.exactOptional(v.boolean()),
      }),
    ),
    [],
  ),
  /** Row-level security of the tokens. */
  rows: v.optional(
    v.array(
      v.strictObject({
        claim: claimName,
        /** Must match a value as a whole; other values count as absent. */
        allow: v.pipe(v.string(), v.check(isExpression, 'must be a regular expression')),
        clause: v.pipe(
          v.string(),
          v.check(hasOpenMark, `must hold ${mark} once, outside quotes`),
          v.check((clause) => isCondition(clause), 'must be one SQL condition, without ; -- /* \\ % { }'),
        ),
        /** Superset's number of the dataset; default every dataset. */
        dataset: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
        /** Condition for callers without a value of the claim, including visitors; default no rows. */
        otherwise: v.optional(condition, '1 = 0'),
      }),
    ),
    [],
  ),
})

type Rules = v.InferOutput<typeof rulesSchema>

/** Superset's format in a guest token. */
export interface RowRule {
  readonly clause: string
  readonly dataset?: number
}

/** Whether all applicable access rules allow these claims one dashboard, own dashboards, or any request at all. */
export function isAllowed(
  { access }: Rules,
  claims: JWTPayload,
  wanted: { readonly slug: string } | 'own' | 'anything',
): boolean {
  return access
    .filter(({ dashboards, own }) => {
      if (dashboards === undefined && own !== true) return true
      return wanted === 'own' ? own === true : wanted !== 'anything' && dashboards?.includes(wanted.slug)
    })
    .every(({ claim, anyOf }) => valuesOf(claims, claim).some((value) => anyOf.includes(value)))
}

/** Row conditions of one token. Only values that match the pattern reach SQL, quoted by the gateway. */
export function rowRulesFor({ rows }: Rules, claims: JWTPayload | null): readonly RowRule[] {
  return rows.map(({ claim, allow, clause, dataset, otherwise }) => {
    const whole = new RegExp(`^(?:${allow})$`, 'u')
    const values = claims === null ? [] : valuesOf(claims, claim)
    const good = values.filter((value) => isLiteral(value) && whole.test(value)).slice(0, maxValues)
    const literals = good.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
    return {
      // Not `replace` with a string, because a value may contain a replacement pattern such as `$&`.
      clause: good.length === 0 ? otherwise : clause.split(mark).join(literals),
      ...(dataset !== undefined && { dataset }),
    }
  })
}

/** Whatever the operator's pattern allows, excludes characters with a special meaning in some database or in Superset's templates. */
function isLiteral(value: string): boolean {
  return value.length <= maxCharacters && !/[\p{Cc}\p{Cs}\\{}%]/u.test(value)
}

function valuesOf(claims: JWTPayload, name: string | readonly string[]): readonly string[] {
  let found: unknown = claims
  for (const step of typeof name === 'string' ? [name] : name) {
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, step)
        ? (found as Readonly<Record<string, unknown>>)[step]
        : undefined
  }
  return (Array.isArray(found) ? found : [found]).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [],
  )
}

/** A dashboard of the portal's catalogue, with its embedding id in Superset. */
export interface CuratedDashboard {
  readonly slug: string
  readonly embeddedId: string
  /** Shown to visitors too. */
  readonly public: boolean
}

export interface GatewayConfiguration {
  /** Address to listen on; `localhost` means both loopback addresses. */
  readonly host: string
  readonly port: number
  readonly portalOrigins: readonly string[]
  /** Addresses or ranges whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  readonly identity: AccessTokenOptions
  readonly superset: {
    /** Without a trailing slash. */
    readonly address: string
    /** Origin under which browsers reach it; default that of `address`. */
    readonly publicOrigin: string
    readonly userName: string
    readonly password: string
    /** Role of the Superset users that represent the portal's users; they cannot log in. */
    readonly personRole: string
  }
  readonly guest: { readonly secret: string; readonly audience: string }
  readonly curated: readonly CuratedDashboard[]
  readonly rules: Rules
  /** Requests per minute. */
  readonly rates: { readonly address: number; readonly person: number }
}

/** All problems of the settings at once. */
export class ConfigurationRefused extends Error {
  override readonly name = 'ConfigurationRefused'

  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['The gateway cannot start:', ...problems.map((problem) => `- ${problem}`)].join('\n'))
    this.problems = problems
  }
}

type Environment = Readonly<Record<string, string | undefined>>
type ReadFile = (path: string) => string

/** A shorter secret could be brute-forced offline from one token. */
const secretBytes = 32
/** With more, plus two own dashboards, a token would be too long for a header. */
const maxCurated = 48

const curatedSchema = v.pipe(
  v.array(
    v.object({
      slug: v.pipe(
        v.string(),
        v.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lowercase letters, digits and hyphens'),
      ),
      embeddedId: v.pipe(v.string(), v.toLowerCase(), v.uuid('must be a uuid')),
      public: v.optional(v.boolean(), false),
    }),
  ),
  v.minLength(1, 'must name at least one dashboard'),
  v.maxLength(maxCurated, `must name at most ${maxCurated} dashboards`),
  v.check((all) => new Set(all.map(({ slug }) => slug)).size === all.length, 'names a slug twice'),
  v.check((all) => new Set(all.map(({ embeddedId }) => embeddedId)).size === all.length, 'names an id twice'),
)

/**
 * Reads the settings of docs/gateway.md. A secret can be in a file, whose path is in `…_FILE`.
 * @throws ConfigurationRefused with all problems
 */
export function readConfiguration(
  environment: Environment,
  readFile: ReadFile = (path) => readFileSync(path, 'utf8'),
): GatewayConfiguration {
  const problems: string[] = []
  const { text, secret, origins, address, whole, json } = readers(environment, readFile, problems)
  const supersetAddress = address('GATEWAY_SUPERSET_URL')
  const publicAddress = address('GATEWAY_SUPERSET_PUBLIC_URL', supersetAddress)
  const curated = json('GATEWAY_DASHBOARDS_FILE', curatedSchema) ?? []
  const rules = json('GATEWAY_RULES_FILE', rulesSchema, {}) ?? { access: [], rows: [] }
  for (const slug of rules.access.flatMap(({ dashboards }) => dashboards ?? []))
    if (curated.length > 0 && !curated.some((one) => one.slug === slug))
      problems.push(`GATEWAY_RULES_FILE: there is no dashboard "${slug}" in GATEWAY_DASHBOARDS_FILE.`)
  const guestSecret = secret('GATEWAY_GUEST_SECRET')
  if (guestSecret !== '' && Buffer.byteLength(guestSecret) < secretBytes)
    problems.push(`GATEWAY_GUEST_SECRET must have at least ${secretBytes} bytes.`)
  const configuration: GatewayConfiguration = {
    host: text('GATEWAY_HOST', 'localhost'),
    port: whole('GATEWAY_PORT', 4306, 65_535, 0),
    portalOrigins: origins('GATEWAY_PORTAL_ORIGINS'),
    trustedProxies: proxiesOf(text('GATEWAY_TRUSTED_PROXIES', ''), problems),
    identity: {
      issuer: text('GATEWAY_ISSUER'),
      jwksUri: address('GATEWAY_JWKS_URI'),
      audience: text('GATEWAY_AUDIENCE'),
      algorithms: algorithmsOf(text('GATEWAY_ALGORITHMS', 'RS256'), problems),
    },
    superset: {
      address: supersetAddress.replace(/\/+$/, ''),
      publicOrigin: publicAddress === '' ? '' : new URL(publicAddress).origin,
      userName: text('GATEWAY_SUPERSET_USER'),
      password: secret('GATEWAY_SUPERSET_PASSWORD'),
      personRole: text('GATEWAY_SUPERSET_ROLE', 'EmbeddedGuest'),
    },
    guest: { secret: guestSecret, audience: text('GATEWAY_GUEST_AUDIENCE', 'superset') },
    curated,
    rules,
    rates: {
      address: whole('GATEWAY_ADDRESS_RATE', 600, 1_000_000),
      person: whole('GATEWAY_PERSON_RATE', 120, 1_000_000),
    },
  }
  if (problems.length > 0) throw new ConfigurationRefused(problems)
  return configuration
}

const words = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/** Fastify's own error for an invalid proxy does not name the setting. */
function proxiesOf(text: string, problems: string[]): readonly string[] {
  const all = words(text)
  for (const one of all) {
    const [, address = '', bits = '1'] = /^([^/]+)(?:\/(\d+))?$/.exec(one) ?? []
    const maxBits = { 4: 32, 6: 128 }[isIP(address)] ?? 0
    const isNamed = ['loopback', 'linklocal', 'uniquelocal'].includes(one)
    if (!isNamed && (Number(bits) < 1 || Number(bits) > maxBits))
      problems.push(`GATEWAY_TRUSTED_PROXIES: "${one}" is not an address or a range such as 10.0.0.0/8.`)
  }
  return all
}

function algorithmsOf(text: string, problems: string[]): readonly SignatureAlgorithm[] {
  const good = signatureAlgorithms.filter((one) => words(text).includes(one))
  if (good.length === 0 || good.length < new Set(words(text)).size)
    problems.push(`GATEWAY_ALGORITHMS is "${text}"; it must be among ${signatureAlgorithms.join(', ')}.`)
  return good
}

/** Readers for single settings, which add what is wrong to `problems`. */
function readers(environment: Environment, readFile: ReadFile, problems: string[]) {
  function given(name: string): string {
    const value = environment[name]?.trim() ?? ''
    // Kubernetes sets a variable of this form in every container if a Service is called "gateway".
    return name === 'GATEWAY_PORT' && value.startsWith('tcp://') ? '' : value
  }
  function text(name: string, otherwise?: string): string {
    const value = given(name)
    if (value === '' && otherwise === undefined) problems.push(`${name} is not set.`)
    return value === '' ? (otherwise ?? '') : value
  }
  function fileOf(name: string): string | null {
    try {
      return readFile(given(name))
    } catch {
      problems.push(`${name} names "${given(name)}", which could not be read.`)
      return null
    }
  }
  function secret(name: string): string {
    const file = `${name}_FILE`
    if (given(name) !== '' && given(file) !== '') problems.push(`${name} and ${file} are both set; set one.`)
    if (given(file) === '') {
      if (given(name) === '') problems.push(`${name} is not set, nor is ${file}.`)
      return given(name)
    }
    const value = fileOf(file)?.trim()
    if (value === '') problems.push(`${file} names an empty file.`)
    return value ?? ''
  }
  function address(name: string, otherwise?: string): string {
    const value = text(name, otherwise)
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '') return value
    problems.push(`${name} is "${value}"; it must be an http or https address.`)
    return ''
  }
  function origins(name: string): readonly string[] {
    const all = words(text(name))
    for (const one of all)
      if (!URL.canParse(one) || new URL(one).origin !== one)
        problems.push(`${name}: "${one}" is not an origin such as https://portal.example.com.`)
    return all
  }
  function whole(name: string, otherwise: number, most: number, least = 1): number {
    const value = given(name)
    const number = value === '' ? otherwise : Number(value)
    if (/^\d*$/.test(value) && number >= least && number <= most) return number
    problems.push(`${name} is "${value}"; it must be a whole number from ${least} to ${most}.`)
    return otherwise
  }
  function json<const Schema extends v.GenericSchema>(
    name: string,
    schema: Schema,
    otherwise?: unknown,
  ): v.InferOutput<Schema> | null {
    if (given(name) === '' && otherwise === undefined) {
      problems.push(`${name} is not set.`)
      return null
    }
    const content = given(name) === '' ? JSON.stringify(otherwise) : fileOf(name)
    if (content === null) return null
    let value: unknown
    try {
      value = JSON.parse(content)
    } catch {
      problems.push(`${name} names a file that is not JSON.`)
      return null
    }
    const read = v.safeParse(schema, value)
    if (read.success) return read.output
    for (const issue of read.issues)
      problems.push(`${name}: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
    return null
  }
  return { text, secret, address, origins, whole, json }
}
