import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sampleDataFolder } from '../../../../local/cli/build'

const vite = import.meta.resolve('vite')
const source = (path: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../../../../local/bi-host/${path}`, import.meta.url)))

/** The real BI host over the sample data, its store in the folder named by the argument. Says where it is, and a token. */
const script = `
import { runnerImport } from ${JSON.stringify(vite)}
const load = async (file) => (await runnerImport(file, { configFile: false, logLevel: 'error' })).module
const { createBiTokens } = await load(${source('wire/bi-token.ts')})
const { startBiHost } = await load(${source('server/server.ts')})
const tokens = await createBiTokens({ lifetimeSeconds: 3600 })
const host = await startBiHost({
  port: 0,
  portalOrigins: ['http://localhost:4300'],
  tokens,
  dataFolder: ${JSON.stringify(sampleDataFolder)},
  storeFolder: process.argv[1],
  frameFolder: process.argv[1],
})
const token = await tokens.issue({ kind: 'person', subject: 'local|ana', email: 'ana@example.com', name: 'Ana' })
process.stdout.write(JSON.stringify({ origin: host.origin, token }) + '\\n')
`

export interface HostProcess {
  readonly origin: string
  /** A BI token of one person. */
  readonly token: string
  /** Ends the process at once, as a power cut would: nothing is flushed, nobody is told. */
  kill(): Promise<void>
}

/** Starts the BI host in a process of its own. */
export async function startHostProcess(storeFolder: string): Promise<HostProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, storeFolder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors: string[] = []
  child.stderr.setEncoding('utf8').on('data', (part: string) => errors.push(part))
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const line = await Promise.race([
    new Promise<string>((resolve) => void createInterface(child.stdout).once('line', resolve)),
    ended.then(() => null),
  ])
  if (line === null) throw new Error(`The BI host did not start: ${errors.join('')}`)
  const { origin, token }: { origin: string; token: string } = JSON.parse(line)
  return {
    origin,
    token,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
