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

/** A flag and when it last changed; versions grow over restarts too. */
export interface VersionedFlag {
  readonly flag: Flag
  readonly version: number
}

export interface FlagStore {
  /** The last good document. */
  flags(): ReadonlyMap<string, VersionedFlag>
  /** What is wrong with the file as it is now; `null` when nothing is. */
  problem(): string | null
  /** SHA-256 of the file as it was last read, in hex; empty before the first. */
  read(): string
  /** Calls the listener with the keys of flags that were changed, added or removed, until the returned function is called. */
  watch(listener: (keys: readonly string[]) => void): () => void
  /** A version no flag has had, for the message that one is gone. */
  nextVersion(): number
  /**
   * Reads the file, edits it and writes it in one piece.
   * @throws BadFlagDocument when the file has to be mended first
   */
  change(edit: (document: FlagDocument) => FlagDocument): Promise<void>
  close(): Promise<void>
}

const flagFileName = 'flags.json'
/** Editors write in several steps; the file is read when it has been quiet for this long. */
const quietMilliseconds = 20
/** The watcher keeps silent about a save within 50 ms of another: the file is looked at once more after that. */
const secondLookMilliseconds = 100

/** Opens `flags.json` of a folder, made from the committed defaults when there is none, and follows its changes. */
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

  /** One reading or writing at a time, in the order they were asked for. */
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
  // What was saved while the watcher was getting ready; names the problem again if there was one.
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

/** Settles when it watches. The folder is watched, not the file: editors put a new file in its place. */
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

/** The file of a folder, made from the committed defaults when there is none. */
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
    : `flags.json cannot be read: ${String(error)}`
}

/** Flags that were changed, added or removed. */
function changedKeys(flags: ReadonlyMap<string, VersionedFlag>, document: FlagDocument): readonly string[] {
  const keys = [...new Set([...flags.keys(), ...Object.keys(document)])]
  return keys.filter((key) => !isSame(flags.get(key)?.flag, document[key]))
}

function isSame(one: Flag | undefined, other: Flag | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
