import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep, extname } from 'node:path'
import { build, type Plugin } from 'vite'
import { isSystemError } from '../http/listen'
import { configurationIn } from '../portal/configuration'
import { envFiles } from './env-files'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Types worth compressing. Fonts and images are compressed already. */
const texts = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.webmanifest', '.md', '.txt'])
/** A smaller file fits into one packet in any case. */
const minCompressedBytes = 1024

/** Writes `<file>.br` (brotli 11) and `<file>.gz` (gzip 9) beside every text file of a built folder. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile() && texts.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
}

/** Does the same for one file. */
export async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < minCompressedBytes) return
  const parameters = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const [small, smaller] = await Promise.all([
    zip(content, { level: 9 }),
    brotli(content, { params: parameters }),
  ])
  if (small.length < content.length) await writeFile(`${file}.gz`, small)
  if (smaller.length < content.length) await writeFile(`${file}.br`, smaller)
}

/** One build step. Paths are relative to the root. A path that does not exist counts as empty. */
export interface BuildStep {
  readonly id: string
  readonly name: string
  /** Files and folders that the output depends on, besides those that `make` returns. */
  readonly inputs: readonly string[]
  /** A file that must exist for the step to count as done. */
  readonly output: string
  /** Whether the output is still as it was made; default true. */
  readonly isIntact?: () => Promise<boolean>
  /** Returns the files and folders that were read. */
  readonly make: () => Promise<readonly string[]>
}

/** `dist/portal` and `dist/bi-frame` are served as they are. `dist/local/stack.mjs` is run. */
export function buildSteps(root: string): readonly BuildStep[] {
  return [
    {
      id: 'portal',
      name: 'portal',
      inputs: ['package-lock.json', 'local/portal/configuration.ts', ...envFiles()],
      output: 'dist/portal/index.html',
      // `npm run configure` writes one deployment's values into the page, which then serves no other purpose.
      isIntact: async () =>
        configurationIn(await readFile(join(root, 'dist/portal/index.html'), 'utf8')) === null,
      make: async () => {
        const read = await bundleWith(root, 'vite.config.ts')
        await compressFolder(join(root, 'dist/portal'))
        return read
      },
    },
    {
      id: 'bi-application',
      name: 'BI application',
      inputs: ['package-lock.json'],
      output: 'dist/bi-frame/index.html',
      make: async () => {
        const read = await bundleWith(root, 'local/bi-host/frame/vite.config.ts')
        await compressFolder(join(root, 'dist/bi-frame'))
        return read
      },
    },
    {
      id: 'local-stack',
      name: 'local stack',
      inputs: ['package-lock.json'],
      output: 'dist/local/stack.mjs',
      make: () => bundleWith(root, 'local/cli/vite.config.ts'),
    },
  ]
}

const isStyleSheet = (file: string): boolean => /\.(css|s[ac]ss)$/.test(file)

/**
 * Builds with that Vite configuration. Returns what the bundle was made of: its modules, its configuration files, and the public folder
 * copied beside it. A style sheet may import others that are not modules, so it stands for all style sheets of its top-level folder.
 * Packages are left out: package-lock.json covers them.
 */
export async function bundleWith(folder: string, configFile: string): Promise<readonly string[]> {
  // The bundler's paths are without links, such as macOS's to its temporary folder.
  const root = await realpath(folder)
  const seen = new Set<string>()
  const recorder: Plugin = {
    name: 'what-is-read',
    configResolved(config) {
      for (const file of [join(root, configFile), ...config.configFileDependencies]) seen.add(file)
      if (config.publicDir !== '') seen.add(config.publicDir)
    },
    buildEnd() {
      for (const id of this.getModuleIds()) seen.add(id.split('?', 1)[0] ?? '')
    },
  }
  // A test runner's NODE_ENV, for example, would otherwise bring React's development build.
  const { NODE_ENV: before } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    await build({
      root,
      configFile: join(root, configFile),
      logLevel: 'warn',
      mode: 'production',
      plugins: [recorder],
      // Warnings about slow plugins are about the machine rather than the build.
      build: { rolldownOptions: { checks: { pluginTimings: false } } },
    })
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
  const own = [...seen]
    .filter((file) => isAbsolute(file))
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((file) => !file.startsWith('../') && !file.startsWith('node_modules/'))
  const styled = new Set(own.filter(isStyleSheet).map((file) => file.split('/', 1)[0] ?? ''))
  const sheets = (await Promise.all([...styled].map((part) => filesBelow(root, part))))
    .flat()
    .filter(isStyleSheet)
  return [...new Set([...own, ...sheets, ...own.flatMap(compilerSettings)])].sort()
}

/** Paths of every tsconfig.json that could apply to this file, existing or not. */
function compilerSettings(file: string): readonly string[] {
  const folder = dirname(file)
  return folder === '.' ? ['tsconfig.json'] : [`${folder}/tsconfig.json`, ...compilerSettings(folder)]
}

/**
 * Runs the steps whose inputs changed since their last run. Returns the names of those it ran. Prints one line before and one after each.
 */
export async function makeChanged(
  root: string,
  steps: readonly BuildStep[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  const made: string[] = []
  for (const step of steps) {
    if (await isDone(root, step)) continue
    say(`Building the ${step.name} …`)
    const started = performance.now()
    const stamp = join(root, stamps, step.id)
    await mkdir(dirname(stamp), { recursive: true })
    // An empty file is not a valid stamp. It records the start by the file system's own clock.
    await writeFile(stamp, '')
    const begun = await changedAt(stamp)
    const read = await step.make()
    const files = await filesOf(root, step, read)
    // A file changed during the build may be in the output or not: no stamp then, so that the next command builds again.
    const times = await Promise.all(files.map((file) => changedAt(join(root, file))))
    if (times.every((time) => time <= begun))
      await writeFile(stamp, JSON.stringify({ fingerprint: await fingerprintOf(root, files), read }))
    made.push(step.name)
    say(`Built the ${step.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  return made
}

const stamps = 'dist/.stamps'

/** Written after a step. */
interface Stamp {
  readonly fingerprint: string
  readonly read: readonly string[]
}

async function isDone(root: string, step: BuildStep): Promise<boolean> {
  if (!existsSync(join(root, step.output))) return false
  try {
    const { fingerprint, read } = JSON.parse(await readFile(join(root, stamps, step.id), 'utf8')) as Stamp
    return (
      fingerprint === (await fingerprintOf(root, await filesOf(root, step, read))) &&
      (await step.isIntact?.()) !== false
    )
  } catch {
    // No stamp, an empty one, or one in an older format.
    return false
  }
}

async function filesOf(root: string, step: BuildStep, read: readonly string[]): Promise<readonly string[]> {
  const files = await Promise.all([...step.inputs, ...read].map((input) => filesBelow(root, input)))
  return [...new Set(files.flat())].sort()
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file)).mtimeMs
}

/** Whether a variable ends up in the build. Ports only matter at run time. */
function isBuiltIn(name: string): boolean {
  return name.startsWith('ASSAY_') && !name.endsWith('_PORT')
}

/** A hash over the names and contents of files, and over the build-time variables. */
async function fingerprintOf(root: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  const variables = Object.entries(process.env).filter(([name]) => isBuiltIn(name))
  hash.update(JSON.stringify(variables.sort(([a], [b]) => (a < b ? -1 : 1))))
  for (const file of files) {
    hash.update(`\0${file}\0`)
    hash.update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}

async function filesBelow(root: string, input: string): Promise<readonly string[]> {
  const full = join(root, input)
  if (!existsSync(full)) return []
  const entries = await readdir(full, { withFileTypes: true }).catch((error: unknown) => {
    if (isSystemError(error, 'ENOTDIR')) return null
    throw error
  })
  if (entries === null) return [input]
  const below = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() || entry.isFile())
      .map((entry) => filesBelow(root, `${input}/${entry.name}`)),
  )
  return below.flat()
}
