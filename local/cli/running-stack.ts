import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StackOrigins } from '../http/addresses'
import { isSystemError, listen } from '../http/listen'

/** A stack that uses a data folder, as it says there itself. */
export interface RunningStack {
  readonly process: number
  readonly portal: string
  readonly services: string
}

const shape = /^running-\d+\.json$/

/** Says in each folder that a stack uses it, until the returned function is called. */
export async function markRunning(
  folders: readonly string[],
  { portal, services }: Pick<StackOrigins, 'portal' | 'services'>,
): Promise<() => Promise<void>> {
  const mark: RunningStack = { process: process.pid, portal, services }
  const files = [...new Set(folders)].map((folder) =>
    // No two stacks of a machine have the same port.
    join(folder, `running-${new URL(services).port}.json`),
  )
  for (const folder of folders) await mkdir(folder, { recursive: true })
  for (const file of files) await writeFile(file, JSON.stringify(mark))
  return async () => {
    for (const file of files) await rm(file, { force: true })
  }
}

/**
 * Says from its first step on that the open stack uses a folder: it installs and prepares there long before any service answers, so
 * that somebody of its own does. Until the returned function is called.
 */
export async function holdFolder(folder: string, portal: string): Promise<() => Promise<void>> {
  const holder = await listen({
    name: 'open stack',
    port: 0,
    variable: 'NONE',
    handler: (_request, response) => response.end(),
  })
  const unmark = await markRunning([folder], { portal, services: holder.origin })
  return async () => {
    await unmark()
    await holder.close()
  }
}

/** The stacks that use the folder. One that was killed has left its word behind: its process is gone, or nobody answers. */
export async function runningStacks(folder: string): Promise<readonly RunningStack[]> {
  const names = await readdir(folder).catch(() => [])
  const marks = await Promise.all(
    names.filter((name) => shape.test(name)).map((name) => readMark(folder, name)),
  )
  const found = marks.filter((mark) => mark !== null)
  const answers = await Promise.all(
    found.map(async ({ process, services }) => isAlive(process) && (await isAnswering(services))),
  )
  return found.filter((_, at) => answers[at])
}

async function readMark(folder: string, name: string): Promise<RunningStack | null> {
  try {
    const { process, portal, services } = JSON.parse(
      await readFile(join(folder, name), 'utf8'),
    ) as Partial<RunningStack>
    if (typeof process !== 'number' || typeof portal !== 'string' || typeof services !== 'string') return null
    return { process, portal, services }
  } catch {
    return null
  }
}

async function isAnswering(origin: string): Promise<boolean> {
  try {
    await (await fetch(`${origin}/health`, { signal: AbortSignal.timeout(5_000) })).body?.cancel()
    return true
  } catch (error) {
    // One that is too busy to answer in time is there all the same.
    return error instanceof Error && error.name === 'TimeoutError'
  }
}

/** Whether there is a process of this id, anybody's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isSystemError(error, 'EPERM')
  }
}
