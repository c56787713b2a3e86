import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { once } from 'node:events'
import { runToEnd } from '../../../local/cli/child'

describe('no network', () => {
  const run = promisify(execFile)
  const guard = join(process.cwd(), 'test/support/no-network.cjs')
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-network-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Runs code under the guard. The code prints the result of its attempt. */
  async function underGuard(code: string): Promise<{ printed: string; logged: string }> {
    const log = join(folder, `${Math.random()}.log`)
    const { stdout } = await run(
      process.execPath,
      ['--require', guard, '--input-type=module', '--eval', code],
      {
        env: { ...process.env, NODE_OPTIONS: '', NO_NETWORK_LOG: log },
      },
    )
    return { printed: stdout.trim(), logged: await readFile(log, 'utf8').catch(() => '') }
  }

  describe('refused', () => {
    it.each([
      ['fetch', `await fetch('https://example.com/').catch((error) => console.log(error.cause.message))`],
      [
        'fetch of an address',
        `await fetch('http://192.0.2.1:8080/').catch((error) => console.log(error.cause.message))`,
      ],
      [
        'http',
        `import http from 'node:http'; http.get('http://example.com/').on('error', (error) => console.log(error.message))`,
      ],
      [
        'net with port and host',
        `import net from 'node:net'; net.connect(443, '192.0.2.1').on('error', (error) => console.log(error.message))`,
      ],
      [
        'net with an IPv6 address',
        `import net from 'node:net'; net.connect({ port: 443, host: '2001:db8::1' }).on('error', (error) => console.log(error.message))`,
      ],
      [
        'tls',
        `import tls from 'node:tls'; tls.connect({ port: 443, host: 'example.com' }).on('error', (error) => console.log(error.message))`,
      ],
      [
        'dns.lookup',
        `import dns from 'node:dns'; dns.lookup('example.com', (error) => console.log(error.message))`,
      ],
      [
        'dns.resolve4',
        `import dns from 'node:dns'; dns.resolve4('example.com', (error) => console.log(error.message))`,
      ],
      [
        'dns.promises',
        `import dns from 'node:dns/promises'; await dns.resolve('example.com').catch((error) => console.log(error.message))`,
      ],
      [
        'a resolver of its own',
        `import { Resolver } from 'node:dns'; new Resolver().resolve('example.com', (error) => console.log(error.message))`,
      ],
      [
        'udp',
        `import dgram from 'node:dgram'; const socket = dgram.createSocket('udp4');
       socket.send('x', 53, '192.0.2.1', (error) => { console.log(error.message); socket.close() })`,
      ],
      [
        'a worker',
        `import { Worker } from 'node:worker_threads';
       new Worker("fetch('https://example.com').catch((error) => console.log(error.cause.message))", { eval: true })`,
      ],
    ])('%s', async (_way, code) => {
      const { printed, logged } = await underGuard(code)
      expect(printed).toContain('A test tried to leave the machine')
      expect(logged).toMatch(/example\.com|192\.0\.2\.1|2001:db8::1/)
    })

    it('leaves a trace even when the code swallows the failure', async () => {
      const { printed, logged } = await underGuard(
        `await fetch('https://example.com/').catch(() => undefined)`,
      )
      expect(printed).toBe('')
      expect(logged).toContain('example.com')
    })
  })

  describe('allowed', () => {
    it('lets every form of loopback through, and logs nothing', async () => {
      const server = createServer((_request, response) => response.end('here')).listen(0)
      await new Promise((resolve) => server.once('listening', resolve))
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      const { printed, logged } = await underGuard(`
      for (const host of ['localhost', '127.0.0.1', '[::1]']) {
        console.log(await (await fetch('http://' + host + ':${port}/')).text())
      }`)
      server.close()
      expect(printed.split('\n')).toEqual(['here', 'here', 'here'])
      expect(logged).toBe('')
    })

    it('lets local sockets through', async () => {
      const { printed } = await underGuard(`
      import net from 'node:net'
      const path = ${JSON.stringify(join(folder, 'socket'))}
      const server = net.createServer((socket) => socket.end('here')).listen(path, () => {
        net.connect(path).on('data', (data) => console.log(String(data))).on('close', () => server.close())
      })`)
      expect(printed).toBe('here')
    })
  })
})

describe('child', () => {
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

    it('can have environment variables overridden and removed', async () => {
      vi.stubEnv('ASSAY_TEST_GONE', 'here')
      const code = `console.log(process.env.ASSAY_TEST_SET, 'ASSAY_TEST_GONE' in process.env)`
      const environment = { ASSAY_TEST_SET: 'set', ASSAY_TEST_GONE: undefined }
      expect((await runToEnd(node, ['--eval', code], { ...minute, environment })).output).toBe('set false\n')
    })

    it('gets no input to wait for', async () => {
      const code = `process.stdin.on('end', () => console.log('end')).resume()`
      expect((await runToEnd(node, ['--eval', code], minute)).output).toBe('end\n')
    })

    it('fails with a message when it cannot be started', async () => {
      const { code, output } = await runToEnd('no-such-program', [], minute)
      expect(code).toBe(1)
      expect(output).toContain('ENOENT')
    })

    it('is stopped with its child processes on timeout', async () => {
      // The grandchild also holds the output open. If it stayed alive, `runToEnd` would never return.
      const code = `
      const again = ['--eval', 'console.log("grandchild"); setInterval(() => {}, 1000)']
      require('child_process').spawn(process.execPath, again, { stdio: 'inherit' }); setInterval(() => {}, 1000)`
      const outcome = await runToEnd(node, ['--eval', code], { milliseconds: 3000 })
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain('Timed out and stopped after 3 s.')
    })

    it('reports the timeout even when its output is shown', async () => {
      const script = `
      import('vite').then(async ({ runnerImport }) => {
        const { module } = await runnerImport('./local/cli/child.ts', { configFile: false, logLevel: 'error' })
        await module.runToEnd(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { milliseconds: 1000, show: true })
      })`
      expect((await runToEnd(node, ['--eval', script], minute)).output).toBe(
        'Timed out and stopped after 1 s.\n',
      )
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
})
