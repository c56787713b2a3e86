import { DuckDBInstance } from '@duckdb/node-api'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { Refusal } from './progress'
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
 * @throws Refusal where nothing can be written there, or a newer Assay has written there
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
    if (!text.includes('Could not set lock')) throw unusable(folder, error)
    const owner = /\(PID (\d+)\)/.exec(text)?.[1]
    throw new FolderTaken(folder, owner === undefined ? null : Number(owner))
  }
}

/** The reason is the system's own: a folder that may only be read, a disk that is full, a file of that name. */
function unusable(folder: string, error: unknown): Refusal {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
  return new Refusal(
    `Nothing can be written to ${folder}: ${reason}. Make room or leave to write there, and start again.`,
  )
}

/**
 * Of what lies in a data folder; a folder without a version is of the first. A version that changes a line brings it forward here, when
 * it meets an older number, before anything reads it.
 */
const formatVersion = 1

async function agreeOnFormat(folder: string): Promise<void> {
  const file = join(folder, 'format')
  const found = await readFile(file, 'utf8').catch(() => null)
  if (found === null) return writeFile(file, `${formatVersion}\n`)
  if (found.trim() === String(formatVersion)) return
  throw new Refusal(
    `${folder} was written by another version of Assay: its format is "${found.trim().slice(0, 20)}", and this one knows ${formatVersion}. Start the version that wrote it, or give this one a folder of its own; nothing was changed.`,
  )
}
