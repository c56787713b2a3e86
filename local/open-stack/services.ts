import { opened, type LocalService } from '../http/listen'
import { CannotRun } from './processes'

/**
 * A real service of the open stack. Steps report their progress, since they may take long, and reuse what an earlier run has made.
 * @throws an error with a message for the user, if a runtime is missing or a port is in use
 */
export interface OpenService {
  /** Name on the command line: `--only superset`. */
  readonly name: string
  /** What this machine lacks, as a sentence with the reason; null if nothing. Checked before anything is installed. */
  missing?(): Promise<string | null>
  /** Installs programs and packages. */
  install(say: Say): Promise<void>
  /** Writes data and configuration. */
  prepare(say: Say): Promise<void>
  /** Settles once the service is healthy. */
  start(say: Say): Promise<LocalService>
}

export type Say = (line: string) => void

export interface OpenStack {
  readonly services: readonly LocalService[]
  close(): Promise<void>
}

/** Runs a service's `install` and `prepare` under a lock, because several commands may use the same folder. */
export const oneAtATime = <Service extends Pick<OpenService, 'install' | 'prepare'>>(
  service: Service,
  lock: (say: Say, work: () => Promise<void>) => Promise<void>,
): Service => ({
  ...service,
  install: (say: Say) => lock(say, () => service.install(say)),
  prepare: (say: Say) => lock(say, () => service.prepare(say)),
})

/**
 * Starts the services in parallel, then the last one, the portal, once all others are healthy. If one fails, stops those that were started.
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
  // Waits for all, even if one fails, so that services that start later are stopped as well.
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
