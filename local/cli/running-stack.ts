import { mkdir, readdir, readFile, rm, writeFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { StackOrigins } from '../http/addresses'
import { isSystemError, listen } from '../http/listen'
import { Refusal } from './progress'

/** A stack that uses a data folder, read from the marker file that it writes there. */
interface RunningStack {
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

/** Folders that this process owns: a file lock does not exclude its own process. */
const owned = new Set<string>()

/** The folder is in use by another process or by this one. Two writers would lose data that the other has acknowledged. */
export class FolderTaken extends Error {
  override name = 'FolderTaken'

  /** @param owner process id, null if the system does not report it */
  constructor(folder: string, owner: number | null) {
    super(
      `${folder} is in use by ${owner === null ? 'another stack' : `a stack that runs already (process ${owner})`}. Stop that one first, or use another folder for this one.`,
    )
  }
}

/**
 * Locks a folder for this process until the returned function is called or the process ends. The system releases the lock of DuckDB's
 * file even after a crash. Call it before opening anything in the folder.
 * @throws FolderTaken
 * @throws Refusal if the folder is not writable or has another format version
 */
export async function ownFolder(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw unusable(folder, error)
  })
  const path = await realpath(folder)
  if (owned.has(path)) throw new FolderTaken(folder, process.pid)
  owned.add(path)
  try {
    const lock = await DuckDBInstance.create(join(path, 'owner.duckdb'))
    const giveBack = (): void => {
      lock.closeSync()
      owned.delete(path)
    }
    await agreeOnFormat(path).catch((error: unknown) => {
      giveBack()
      throw error
    })
    return giveBack
  } catch (error) {
    owned.delete(path)
    if (error instanceof Refusal) throw error
    const text = String(error)
    // The second is what DuckDB says on Windows.
    if (!/Could not set lock|File is already open/.test(text)) throw unusable(folder, error)
    const owner = /\(PID (\d+)\)/.exec(text)?.[1]
    throw new FolderTaken(folder, owner === undefined ? null : Number(owner))
  }
}

/** With the system's reason: a read-only folder, a full disk, a file of that name. */
function unusable(folder: string, error: unknown): Refusal {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
  return new Refusal(
    `Nothing can be written to ${folder}: ${reason}. Free disk space or fix the folder’s permissions, then start again.`,
  )
}

/**
 * Format of a data folder's files. A folder without a version has the first one. Whoever changes the format adds the migration of older
 * versions here, before anything reads the files.
 */
const formatVersion = 1

async function agreeOnFormat(folder: string): Promise<void> {
  const file = join(folder, 'format')
  const found = await readFile(file, 'utf8').catch(() => null)
  if (found === null) return writeFile(file, `${formatVersion}\n`)
  if (found.trim() === String(formatVersion)) return
  throw new Refusal(
    `${folder} was written by another version of Assay: its format is "${found.trim().slice(0, 20)}", and this version supports ${formatVersion}. Start the version that wrote it, or use another folder for this one. Nothing was changed.`,
  )
}
