import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleDataFolder, madeSampleData } from '../../../../local/cli/build'
import { thoughtSpotDashboardLibrary } from '../../../../src/adapters/dashboard-library/thoughtspot/thoughtspot-rest-dashboard-library'
import type { DashboardLibrary, SavedDashboard } from '../../../../src/core/ports/dashboard-library'

const vite = import.meta.resolve('vite')
const source = (path: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../../../../local/bi-host/${path}`, import.meta.url)))

/** The real BI host over the sample data, with its store in the folder given as argument. Prints its origin and a token. */
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

interface HostProcess {
  readonly origin: string
  /** A BI token of one user. */
  readonly token: string
  /** Ends the process at once, like a power cut, without flushing or closing anything. */
  kill(): Promise<void>
}

/** Starts the BI host in a separate process. */
async function startHostProcess(storeFolder: string): Promise<HostProcess> {
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

/** For a longer run: `ASSAY_CRASH_ROUNDS=20`. */
const rounds = Number(process.env['ASSAY_CRASH_ROUNDS'] ?? 1)
const operations = 200
const atOnce = 8

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bi-host-crash-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html><head><title>Frame</title><script type="application/json" id="host-config">{}</script></head><body></body></html>',
  )
  // Built here, so that no round spends time on it.
  await madeSampleData()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const libraryOf = ({ origin, token }: HostProcess): DashboardLibrary =>
  thoughtSpotDashboardLibrary({
    version: 1,
    baseUrl: origin,
    tokens: () => ({
      token: async () => ({ ok: true, value: { value: token, serverTime: null } }),
      drop: () => undefined,
    }),
  })

/** The dashboards as far as the client knows. */
interface Known {
  /** Acknowledged and not deleted: names by id. */
  readonly there: Map<string, string>
  readonly gone: Set<string>
  /** Deletes that were sent but not answered: names by id. */
  readonly perhapsGone: Map<string, string>
  /** Names of creates that were sent but not answered. */
  readonly perhapsThere: Set<string>
}

async function own(library: DashboardLibrary): Promise<readonly SavedDashboard[]> {
  const listed = await library.list()
  if (!listed.ok) throw new Error(listed.failure.text)
  return listed.value.dashboards.filter(({ author }) => author === 'ana@example.com')
}

/** Creates and deletes until 200 requests were sent, and kills the host in between. Returns how many were acknowledged. */
async function workUntilKilled(host: HostProcess, known: Known, round: number): Promise<number> {
  const library = libraryOf(host)
  const killAfter = operations / 4 + Math.floor((Math.random() * operations) / 2)
  let sent = 0
  let acknowledged = 0
  let killed: Promise<void> | undefined
  const worker = async (): Promise<void> => {
    while (sent < operations && killed === undefined) {
      sent += 1
      const number = sent
      const [victim] = number % 3 === 0 ? known.there : []
      if (victim === undefined) {
        const name = `Dashboard ${round}.${number} ${'😀 <b>'.repeat(number % 40)}`.trim()
        known.perhapsThere.add(name)
        const made = await library.create(name)
        if (!made.ok) continue
        known.perhapsThere.delete(name)
        known.there.set(made.value.id, name)
      } else {
        const [id, name] = victim
        known.there.delete(id)
        known.perhapsGone.set(id, name)
        if (!(await library.remove(id)).ok) continue
        known.perhapsGone.delete(id)
        known.gone.add(id)
      }
      acknowledged += 1
      if (acknowledged >= killAfter) killed ??= host.kill()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await killed
  return acknowledged
}

test(
  `a host killed during ${operations} creates and deletes loses no acknowledged change and keeps no partial one`,
  { timeout: 60_000 + rounds * 60_000 },
  async () => {
    const known: Known = {
      there: new Map(),
      gone: new Set(),
      perhapsGone: new Map(),
      perhapsThere: new Set(),
    }
    let acknowledged = 0
    let unanswered = 0
    for (let round = 1; round <= rounds; round += 1) {
      acknowledged += await workUntilKilled(await startHostProcess(folder), known, round)
      unanswered += known.perhapsGone.size + known.perhapsThere.size

      const again = await startHostProcess(folder)
      const rows = await own(libraryOf(again))
      const names = new Map(rows.map(({ id, name }) => [id, name]))
      for (const [id, name] of known.there) expect(names.get(id)).toBe(name)
      for (const id of known.gone) expect(names.has(id)).toBe(false)
      for (const { id, name, description, createdAt } of rows) {
        expect(description).toBe('Created from dashboard page')
        expect(createdAt).toBeGreaterThan(0)
        if (known.there.has(id)) continue
        // An unanswered request may or may not have taken effect, but only completely and once.
        const whole = known.perhapsGone.get(id) === name || known.perhapsThere.delete(name)
        expect(whole, `${id} ${name}`).toBe(true)
        known.there.set(id, name)
      }
      known.perhapsGone.clear()
      known.perhapsThere.clear()
      expect(existsSync(join(folder, 'dashboards.jsonl.damaged'))).toBe(false)
      await again.kill()
    }
    expect(acknowledged).toBeGreaterThanOrEqual((rounds * operations) / 4)
    console.log(
      `${rounds} kills: ${acknowledged} changes acknowledged, all there; ${unanswered} unanswered, each whole or not at all`,
    )
  },
)
