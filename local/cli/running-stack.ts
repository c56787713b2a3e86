import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StackOrigins } from '../http/addresses'
import { isSystemError, listen } from '../http/listen'

/** A stack that uses a data folder, read from the marker file that it writes there. */
export interface RunningStack {
  readonly process: number
  readonly portal: string
  readonly services: string
}

const shape = /^running-\d+\.json$/

/** Marks each folder as used by a stack, until the returned function is called. */
export async function markRunning(
  folders: readonly string[],
  { portal, services }: Pick<StackOrigins, 'portal' | 'services'>,
): Promise<() => Promise<void>> {
  const mark: RunningStack = { process: process.pid, portal, services }
  const files = [...new Set(folders)].map((folder) =>
    // The port is unique among the stacks of a machine.
    join(folder, `running-${new URL(services).port}.json`),
  )
  for (const folder of folders) await mkdir(folder, { recursive: true })
  for (const file of files) await writeFile(file, JSON.stringify(mark))
  return async () => {
    for (const file of files) await rm(file, { force: true })
  }
}

/**
 * Marks a folder as used by the open stack from its first step, until the returned function is called. The open stack installs and
 * prepares there long before its services answer, so a small server answers for them.
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

/** The stacks that use the folder. A killed stack leaves its marker behind, but its process is gone or its services do not answer. */
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
    // A timeout means that the stack is busy, not gone.
    return error instanceof Error && error.name === 'TimeoutError'
  }
}

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isSystemError(error, 'EPERM')
  }
}
