import { existsSync, rmSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runToEnd, stopChildrenOnSignals } from './child'
import { findBrowser, findTestBrowser } from './browser'
import { since, Refusal } from './progress'
/** Counts of checks or tests by outcome. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

export function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

/** A check that has no tests counts as one. */
export function single(passed: boolean): Tally {
  return passed ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }
}

/** The last line of a run. */
export function summary(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`
}

/** A run without passed tests is a failure. */
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
  const [passed, failed] = [count('numPassedTests'), count('numFailedTests')]
  // Includes tests that an aborted run did not reach, which Vitest does not count as skipped.
  const tally = { passed, failed, skipped: Math.max(0, count('numTotalTests') - passed - failed) }
  const isFailure = code !== 0 || tally.passed + tally.failed === 0
  return isFailure && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

/**
 * Lines that name each test that failed, or passed only on a retry, with its failure message, which includes the seed of a random test.
 * For the end of the output, which may be the only part that a build server shows.
 */
export async function notableTests(reportFile: string): Promise<readonly string[]> {
  const { testResults = [] } = (await reportIn(reportFile)) as VitestReport
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'failed' || failureMessages.length > 0)
      .map(({ fullName, status, failureMessages: [before = ''] }) => {
        const what = status === 'failed' ? '✗ failed' : '! passed only on a retry'
        return `  ${what}: ${fullName}\n${indented(before)}`
      }),
  )
}

/** Without the stack trace, which adds nothing to the test's name. */
function indented(message: string): string {
  const text = stripVTControlCharacters(message).replace(/\n\s+at [^]*/, '')
  return text.slice(0, maxMessageLength).replaceAll(/^/gm, '      ')
}
const maxMessageLength = 2_000

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

interface TestStep {
  /** Name on the command line: `npm test -- lint unit`. */
  readonly name: string
  readonly title: string
  /** Node runs it. */
  readonly script: string
  readonly parameters: readonly string[]
  /** Vitest reports its number of tests; anything else counts as one check. */
  readonly kind: 'check' | 'vitest'
  /** Title of a step that this one depends on: if that fails, this one is not run. */
  readonly needs?: string
  /** Uses one core or waits often: runs in parallel with the following steps, and its output is printed between theirs. */
  readonly beside?: boolean
}

/** Everything `npm test` runs, the cheapest first. Tests that wait for pages run beside CPU-bound ones. */
function testSteps(root: string): readonly TestStep[] {
  // Not by `node_modules/.bin`: its programs need a shell on Windows, which divides a path at a space.
  const script = (path: string): string => join(root, 'node_modules', path)
  const check = (
    name: string,
    title: string,
    tool: string,
    parameters: readonly string[] = [],
  ): TestStep => ({
    name,
    title,
    script: script(tool),
    parameters,
    kind: 'check',
  })
  const build = (name: string, title: string, ...parameters: readonly string[]): TestStep => ({
    name,
    title,
    script: join(root, 'local/cli/bootstrap.cjs'),
    parameters: ['build', ...parameters],
    kind: 'check',
  })
  const vitest = (name: string, title: string, projects: readonly string[]): TestStep => ({
    name,
    title,
    script: script('vitest/vitest.mjs'),
    parameters: ['run', ...projects.flatMap((project) => ['--project', project])],
    kind: 'vitest',
  })
  return [
    check('format', 'Format', 'oxfmt/bin/oxfmt', ['--check', '.']),
    // Early, since half of all tests need it.
    { ...build('data', 'Sample data', 'sample-data'), beside: true },
    check('lint', 'Lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
    check('types', 'Types', 'typescript/bin/tsc', ['-p', '.']),
    check('types', 'Types of the core', 'typescript/bin/tsc', ['-p', 'src/core']),
    check('types', 'Types of the BI application', 'typescript/bin/tsc', ['-p', 'local/bi-host/frame']),
    { ...check('unused', 'Unused files, exports and packages', 'knip/bin/knip.js'), beside: true },
    build('build', 'Build'),
    ...(hasFiles(join(root, 'contracts'), '.pact.ts')
      ? [
          vitest('contracts', 'Contracts', ['contracts']),
          { ...vitest('contracts', 'The local stack against its contracts', ['providers']), beside: true },
        ]
      : []),
    { ...vitest('journeys', 'Journeys', ['journeys']), needs: 'Build', beside: true },
    vitest('unit', 'Unit tests', unitProjects),
  ]
}

const unitProjects = ['adapters', 'frame', 'local', 'portal', 'ui']

function hasFiles(folder: string, ending: string): boolean {
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith(ending))
  )
}

/** Timeout for a step that hangs. A slow, shared machine may need half an hour for one step. */
export const stepMilliseconds = 2_700_000

/** `npm test`, or some steps of it: `npm test -- lint unit`. Ends with one line of counts over all steps. */
export async function run(parameters: readonly string[]): Promise<number> {
  stopChildrenOnSignals()
  const root = process.cwd()
  const all = testSteps(root)
  const unknown = parameters.find((name) => all.every((step) => step.name !== name))
  if (unknown) throw new Refusal(`There is no test step "${unknown}". The steps are ${namesOf(all)}.`)
  const steps = all.filter((step) => parameters.length === 0 || parameters.includes(step.name))
  const temporary = await mkdtemp(join(tmpdir(), 'assay-test-'))
  // Also when a signal ends the run.
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
  const tally = await runSteps(root, steps, temporary)
  console.log(summary(tally))
  return exitCode(tally)
}

async function runSteps(root: string, steps: readonly TestStep[], temporary: string): Promise<Tally> {
  const say = (line: string): void => console.log(line)
  const needsBrowser = steps.some((step) => step.name === 'journeys')
  if (needsBrowser) {
    // A few tests need a full browser. It is installed here, so that no two tests install it at the same time.
    await findBrowser(say)
    say(`Browser: ${await findTestBrowser(say)}`)
  }
  const networkLog = join(temporary, 'network.log')
  const guard = join(root, 'test/support/no-network.cjs')
  const environment = {
    NODE_ENV: undefined,
    NO_ENV_FILES: 'yes',
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --require ${JSON.stringify(guard)}`.trim(),
    NO_NETWORK_LOG: networkLog,
    PACT_DO_NOT_TRACK: 'true',
  }
  let tally = nothing
  const lines: string[] = []
  const failed = new Set<string>()
  const started = performance.now()
  const end = ({ title }: TestStep, outcome: Outcome): void => {
    if (outcome.output) say(outcome.output.trimEnd())
    tally = add(tally, outcome.tally)
    const isWell = outcome.tally.failed === 0
    if (!isWell) failed.add(title)
    const line = `${isWell ? '✓' : '✗'} ${title} (${outcome.duration})`
    lines.push(line, ...outcome.lines)
    say(line)
  }
  const beside: { readonly settle: () => Promise<void>; ended: boolean }[] = []
  const settle = async (which: (one: { readonly ended: boolean }) => boolean): Promise<void> => {
    for (const one of beside.filter(which)) {
      beside.splice(beside.indexOf(one), 1)
      await one.settle()
    }
  }
  for (const [index, step] of steps.entries()) {
    if (step.needs !== undefined && failed.has(step.needs)) {
      lines.push(`– ${step.title}: not run, because this failed: ${step.needs}`)
      continue
    }
    say(`\n▸ ${step.title} …`)
    const isBeside = step.beside === true && index < steps.length - 1
    const outcome = runStep(step, join(temporary, `${index}.json`), environment, isBeside)
    if (isBeside) {
      const one = { settle: async () => end(step, await outcome), ended: false }
      beside.push(one)
      void outcome.then(() => (one.ended = true))
      continue
    }
    end(step, await outcome)
    await settle(({ ended }) => ended)
  }
  await settle(() => true)
  const attempts = existsSync(networkLog) ? await readFile(networkLog, 'utf8') : ''
  if (steps.some((step) => step.kind === 'vitest')) {
    tally = add(tally, single(attempts === ''))
    lines.push(
      attempts === ''
        ? '✓ No network access beyond this machine'
        : `✗ Blocked network access beyond this machine:\n${attempts}`,
    )
  }
  say(`\n${lines.join('\n')}\n\nAll in ${since(started)}`)
  return tally
}

interface Outcome {
  readonly tally: Tally
  readonly duration: string
  /** Output that is not printed yet. */
  readonly output: string
  /** Tests that failed, or passed only on a retry. */
  readonly lines: readonly string[]
}

async function runStep(
  step: TestStep,
  report: string,
  environment: Readonly<Record<string, string | undefined>>,
  isBeside: boolean,
): Promise<Outcome> {
  const started = performance.now()
  const isVitest = step.kind === 'vitest'
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output } = await runToEnd(
    process.execPath,
    [step.script, ...step.parameters, ...(isVitest ? reporters : [])],
    { milliseconds: stepMilliseconds, environment, show: isVitest && !isBeside },
  )
  return {
    tally: isVitest ? await vitestTally(report, code) : single(code === 0),
    duration: since(started),
    output: code !== 0 || isBeside ? output : '',
    lines: isVitest ? await notableTests(report) : [],
  }
}

function namesOf(steps: readonly TestStep[]): string {
  return [...new Set(steps.map((step) => step.name))].join(', ')
}
