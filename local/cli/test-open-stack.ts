import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findTestBrowser } from './browser'
import { runToEnd, stopChildrenOnSignals } from './child'

const milliseconds = 1_800_000

/** `npm run test:open-stack`: tests against the real services, installed and started for them. Names of test files narrow it. */
export async function run(parameters: readonly string[]): Promise<number> {
  stopChildrenOnSignals()
  const root = process.cwd()
  console.log(`Browser: ${await findTestBrowser((line) => console.log(line))}`)
  const leftOut = suitesWithout(process.env)
  for (const [file, why] of leftOut) console.log(`Left out: ${file} (${why})`)
  const guard = join(root, 'test/support/no-network.cjs')
  const { code } = await runToEnd(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'open-stack', ...parameters, ...leftOut.flatMap(([file]) => ['--exclude', file])],
    {
      milliseconds,
      environment: {
        NODE_ENV: undefined,
        // What installs the services is no process of Node's: it may leave the machine, tests may not.
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --require ${JSON.stringify(guard)}`.trim(),
      },
      show: true,
    },
  )
  return code
}

/** Suites whose program this machine does not have, by name. */
function suitesWithout({
  PATH = '',
}: Readonly<Record<string, string | undefined>>): readonly (readonly [file: string, why: string])[] {
  const isThere = (program: string): boolean =>
    [...PATH.split(delimiter), '/usr/sbin', '/usr/local/sbin'].some((folder) =>
      existsSync(join(folder, program)),
    )
  return isThere('nginx') ? [] : [['test/open-stack/nginx.test.ts', 'there is no nginx on the path']]
}
