import { spawnSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it, afterEach, beforeEach, vi } from 'vitest'
import { withLock } from '../../../local/cli/build'

describe('the bootstrap', () => {
  function bootstrap(before: string, ...parameters: readonly string[]) {
    const code = `${before}; process.argv.splice(1, 0, 'bootstrap.cjs'); require('./local/cli/bootstrap.cjs')`
    return spawnSync(process.execPath, ['--eval', code, ...parameters], { encoding: 'utf8' })
  }

  describe('an old Node', () => {
    it('is rejected with the required version, before anything else happens', () => {
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
      expect(stderr).toContain(`There is no command "${command}"`)
      expect(stderr).not.toContain('    at ')
      expect(status).toBe(1)
    },
  )

  it.each(['#', '%'])('refuses a folder with "%s" in its path with a sentence', async (mark) => {
    const folder = await mkdtemp(join(tmpdir(), `assay-1${mark}-`))
    for (const file of ['package.json', 'local/cli/bootstrap.cjs', 'local/cli/installation.cjs'])
      await cp(file, join(folder, file))
    const command = [join(folder, 'local/cli/bootstrap.cjs'), 'build']
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
    expect(stderr).toContain('Rename or move the folder.')
    expect(status).toBe(1)
    await rm(folder, { recursive: true })
  })

  it('finds a file with what it runs for every command', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    const commands = Object.entries(scripts).filter(([, line]) =>
      line.startsWith('node local/cli/bootstrap.cjs'),
    )
    expect(commands.length).toBeGreaterThan(5)
    for (const [name, line] of commands) {
      expect(line).toBe(`node local/cli/bootstrap.cjs ${name}`)
      expect(readFileSync(`local/cli/${name.replace(':', '-')}.ts`, 'utf8')).toContain(
        'export async function run(',
      )
    }
  })

  /** Syntax that an ECMAScript 5 parser rejects, as far as we are likely to write it. */
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
})

describe('the installation', () => {
  interface Installation {
    satisfies(version: string, range: string): boolean
    reasonToInstall(root: string): string
    remember(root: string): void
  }
  const installation: Installation = createRequire(import.meta.url)('../../../local/cli/installation.cjs')

  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'assay-install-'))
    await mkdir(join(root, 'node_modules'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  type Packages = Record<string, { version: string; integrity?: string; optional?: boolean }>

  function lock(packages: Packages): Promise<void> {
    return writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
  }
  function installed(packages: Packages): Promise<void> {
    return writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  }

  const vite = { version: '8.0.0', integrity: 'sha512-a' }

  describe('the packages', () => {
    it('are installed when nothing is there, and not again after that', async () => {
      await lock({ 'node_modules/vite': vite })
      expect(installation.reasonToInstall(root)).toBe('nothing is installed yet')
      installation.remember(root)
      expect(installation.reasonToInstall(root)).toBe('')
    })

    it('are reinstalled when the lock file changes', async () => {
      await lock({ 'node_modules/vite': vite })
      await installed({ 'node_modules/vite': vite })
      installation.remember(root)
      await lock({ 'node_modules/vite': { ...vite, version: '8.0.1' } })
      expect(installation.reasonToInstall(root)).toBe('package-lock.json has changed')
    })

    it('are left alone when they were installed by hand', async () => {
      await lock({ 'node_modules/vite': vite, 'node_modules/fsevents': { version: '2.0.0', optional: true } })
      await installed({ 'node_modules/vite': vite })
      expect(installation.reasonToInstall(root)).toBe('')
    })

    it('are installed when one is missing or is another build of the same version', async () => {
      await lock({ 'node_modules/vite': vite })
      await installed({})
      expect(installation.reasonToInstall(root)).not.toBe('')
      await installed({ 'node_modules/vite': { ...vite, integrity: 'sha512-b' } })
      expect(installation.reasonToInstall(root)).not.toBe('')
    })

    it('are reinstalled for another Node version or machine', async () => {
      await lock({ 'node_modules/vite': vite })
      await installed({ 'node_modules/vite': vite })
      await writeFile(join(root, 'node_modules/.assay-installed'), `${'0'.repeat(64)} sunos sparc node 1`)
      expect(installation.reasonToInstall(root)).toBe('they were installed for another Node or machine')
    })
  })

  it.each([
    ['20.19.0', true],
    ['20.20.2', true],
    ['22.0.0', true],
    ['20.18.3', false],
    ['18.99.99', false],
    ['4.9.1', false],
  ])('Node %s against >=20.19.0: %s', (version, enough) => {
    expect(installation.satisfies(version, '>=20.19.0')).toBe(enough)
  })

  it('refuses a range it cannot read rather than let any Node pass', () => {
    expect(() => installation.satisfies('20.20.2', '^20.19.0')).toThrow('engines')
  })
})

describe('the lock', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-lock-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** A lock whose owner ended without releasing it. */
  async function leftBehind(lock: string): Promise<{ readonly file: string; readonly process: number }> {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(child, 'exit')
    const file = join(lock, `1-${child.pid}-left-behind`)
    await mkdir(lock, { recursive: true })
    await writeFile(file, '')
    return { file, process: child.pid ?? 0 }
  }

  const quiet = (): void => undefined

  it('admits one process at a time, reports that the other waits, and leaves nothing behind', async () => {
    const lock = join(folder, 'dist/lock')
    const order: string[] = []
    const printed: string[] = []
    let second: Promise<unknown> = Promise.resolve()
    await withLock(
      lock,
      quiet,
      () =>
        new Promise<void>((resolve) => {
          const isWaiting = (line: string): void => {
            printed.push(line)
            order.push('first')
            resolve()
          }
          second = withLock(lock, isWaiting, async () => order.push('second'))
        }),
    )
    await second
    expect(order).toEqual(['first', 'second'])
    expect(printed).toEqual([`Waiting for another command (process ${process.pid}) to finish building.`])
    expect(await readdir(lock)).toEqual([])
  })

  it('takes over a lock whose process is dead', async () => {
    const lock = join(folder, 'lock')
    await leftBehind(lock)
    expect(await withLock(lock, quiet, async () => 'done')).toBe('done')
  })

  it('is free again after the work failed', async () => {
    const lock = join(folder, 'lock')
    await expect(withLock(lock, quiet, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await withLock(lock, quiet, async () => 'done')).toBe('done')
  })

  it('admits one of several waiters at a time when its holder is dead', async () => {
    const lock = join(folder, 'lock')
    await leftBehind(lock)
    let inside = 0
    let most = 0
    const work = async (): Promise<void> => {
      inside += 1
      most = Math.max(most, inside)
      await new Promise((resolve) => setTimeout(resolve, 20))
      inside -= 1
    }
    await Promise.all([0, 1, 2, 3].map(() => withLock(lock, quiet, work)))
    expect(most).toBe(1)
  })

  it('does not take over from a dead owner that another process has replaced since the check', async () => {
    const lock = join(folder, 'lock')
    const dead = await leftBehind(lock)
    const other = join(lock, `2-${process.ppid}-other`)
    const kill = process.kill.bind(process)
    vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
      // Simulates a race between the check and the removal.
      if (pid === dead.process && existsSync(dead.file)) {
        rmSync(dead.file)
        writeFileSync(other, '')
      }
      return kill(pid, signal)
    })
    const order: string[] = []
    const isWaiting = (line: string): void => {
      order.push(line)
      rmSync(other)
    }
    await withLock(lock, isWaiting, async () => order.push('through'))
    expect(order).toEqual([
      `Waiting for another command (process ${process.ppid}) to finish building.`,
      'through',
    ])
  })
})
