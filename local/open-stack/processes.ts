import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

/** Why something cannot be done on this machine, in one sentence. */
export class CannotRun extends Error {
  override readonly name = 'Refusal'
}

const readyMilliseconds = 300_000
const stopMilliseconds = 10_000

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
    return spawn(command, parameters, { env, stdio: ['ignore', output, output], detached: true })
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
  const leave = (): void => killGroup(child, 'SIGTERM')
  process.once('exit', leave)
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
  process.off('exit', leave)
  if (code !== 0) throw new CannotRun(`${failure}; ${log} says why.`)
}

const pollMilliseconds = 250

/** Settles when the address answers well. @throws CannotRun when the process ends, or time runs out */
export async function healthy(
  name: string,
  child: ChildProcess,
  address: string,
  log: string,
): Promise<void> {
  const until = Date.now() + readyMilliseconds
  for (;;) {
    if (child.exitCode !== null || child.pid === undefined)
      throw new CannotRun(`${name} ended while it started; ${log} says why.`)
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > until)
      throw new CannotRun(`${name} did not answer within ${readyMilliseconds / 1000} s; ${log} says why.`)
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
  }
}

/** Asks, and insists when that takes too long. Settles when it has gone, so that the next one finds the port free. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
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
