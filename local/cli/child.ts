import { spawn, type ChildProcess } from 'node:child_process'

/**
 * Settles when somebody stops this process (Ctrl-C, a closed terminal, a service manager) and everything has been
 * closed. A second Ctrl-C does not wait.
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
  /** After this long the child and all it started are stopped, and the outcome is a failure. */
  readonly milliseconds: number
  /** Laid over this process's own; an undefined value takes a variable away. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Where it runs; here otherwise. */
  readonly folder?: string
  /** Shows the output as it comes; otherwise it is in the outcome. */
  readonly show?: boolean
}

export interface ChildOutcome {
  /** Exit code; 1 when it could not be started, was stopped by a signal or ran out of time. */
  readonly code: number
  /** Both streams in the order they came, when not shown; either way, why it was stopped or could not be started. */
  readonly output: string
}

const running = new Set<ChildProcess>()
let interrupted = false

/** Runs a program to its end. Never throws: what went wrong is in the outcome. */
export function runToEnd(
  program: string,
  parameters: readonly string[],
  options: ChildOptions,
): Promise<ChildOutcome> {
  return new Promise((resolve) => {
    const parts: string[] = []
    const onWindows = process.platform === 'win32'
    const child = spawn(program, parameters, {
      ...(options.folder === undefined ? {} : { cwd: options.folder }),
      env: { ...process.env, ...options.environment },
      stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a signal reaches its workers and browsers as well.
      detached: !onWindows,
      shell: onWindows && !program.endsWith('.exe'),
    })
    running.add(child)
    child.stdout?.setEncoding('utf8').on('data', (part: string) => parts.push(part))
    child.stderr?.setEncoding('utf8').on('data', (part: string) => parts.push(part))
    const limit = setTimeout(() => {
      const why = `Stopped after ${Math.round(options.milliseconds / 1000)} s.`
      if (options.show) console.error(why)
      parts.push(`${why}\n`)
      stop(child)
    }, options.milliseconds)
    const end = (code: number): void => {
      clearTimeout(limit)
      running.delete(child)
      // What a failed program left behind in its group goes with it.
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

/** From now on Ctrl-C and a stop from outside end the children first, then this process with the usual code. */
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

/** Asks nicely, because a browser is closed by the program that opened it, and insists after three seconds. */
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
    // The group has gone already.
  }
}
