import { DuckDBInstance } from '@duckdb/node-api'
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** Of this process: the lock of a file does not hold within one. */
const owned = new Set<string>()

/** Another process, or this one before, keeps its files in the folder: two that write there lose what the other has acknowledged. */
export class FolderTaken extends Error {
  override name = 'FolderTaken'

  /** @param owner id of the process, null where the system does not say */
  constructor(folder: string, owner: number | null) {
    super(
      `${folder} is in use by ${owner === null ? 'another stack' : `a stack that runs already (process ${owner})`}. Stop that one first, or give this one a folder of its own.`,
    )
  }
}

/**
 * Makes a folder this process's own until the returned function is called or the process ends, however it ends: the system itself
 * gives back the lock of an engine's file. To be called before anything in the folder is opened.
 * @throws FolderTaken
 */
export async function ownFolder(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true })
  const path = await realpath(folder)
  if (owned.has(path)) throw new FolderTaken(folder, process.pid)
  owned.add(path)
  try {
    const lock = await DuckDBInstance.create(join(path, 'owner.duckdb'))
    return () => {
      lock.closeSync()
      owned.delete(path)
    }
  } catch (error) {
    owned.delete(path)
    const text = String(error)
    if (!text.includes('Could not set lock')) throw error
    const owner = /\(PID (\d+)\)/.exec(text)?.[1]
    throw new FolderTaken(folder, owner === undefined ? null : Number(owner))
  }
}
