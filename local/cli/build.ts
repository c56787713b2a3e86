import { buildSteps, makeChanged, type BuildStep } from './build-steps'
import { progress, Refusal } from './progress'
import { readdir, rm, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDatabase, type SampleDatabase } from '../bi-host/data/build'
import { dataFolder } from './stack-settings'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from './running-stack'

/** A ticket of the queue: an empty file. Its name has all the data. */
interface Ticket {
  readonly name: string
  readonly number: number
  readonly process: number
}

/**
 * Runs `work` exclusively among all callers with the same folder, across processes, in the order of arrival. Each caller draws a ticket,
 * and the lowest ticket of a live process goes first. No lock is ever taken over, so two callers that find a dead owner cannot both
 * succeed it.
 */
export async function withLock<T>(
  folder: string,
  say: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const own = await drawTicket(folder)
  try {
    let isAnnounced = false
    for (;;) {
      const [first] = await liveTickets(folder)
      if (first === undefined || first.name === own.name) break
      if (!isAnnounced) say(`Waiting for another command (process ${first.process}) to finish building.`)
      isAnnounced = true
      await wait(200)
    }
    return await work()
  } finally {
    await discard(folder, own)
  }
}

/**
 * Draws the last ticket in the queue. If another ticket follows it, it is discarded and drawn again: that one's owner may have read
 * the folder before this ticket existed, and be at work already.
 */
async function drawTicket(folder: string): Promise<Ticket> {
  await mkdir(folder, { recursive: true })
  for (;;) {
    const last = (await liveTickets(folder)).at(-1)
    const own = ticket(`${(last?.number ?? 0) + 1}-${process.pid}-${randomUUID()}`)
    await writeFile(join(folder, own.name), '', { flag: 'wx' })
    if ((await liveTickets(folder)).at(-1)?.name === own.name) return own
    await discard(folder, own)
  }
}

/** Tickets in order. Removes those of dead processes, which is safe since ticket names are unique. */
async function liveTickets(folder: string): Promise<readonly Ticket[]> {
  const all = (await readdir(folder)).map(ticket)
  const living = all.filter(({ process }) => isAlive(process))
  await Promise.all(all.filter((one) => !living.includes(one)).map((one) => discard(folder, one)))
  return living.toSorted((one, other) => one.number - other.number || (one.name < other.name ? -1 : 1))
}

function ticket(name: string): Ticket {
  const [number, process] = name.split('-').map(Number)
  return { name, number: number ?? 0, process: process ?? 0 }
}

async function discard(folder: string, { name }: Ticket): Promise<void> {
  await rm(join(folder, name), { force: true })
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Shared with the stack of `npm start`, so that the sample data are generated once. */
export const sampleDataFolder = join(root, dataFolder)

/**
 * The sample data as the current generator makes them. If the generator has changed, databases of earlier versions are deleted, whatever
 * their names.
 */
export function madeSampleData(
  onProgress: (line: string) => void = () => undefined,
): Promise<SampleDatabase> {
  const deleteOlder: BuildStep = {
    id: 'sample-data',
    name: 'sample data',
    inputs: ['local/bi-host/data', 'package-lock.json'],
    output: 'local/bi-host/data',
    make: async () => {
      const names = await readdir(sampleDataFolder).catch(() => [])
      for (const name of names.filter((one) => /^sample-.*\.duckdb$/.test(one)))
        await rm(join(sampleDataFolder, name), { force: true }).catch(() => undefined)
      return []
    },
  }
  return withLock(
    join(root, 'dist/.locks/sample-data'),
    () => undefined,
    async () => {
      await makeChanged(root, [deleteOlder], () => undefined)
      return ensureDatabase({ folder: sampleDataFolder, onProgress })
    },
  )
}

/**
 * Builds what changed since the last build, or only the named steps of it. A lock keeps two commands from building at the same time.
 */
export async function ensureBuilt(
  say: (line: string) => void,
  only: readonly string[] = [],
): Promise<readonly string[]> {
  const root = process.cwd()
  const all = buildSteps(root)
  const unknown = only.find((id) => all.every((step) => step.id !== id))
  if (unknown)
    throw new Refusal(
      `There is no build step "${unknown}". The steps are ${all.map(({ id }) => id).join(', ')}.`,
    )
  const steps = all.filter(({ id }) => only.length === 0 || only.includes(id))
  return withLock('dist/.locks/build', say, () => makeChanged(root, steps, say))
}

/** `npm run build`, or one step of it: `npm run build -- portal`. `npm run build -- sample-data` is not part of the full build. */
export async function run(parameters: readonly string[]): Promise<void> {
  const say = (line: string): void => console.log(line)
  const [only] = parameters
  if (only === 'sample-data') return void (await madeSampleData(progress()))
  const made = await ensureBuilt(say, parameters)
  if (made.length === 0) console.log('Nothing to build: no inputs have changed since the last build.')
}
