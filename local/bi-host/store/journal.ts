import * as disk from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'

/**
 * A map kept in an append-only file: one line per change, on disk before the change counts. A process may be killed at
 * any point: whatever was acknowledged is there at the next start, and half a last line is dropped.
 */
export interface Journal<Value> {
  get(key: string): Value | undefined
  values(): readonly Value[]
  /** Settles once the change is on disk; changes settle in the order they were made. */
  put(key: string, value: Value): Promise<void>
  /** Puts what `change` makes of the value as it is once every change before this one is on disk; nothing when it answers `null`. */
  change(key: string, change: (before: Value | undefined) => Value | null): Promise<Value | null>
  /** Several deletions as one change: all or none survive a crash. */
  remove(keys: readonly string[]): Promise<void>
  /** Lines that could not be read at the start; they were copied to `<file>.damaged`. */
  readonly damaged: number
  /** Those of them that no later line of the same key stands for. */
  readonly lost: readonly string[]
  close(): Promise<void>
}

export interface JournalOptions<Value> {
  readonly file: string
  /** Gives back the value of a line, or `null` when it does not have the right shape. */
  readonly parse: (value: unknown) => Value | null
  /** Rewrites the file when this many lines no longer count. */
  readonly compactAfter?: number
  readonly files?: JournalFiles
}

/** What a journal needs of a file system: Node's, unless a test has one that fails. */
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
  // Half a line goes before anything is appended to it; that takes no room on a disk that is full.
  if (read.torn) await handle.truncate(read.whole).then(() => handle.datasync())
  await syncFolder(files, dirname(file))
  // What is damaged stays in the file until it has been set aside.
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
    const next = await files.open(fresh, 'a')
    try {
      for (const [key, value] of values) await next.appendFile(lineOf({ put: key, value }))
      await next.sync()
      await files.rename(fresh, file)
    } catch (error) {
      await next.close()
      await files.rm(fresh, { force: true }).catch(() => undefined)
      throw error
    }
    await handle.close()
    handle = next
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
    // What was asked is on disk by now. A disk that has no room for a second file may have some after as many changes more.
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

/** A write that fails half-way is taken back, so that the next line does not join what is left of it. */
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
  /** Bytes before half a last line. */
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

/** A text member of a damaged line, where that much of it can still be read. */
export function memberIn(line: string, name: string): string | null {
  const found = new RegExp(`"${name}":("(?:[^"\\\\]|\\\\.)*")`).exec(line)?.[1]
  try {
    return found === undefined ? null : (JSON.parse(found) as string)
  } catch {
    return null
  }
}

/** Files with lines that were set aside in this folder, and how many. */
export async function damagedIn(folder: string): Promise<Readonly<Record<string, number>>> {
  const names = (await disk.readdir(folder)).filter((name) => name.endsWith('.damaged'))
  const counts = names.map(async (name) => {
    const text = await disk.readFile(join(folder, name), 'utf8')
    return [name, text.split('\n').length - 1] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** Goes back behind nothing that was stored: a clock that is put back makes nothing older than it is. */
export function forward(now: () => number, stored: readonly { readonly modified: number }[]): () => number {
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
  // Some systems cannot open a folder; the rename itself is atomic everywhere.
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
