import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** How many checks or tests ended how. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

export function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

/** A check without tests of its own counts as one. */
export function single(passed: boolean): Tally {
  return passed ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }
}

/** The last line of a run. */
export function summary(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`
}

/** A run without a test has shown nothing. */
export function exitCode(tally: Tally): number {
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1
}

/**
 * Counts from Vitest's JSON report and its exit code. A run that failed without a failing test (a file that does not
 * load, an unhandled rejection, no report at all, no test at all) counts as one failure.
 */
export async function vitestTally(reportFile: string, code: number): Promise<Tally> {
  const report = await reportIn(reportFile)
  const count = (name: string): number => {
    const value: unknown =
      typeof report === 'object' && report !== null ? Reflect.get(report, name) : undefined
    return typeof value === 'number' ? value : 0
  }
  const tally = {
    passed: count('numPassedTests'),
    failed: count('numFailedTests'),
    skipped: count('numPendingTests') + count('numTodoTests'),
  }
  const isFailure = code !== 0 || tally.passed + tally.failed === 0
  return isFailure && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

/** Names of tests that passed only when they were tried once more: the report keeps what went wrong before. */
export async function triedAgain(reportFile: string): Promise<readonly string[]> {
  const { testResults = [] } = (await reportIn(reportFile)) as VitestReport
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => fullName),
  )
}

interface VitestReport {
  readonly testResults?: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

async function reportIn(file: string): Promise<unknown> {
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {}
}
