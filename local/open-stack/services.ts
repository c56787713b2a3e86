import { opened, type LocalService } from '../http/listen'

/**
 * One of the real services of the open stack. Each step may be long and says so; what it has made before, it finds again.
 * @throws an error whose message is a sentence for the person at the keyboard, where a runtime is missing or a port is taken
 */
export interface OpenService {
  /** As it is asked for: `--only superset`. */
  readonly name: string
  /** Puts programs and packages in place. */
  install(say: Say): Promise<void>
  /** Puts data and configuration in place. */
  prepare(say: Say): Promise<void>
  /** Settles when it answers as healthy. */
  start(say: Say): Promise<LocalService>
}

export type Say = (line: string) => void

export interface OpenStack {
  readonly services: readonly LocalService[]
  close(): Promise<void>
}

/** Brings the services up one after the other, in their order: a later one may need an earlier one. What was started is stopped if one fails. */
export async function startOpenStack(services: readonly OpenService[], say: Say): Promise<OpenStack> {
  const running = opened()
  const started: LocalService[] = []
  try {
    for (const service of services) {
      await service.install(say)
      await service.prepare(say)
      started.push(running.keep(await service.start(say)))
    }
  } catch (error) {
    await running.close()
    throw error
  }
  return { services: started, close: () => running.close() }
}
