import * as disk from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'

/**
 * A map stored in an append-only file: one line per change, and a change counts once it is on disk. The process may be killed at any point:
 * every acknowledged change is there after a restart, and an incomplete last line is dropped.
 */
export interface Journal<Value> {
  get(key: string): Value | undefined
  values(): readonly Value[]
  /** Resolves once the change is on disk. Changes resolve in the order of the calls. */
  put(key: string, value: Value): Promise<void>
  /** Stores what `change` returns for the current value, after every earlier change is on disk. A no-op if it returns `null`. */
  change(key: string, change: (before: Value | undefined) => Value | null): Promise<Value | null>
  /** Deletes several keys as one change: a crash leaves all or none of them. */
  remove(keys: readonly string[]): Promise<void>
  /** Number of lines that could not be read at startup. They were copied to `<file>.damaged`. */
  readonly damaged: number
  /** Keys of damaged lines that no later line replaces. */
  readonly lost: readonly string[]
  close(): Promise<void>
}

export interface JournalOptions<Value> {
  readonly file: string
  /** Validates the value of a line. `null` if it has the wrong shape. */
  readonly parse: (value: unknown) => Value | null
  /** Compacts the file once this many lines are obsolete. */
  readonly compactAfter?: number
  readonly files?: JournalFiles
}

/** The file system calls of a journal. Node's by default, a failing one in tests. */
export interface JournalFiles {
  readonly mkdir: (path: string, options: { readonly recursive: true }) => Promise<unknown>
  readonly open: (path: string, flags: 'a' | 'r') => Promise<JournalHandle>
  readonly readFile: (path: string, encoding: 'utf8') => Promise<string>
  readonly appendFile: (path: string, text: string) => Promise<void>
  readonly rename: (from: string, to: string) => Promise<void>
  readonly rm: (path: string, options: { readonly force: true }) => Promise<void>
}
export type JournalHandle = Pick<
  disk.FileHandle,
  'appendFile' | 'datasync' | 'sync' | 'truncate' | 'close'
> & { stat(): Promise<{ readonly size: number }> }

type Entry = { readonly put: string; readonly value: unknown } | { readonly remove: readonly string[] }

export async function openJournal<Value>(options: JournalOptions<Value>): Promise<Journal<Value>> {
  const { file, compactAfter = 500, files = disk } = options
  await files.mkdir(dirname(file), { recursive: true })
  const values = new Map<string, Value>()
  const read = await replay(files, options, values)
  let stale = read.lines - values.size
  let handle = await files.open(file, 'a')
  // Cut off an incomplete last line before appending. This works even on a full disk.
  if (read.torn) await handle.truncate(read.whole).then(() => handle.datasync())
  await syncFolder(files, dirname(file))
  // Damaged lines stay in the file until they have been copied aside.
  if (read.damaged.length > 0)
    await files
      .appendFile(`${file}.damaged`, `${read.damaged.join('\n')}\n`)
      .then(compact)
      .catch(() => undefined)
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false

  async function compact(): Promise<void> {
    const fresh = `${file}.new`
    await files.rm(fresh, { force: true })
    const enqueue = await files.open(fresh, 'a')
    try {
      for (const [key, value] of values) await enqueue.appendFile(lineOf({ put: key, value }))
      await enqueue.sync()
      await files.rename(fresh, file)
    } catch (error) {
      await enqueue.close()
      await files.rm(fresh, { force: true }).catch(() => undefined)
      throw error
    }
    await handle.close()
    handle = enqueue
    stale = 0
    await syncFolder(files, dirname(file))
  }

  const next = <Made>(work: () => Promise<Made>): Promise<Made> => {
    const done = queue.then(() => {
      if (closed) throw new Error('The store is closed.')
      return work()
    })
    queue = done.catch(() => undefined)
    return done
  }
  async function write(entry: Entry, apply: () => number): Promise<void> {
    await appendLine(handle, lineOf(entry))
    stale += apply()
    // The change is stored, so a failed compaction is no error. On a full disk, it is retried after as many changes more.
    if (stale > compactAfter && stale > values.size) await compact().catch(() => (stale = 0))
  }
  const put = (key: string, value: Value): Promise<void> =>
    write({ put: key, value }, () => {
      const replaced = values.has(key) ? 1 : 0
      values.set(key, value)
      return replaced
    })

  return {
    get: (key) => values.get(key),
    values: () => [...values.values()],
    put: (key, value) => next(() => put(key, value)),
    change: (key, make) =>
      next(async () => {
        const value = make(values.get(key))
        if (value !== null) await put(key, value)
        return value
      }),
    remove: (keys) =>
      next(() => write({ remove: keys }, () => 1 + keys.filter((key) => values.delete(key)).length)),
    damaged: read.damaged.length,
    lost: read.lost,
    async close() {
      closed = true
      await queue
      await handle.close()
    },
  }
}

/** Undoes a partial write, so that the next line does not join its remains. */
async function appendLine(handle: JournalHandle, line: string): Promise<void> {
  const { size } = await handle.stat()
  try {
    await handle.appendFile(line)
    await handle.datasync()
  } catch (error) {
    await handle.truncate(size).catch(() => undefined)
    throw error
  }
}

interface Replayed {
  readonly lines: number
  readonly damaged: readonly string[]
  readonly lost: readonly string[]
  readonly torn: boolean
  /** Bytes before an incomplete last line. */
  readonly whole: number
}

async function replay<Value>(
  files: JournalFiles,
  { file, parse }: JournalOptions<Value>,
  values: Map<string, Value>,
): Promise<Replayed> {
  const text = await files.readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  const tail = lines.pop() ?? ''
  const damaged: string[] = []
  const lost = new Map<string, string>()
  const setAside = (line: string): void => {
    damaged.push(line)
    lost.set(memberIn(line, 'put') ?? line, line)
  }
  for (const line of lines) {
    const entry = entryOf(line)
    if (entry === null) {
      setAside(line)
    } else if ('remove' in entry) {
      for (const key of entry.remove) [values, lost].forEach((known) => known.delete(key))
    } else {
      const value = parse(entry.value)
      if (value === null) setAside(line)
      else {
        values.set(entry.put, value)
        lost.delete(entry.put)
      }
    }
  }
  const whole = Buffer.byteLength(text) - Buffer.byteLength(tail)
  return { lines: lines.length, damaged, lost: [...lost.values()], torn: tail !== '', whole }
}

/** Best effort: reads one text member out of a damaged line. */
export function memberIn(line: string, name: string): string | null {
  const found = new RegExp(`"${name}":("(?:[^"\\\\]|\\\\.)*")`).exec(line)?.[1]
  try {
    return found === undefined ? null : (JSON.parse(found) as string)
  } catch {
    return null
  }
}

/** Number of lines set aside, per file of this folder. */
export async function damagedIn(folder: string): Promise<Readonly<Record<string, number>>> {
  const names = (await disk.readdir(folder)).filter((name) => name.endsWith('.damaged'))
  const counts = names.map(async (name) => {
    const text = await disk.readFile(join(folder, name), 'utf8')
    return [name, text.split('\n').length - 1] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** Monotonic clock: never returns less than the latest stored time, even if the system clock is set back. */
export function monotonic(now: () => number, stored: readonly { readonly modified: number }[]): () => number {
  let last = stored.reduce((latest, { modified }) => Math.max(latest, modified), 0)
  return () => (last = Math.max(last, now()))
}

const checksum = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8)

const lineOf = (entry: Entry): string => {
  const text = JSON.stringify(entry)
  return `${checksum(text)} ${text}\n`
}

function entryOf(line: string): Entry | null {
  const text = line.slice(9)
  if (line[8] !== ' ' || checksum(text) !== line.slice(0, 8)) return null
  return JSON.parse(text) as Entry
}

async function syncFolder(files: JournalFiles, folder: string): Promise<void> {
  const handle = await files.open(folder, 'r').catch(() => null)
  // Some systems cannot open a folder. The rename itself is atomic everywhere.
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
