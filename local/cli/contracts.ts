import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildReport, reportFolder, historyFolder, readPacts } from '../../contracts/gate/contract-report'
import { environmentShape, readHistory, recordVerification, objections } from '../../contracts/gate/history'
import { createBroker } from '../../contracts/gate/broker'
import { brokerAuthorization, type Broker } from '../../contracts/gate/broker-client'
import {
  createEnvironment,
  deploymentObjections,
  publishPortal,
  recordDeployment,
  type Build,
} from '../../contracts/gate/versions'
import { verifyEmbedded } from '../../contracts/verification/local-services'
import {
  consumerName,
  pactFileName,
  pactFolder,
  readPact,
  type Pact,
} from '../../contracts/interactions/pact-file'
import { identityProfile } from '../../contracts/interactions/identity'
import { textReport } from '../../contracts/verification/report'
import { runToEnd, stopChildrenOnSignals } from './child'
import { Refusal } from './progress'
import { brokerFrom, inSentences, versionOf } from './verify-provider'

const timeoutMs = 300_000

const usage = `Usage: npm run contracts [-- <what>]
  (nothing)   regenerates the pacts, verifies the embedded services and builds the page
  page        builds the page from the pacts and the last verifications
  gate        exits 1 unless the current version of every pact is verified in each environment of its provider
    --environment <name>  checks this environment only
    --providers <a,b>     checks these providers only
    --of <name> --version <v>  checks whether this build (assay-portal or a provider) may be deployed to the environment
  publish     records the pacts of the portal of --version <v> (and --branch <name>)
    --providers <a,b>     only those with these providers, which its deployment uses; default all
  deployed    records that --version <v> of --of <name> runs in --environment <name>
    --results <folder>    last verifications; default ${historyFolder}
    --broker-url <address>  publish, deployed, environment and gate --of use this Pact Broker instead of the folder, with the
                          credentials PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD
  environment  adds --environment <name> before its first deployment
  broker      serves the folder as a Pact Broker on this machine until stopped; requires the same credentials if they are set
    --port <n>            default 9292`

/** `npm run contracts`: the pacts, their verification against the embedded services, the contract page, and the gate. */
export async function run(parameters: readonly string[] = []): Promise<number> {
  const { what, environment, results, providers, ...given } = read(parameters)
  switch (what) {
    case undefined:
      return writeAndVerify()
    case 'page':
      await page(results)
      return 0
    case 'gate':
      if (given.of === undefined && given.broker !== null)
        throw new Refusal('With --broker-url, the gate checks one build: --of and --version are missing.')
      if (given.of === undefined) return gate(results, environment, pactsOf(providers, null))
      if (providers !== undefined)
        throw new Refusal('--providers cannot be combined with --of: its providers are those of publish.')
      return gateOf(results, environment, given)
    case 'publish': {
      const version = given.version ?? missing('--version')
      const { branch, broker } = given
      const pacts = pactsOf(providers, broker)
      await inSentences(broker?.publish(pacts, version, branch))
      if (broker === null) publishPortal(results, pacts, { version, branch })
      return 0
    }
    case 'deployed': {
      const where = environment ?? missing('--environment')
      await inSentences(given.broker?.recordDeployment(buildOf(given), where))
      if (given.broker === null) recordDeployment(results, buildOf(given), where)
      return 0
    }
    case 'environment': {
      const name = environment ?? missing('--environment')
      await inSentences(given.broker?.createEnvironment(name))
      if (given.broker === null) createEnvironment(results, name)
      return 0
    }
    case 'broker':
      return serveBroker(results, given.port)
    default:
      throw new Refusal(`"${what}" is unknown.\n\n${usage}`)
  }
}

function read(parameters: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...parameters],
      options: {
        environment: { type: 'string' },
        results: { type: 'string' },
        of: { type: 'string' },
        providers: { type: 'string' },
        version: { type: 'string' },
        branch: { type: 'string' },
        'broker-url': { type: 'string' },
        port: { type: 'string' },
      },
      allowPositionals: true,
    })
    const { environment, results = historyFolder, of, providers, branch = null } = values
    const version = versionOf('--version', values.version)
    if (environment !== undefined && !environmentShape.test(environment))
      throw new Refusal(`--environment must be lowercase letters, digits and hyphens, not "${environment}".`)
    const broker = values['broker-url'] === undefined ? null : brokerFrom(values['broker-url'])
    const port = Number(values.port ?? 9292)
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Refusal(`--port must be a number up to 65535, not "${values.port}".`)
    return { what: positionals[0], environment, results, of, providers, version, branch, broker, port }
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

interface Given {
  readonly of: string | undefined
  readonly version: string | undefined
  readonly broker: Broker | null
}

function missing(option: string): never {
  throw new Refusal(`${option} is missing.\n\n${usage}`)
}

function buildOf({ of, version, broker }: Given): Build {
  const names = [consumerName, ...agreements(broker).map(({ provider }) => provider.name)]
  const name = of ?? missing('--of')
  if (!names.includes(name)) throw new Refusal(`--of must be one of ${names.join(', ')}, not "${name}".`)
  return { name, version: version ?? missing('--version') }
}

/** Every pact and, without a broker, the profile of identity providers. A broker stores pacts only. */
const agreements = (broker: Broker | null): readonly Pact[] =>
  broker === null ? [...readPacts(), identityProfile] : readPacts()

/** The contracts with these comma-separated providers; default all. */
function pactsOf(providers: string | undefined, broker: Broker | null): readonly Pact[] {
  const pacts = agreements(broker)
  if (providers === undefined) return pacts
  const named = providers.split(',').map((name) => name.trim())
  const known = pacts.map(({ provider }) => provider.name)
  const unknown = named.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Refusal(`--providers must be among ${known.join(', ')}, not "${unknown}".`)
  return pacts.filter(({ provider }) => named.includes(provider.name))
}

/** Whether one build may be deployed to an environment, given what runs there. */
async function gateOf(results: string, environment: string | undefined, given: Given): Promise<number> {
  const build = buildOf(given)
  const where = environment ?? missing('--environment')
  const found =
    (await inSentences(given.broker?.objections(build, where))) ?? deploymentObjections(results, build, where)
  for (const objection of found) console.log(`✗ ${objection}`)
  const what = `${build.name} ${build.version}`
  console.log(found.length === 0 ? `✓ ${what} may go to ${where}.` : `${what} may not go to ${where}.`)
  return found.length === 0 ? 0 : 1
}

/** Serves until the process receives a signal to stop. */
async function serveBroker(results: string, port: number): Promise<number> {
  const authorization = brokerAuthorization(process.env)
  const broker = createBroker(results, { authorization })
  const address = await broker.listen({ host: '127.0.0.1', port })
  console.log(`Serving the gate's history in ${results} as a Pact Broker at ${address}. Ctrl+C stops it.`)
  if (authorization === null)
    console.log('Every user of this machine can write to it, because PACT_BROKER_TOKEN is not set.')
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await broker.close()
  return 0
}

async function page(results: string): Promise<void> {
  await buildReport(results)
  console.log(
    `The contracts are at ${reportFolder}/index.html and, while the stack runs, at /contracts/ of the token service.`,
  )
}

function gate(results: string, environment: string | undefined, pacts: readonly Pact[]): number {
  const history = readHistory(results).filter(
    (one) => environment === undefined || one.environment === environment,
  )
  const found = objections(pacts, history)
  for (const objection of found) console.log(`✗ ${objection}`)
  const where = [...new Set(history.map((one) => one.environment))].join(', ')
  console.log(
    found.length === 0
      ? `✓ May be deployed: every pact is verified (${where}).`
      : `${found.length} reasons not to deploy.`,
  )
  return found.length === 0 ? 0 : 1
}

async function writeAndVerify(): Promise<number> {
  stopChildrenOnSignals()
  const written = await writePacts()
  if (written !== 0) return written
  let code = 0
  for (const verification of await verifyEmbedded()) {
    console.log(`\n${textReport(verification)}`)
    const pactFile = join(pactFolder, pactFileName(verification.provider))
    recordVerification(historyFolder, readPact(pactFile), 'embedded', verification)
    if (verification.outcome !== 'verified') code = 1
  }
  console.log('')
  await page(historyFolder)
  return code
}

/** Writes the pacts from the adapters' tests, then runs the tests again in another order: the bytes must be the same. If the first run fails, the pacts stay as they were. */
async function writePacts(): Promise<number> {
  const vitest = (environment: Readonly<Record<string, string>> = {}): Promise<number> =>
    runToEnd(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'contracts'], {
      milliseconds: timeoutMs,
      environment: { NODE_ENV: undefined, PACT_DO_NOT_TRACK: 'true', ...environment },
      show: true,
    }).then(({ code }) => code)

  const backup = await mkdtemp(join(tmpdir(), 'assay-pacts-'))
  try {
    if (existsSync(pactFolder)) await cp(pactFolder, backup, { recursive: true })
    // Pact merges into existing files, so a renamed interaction would stay forever.
    await rm(pactFolder, { recursive: true, force: true })
    const written = await vitest({ ASSAY_PACTS: 'write' })
    if (written !== 0) {
      await rm(pactFolder, { recursive: true, force: true })
      await cp(backup, pactFolder, { recursive: true })
      return written
    }
    return await vitest()
  } finally {
    await rm(backup, { recursive: true, force: true })
  }
}
