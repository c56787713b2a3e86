import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Why something cannot be done on this machine, in one sentence. */
export class CannotRun extends Error {
  override readonly name = 'Refusal'
}

const readyMilliseconds = 300_000
const stopMilliseconds = 10_000

/** All that were started here and have not ended. */
const running = new Set<ChildProcess>()
/** Those that were asked to end. */
const stopped = new WeakSet<ChildProcess>()

/** Ends whatever runs, installing or serving. Settles when it has gone. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop))
}

/** Whether a program is there and ends well. */
export async function runs(command: string, parameters: readonly string[]): Promise<boolean> {
  const child = spawn(command, parameters, { stdio: 'ignore' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}

/** A process whose words go into a file. A group of its own: the terminal's Ctrl-C reaches us, and we stop it in order. */
export function spawnLogged(
  command: string,
  parameters: readonly string[],
  log: string,
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const output = openSync(log, 'a', 0o600)
  try {
    const child = spawn(command, parameters, { env, stdio: ['ignore', output, output], detached: true })
    // Whatever ends this process, nothing stays behind.
    const leave = (): void => killGroup(child, 'SIGKILL')
    process.once('exit', leave)
    running.add(child)
    const ended = (): void => {
      running.delete(child)
      process.off('exit', leave)
      // What it has started itself, and not taken along.
      leave()
    }
    child.once('error', ended).once('close', ended)
    return child
  } finally {
    closeSync(output)
  }
}

/** Runs a program to its end; what it says is in the log. @throws CannotRun with `failure` and where to read on */
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
  if (code !== 0) throw new CannotRun(`${failure}; ${log} says why.`)
}

/** Whether it has gone: by itself, by a signal, or because it never was. */
const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

const pollMilliseconds = 250

/** Settles when what was started answers a question. @throws CannotRun when its process ends, or time runs out */
export async function untilAnswered(
  name: string,
  child: ChildProcess,
  log: string,
  ask: () => Promise<unknown>,
): Promise<void> {
  const until = Date.now() + readyMilliseconds
  for (;;) {
    if (hasEnded(child)) throw new CannotRun(`${name} ended while it started; ${log} says why.`)
    const isReady = await ask().then(
      () => true,
      () => false,
    )
    if (isReady) return void child.once('close', () => sayEnded(name, child, log))
    if (Date.now() > until)
      throw new CannotRun(`${name} did not answer within ${readyMilliseconds / 1000} s; ${log} says why.`)
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
  }
}

/** Who looks at the terminal would still believe what it says of a service that is there no more. */
function sayEnded(name: string, child: ChildProcess, log: string): void {
  if (!stopped.has(child)) console.error(`${name} has ended by itself; ${log} says why.`)
}

/** The same for an address that has to answer well. */
export const healthy = (name: string, child: ChildProcess, address: string, log: string): Promise<void> =>
  untilAnswered(name, child, log, async () => {
    const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(5_000) })
    if (!ok) throw new Error(`${address} answered ${status}`)
  })

/** Asks, and insists when that takes too long. Settles when it has gone, so that the next one finds the port free. */
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
    // It has gone by itself.
  }
}

/** What is in a file; null where there is none. */
export const text = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)

/** Time since a moment of `performance.now()`, as it is printed. */
export const seconds = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`
