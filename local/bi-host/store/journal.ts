import { appendFile, mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'

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
  close(): Promise<void>
}

export interface JournalOptions<Value> {
  readonly file: string
  /** Gives back the value of a line, or `null` when it does not have the right shape. */
  readonly parse: (value: unknown) => Value | null
  /** Rewrites the file when this many lines no longer count. */
  readonly compactAfter?: number
}

type Entry = { readonly put: string; readonly value: unknown } | { readonly remove: readonly string[] }

export async function openJournal<Value>(options: JournalOptions<Value>): Promise<Journal<Value>> {
  const { file, compactAfter = 500 } = options
  await mkdir(dirname(file), { recursive: true })
  const values = new Map<string, Value>()
  const read = await replay(options, values)
  let stale = read.lines - values.size
  let handle = await open(file, 'a')
  // A torn or damaged file is rewritten before anything is appended to it.
  if (read.damaged > 0 || read.torn) await compact()
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false

  async function compact(): Promise<void> {
    const fresh = `${file}.new`
    await rm(fresh, { force: true })
    const next = await open(fresh, 'a')
    try {
      for (const [key, value] of values) await next.appendFile(lineOf({ put: key, value }))
      await next.sync()
      await rename(fresh, file)
    } catch (error) {
      await next.close()
      await rm(fresh, { force: true })
      throw error
    }
    await handle.close()
    handle = next
    stale = 0
    await syncFolder(dirname(file))
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
    damaged: read.damaged,
    async close() {
      closed = true
      await queue
      await handle.close()
    },
  }
}

/** A write that fails half-way is taken back, so that the next line does not join what is left of it. */
async function appendLine(handle: FileHandle, line: string): Promise<void> {
  const { size } = await handle.stat()
  try {
    await handle.appendFile(line)
    await handle.datasync()
  } catch (error) {
    await handle.truncate(size).catch(() => undefined)
    throw error
  }
}

async function replay<Value>(
  { file, parse }: JournalOptions<Value>,
  values: Map<string, Value>,
): Promise<{ readonly lines: number; readonly damaged: number; readonly torn: boolean }> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  const torn = (lines.pop() ?? '') !== ''
  const damaged: string[] = []
  for (const line of lines) {
    const entry = entryOf(line)
    if (entry === null) {
      damaged.push(line)
    } else if ('remove' in entry) {
      for (const key of entry.remove) values.delete(key)
    } else {
      const value = parse(entry.value)
      if (value === null) damaged.push(line)
      else values.set(entry.put, value)
    }
  }
  if (damaged.length > 0) await appendFile(`${file}.damaged`, `${damaged.join('\n')}\n`)
  return { lines: lines.length, damaged: damaged.length, torn }
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

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  // Some systems cannot open a folder; the rename itself is atomic everywhere.
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
