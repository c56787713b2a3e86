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
  /** Works on one core, or waits more than it works: runs while the next step does, and shows what it has to say after that. */
  readonly beside?: boolean
}

/** Everything `npm test` runs, the cheapest first. */
export function testSteps(root: string): readonly TestStep[] {
  const bin = (name: string): string => join(root, 'node_modules/.bin', name)
  const check = (name: string, title: string, tool: string, parameters: readonly string[]): TestStep => ({
    name,
    title,
    program: bin(tool),
    parameters,
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
    check('lint', 'Lint', 'oxlint', ['--type-aware', '--deny-warnings']),
    check('types', 'Types', 'tsc', ['-p', '.']),
    check('types', 'Types of the core', 'tsc', ['-p', 'src/core']),
    check('types', 'Types of the BI application', 'tsc', ['-p', 'local/bi-host/frame']),
    { ...check('unused', 'Unused files, exports and packages', 'knip', []), beside: true },
    {
      name: 'build',
      title: 'Build',
      program: process.execPath,
      parameters: [join(root, 'local/cli/bootstrap.cjs'), 'build'],
      kind: 'check',
    },
    ...(hasFiles(join(root, 'contracts'), '.pact.ts')
      ? [
          vitest('contracts', 'Contracts', ['contracts']),
          { ...vitest('contracts', 'Contracts kept by the local stack', ['providers']), beside: true },
        ]
      : []),
    vitest('unit', 'Unit tests', unitProjects),
    { ...vitest('journeys', 'Journeys', ['journeys']), needs: 'Build' },
  ]
}

const unitProjects = [
  'core',
  'conformance',
  'adapters',
  'composition',
  'state',
  'ui',
  'frame',
  'local',
  'architecture',
]

function hasFiles(folder: string, ending: string): boolean {
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith(ending))
  )
}
