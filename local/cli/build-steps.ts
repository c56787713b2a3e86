import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { isSystemError } from '../http/system-error'
import { compressFolder } from './compress'

/** One thing that is built, and everything its outcome depends on. */
export interface BuildStep {
  readonly id: string
  readonly name: string
  /** Files and folders, relative to the root; one that does not exist counts as empty. */
  readonly inputs: readonly string[]
  /** Folders below the inputs that do not matter to this step. */
  readonly ignored?: readonly string[]
  /** A file that must exist for the step to count as done. */
  readonly output: string
  readonly make: () => Promise<void>
}

/** Relative to `root`. `dist/portal` and `dist/bi-frame` are served as they are, `dist/local/stack.mjs` is run. */
export function buildSteps(root: string): readonly BuildStep[] {
  const vite = async (configFile: string): Promise<void> => {
    await build({
      root,
      configFile: join(root, configFile),
      logLevel: 'warn',
      mode: 'production',
      // How long each plugin took says more about the machine than about the build.
      build: { rolldownOptions: { checks: { pluginTimings: false } } },
    })
  }
  return [
    {
      id: 'portal',
      name: 'portal',
      inputs: [
        'index.html',
        'vite.config.ts',
        'tsconfig.json',
        'package-lock.json',
        'src',
        '.env',
        '.env.local',
        '.env.production',
        '.env.production.local',
      ],
      output: 'dist/portal/index.html',
      make: async () => {
        await vite('vite.config.ts')
        await compressFolder(join(root, 'dist/portal'))
      },
    },
    {
      id: 'bi-application',
      name: 'BI application',
      inputs: ['local/bi-host', 'tsconfig.json', 'package-lock.json'],
      ignored: ['local/bi-host/server', 'local/bi-host/data', 'local/bi-host/model'],
      output: 'dist/bi-frame/index.html',
      make: async () => {
        await vite('local/bi-host/frame/vite.config.ts')
        await compressFolder(join(root, 'dist/bi-frame'))
      },
    },
    {
      id: 'local-stack',
      name: 'local stack',
      inputs: ['local', 'src/core', 'tsconfig.json', 'package-lock.json'],
      ignored: [],
      output: 'dist/local/stack.mjs',
      make: () => vite('local/cli/vite.config.ts'),
    },
  ]
}

/**
 * Makes the steps whose inputs changed since they were last made. Returns the names of those it made.
 * `say` gets one line before and one after each.
 */
export async function makeChanged(
  root: string,
  steps: readonly BuildStep[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  const stamps = join(root, 'dist/.stamps')
  const made: string[] = []
  for (const step of steps) {
    const stamp = join(stamps, step.id)
    const fingerprint = await fingerprintOf(root, step)
    const known = existsSync(stamp) ? await readFile(stamp, 'utf8') : ''
    if (known === fingerprint && existsSync(join(root, step.output))) continue
    say(`Building the ${step.name} …`)
    const started = performance.now()
    await rm(stamp, { force: true })
    await step.make()
    await mkdir(stamps, { recursive: true })
    await writeFile(stamp, fingerprint)
    made.push(step.name)
    say(`Built the ${step.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  return made
}

/** Variables that end up in the build; ports only matter when it runs. */
function isBuiltIn(name: string): boolean {
  return name.startsWith('ASSAY_') && !name.endsWith('_PORT')
}

/** A hash over the names and contents of a step's inputs, and over the build-time variables. */
async function fingerprintOf(root: string, step: BuildStep): Promise<string> {
  const hash = createHash('sha256')
  const variables = Object.entries(process.env).filter(([name]) => isBuiltIn(name))
  hash.update(JSON.stringify(variables.sort(([a], [b]) => (a < b ? -1 : 1))))
  const files = (
    await Promise.all(step.inputs.map((input) => filesBelow(root, input, step.ignored ?? [])))
  ).flat()
  for (const file of files.sort()) {
    hash.update(`\0${file}\0`)
    hash.update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}

async function filesBelow(
  root: string,
  input: string,
  ignored: readonly string[],
): Promise<readonly string[]> {
  const full = join(root, input)
  if (!existsSync(full) || ignored.includes(input)) return []
  const entries = await readdir(full, { withFileTypes: true }).catch((error: unknown) => {
    if (isSystemError(error, 'ENOTDIR')) return null
    throw error
  })
  if (entries === null) return [input]
  const below = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() || entry.isFile())
      .map((entry) => filesBelow(root, `${input}/${entry.name}`, ignored)),
  )
  return below.flat()
}
