import { opened, type LocalService } from '../http/listen'
import { CannotRun } from './processes'

/**
 * One of the real services of the open stack. Each step may be long and says so; what it has made before, it finds again.
 * @throws an error whose message is a sentence for the person at the keyboard, where a runtime is missing or a port is taken
 */
export interface OpenService {
  /** As it is asked for: `--only superset`. */
  readonly name: string
  /** What this machine lacks for it, as a sentence that says what it is needed for; null when nothing. Asked before anything is installed. */
  missing?(): Promise<string | null>
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

/** `install` and `prepare` of a service, each by itself among all commands that put it into the same folder: `lock` sees to that. */
export const oneAtATime = <Service extends Pick<OpenService, 'install' | 'prepare'>>(
  service: Service,
  lock: (say: Say, work: () => Promise<void>) => Promise<void>,
): Service => ({
  ...service,
  install: (say: Say) => lock(say, () => service.install(say)),
  prepare: (say: Say) => lock(say, () => service.prepare(say)),
})

/**
 * Brings the services up side by side, and starts the last one, the portal, when all others answer. What was started is stopped if one
 * fails.
 * @throws CannotRun before anything is installed, with a line for each thing that this machine lacks
 */
export async function startOpenStack(services: readonly OpenService[], say: Say): Promise<OpenStack> {
  const missing = await Promise.all(services.map(async (service) => service.missing?.() ?? null))
  const lines = missing.filter((line) => line !== null)
  if (lines.length > 0) throw new CannotRun(lines.join('\n'))
  const running = opened()
  const placed = services.map(async (service) => {
    await service.install(say)
    await service.prepare(say)
  })
  const started = new Map<OpenService, LocalService>()
  const start = async (service: OpenService): Promise<void> =>
    void started.set(service, running.keep(await service.start(say)))
  // All are waited for, also when one has failed: what still comes up is stopped as well.
  const others = services.slice(0, -1).map(async (service, at) => {
    await placed[at]
    await start(service)
  })
  const outcomes = await Promise.allSettled([...others, ...placed.slice(-1)])
  const failed = outcomes.find(({ status }) => status === 'rejected')
  try {
    if (failed?.status === 'rejected') throw failed.reason
    for (const last of services.slice(-1)) await start(last)
  } catch (error) {
    await running.close()
    throw error
  }
  return {
    services: services.flatMap((service) => started.get(service) ?? []),
    close: () => running.close(),
  }
}
