import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installedSdk } from '../../test/oracle/sdk'
import { difference, snapshotFile, snapshotOf, storedSnapshot } from '../../test/oracle/snapshot'
import { runToEnd, stopChildrenOnSignals } from './child'
import { Refusal } from './progress'
import { dataFolder } from './stack-settings'

const packageName = '@thoughtspot/visual-embed-sdk'
const longest = 120_000

const usage = `Usage: npm run oracle [-- <options>]
  (nothing)         holds the portal and the stand-in against the SDK that is installed
  --sdk <version>   against this release from the npm registry, and prints what it adds and what is gone
  --keep            makes the names of the installed SDK those that the next one is compared with`

/** `npm run oracle`: the oracle tests against a release of the vendor's SDK. */
export async function run(parameters: readonly string[] = []): Promise<number> {
  const { sdk, keep } = read(parameters)
  stopChildrenOnSignals()
  const folder = sdk === undefined ? installedSdk : await downloaded(sdk)
  const present = snapshotOf(folder)
  const before = storedSnapshot()
  const { added, gone } = difference(before, present)
  console.log(`${packageName} ${present.version}, compared with ${before.version}:`)
  for (const name of added) console.log(`  + ${name}`)
  for (const name of gone) console.log(`  - ${name}`)
  console.log(`${added.length} names are new, ${gone.length} are gone.`)
  if (keep) await writeFile(snapshotFile, `${JSON.stringify(present, null, 2)}\n`)
  const { code } = await runToEnd(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'portal', 'test/oracle'],
    { milliseconds: longest, environment: { NODE_ENV: undefined, ASSAY_ORACLE_SDK: folder }, show: true },
  )
  return code
}

function read(parameters: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: { sdk: { type: 'string' }, keep: { type: 'boolean', default: false } },
    })
    if (values.sdk !== undefined && !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(values.sdk))
      throw new Refusal(`"${values.sdk}" is no version.`)
    if (values.sdk !== undefined && values.keep)
      throw new Refusal('Only the names of the installed SDK can be kept: install it first.')
    return values
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** Puts a release below the data folder, without what it depends on: only its sources are read. */
async function downloaded(version: string): Promise<string> {
  const folder = join(dataFolder, 'oracle', version)
  const npm = process.env['npm_execpath']
  if (npm === undefined) throw new Refusal('Call it by `npm run oracle`: npm fetches the release.')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const steps = [
    [process.execPath, npm, 'pack', `${packageName}@${version}`, '--silent', '--pack-destination', folder],
    ['tar', '-xzf', '', '-C', folder],
  ]
  for (const [program = '', ...given] of steps) {
    const [file = ''] = await readdir(folder)
    const step = given.map((one) => (one === '' ? join(folder, file) : one))
    const { code, output } = await runToEnd(program, step, { milliseconds: longest })
    if (code !== 0) throw new Refusal(`Release ${version} could not be fetched.\n${output}`)
  }
  return join(folder, 'package')
}
