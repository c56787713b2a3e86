import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import config from '../../vite.config'

/** Every text that is, or is about to be, in the repository. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) =>
    /\.(ts|tsx|cjs|mjs|js|json|md|scss|css|html|svg|example)$|(^|\/)\.[a-z]+rc|\.ci\/run$/.test(file),
  )
  .filter((file) => file !== 'package-lock.json' && !file.startsWith('contracts/pacts/'))

/** `file:line` of each place where the expression is found. A file that was just deleted has none. */
function locations(expression: RegExp, among: readonly string[]): readonly string[] {
  return among.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) => (expression.test(line) ? [`${file}:${index + 1}`] : [])),
  )
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

// Put together here, so that this file is not found by its own search.
const [only, skip] = ['only', 'skip']
const modifiers = [only, skip, 'todo', 'skipIf', 'runIf', 'fails'].join('|')
const leftTest = new RegExp(
  `\\b(it|test|describe|journey)(\\.[a-z]+)*\\.(${modifiers})\\b|\\b[fx](it|describe)\\(`,
)
const notes = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['X', 'XX'],
]
const leftNote = new RegExp(`\\b(${notes.map((parts) => parts.join('')).join('|')})\\b`)
/** What git leaves of a merge that nobody finished. */
const leftMerge = /^(<{7}|>{7}|\|{7}) |^={7}$/
const folders = ['work', 'farm', 'root', 'home', 'Users']
const machinePath = new RegExp(`(^|[^a-zA-Z0-9_.-])/(${folders.join('|')})/[a-z]`)

describe('the repository', () => {
  it('is looked at', () => {
    expect(files.length).toBeGreaterThan(500)
  })

  it('leaves no test out', () => {
    const tests = files.filter((file) => /^(test|contracts)\//.test(file) && /\.tsx?$/.test(file))
    expect(tests.length).toBeGreaterThan(100)
    expect(locations(leftTest, tests)).toEqual([])
  })

  it('leaves no note about work to be done', () => {
    const code = files.filter((file) => /^(src|local|test|contracts)\//.test(file))
    expect(locations(leftNote, code)).toEqual([])
  })

  it('leaves no merge unfinished', () => {
    expect(locations(leftMerge, files)).toEqual([])
  })

  it('names no folder of somebody’s machine', () => {
    expect(locations(machinePath, files)).toEqual([])
  })
})

describe('what the searches are for is found', () => {
  it.each([
    `it.${only}('a', b)`,
    `describe.${skip}('a')`,
    `it.concurrent.${skip}('a')`,
    ['xi', 't("a")'].join(''),
  ])('%s', (line) => {
    expect(leftTest.test(line)).toBe(true)
  })

  it.each(folders)('/%s/…', (folder) => {
    for (const line of [`cd /${folder}/project`, `"/${folder}/main"`, `file:///${folder}/ada`]) {
      expect(machinePath.test(line)).toBe(true)
    }
  })

  it.each(['<', '=', '>', '|'].map((mark) => mark.repeat(7) + (mark === '=' ? '' : ' HEAD')))(
    '%s',
    (line) => {
      expect(leftMerge.test(line)).toBe(true)
    },
  )

  it.each(notes)('%s%s', (first, second) => {
    expect(leftNote.test(`// ${first}${second}: later`)).toBe(true)
  })

  it.each(['/datasets/bitcoin', 'path="/home"', 'https://example.com/work', './work/main'])(
    'but not %s',
    (line) => {
      expect(machinePath.test(line)).toBe(false)
    },
  )
})

/** The patterns of test files that the projects of Vitest take. */
function taken(): readonly RegExp[] {
  const projects = config({ command: 'serve', mode: 'test' }).test?.projects ?? []
  const globs = projects.flatMap((one) =>
    typeof one === 'object' && 'test' in one ? (one.test?.include ?? []) : [],
  )
  const patterns = globs.map((glob) =>
    glob
      .replaceAll('.', String.raw`\.`)
      .replaceAll(/\{([^}]+)\}/g, (_all, names: string) => `(${names.replaceAll(',', '|')})`)
      .replaceAll(/!\(([^)]+)\)/g, '(?!(?:$1)/)*')
      .replaceAll('**/', '(?:.+/)?')
      .replaceAll('*', '[^/]+'),
  )
  return patterns.map((pattern) => new RegExp(`^${pattern}$`))
}

it('runs every test file in one project, and no file in two', () => {
  const tests = files.filter(
    (file) => /\.(test|journey|pact|provider)\.tsx?$/.test(file) && textOf(file) !== '',
  )
  const patterns = taken()
  expect(patterns.length).toBeGreaterThan(8)
  expect(tests.filter((file) => patterns.filter((one) => one.test(file)).length !== 1)).toEqual([])
})
