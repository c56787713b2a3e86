import { withLock } from './build'
import { bundleWith, makeChanged } from './build-steps'

const output = 'dist/gateway.mjs'

/** `npm run gateway`: builds the gateway as one file that needs only Node. Its settings: docs/gateway.md. */
export async function run(): Promise<void> {
  const root = process.cwd()
  const say = (line: string): void => console.log(line)
  const step = {
    id: 'gateway',
    name: 'gateway',
    inputs: ['package-lock.json'],
    output,
    make: () => bundleWith(root, 'local/gateway/vite.config.ts'),
  }
  await withLock('dist/.locks/build', say, () => makeChanged(root, [step], say))
  say(`Run it with: node ${output}`)
}
