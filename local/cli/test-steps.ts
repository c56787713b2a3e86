import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface TestStep {
  /** How a person names it: `npm test -- lint unit`. */
  readonly name: string
  readonly title: string
  readonly program: string
  readonly parameters: readonly string[]
  /** Vitest runs report how many tests they ran; anything else counts as one check. */
  readonly kind: 'check' | 'vitest'
  /** Title of a step without which this one has nothing to run: it is left out when that one fails. */
  readonly needs?: string
  /** Works on one core, or waits often: runs while the steps after it do, and shows what it has to say between them. */
  readonly beside?: boolean
}

/** Everything `npm test` runs, the cheapest first; tests that wait for pages are there while the others want the processor. */
export function testSteps(root: string): readonly TestStep[] {
  const bin = (name: string): string => join(root, 'node_modules/.bin', name)
  const check = (name: string, title: string, tool: string, parameters: readonly string[]): TestStep => ({
    name,
    title,
    program: bin(tool),
    parameters,
    kind: 'check',
  })
  const build = (name: string, title: string, ...parameters: readonly string[]): TestStep => ({
    name,
    title,
    program: process.execPath,
    parameters: [join(root, 'local/cli/bootstrap.cjs'), 'build', ...parameters],
    kind: 'check',
  })
  const vitest = (name: string, title: string, projects: readonly string[]): TestStep => ({
    name,
    title,
    program: bin('vitest'),
    parameters: ['run', ...projects.flatMap((project) => ['--project', project])],
    kind: 'vitest',
  })
  return [
    check('format', 'Format', 'oxfmt', ['--check', '.']),
    // Half of all tests would begin by waiting for it.
    { ...build('data', 'Sample data', 'sample-data'), beside: true },
    check('lint', 'Lint', 'oxlint', ['--type-aware', '--deny-warnings']),
    check('types', 'Types', 'tsc', ['-p', '.']),
    check('types', 'Types of the core', 'tsc', ['-p', 'src/core']),
    check('types', 'Types of the BI application', 'tsc', ['-p', 'local/bi-host/frame']),
    { ...check('unused', 'Unused files, exports and packages', 'knip', []), beside: true },
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
