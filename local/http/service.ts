/** What every part of the embedded stack gives back when it has been started. */
export interface LocalService {
  readonly name: string
  /** Origin without a trailing slash, e.g. `http://localhost:4302`. */
  readonly origin: string
  /** Stops listening and drops open connections; settles when the port is free again. */
  close(): Promise<void>
}

/** A port that somebody else holds. The message names it and says what to do. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
  readonly service: string
  readonly port: number

  constructor(service: string, port: number, variable: string) {
    super(
      `Port ${port}, wanted by the ${service}, is already in use. Stop what is using it, or choose another with ${variable}=<port>.`,
    )
    this.service = service
    this.port = port
  }
}

interface Closable {
  close(): Promise<void>
}

/** What a start has opened so far: closed as one, whether the start fails half-way or the service ends. */
export interface Opened extends Closable {
  keep<Thing extends Closable>(thing: Thing): Thing
}

/** The last one is closed first, because it may be built on those before it; all are closed, even if one cannot be. */
export function opened(): Opened {
  const things: Closable[] = []
  return {
    keep(thing) {
      things.unshift(thing)
      return thing
    },
    async close() {
      const failures: unknown[] = []
      for (const thing of things.splice(0))
        await thing.close().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}
