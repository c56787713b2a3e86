import { spawn, type ChildProcess } from 'node:child_process'

/**
 * Waits for a signal to stop (Ctrl-C, a closed terminal, a service manager), closes everything, and ends the process. A second signal
 * of the same kind ends it at once.
 */
export async function untilStopped(close: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130))
        resolve()
      })
    }
  })
  await close()
  process.exit(0)
}

export interface ChildOptions {
  /** Timeout, after which the child and everything it started are stopped, and the outcome is a failure. */
  readonly milliseconds: number
  /** Overrides this process's own; an undefined value removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Working directory; default this process's own. */
  readonly folder?: string
  /** Prints the output as it arrives. Otherwise the outcome has it. */
  readonly show?: boolean
}

export interface ChildOutcome {
  /** Exit code; 1 if it could not be started, was stopped by a signal or timed out. */
  readonly code: number
  /** Both streams in order of arrival, unless shown, and in any case why it was stopped or could not be started. */
  readonly output: string
}

const running = new Set<ChildProcess>()
let interrupted = false

/** Runs a program to its end. Never throws: failures are in the outcome. */
export function runToEnd(
  program: string,
  parameters: readonly string[],
  options: ChildOptions,
): Promise<ChildOutcome> {
  return new Promise((resolve) => {
    const parts: string[] = []
    const child = spawn(program, parameters, {
      ...(options.folder === undefined ? {} : { cwd: options.folder }),
      env: { ...process.env, ...options.environment },
      stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that a signal also reaches its workers and browsers.
      detached: process.platform !== 'win32',
    })
    running.add(child)
    child.stdout?.setEncoding('utf8').on('data', (part: string) => parts.push(part))
    child.stderr?.setEncoding('utf8').on('data', (part: string) => parts.push(part))
    const limit = setTimeout(() => {
      const why = `Timed out and stopped after ${Math.round(options.milliseconds / 1000)} s.`
      if (options.show) console.error(why)
      parts.push(`${why}\n`)
      stop(child)
    }, options.milliseconds)
    const end = (code: number): void => {
      clearTimeout(limit)
      running.delete(child)
      // Ends what a failed program left running in its group.
      signalGroup(child, 'SIGKILL')
      resolve({ code, output: parts.join('') })
    }
    child.once('error', (error) => {
      parts.push(`${error.message}\n`)
      end(1)
    })
    child.once('close', (code) => end(code ?? 1))
  })
}

/** From now on a signal stops the children first, then ends this process with the signal's usual exit code. */
export function stopChildrenOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      if (interrupted) return
      interrupted = true
      const children = [...running]
      for (const child of children) stop(child)
      void Promise.all(children.map(ended)).then(() => process.exit(code))
    })
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('close', () => resolve())
  })
}

/** SIGTERM first, so that a program can close the browser that it opened, and SIGKILL after three seconds. */
function stop(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM')
  setTimeout(() => signalGroup(child, 'SIGKILL'), 3000).unref()
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The group has ended already.
  }
}
