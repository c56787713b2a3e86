import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installedSdk } from '../../test/oracle/sdk'
import {
  plantedDifferences,
  difference,
  snapshotFile,
  snapshotOf,
  storedSnapshot,
  type PlantedDifference,
} from '../../test/oracle/snapshot'
import { runToEnd, stopChildrenOnSignals } from './child'
import { Refusal } from './progress'
import { dataFolder } from './stack-settings'

const packageName = '@thoughtspot/visual-embed-sdk'
const timeoutMs = 300_000

const usage = `Usage: npm run oracle [-- <options>]
  (nothing)         checks the portal and the stand-in against the installed SDK
  --sdk <version>   checks against this release from the npm registry, and prints the names that it adds and removes
  --keep            saves the names of the installed SDK as the baseline for the next comparison
  --planted         plants one difference from the vendor at a time in a copy, and reports whether its test fails`

/** `npm run oracle`: the oracle tests against a release of the vendor's SDK. */
export async function run(parameters: readonly string[] = []): Promise<number> {
  const { sdk, keep, planted } = read(parameters)
  stopChildrenOnSignals()
  if (planted) return plantAll()
  const folder = sdk === undefined ? installedSdk : await downloaded(sdk)
  const present = snapshotOf(folder)
  const before = storedSnapshot()
  const { added, gone } = difference(before, present)
  console.log(`${packageName} ${present.version}, compared with ${before.version}:`)
  for (const name of added) console.log(`  + ${name}`)
  for (const name of gone) console.log(`  - ${name}`)
  console.log(`${added.length} names added, ${gone.length} removed.`)
  if (keep) await writeFile(snapshotFile, `${JSON.stringify(present, null, 2)}\n`)
  const { code } = await runToEnd(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'portal', 'test/oracle'],
    { milliseconds: timeoutMs, environment: { NODE_ENV: undefined, ASSAY_ORACLE_SDK: folder }, show: true },
  )
  return code
}

function read(parameters: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: {
        sdk: { type: 'string' },
        keep: { type: 'boolean', default: false },
        planted: { type: 'boolean', default: false },
      },
    })
    if (values.sdk !== undefined && !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(values.sdk))
      throw new Refusal(`--sdk must be a version such as 1.2.3, not "${values.sdk}".`)
    if (values.sdk !== undefined && values.keep)
      throw new Refusal(
        '--keep works only with the installed SDK. Install this version first, then run --keep without --sdk.',
      )
    return values
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** Each test must pass in a copy of the work tree, and fail once its difference is planted. The work tree itself is not changed. */
async function plantAll(): Promise<number> {
  const copy = join(dataFolder, 'oracle', 'planted')
  await rm(copy, { recursive: true, force: true })
  for (const folder of ['src', 'local', 'test', 'contracts', 'docs'])
    await cp(folder, join(copy, folder), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'index.html'])
    await cp(file, join(copy, file))
  // Built and installed files are shared.
  for (const folder of ['node_modules', 'dist', dataFolder])
    await symlink(join(process.cwd(), folder), join(copy, folder), 'junction')
  let missed = 0
  for (const difference of plantedDifferences()) {
    const verdict = await planted(copy, difference)
    if (verdict !== 'found') missed += 1
    console.log(`${String(difference.oracle).padStart(2)}  ${verdict}  ${difference.holds}`)
  }
  await rm(copy, { recursive: true, force: true })
  return missed === 0 ? 0 : 1
}

/** `BROKEN`: the test fails even without the difference, or does not exist. */
async function planted(
  copy: string,
  { file, from, to, test, title }: PlantedDifference,
): Promise<'found' | 'MISSED' | 'BROKEN'> {
  const path = join(copy, file)
  const whole = await readFile(path, 'utf8')
  const passes = async (): Promise<boolean> => {
    const report = join(process.cwd(), copy, 'report.json')
    await rm(report, { force: true })
    const parameters = [
      'run',
      test,
      '-t',
      title,
      '--retry',
      '0',
      '--reporter',
      'json',
      '--outputFile',
      report,
    ]
    await runToEnd(process.execPath, ['node_modules/vitest/vitest.mjs', ...parameters], {
      milliseconds: timeoutMs,
      environment: { NODE_ENV: undefined },
      folder: copy,
    })
    const counts = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as Counts
    if (counts.numPassedTests === undefined) throw new Refusal(`${test} could not be run.`)
    return counts.numPassedTests > 0 && counts.numFailedTests === 0
  }
  if (!(await passes())) return 'BROKEN'
  await writeFile(
    path,
    whole.replace(from, () => to),
  )
  const unseen = await passes()
  await writeFile(path, whole)
  return unseen ? 'MISSED' : 'found'
}

interface Counts {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
}

/** Downloads a release into the data folder, without its dependencies: only its sources are read. */
async function downloaded(version: string): Promise<string> {
  const folder = join(dataFolder, 'oracle', version)
  const npm = process.env['npm_execpath']
  if (npm === undefined) throw new Refusal('Start it with `npm run oracle`, since npm downloads the release.')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const steps = [
    [process.execPath, npm, 'pack', `${packageName}@${version}`, '--silent', '--pack-destination', folder],
    ['tar', '-xzf', '', '-C', folder],
  ]
  for (const [program = '', ...given] of steps) {
    const [file = ''] = await readdir(folder)
    const step = given.map((one) => (one === '' ? join(folder, file) : one))
    const { code, output } = await runToEnd(program, step, { milliseconds: timeoutMs })
    if (code !== 0) throw new Refusal(`Release ${version} could not be fetched.\n${output}`)
  }
  return join(folder, 'package')
}
