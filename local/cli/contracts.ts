import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildReport, reportFolder, historyFolder } from '../../contracts/gate/report-page'
import { readPacts } from '../../contracts/gate/contract-report'
import { readHistory, recordVerification } from '../../contracts/gate/history'
import { objections } from '../../contracts/gate/status'
import { verifyEmbedded } from '../../contracts/verification/local-services'
import { pactFileName, pactFolder } from '../../contracts/interactions/pact-file'
import { textReport } from '../../contracts/verification/report'
import { runToEnd, stopChildrenOnSignals } from './child'
import { Refusal } from './progress'

const longest = 300_000

const usage = `Usage: npm run contracts [-- <what>]
  (nothing)   writes the pacts anew, verifies the embedded services and builds the page
  page        builds the page from the pacts and the last verifications
  gate        exits 1 unless every pact, as it is now, is verified wherever its provider was verified last
    --environment <name>  looks at this environment only
    --results <folder>    last verifications; default ${historyFolder}`

/** `npm run contracts`: the pacts, their verification against the embedded services, the contract page, and the gate. */
export async function run(parameters: readonly string[] = []): Promise<number> {
  const { what, environment, results } = read(parameters)
  switch (what) {
    case undefined:
      return writeAndVerify()
    case 'page':
      await page(results)
      return 0
    case 'gate':
      return gate(results, environment)
    default:
      throw new Refusal(`There is no "${what}" here.\n\n${usage}`)
  }
}

function read(parameters: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...parameters],
      options: { environment: { type: 'string' }, results: { type: 'string' } },
      allowPositionals: true,
    })
    return { what: positionals[0], environment: values.environment, results: values.results ?? historyFolder }
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

async function page(results: string): Promise<void> {
  await buildReport(results)
  console.log(
    `The contracts are at ${reportFolder}/index.html and, while the stack runs, at /contracts/ of the token service.`,
  )
}

function gate(results: string, environment: string | undefined): number {
  const history = readHistory(results).filter(
    (one) => environment === undefined || one.environment === environment,
  )
  const found = objections(readPacts(), history)
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
    recordVerification(historyFolder, pactFile, 'embedded', verification)
    if (verification.outcome !== 'verified') code = 1
  }
  console.log('')
  await page(historyFolder)
  return code
}

/** From the adapters' own tests, then once more in another order: the bytes must be the same. When the first run fails, the pacts stay as they were. */
async function writePacts(): Promise<number> {
  const vitest = (environment: Readonly<Record<string, string>> = {}): Promise<number> =>
    runToEnd(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'contracts'], {
      milliseconds: longest,
      environment: { NODE_ENV: undefined, PACT_DO_NOT_TRACK: 'true', ...environment },
      show: true,
    }).then(({ code }) => code)

  const backup = await mkdtemp(join(tmpdir(), 'assay-pacts-'))
  try {
    if (existsSync(pactFolder)) await cp(pactFolder, backup, { recursive: true })
    // Pact merges into what is there, and an interaction that was renamed would stay for ever.
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
