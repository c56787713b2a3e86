import { isSystemError } from '../http/listen'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { watch as watchFiles, type FSWatcher } from 'chokidar'
import defaultFlags from './default-flags.json'
import {
  BadFlagDocument,
  parseFlagDocument,
  writeFlagDocument,
  type Flag,
  type FlagDocument,
} from './flag-document'

/** A flag with the version of its last change. Versions increase across restarts. */
export interface VersionedFlag {
  readonly flag: Flag
  readonly version: number
}

export interface FlagStore {
  /** Flags of the last valid document. */
  flags(): ReadonlyMap<string, VersionedFlag>
  /** What is wrong with the current file; `null` if nothing. */
  problem(): string | null
  /** SHA-256 of the file as it was last read, in hex; empty before the first. */
  read(): string
  /** Calls the listener with the keys of flags that were changed, added or removed, until the returned function is called. */
  watch(listener: (keys: readonly string[]) => void): () => void
  /** A new version, for the message that a flag was removed. */
  nextVersion(): number
  /**
   * Reads the file, edits it and replaces it atomically.
   * @throws BadFlagDocument if the current file is invalid
   */
  change(edit: (document: FlagDocument) => FlagDocument): Promise<void>
  close(): Promise<void>
}

const flagFileName = 'flags.json'
/** Debounce for reading the file, because editors write in several steps. */
const quietMilliseconds = 20
/** Delay of a second read: the watcher does not report a save within 50 ms of another. */
const secondLookMilliseconds = 100

/** Opens `flags.json` in a folder, creates it from the committed defaults if it is missing, and watches it. */
export async function openFlagStore(folder: string): Promise<FlagStore> {
  const file = await flagFileIn(folder)
  let flags: ReadonlyMap<string, VersionedFlag> = new Map()
  let problem: string | null = null
  let lastRead = ''
  let version = Date.now()
  let work: Promise<unknown> = Promise.resolve()
  let looks: NodeJS.Timeout[] = []
  const listeners = new Set<(keys: readonly string[]) => void>()
  const nextVersion = () => (version += 1)

  function apply(document: FlagDocument) {
    const changed = changedKeys(flags, document)
    flags = new Map(
      Object.entries(document).map(([key, flag]) => {
        const known = flags.get(key)
        return [key, known !== undefined && !changed.includes(key) ? known : { flag, version: nextVersion() }]
      }),
    )
    problem = null
    if (changed.length > 0) for (const listener of listeners) listener(changed)
  }

  async function read() {
    try {
      const text = await readFile(file, 'utf8')
      lastRead = createHash('sha256').update(text).digest('hex')
      apply(parseFlagDocument(text))
    } catch (error) {
      problem = problemOf(error)
    }
  }

  /** Runs reads and writes one at a time, in order. */
  function oneAtATime(task: () => Promise<void>): Promise<void> {
    const done = work.then(task)
    work = done.catch(() => undefined)
    return done
  }

  await read()
  if (problem !== null) apply(defaultFlags)
  const watcher = await watchFlagFile(folder, () => {
    looks.forEach(clearTimeout)
    looks = [quietMilliseconds, secondLookMilliseconds].map((delay) =>
      setTimeout(() => void oneAtATime(read), delay),
    )
  })
  // Reads what was saved before the watcher was ready, and sets the problem that `apply` has cleared.
  await oneAtATime(read)

  return {
    flags: () => flags,
    problem: () => problem,
    read: () => lastRead,
    nextVersion,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (edit) =>
      oneAtATime(async () => {
        const document = edit(parseFlagDocument(await readFile(file, 'utf8')))
        await replaceFile(file, writeFlagDocument(document))
        apply(document)
      }),
    async close() {
      looks.forEach(clearTimeout)
      listeners.clear()
      await watcher.close()
      await work
    },
  }
}

/** Settles once the watcher is ready. It watches the folder, because editors replace the file. */
async function watchFlagFile(folder: string, changed: () => void): Promise<FSWatcher> {
  const watcher = watchFiles(folder, {
    depth: 0,
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && basename(path) !== flagFileName,
  })
  watcher.on('all', (_event, path) => {
    if (basename(path) === flagFileName) changed()
  })
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return watcher
}

/** Path of the folder's flag file, created from the committed defaults if it is missing. */
async function flagFileIn(folder: string): Promise<string> {
  const file = join(folder, flagFileName)
  await mkdir(folder, { recursive: true })
  const defaults = writeFlagDocument(parseFlagDocument(JSON.stringify(defaultFlags)))
  await writeFile(file, defaults, { flag: 'wx' }).catch((error: unknown) => {
    if (!isSystemError(error, 'EEXIST')) throw error
  })
  return file
}

async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.new`
  await writeFile(temporary, text)
  await rename(temporary, file)
}

function problemOf(error: unknown): string {
  if (error instanceof BadFlagDocument) return error.message
  return isSystemError(error, 'ENOENT')
    ? 'flags.json is missing.'
    : `flags.json could not be read: ${String(error)}`
}

/** Flags that were changed, added or removed. */
function changedKeys(flags: ReadonlyMap<string, VersionedFlag>, document: FlagDocument): readonly string[] {
  const keys = [...new Set([...flags.keys(), ...Object.keys(document)])]
  return keys.filter((key) => !isSame(flags.get(key)?.flag, document[key]))
}

function isSame(one: Flag | undefined, other: Flag | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
