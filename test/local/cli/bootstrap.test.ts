import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

function bootstrap(before: string, ...parameters: readonly string[]) {
  const code = `${before}; process.argv.splice(1, 0, 'bootstrap.cjs'); require('./local/cli/bootstrap.cjs')`
  return spawnSync(process.execPath, ['--eval', code, ...parameters], { encoding: 'utf8' })
}

describe('an old Node', () => {
  it('is told which one is needed, before anything else happens', () => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '12.22.0' })`
    const { status, stderr, stdout } = bootstrap(pretend, 'build')
    expect(stderr).toMatch(/^Assay needs Node >=\d+\.\d+\.\d+; this is Node 12\.22\.0\..*\n$/)
    expect(stdout).toBe('')
    expect(status).toBe(1)
  })

  it.each(['local/cli/bootstrap.cjs', 'local/cli/installation.cjs'])('can read %s', (file) => {
    expect(newerSyntax(readFileSync(file, 'utf8'))).toEqual([])
  })

  it('could not read what this test must find', () => {
    const found = newerSyntax(
      'const a = (b) => `${b?.c ?? 1}`; async function d({ e }) { for (const f of e) {} }',
    )
    expect(found).toEqual(
      expect.arrayContaining([
        'const',
        'ArrowFunctionExpression',
        'TemplateLiteral',
        'async',
        'ChainExpression',
        '??',
        'ForOfStatement',
        'ObjectPattern',
      ]),
    )
  })
})

it.each(['', 'nothing', 'child', 'toString', 'types', '../bootstrap', 'child/../build'])(
  'refuses the command "%s" with a sentence',
  (command) => {
    const { status, stderr } = bootstrap('', command)
    expect(stderr).toContain(`there is no command "${command}"`)
    expect(stderr).not.toContain('    at ')
    expect(status).toBe(1)
  },
)

it('finds a file with what it runs for every command', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = Object.entries(scripts).filter(([, line]) =>
    line.startsWith('node local/cli/bootstrap.cjs'),
  )
  expect(commands.length).toBeGreaterThan(5)
  for (const [name, line] of commands) {
    expect(line).toBe(`node local/cli/bootstrap.cjs ${name}`)
    expect(readFileSync(`local/cli/${name}.ts`, 'utf8')).toContain('export async function run(')
  }
})

/** What an ECMAScript 5 parser would stumble over, by the forms we are likely to write. */
function newerSyntax(code: string): readonly string[] {
  const { program, errors } = parseSync('file.cjs', code)
  if (errors.length > 0) throw new Error(errors[0]?.message)
  const found: string[] = []
  const note = (node: { type: string }): void => void found.push(node.type)
  new Visitor({
    ArrowFunctionExpression: note,
    TemplateLiteral: note,
    ClassDeclaration: note,
    ClassExpression: note,
    ForOfStatement: note,
    SpreadElement: note,
    RestElement: note,
    ObjectPattern: note,
    ArrayPattern: note,
    AssignmentPattern: note,
    ChainExpression: note,
    AwaitExpression: note,
    ImportExpression: note,
    VariableDeclaration: ({ kind }) => void (kind === 'var' || found.push(kind)),
    FunctionDeclaration: ({ async }) => void (async && found.push('async')),
    FunctionExpression: ({ async }) => void (async && found.push('async')),
    Property: ({ shorthand, computed, method }) =>
      void ((shorthand || computed || method) && found.push('Property')),
    LogicalExpression: ({ operator }) => void (operator === '??' && found.push(operator)),
    BinaryExpression: ({ operator }) => void (operator === '**' && found.push(operator)),
    CatchClause: ({ param }) => void (param || found.push('CatchClause')),
  }).visit(program)
  return found
}
