import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { opened, type LocalService } from '../http/listen'

/** Something cannot run on this machine. The message is a sentence with the reason. */
export class CannotRun extends Error {
  override readonly name = 'Refusal'
}

const readyMilliseconds = 300_000
const stopMilliseconds = 10_000

/** Started processes that have not ended. */
const running = new Set<ChildProcess>()
/** Processes that were stopped on purpose. */
const stopped = new WeakSet<ChildProcess>()

/** Stops all processes, installers and servers. Settles once they have ended. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop))
}

/** Whether a program exists and exits with 0. */
export async function runs(command: string, parameters: readonly string[]): Promise<boolean> {
  const child = spawn(command, parameters, { stdio: 'ignore' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}

/** Spawns a process that logs to a file, in its own process group, so that Ctrl-C reaches only this process, which stops the others in order. */
export function spawnLogged(
  command: string,
  parameters: readonly string[],
  log: string,
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const output = openSync(log, 'a', 0o600)
  try {
    const child = spawn(command, parameters, { env, stdio: ['ignore', output, output], detached: true })
    // Ends the group when this process exits for any reason.
    const leave = (): void => killGroup(child, 'SIGKILL')
    process.once('exit', leave)
    running.add(child)
    const ended = (): void => {
      running.delete(child)
      process.off('exit', leave)
      // Ends processes that it has left running.
      leave()
    }
    child.once('error', ended).once('close', ended)
    return child
  } finally {
    closeSync(output)
  }
}

/** Runs a program to its end, with its output in the log. @throws CannotRun with `failure` and the path of the log */
export async function runLogged(
  command: string,
  parameters: readonly string[],
  log: string,
  failure: string,
  env?: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawnLogged(command, parameters, log, env)
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
  if (code !== 0) throw new CannotRun(`${failure}. See ${log}.`)
}

/** Whether the process has exited, was killed, or never started. */
const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

const pollMilliseconds = 250

/** Polls a started service until `ask` succeeds. @throws CannotRun if its process ends or on timeout */
export async function untilAnswered(
  name: string,
  child: ChildProcess,
  log: string,
  ask: () => Promise<unknown>,
): Promise<void> {
  const until = Date.now() + readyMilliseconds
  for (;;) {
    if (hasEnded(child)) throw new CannotRun(`${name} ended during its start. See ${log}.`)
    const isReady = await ask().then(
      () => true,
      () => false,
    )
    if (isReady) return void child.once('close', () => reportCrash(name, child, log))
    if (Date.now() > until)
      throw new CannotRun(`${name} did not answer within ${readyMilliseconds / 1000} s. See ${log}.`)
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
  }
}

/** Reports a crashed service, because the terminal still shows it as running. */
function reportCrash(name: string, child: ChildProcess, log: string): void {
  if (!stopped.has(child)) console.error(`${name} has ended unexpectedly. See ${log}.`)
}

/** The same for a health check, which must answer 2xx. */
export const healthy = (name: string, child: ChildProcess, address: string, log: string): Promise<void> =>
  untilAnswered(name, child, log, async () => {
    const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(5_000) })
    if (!ok) throw new Error(`${address} answered ${status}`)
  })

/** SIGTERM, then SIGKILL after a timeout. Settles once the process has ended, so that its port is free again. */
export async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  stopped.add(child)
  const gone = once(child, 'close')
  killGroup(child, 'SIGTERM')
  const insist = setTimeout(() => killGroup(child, 'SIGKILL'), stopMilliseconds)
  await gone
  clearTimeout(insist)
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // It has ended already.
  }
}

/** Content of a file; null if it cannot be read. */
export const text = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)

/** Seconds since `started`, a time of `performance.now()`, for printing. */
export const seconds = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`

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

interface OpenStack {
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
