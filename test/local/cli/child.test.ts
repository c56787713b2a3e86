import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { runToEnd } from '../../../local/cli/child'

const node = process.execPath
const minute = { milliseconds: 60_000 }

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a program run to its end', () => {
  it('gives its exit code and what it printed on both streams', async () => {
    const code = `console.log('out'); console.error('err'); process.exitCode = 3`
    expect(await runToEnd(node, ['--eval', code], minute)).toEqual({
      code: 3,
      output: expect.stringContaining('out\n'),
    })
    expect((await runToEnd(node, ['--eval', code], minute)).output).toContain('err\n')
  })

  it('has variables laid over, and taken away', async () => {
    vi.stubEnv('ASSAY_TEST_GONE', 'here')
    const code = `console.log(process.env.ASSAY_TEST_SET, 'ASSAY_TEST_GONE' in process.env)`
    const environment = { ASSAY_TEST_SET: 'set', ASSAY_TEST_GONE: undefined }
    expect((await runToEnd(node, ['--eval', code], { ...minute, environment })).output).toBe('set false\n')
  })

  it('gets no input to wait for', async () => {
    const code = `process.stdin.on('end', () => console.log('end')).resume()`
    expect((await runToEnd(node, ['--eval', code], minute)).output).toBe('end\n')
  })

  it('is a failure in words when it cannot be started', async () => {
    const { code, output } = await runToEnd('no-such-program', [], minute)
    expect(code).toBe(1)
    expect(output).toContain('ENOENT')
  })

  it('is stopped with all it has started when its time is up', async () => {
    // The grandchild holds the output open as well: were it left alive, the outcome would never come.
    const code = `
      const again = ['--eval', 'console.log("grandchild"); setInterval(() => {}, 1000)']
      require('child_process').spawn(process.execPath, again, { stdio: 'inherit' }); setInterval(() => {}, 1000)`
    const outcome = await runToEnd(node, ['--eval', code], { milliseconds: 3000 })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('Stopped after 3 s.')
  })
})

describe('Ctrl-C', () => {
  it('ends the children first, then the command with the usual code', async () => {
    const script = `
      import('vite').then(async ({ runnerImport }) => {
        const { module } = await runnerImport('./local/cli/child.ts', { configFile: false, logLevel: 'error' })
        module.stopChildrenOnSignals()
        const code = 'console.log(process.pid); setInterval(() => {}, 1000)'
        module.runToEnd(process.execPath, ['--eval', code], { milliseconds: 60000, show: true })
      })`
    const command = spawn(node, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [printed]: [Buffer] = (await once(command.stdout, 'data')) as [Buffer]
    const child = Number(String(printed))
    expect(isAlive(child)).toBe(true)
    command.kill('SIGINT')
    const [code] = await once(command, 'exit')
    expect(code).toBe(130)
    expect(isAlive(child)).toBe(false)
  })
})
