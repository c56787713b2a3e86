import { buildSteps, makeChanged } from './build-steps'
import { withLock } from './lock'
import { progress, Refusal } from './progress'
import { madeSampleData } from './sample-data'

/**
 * Builds what changed since the last build, or of that only the steps named. Two commands that start at once do not
 * build over one another.
 */
export async function ensureBuilt(
  say: (line: string) => void,
  only: readonly string[] = [],
): Promise<readonly string[]> {
  const root = process.cwd()
  const all = buildSteps(root)
  const unknown = only.find((id) => all.every((step) => step.id !== id))
  if (unknown)
    throw new Refusal(`There is no build step "${unknown}"; there are ${all.map(({ id }) => id).join(', ')}.`)
  const steps = all.filter(({ id }) => only.length === 0 || only.includes(id))
  return withLock('dist/.locks/build', say, () => makeChanged(root, steps, say))
}

/** `npm run build`, or a part of it: `npm run build -- portal`. Only when asked for by name: `npm run build -- sample-data`. */
export async function run(parameters: readonly string[]): Promise<void> {
  const say = (line: string): void => console.log(line)
  const [only] = parameters
  if (only === 'sample-data') return void (await madeSampleData(progress()))
  const made = await ensureBuilt(say, parameters)
  if (made.length === 0) console.log('Nothing to build: nothing has changed since the last build.')
}
