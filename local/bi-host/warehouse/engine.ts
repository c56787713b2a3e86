import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'

/** The analytical file, opened for reading only. Nothing a query says can reach a file, the network or a setting. */
export interface Engine {
  /** Columns by name. Throws QueryStopped on timeout or abort. */
  rows(sql: string, values: readonly (string | number)[], signal?: AbortSignal): Promise<Columns>
  readonly running: () => number
  /** Stops what runs, waits until it has, and lets go of the file. */
  close(): Promise<void>
}

export type Columns = Readonly<Record<string, readonly (string | number | null)[]>>

/** The statement ran too long, or nobody waits for it any more. */
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
  /** How long `close` waits for statements that it has interrupted; what still runs then ends with the process. */
  readonly closeMs?: number
}

const interruptEveryMs = 100

/** Opens the file; throws when it is missing or held by a writer. */
export async function openEngine({
  file,
  connections = 4,
  timeoutMs = 10_000,
  closeMs = 5_000,
}: EngineOptions): Promise<Engine> {
  const instance = await DuckDBInstance.create(file, {
    access_mode: 'READ_ONLY',
    threads: '2',
    // Without one it is four fifths of the machine's, and one statement may take it.
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

  const take = (): Promise<DuckDBConnection> => {
    const connection = free.pop()
    return connection ? Promise.resolve(connection) : new Promise((resolve) => void waiting.push(resolve))
  }
  const giveBack = (connection: DuckDBConnection): void => {
    const next = waiting.shift()
    if (next) next(connection)
    else free.push(connection)
  }

  return {
    async rows(sql, values, signal) {
      if (signal?.aborted || closed) throw new QueryStopped('cancelled')
      const connection = await take()
      running += 1
      let stopped: 'timeout' | 'cancelled' | null = null
      let again: NodeJS.Timeout | undefined
      const stop = (reason: 'timeout' | 'cancelled') => () => {
        stopped ??= reason
        connection.interrupt()
        // One that comes while the statement is being planned is lost: it is repeated until the statement has ended.
        again ??= setInterval(() => connection.interrupt(), interruptEveryMs)
      }
      const cancel = stop('cancelled')
      const timer = setTimeout(stop('timeout'), timeoutMs)
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        // Aborted while waiting for a connection: the listener above came too late for that.
        if (signal?.aborted || closed) throw new QueryStopped('cancelled')
        const reader = await connection.runAndReadAll(sql, [...values])
        return reader.getColumnsObject() as Columns
      } catch (error) {
        throw stopped ? new QueryStopped(stopped) : closed ? new QueryStopped('cancelled') : error
      } finally {
        clearTimeout(timer)
        clearInterval(again)
        signal?.removeEventListener('abort', cancel)
        running -= 1
        giveBack(connection)
        if (free.length === all.length) drained()
      }
    },
    running: () => running,
    async close() {
      closed = true
      const idle = new Promise<void>((resolve) => (drained = resolve))
      const interrupt = (): void => all.forEach((connection) => connection.interrupt())
      interrupt()
      const again = setInterval(interrupt, interruptEveryMs)
      const late = new Promise<void>((resolve) => void setTimeout(resolve, closeMs).unref())
      if (free.length < all.length) await Promise.race([idle, late])
      clearInterval(again)
      if (free.length < all.length) return
      for (const connection of all) connection.closeSync()
      instance.closeSync()
    },
  }
}
