import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findTestBrowser } from './browser'
import { runToEnd, stopChildrenOnSignals } from './child'
import { findPostgres } from '../open-stack/engines/postgres'
import { Refusal } from './progress'

const milliseconds = 1_800_000

/**
 * `npm run test:open-stack`: tests against the real services, installed and started for them. Names of test files narrow it;
 * `-- --engine trino` puts Superset's data, and the comparison of databases, on Trino.
 */
export async function run(parameters: readonly string[]): Promise<number> {
  stopChildrenOnSignals()
  const root = process.cwd()
  const { engine, names } = choiceOf(parameters)
  console.log(`Browser: ${await findTestBrowser((line) => console.log(line))}`)
  const leftOut = suitesWithout(process.env, engine)
  for (const [file, why] of leftOut) console.log(`Left out: ${file} (${why})`)
  const guard = join(root, 'test/support/no-network.cjs')
  const { code } = await runToEnd(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'open-stack', ...names, ...leftOut.flatMap(([file]) => ['--exclude', file])],
    {
      milliseconds,
      environment: {
        NODE_ENV: undefined,
        ASSAY_TEST_ENGINE: engine,
        // What installs the services is no process of Node's: it may leave the machine, tests may not.
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --require ${JSON.stringify(guard)}`.trim(),
      },
      show: true,
    },
  )
  return code
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

/** Suites whose program this machine does not have, by name. */
function suitesWithout(
  { PATH = '' }: Readonly<Record<string, string | undefined>>,
  engine: EngineName,
): readonly (readonly [file: string, why: string])[] {
  const isThere = (program: string): boolean =>
    [...PATH.split(delimiter), '/usr/sbin', '/usr/local/sbin'].some((folder) =>
      existsSync(join(folder, program)),
    )
  const suites = [
    ['test/open-stack/nginx.test.ts', isThere('nginx'), 'there is no nginx on the path'],
    [
      'test/open-stack/engines.test.ts',
      engine === 'trino' || findPostgres() !== null,
      'there is no PostgreSQL',
    ],
  ] as const
  return suites.flatMap(([file, isComplete, why]) => (isComplete ? [] : [[file, why] as const]))
}
