import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTestBrowser } from './browser'
import { runToEnd, stopChildrenOnSignals } from './child'
import { findPostgres } from '../open-stack/engines/postgres'
import { runs } from '../open-stack/services'
import { missingParts } from './open-stack'
import { Refusal, since } from './progress'
import type { ImportFile } from './stack-settings'
import {
  add,
  exitCode,
  nothing,
  notableTests,
  stepMilliseconds,
  summary,
  vitestTally,
  type Tally,
} from './test'

/** So many failures mean that a service has died. Each further test would wait for it, twice. */
const failuresInOneLane = 10

/**
 * Test files, the services that they start (everything else needs only Node), and their lane. Lanes run in parallel, each with the
 * servers that its files need: one is bound by Superset's CPU time while the other waits for pages. The lanes are ordered so that they
 * do not install the same program at the same time.
 */
const suites: Readonly<Record<string, { readonly parts: readonly string[]; readonly lane: 0 | 1 }>> = {
  'superset*': { parts: ['superset'], lane: 0 },
  'gateway*': { parts: ['superset'], lane: 0 },
  'whole/keycloak*': { parts: ['keycloak'], lane: 1 },
  'whole/board*': { parts: ['keycloak', 'superset', 'flags'], lane: 1 },
  'whole/services*': { parts: ['keycloak', 'superset', 'flags'], lane: 1 },
  'whole/sign-in*': { parts: ['keycloak', 'superset', 'flags'], lane: 1 },
  'engines*': { parts: ['superset', 'postgres'], lane: 0 },
  'command*': { parts: ['flags'], lane: 1 },
  'flags*': { parts: ['flags'], lane: 0 },
  'go-feature-flag*': { parts: ['goFeatureFlag'], lane: 1 },
  'nginx*': { parts: ['nginx'], lane: 1 },
  'token-services*': { parts: ['python', 'go'], lane: 1 },
}

/** Vitest's file filters for each lane. */
export const lanes: readonly (readonly string[])[] = [0, 1].map((lane) =>
  Object.entries(suites).flatMap(([files, suite]) =>
    suite.lane === lane ? `test/open-stack/${files.replace('*', '')}` : [],
  ),
)

/** Suites that others cover: the local server, DuckDB, and flagd's core. */
const replaced: readonly string[] = ['nginx*', 'engines*', 'go-feature-flag*']

/**
 * `npm run test:open-stack`: tests against the real services, which it installs and starts. Names of test files narrow it. A suite whose
 * program is missing is skipped and named. With ASSAY_REQUIRE_OPEN_STACK=1 that is an error, except for nginx, PostgreSQL and GO Feature
 * Flag, which others cover. Ends with one line of counts. `-- --engine trino` puts Superset's data, and the comparison of databases, on
 * Trino.
 */
export async function run(parameters: readonly string[], importFile: ImportFile): Promise<number> {
  stopChildrenOnSignals()
  const root = process.cwd()
  const { engine, names } = choiceOf(parameters)
  console.log(`Browser: ${await findTestBrowser((line) => console.log(line))}`)
  const missing = new Map(await missingParts(root, importFile, engine))
  if (engine === 'duckdb' && findPostgres() === null) missing.set('postgres', 'there is no PostgreSQL')
  // For the token services written from the contract alone. The open stack's own services need newer versions.
  if (!(await runs('python3', ['--version']))) missing.set('python', 'there is no Python.')
  if (!(await runs('go', ['version']))) missing.set('go', 'there is no Go.')
  // Building it takes eleven minutes of CPU time.
  if (!process.env['GO_FEATURE_FLAG'])
    missing.set('goFeatureFlag', 'GO_FEATURE_FLAG does not name a relay proxy.')
  const leftOut = suitesWithout(missing)
  for (const { files, why } of leftOut) console.log(`Left out: test/open-stack/${files}.test.ts (${why})`)
  if (
    process.env['ASSAY_REQUIRE_OPEN_STACK'] === '1' &&
    leftOut.some(({ files }) => !replaced.includes(files))
  )
    throw new Refusal('No tests were run: ASSAY_REQUIRE_OPEN_STACK=1 requires the suites that were left out.')
  const files = await readdir(join(root, 'test/open-stack'), { recursive: true })
  const wanted = (names.length > 0 ? [names] : lanes).filter((lane) => isAnyLeft(files, lane, leftOut))
  if (wanted.length === 0) {
    console.log('No tests were run: all requested suites were left out.')
    return 0
  }
  const excluded = leftOut.flatMap(({ files }) => ['--exclude', `test/open-stack/${files}.test.ts`])
  const reports = await mkdtemp(join(tmpdir(), 'assay-test-open-stack-'))
  const started = performance.now()
  try {
    const report = (at: number): string => join(reports, `${at}.json`)
    const tallies = await Promise.all(
      wanted.map((lane, at) => runLane(root, engine, [...lane, ...excluded], report(at), at === 0)),
    )
    const tally = tallies.reduce(add, nothing)
    const lines = (await Promise.all([...wanted.keys()].map((at) => notableTests(report(at))))).flat()
    console.log(['', ...lines, `All in ${since(started)}`, summary(tally)].join('\n'))
    return exitCode(tally)
  } finally {
    await rm(reports, { recursive: true, force: true })
  }
}

/** Runs Vitest for one lane. Prints its output as it arrives, or at the end. */
async function runLane(
  root: string,
  engine: EngineName,
  files: readonly string[],
  report: string,
  show: boolean,
): Promise<Tally> {
  const guard = join(root, 'test/support/no-network.cjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output } = await runToEnd(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'open-stack*',
      `--bail=${failuresInOneLane}`,
      ...files,
      ...reporters,
    ],
    {
      // A lane takes as long as the longest step of `npm test`, and slows down as much on a slow machine.
      milliseconds: stepMilliseconds,
      environment: {
        NODE_ENV: undefined,
        // By its prefix it would be taken for a setting of the portal, which has none of this name.
        ASSAY_REQUIRE_OPEN_STACK: undefined,
        OPEN_STACK_ENGINE: engine,
        // Tests may not reach the network. The installers may: they are not Node processes.
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --require ${JSON.stringify(guard)}`.trim(),
      },
      show,
    },
  )
  if (!show) console.log(output.trimEnd())
  return vitestTally(report, code)
}

type EngineName = 'duckdb' | 'postgres' | 'trino'

/** @throws Refusal for an unknown engine */
function choiceOf(parameters: readonly string[]): {
  readonly engine: EngineName
  readonly names: readonly string[]
} {
  const at = parameters.indexOf('--engine')
  if (at === -1) return { engine: 'duckdb', names: parameters }
  const engine = (['duckdb', 'postgres', 'trino'] as const).find((name) => name === parameters[at + 1])
  if (engine === undefined)
    throw new Refusal(
      'Usage: npm run test:open-stack [-- --engine duckdb|postgres|trino] [names of test files]',
    )
  return { engine, names: parameters.toSpliced(at, 2) }
}

/** Whether there is something to run: a requested suite that is not left out, or an unknown name, which Vitest refuses. */
export function isAnyLeft(
  files: readonly string[],
  names: readonly string[],
  leftOut: readonly { readonly files: string }[],
): boolean {
  const asked = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => names.length === 0 || names.some((name) => `test/open-stack/${file}`.includes(name)))
  const isLeftOut = (file: string): boolean =>
    leftOut.some(({ files }) => file.startsWith(files.replace('*', '')))
  return asked.length === 0 || !asked.every(isLeftOut)
}

/** The test files that cannot run, each with a sentence why. */
export function suitesWithout(
  missing: ReadonlyMap<string, string>,
): readonly { readonly files: string; readonly why: string }[] {
  return Object.entries(suites).flatMap(([files, { parts }]) => {
    const why = parts.flatMap((part) => missing.get(part) ?? [])
    return why.length === 0 ? [] : [{ files, why: why.join(' ') }]
  })
}
