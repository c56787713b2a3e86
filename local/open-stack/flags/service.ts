import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listen, type LocalService } from '../../http/listen'
import { healthy, runLogged, spawnLogged, stop, type OpenService } from '../services'

export interface FlagServiceOptions {
  readonly port: number
  /** Variable that changes the port, for the message if it is in use. */
  readonly variable: string
  /** Root of the repository. */
  readonly root: string
  /** Folder of the programs built for this machine. */
  readonly home: string
  /** Folder of this instance's log, and of its flags unless `file` is given. */
  readonly folder: string
  /** Origins whose pages may request flags. */
  readonly portalOrigins: readonly string[]
  /** Flags in flagd's format; default an editable copy of the repository's in `folder`. */
  readonly file?: string
}

/** Minor version of Go 1 from which Go downloads the newer version that `go.mod` requires. */
const minGo = 21

const sources = ['main.go', 'go.mod', 'go.sum'] as const

/** The flag file, which may be edited while the service runs. */
export const flagFileName = 'assay.flagd.json'

/** flagd's own core behind OFREP. Built by Go once for each hash of its sources. */
export function flagService(options: FlagServiceOptions): OpenService {
  const own = join(options.root, 'local/open-stack/flags')
  const file = options.file ?? join(options.folder, flagFileName)
  return {
    name: 'flags',
    async missing() {
      if (await isThere(await programFor(own, options.home))) return null
      const { stdout } = await promisify(execFile)('go', ['version']).catch(() => ({ stdout: '' }))
      const [version = 'no Go', minor] = /\bgo1\.(\d+)/.exec(stdout) ?? []
      if (Number(minor) >= minGo) return null
      return `Building the flag server needs Go 1.25 or newer, and ${version} was found. Install it, or leave flags out of --only.`
    },
    async install(say) {
      const program = await programFor(own, options.home)
      if (await isThere(program)) return
      const started = performance.now()
      say('Building the flag server …')
      await mkdir(options.home, { recursive: true })
      const made = `${program}.${process.pid}`
      await runLogged(
        'go',
        ['build', '-C', own, '-mod=readonly', '-trimpath', '-ldflags', '-s -w', '-o', made, '.'],
        join(options.home, 'flags-install.log'),
        'The flag server could not be built',
        { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
      )
      await rename(made, program)
      say(`Built the flag server in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    },
    async prepare() {
      await mkdir(options.folder, { recursive: true })
      if (!(await isThere(file))) await copyFile(join(own, flagFileName), file)
    },
    start: async () => start(options, await programFor(own, options.home), file),
  }
}

async function programFor(own: string, home: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of sources) hash.update(await readFile(join(own, name)))
  return join(home, `flags-${hash.digest('hex').slice(0, 16)}`)
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

async function start(
  { folder, port, portalOrigins, variable }: FlagServiceOptions,
  program: string,
  file: string,
): Promise<LocalService> {
  const handler = (_: unknown, response: { end(): void }): void => response.end()
  await (await listen({ name: 'flag server', port, variable, handler })).close()
  const origin = `http://127.0.0.1:${port}`
  const log = join(folder, 'flags.log')
  await rm(log, { force: true })
  const parameters = ['-listen', `127.0.0.1:${port}`, '-file', file, '-origins', portalOrigins.join(' ')]
  const child = spawnLogged(program, parameters, log)
  try {
    await healthy('The flag server', child, `${origin}/health`, log)
  } catch (error) {
    await stop(child)
    throw error
  }
  return { name: 'flags', origin, close: () => stop(child) }
}
