import { DuckDBInstance } from '@duckdb/node-api'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { Refusal } from './progress'
import { join } from 'node:path'

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
