import { join } from 'node:path'
import { findTestBrowser } from './browser'
import { runToEnd, stopChildrenOnSignals } from './child'

const milliseconds = 1_800_000

/** `npm run test:open-stack`: tests against the real services, installed and started for them. Names of test files narrow it. */
export async function run(parameters: readonly string[]): Promise<number> {
  stopChildrenOnSignals()
  const root = process.cwd()
  console.log(`Browser: ${await findTestBrowser((line) => console.log(line))}`)
  const guard = join(root, 'test/support/no-network.cjs')
  const { code } = await runToEnd(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'open-stack', ...parameters],
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
