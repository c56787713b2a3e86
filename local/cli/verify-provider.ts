import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Broker, brokerAuthorization, BrokerProblem } from '../../contracts/gate/broker-client'
import {
  consumerName,
  pactFileName,
  pactFolder,
  readPact,
  type Pact,
} from '../../contracts/interactions/pact-file'
import { textReport, exitCodeOf, jsonReport, junitReport } from '../../contracts/verification/report'
import { asPending, verify, type Verification, type VerifyOptions } from '../../contracts/verification/verify'
import { Refusal } from './progress'
import { buildReport, historyFolder } from '../../contracts/gate/contract-report'
import { environmentShape, recordVerification } from '../../contracts/gate/history'
import { recordVersion, versionShape } from '../../contracts/gate/versions'
import { identityProfile } from '../../contracts/interactions/identity'
import { verifyIdentity, type IdentityProfile } from '../../contracts/verification/identity'
import { returnAddressOf } from '../deployment/identity'
import { silentAnswerPath } from '../portal/security-headers'

/** Options of `verify-provider` with a broker, and those that cannot be combined with one. */
interface GivenToBroker {
  readonly 'broker-url': string
  readonly provider?: string | undefined
  readonly branch?: string | undefined
  readonly selector?: readonly string[] | undefined
  readonly 'enable-pending'?: boolean | undefined
  readonly 'include-wip-pacts-since'?: string | undefined
  readonly verbose?: boolean | undefined
  readonly pact?: string | undefined
  readonly record?: string | undefined
  readonly 'consumer-version'?: string | undefined
  readonly results?: string | undefined
}

/**
 * Verifies, one after the other, all pacts that the broker has for the provider. Failures of a pending pact do not fail the run. What the
 * broker does not take is among `problems`, so that the other pacts are verified and reported all the same.
 */
async function verifyFromBroker(
  given: GivenToBroker,
  version: string | undefined,
  options: Omit<VerifyOptions, 'pactFile'>,
): Promise<{ readonly verifications: readonly Verification[]; readonly problems: readonly string[] }> {
  const { provider, branch = null } = given
  for (const option of ['pact', 'record', 'consumer-version', 'results'] as const)
    if (given[option] !== undefined) throw new Refusal(`--${option} cannot be combined with --broker-url.`)
  if (provider === undefined) throw new Refusal('--provider is missing.')
  const since = given['include-wip-pacts-since']
  const { pacts: found, others } = await inSentences(
    brokerFrom(given['broker-url']).pactsFor(provider, {
      consumerVersionSelectors: given.selector?.map(selectorFrom) ?? [
        { mainBranch: true, consumer: consumerName },
        { deployedOrReleased: true, consumer: consumerName },
      ],
      includePendingStatus: given['enable-pending'] === true,
      ...(since !== undefined && { includeWipPactsSince: since }),
      ...(branch !== null && { providerVersionBranch: branch }),
    }),
  )
  if (others.length > 0)
    console.log(`Left out: pacts of ${others.join(', ')}. Only those of ${consumerName} are verified here.`)
  if (found.length === 0) console.log(`The broker has no pact with ${provider} for these selectors.`)
  const verifications: Verification[] = []
  const problems = new Set<string>()
  for (const { pact, consumerVersion, pending, notices, publishResult } of found) {
    for (const notice of notices) console.log(notice)
    const verification = await verifyPact(pact, options)
    if (given.verbose === true) console.log(verification.output.trim())
    const judged = {
      ...(pending ? asPending(verification) : verification),
      ...(consumerVersion !== null && { consumerVersion }),
    }
    console.log(textReport(judged))
    verifications.push(judged)
    // Only a complete run says something about the service: not one that could not reach it, or sent a part of the requests.
    const isConclusive = verification.outcome !== 'incomplete' && verification.problem === undefined
    if (version !== undefined && isConclusive)
      await publishResult(verification, { version, branch }).catch((error: unknown) => {
        if (!(error instanceof BrokerProblem)) throw error
        problems.add(error.message)
      })
    if (version !== undefined && !isConclusive) console.log('Not published: the verification is incomplete.')
  }
  return { verifications, problems: [...problems] }
}

async function verifyPact(pact: Pact, options: Omit<VerifyOptions, 'pactFile'>): Promise<Verification> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-broker-'))
  try {
    const pactFile = join(folder, 'pact.json')
    await writeFile(pactFile, JSON.stringify(pact))
    return await verify({ pactFile, ...options })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function selectorFrom(text: string): object {
  try {
    const selector: unknown = JSON.parse(text)
    if (typeof selector === 'object' && selector !== null) return selector
  } catch {
    // Refused below.
  }
  throw new Refusal(`--selector is ${text}; it must be a JSON object, such as '{"branch": "main"}'.`)
}

/** Client for the broker at an address, with the credentials from the environment. */
export function brokerFrom(address: string): Broker {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new Refusal(`--broker-url is "${address}"; it must be a full URL, such as http://localhost:9292.`)
  const { username, password } = new URL(address)
  if (username !== '' || password !== '')
    throw new Refusal(
      '--broker-url must not contain credentials: set PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD instead.',
    )
  return new Broker(address, brokerAuthorization(process.env))
}

/** Turns a broker's problem into a message without a stack trace. */
export async function inSentences<Value>(answer: Promise<Value> | Value): Promise<Value> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof BrokerProblem ? new Refusal(error.message) : error
  }
}

const usage = `Usage: npm run verify-provider -- --provider <name> --url <base URL> [options]
  --provider <name>      name of the contract, e.g. token-service; or --pact <file>
  --url <url>            the running service, e.g. http://localhost:8080; with --provider identity, the issuer, and also:
  --client-id <id>, --portal <url>      the portal's client id, and its URL
  --scope <scopes>, --audience <name>   (default: openid profile email, and none)
  --cookies-env <NAME>   environment variable with the Cookie header of a browser in which a user is
                         signed in there; the user is signed out at the end
  --token-env <NAME>     environment variable with a token that the service accepts
  --forbidden-token-env, --expired-token-env, --foreign-audience-token-env <NAME>
                         the same with a token of an account that is refused (403), an expired token,
                         and a token for another audience (401)
  --state-url <url>      endpoint for provider states (default: /_pact/state at the service)
  --no-states            the service has no such endpoint: interactions that need a state are not run
  --id <name>=<value>    with --no-states, an existing id, e.g. dashboardId=… (repeatable)
  --origin <url>         the portal's origin, as a browser would send it (default: http://localhost:4300)
  --stream-origin <url>  for flags: origin of the streams, as in ASSAY_FLAGS_STREAM_HOST
  --health <path>        path that answers 2xx when the service is healthy
  --json <file>          writes the results as JSON
  --junit <file>         writes them as JUnit XML
  --record <name>        saves the result as the last one of this environment, for the contract page and the gate
  --provider-version <v> saves the result for this version of the service, for the gate; with
  --consumer-version <v> the version of the portal whose pact this is, and --branch <name>
  --results <folder>     folder of the results
  --broker-url <url>     takes the pacts of --provider from this Pact Broker and, with --provider-version, publishes the
                         results there; PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD
  --selector <json>      selects pacts, in the broker's format (repeatable); default those of the main branch and deployed ones
  --enable-pending       pacts that no version of --branch has passed yet may fail
  --include-wip-pacts-since <day>  with --enable-pending, also the newest pacts of other branches since then
  --verbose              prints all output of Pact's verifier
Exit code: 0 nothing failed, and what was not run needs a state that a working service may be unable to
enter; 1 something failed; 2 nothing failed, but something that every working service answers was not run.`

/** `npm run verify-provider`: verifies any running service against its contract. */
export async function run(parameters: readonly string[]): Promise<number> {
  const given = read(parameters)
  if (given.help === true) {
    console.log(usage)
    return 0
  }
  const { record, results = historyFolder, verbose } = given
  if (record !== undefined && !environmentShape.test(record)) {
    throw new Refusal(`--record must be lowercase letters, digits and hyphens, not "${record}".`)
  }
  const version = versionOf('--provider-version', given['provider-version'])
  const broker = given['broker-url']
  if (broker !== undefined) {
    if (given.provider === identityProfile.provider.name)
      throw new Refusal(
        '--broker-url is for pacts only. Save results of the identity provider with --record or --provider-version.',
      )
    const inBroker = { ...given, 'broker-url': broker }
    const { verifications, problems } = await verifyFromBroker(inBroker, version, optionsFrom(given))
    await writeReports(given, verifications, verifications)
    if (problems.length > 0) throw new Refusal(problems.join('\n'))
    const codes = verifications.map(exitCodeOf)
    // Without any pact, the result is incomplete.
    return codes.includes(1) ? 1 : Math.max(...(codes.length === 0 ? [2] : codes))
  }
  const { agreed, verification } = await verified(given)
  if (verbose === true) console.log(verification.output.trim())
  console.log(textReport(verification))
  await writeReports(given, verification, [verification])
  if (version !== undefined) {
    const consumerVersion = versionOf('--consumer-version', given['consumer-version'])
    recordVersion(results, agreed, verification, {
      version,
      ...(given.branch !== undefined && { branch: given.branch }),
      ...(consumerVersion !== undefined && { consumerVersion }),
    })
  }
  if (record !== undefined) {
    recordVerification(results, agreed, record, verification)
    await buildReport(results)
  }
  return exitCodeOf(verification)
}

/** Verifies the service against its contract: a pact, or the profile of identity providers. */
async function verified(
  given: Given,
): Promise<{ readonly agreed: Pact; readonly verification: Verification }> {
  if (given.provider === identityProfile.provider.name)
    return { agreed: identityProfile, verification: await verifyIdentity(profileFrom(given)) }
  const options = optionsFrom(given)
  const pactFile = pactFileOf(given)
  return { agreed: readPact(pactFile), verification: await verify({ pactFile, ...options }) }
}

function optionsFrom(given: Given): Omit<VerifyOptions, 'pactFile'> {
  const { url, health } = given
  const baseUrl = addressOf('--url', url)
  const stateUrl =
    given['no-states'] === true ? null : given['state-url'] && addressOf('--state-url', given['state-url'])
  const origin = given.origin && new URL(addressOf('--origin', given.origin)).origin
  const streamOrigin = given['stream-origin'] && addressOf('--stream-origin', given['stream-origin'])
  const token = tokenFrom('--token-env', given['token-env'])
  return {
    baseUrl,
    ...(stateUrl !== undefined && { stateUrl }),
    ...(health !== undefined && { healthPath: health }),
    ...(token !== undefined && { token }),
    ...(origin !== undefined && { origin }),
    ...(streamOrigin !== undefined && { streamOrigin }),
    credentials: {
      ...tokenOf('forbidden', given['forbidden-token-env']),
      ...tokenOf('expired', given['expired-token-env']),
      ...tokenOf('foreignAudience', given['foreign-audience-token-env']),
    },
    identifiers: identifiersFrom(given.id ?? []),
  }
}

async function writeReports(
  { json, junit }: Given,
  found: Verification | readonly Verification[],
  all: readonly Verification[],
): Promise<void> {
  if (json !== undefined) await write(json, jsonReport(found))
  if (junit !== undefined) await write(junit, junitReport(all))
}

/** @throws Refusal for a missing or invalid option */
function profileFrom(given: Given): IdentityProfile {
  const issuer = addressOf('--url', given.url)
  const portal = addressOf('--portal', given.portal)
  const { 'client-id': clientId, scope = 'openid profile email', audience = '' } = given
  if (clientId === undefined) throw new Refusal(`--client-id is missing.\n\n${usage}`)
  return {
    issuer,
    clientId,
    redirectUri: returnAddressOf(portal),
    silentUri: new URL(silentAnswerPath, portal).href,
    scope,
    audience,
    cookies: tokenFrom('--cookies-env', given['cookies-env']) ?? null,
  }
}

type Given = ReturnType<typeof read>

function read(parameters: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: {
        provider: { type: 'string' },
        pact: { type: 'string' },
        url: { type: 'string' },
        'client-id': { type: 'string' },
        portal: { type: 'string' },
        scope: { type: 'string' },
        audience: { type: 'string' },
        'cookies-env': { type: 'string' },
        'token-env': { type: 'string' },
        'forbidden-token-env': { type: 'string' },
        'expired-token-env': { type: 'string' },
        'foreign-audience-token-env': { type: 'string' },
        'state-url': { type: 'string' },
        'no-states': { type: 'boolean' },
        id: { type: 'string', multiple: true },
        origin: { type: 'string' },
        'stream-origin': { type: 'string' },
        health: { type: 'string' },
        json: { type: 'string' },
        junit: { type: 'string' },
        record: { type: 'string' },
        'provider-version': { type: 'string' },
        'consumer-version': { type: 'string' },
        branch: { type: 'string' },
        results: { type: 'string' },
        'broker-url': { type: 'string' },
        selector: { type: 'string', multiple: true },
        'enable-pending': { type: 'boolean' },
        'include-wip-pacts-since': { type: 'string' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    return values
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function pactFileOf({ pact, provider }: Given): string {
  if (pact === undefined && provider === undefined) {
    throw new Refusal(`--provider or --pact is missing.\n\n${usage}`)
  }
  const file = pact ?? join(pactFolder, pactFileName(provider ?? ''))
  if (!existsSync(file)) throw new Refusal(`There is no pact file ${file}.`)
  return file
}

/** The scheme is checked too, because `localhost:8080` parses as a URL with the scheme "localhost". */
function addressOf(option: string, given: string | undefined): string {
  if (given !== undefined && URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given
  const problem = given === undefined ? 'is missing' : `is "${given}"`
  throw new Refusal(`${option} ${problem}; it must be a full URL, such as http://localhost:8080.\n\n${usage}`)
}

function tokenFrom(option: string, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined
  const token = process.env[variable]?.trim()
  if (!token) throw new Refusal(`${option} names ${variable}, which is not set.`)
  return token
}

function tokenOf(name: keyof NonNullable<VerifyOptions['credentials']>, variable: string | undefined) {
  const token = tokenFrom(`--${name.replace('A', '-a')}-token-env`, variable)
  return token === undefined ? {} : { [name]: token }
}

function identifiersFrom(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((one) => {
      const [, name, value] = /^([A-Za-z]+)=(.+)$/s.exec(one) ?? []
      if (name === undefined || value === undefined)
        throw new Refusal(`--id is "${one}"; it must be a name and a value, such as dashboardId=1f3c….`)
      return [name, value]
    }),
  )
}

/** @throws Refusal for an invalid version */
export function versionOf(option: string, given: string | undefined): string | undefined {
  if (given === undefined || versionShape.test(given)) return given
  throw new Refusal(`${option} must be letters, digits and . _ + -, not "${given}".`)
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
