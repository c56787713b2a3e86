import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTestBrowser } from './browser'
import { runToEnd, stopChildrenOnSignals } from './child'
import { findPostgres } from '../open-stack/engines/postgres'
import { runs } from '../open-stack/processes'
import { missingParts } from './open-stack'
import { Refusal, since } from './progress'
import type { ImportFile } from './stack-settings'
import { add, exitCode, nothing, summary, notableTests, vitestTally, type Tally } from './test'

/**
 * Longest a lane may take, what it installs included: twice what it does on two busy cores. With `npm test` before it that still ends
 * before a build server gives up, which would show nothing of it.
 */
const laneMilliseconds = 1_200_000

/** So many tests fail because their service has died. Each of the others would first wait for it, twice. */
const failuresInOneLane = 10

/**
 * Files of tests, the parts that they start (all else needs nothing but Node), and the lane they run in. Lanes run side by side, each with
 * the servers that its files want: one waits for Superset's processor while the other waits for a page. What both would install at once
 * is installed by the one that comes to it early.
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

/** What to ask Vitest for, lane by lane. */
export const lanes: readonly (readonly string[])[] = [0, 1].map((lane) =>
  Object.entries(suites).flatMap(([files, suite]) =>
    suite.lane === lane ? `test/open-stack/${files.replace('*', '')}` : [],
  ),
)

/** Where another stands in: the local server, DuckDB, and flagd's core. */
const replaced: readonly string[] = ['nginx*', 'engines*', 'go-feature-flag*']

/**
 * `npm run test:open-stack`: tests against the real services, installed and started for them. Names of test files narrow it. A suite whose
 * program is missing is left out by name; with ASSAY_REQUIRE_OPEN_STACK=1 none may be, but for those of nginx, PostgreSQL and GO
 * Feature Flag, which have another in their place. Ends with one line of counts. `-- --engine trino` puts Superset's data, and the comparison of databases, on Trino.
 */
export async function run(parameters: readonly string[], importFile: ImportFile): Promise<number> {
  stopChildrenOnSignals()
  const root = process.cwd()
  const { engine, names } = choiceOf(parameters)
  console.log(`Browser: ${await findTestBrowser((line) => console.log(line))}`)
  const missing = new Map(await missingParts(root, importFile, engine))
  if (engine === 'duckdb' && findPostgres() === null) missing.set('postgres', 'there is no PostgreSQL')
  // What the token services that were written from the contract alone need; the parts themselves need newer ones.
  if (!(await runs('python3', ['--version']))) missing.set('python', 'there is no Python.')
  if (!(await runs('go', ['version']))) missing.set('go', 'there is no Go.')
  // Built it would be in eleven minutes of a processor.
  if (!process.env['GO_FEATURE_FLAG']) missing.set('goFeatureFlag', 'GO_FEATURE_FLAG names no relay proxy.')
  const leftOut = suitesWithout(missing)
  for (const { files, why } of leftOut) console.log(`Left out: test/open-stack/${files}.test.ts (${why})`)
  if (
    process.env['ASSAY_REQUIRE_OPEN_STACK'] === '1' &&
    leftOut.some(({ files }) => !replaced.includes(files))
  )
    throw new Refusal('Nothing was run: ASSAY_REQUIRE_OPEN_STACK=1 wants every suite of the open stack.')
  const files = await readdir(join(root, 'test/open-stack'), { recursive: true })
  const wanted = (names.length > 0 ? [names] : lanes).filter((lane) => isAnyLeft(files, lane, leftOut))
  if (wanted.length === 0) {
    console.log('Nothing was run: every suite that was asked for is left out.')
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

/** One run of Vitest. Shown as it goes on, or when it has ended. */
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
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'open-stack*', `--bail=${failuresInOneLane}`, ...files, ...reporters],
    {
      milliseconds: laneMilliseconds,
      environment: {
        NODE_ENV: undefined,
        // By its name it would pass for a setting of the portal, which knows none such.
        ASSAY_REQUIRE_OPEN_STACK: undefined,
        OPEN_STACK_ENGINE: engine,
        // What installs the services is no process of Node's: it may leave the machine, tests may not.
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --require ${JSON.stringify(guard)}`.trim(),
      },
      show,
    },
  )
  if (!show) console.log(output.trimEnd())
  return vitestTally(report, code)
}

type EngineName = 'duckdb' | 'postgres' | 'trino'

/** @throws Refusal where a database is named that there is not */
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

/** Whether there is something to run: a suite that is asked for and not left out, or a name that Vitest must refuse. */
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

/** Which files cannot be run, and why in a sentence. */
export function suitesWithout(
  missing: ReadonlyMap<string, string>,
): readonly { readonly files: string; readonly why: string }[] {
  return Object.entries(suites).flatMap(([files, { parts }]) => {
    const why = parts.flatMap((part) => missing.get(part) ?? [])
    return why.length === 0 ? [] : [{ files, why: why.join(' ') }]
  })
}
