import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Broker, brokerAuthorization } from '../../contracts/gate/broker-client'
import { BrokerProblem } from '../../contracts/gate/broker-connection'
import { consumerName, type Pact } from '../../contracts/interactions/pact-file'
import { textReport } from '../../contracts/verification/report'
import { asPending, verify, type Verification, type VerifyOptions } from '../../contracts/verification/verify'
import { Refusal } from './progress'

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
export async function verifyFromBroker(
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
