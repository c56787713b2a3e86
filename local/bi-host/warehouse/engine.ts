import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'

/** The analytical file, opened read-only. No statement can reach other files, the network or a setting. */
export interface Engine {
  /** Columns by name. Throws QueryStopped on timeout or abort. */
  rows(sql: string, values: readonly (string | number)[], signal?: AbortSignal): Promise<Columns>
  readonly running: () => number
  /** Interrupts running statements, waits for them to end, and closes the file. */
  close(): Promise<void>
}

export type Columns = Readonly<Record<string, readonly (string | number | null)[]>>

/** The statement timed out, or its caller canceled it. */
export class QueryStopped extends Error {
  override readonly name = 'QueryStopped'
  readonly reason: 'timeout' | 'cancelled'

  constructor(reason: 'timeout' | 'cancelled') {
    super(reason === 'timeout' ? 'The query took too long and was stopped.' : 'The query was canceled.')
    this.reason = reason
  }
}

export interface EngineOptions {
  readonly file: string
  readonly connections?: number
  readonly timeoutMs?: number
  /** How long `close` waits for interrupted statements, in milliseconds. Statements still running after that end with the process. */
  readonly closeMs?: number
}

const interruptEveryMs = 100

/** Throws if the file is missing or locked by a writer. */
export async function openEngine({
  file,
  connections = 4,
  timeoutMs = 10_000,
  closeMs = 5_000,
}: EngineOptions): Promise<Engine> {
  const instance = await DuckDBInstance.create(file, {
    access_mode: 'READ_ONLY',
    threads: '2',
    // The default is four fifths of the machine's memory, and a single statement may use all of it.
    memory_limit: '1GB',
    enable_external_access: 'false',
    lock_configuration: 'true',
  })
  const free = await Promise.all(Array.from({ length: connections }, () => instance.connect()))
  const all = [...free]
  const waiting: ((connection: DuckDBConnection) => void)[] = []
  let running = 0
  let closed = false
  let drained = (): void => undefined

  const acquire = (): Promise<DuckDBConnection> => {
    const connection = free.pop()
    return connection ? Promise.resolve(connection) : new Promise((resolve) => void waiting.push(resolve))
  }
  const release = (connection: DuckDBConnection): void => {
    const next = waiting.shift()
    if (next) next(connection)
    else free.push(connection)
  }

  return {
    async rows(sql, values, signal) {
      if (signal?.aborted || closed) throw new QueryStopped('cancelled')
      const connection = await acquire()
      running += 1
      let stopped: 'timeout' | 'cancelled' | null = null
      let repeatTimer: NodeJS.Timeout | undefined
      const stop = (reason: 'timeout' | 'cancelled') => () => {
        stopped ??= reason
        connection.interrupt()
        // An interrupt during planning has no effect, so it is repeated until the statement ends.
        repeatTimer ??= setInterval(() => connection.interrupt(), interruptEveryMs)
      }
      const cancel = stop('cancelled')
      const timer = setTimeout(stop('timeout'), timeoutMs)
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        // The signal may have aborted while this call waited for a connection, before the listener was added.
        if (signal?.aborted || closed) throw new QueryStopped('cancelled')
        const reader = await connection.runAndReadAll(sql, [...values])
        return reader.getColumnsObject() as Columns
      } catch (error) {
        throw stopped ? new QueryStopped(stopped) : closed ? new QueryStopped('cancelled') : error
      } finally {
        clearTimeout(timer)
        clearInterval(repeatTimer)
        signal?.removeEventListener('abort', cancel)
        running -= 1
        release(connection)
        if (free.length === all.length) drained()
      }
    },
    running: () => running,
    async close() {
      closed = true
      const idle = new Promise<void>((resolve) => (drained = resolve))
      const interrupt = (): void => all.forEach((connection) => connection.interrupt())
      interrupt()
      const repeatTimer = setInterval(interrupt, interruptEveryMs)
      const late = new Promise<void>((resolve) => void setTimeout(resolve, closeMs).unref())
      if (free.length < all.length) await Promise.race([idle, late])
      clearInterval(repeatTimer)
      if (free.length < all.length) return
      for (const connection of all) connection.closeSync()
      instance.closeSync()
    },
  }
}
