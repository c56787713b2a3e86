import { mkdtemp, rm, writeFile, appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it, afterAll, beforeAll, describe } from 'vitest'
import { progress } from '../../../local/cli/progress'
import { add, exitCode, nothing, single, summary, notableTests, vitestTally } from '../../../local/cli/test'
import { run } from '../../../local/cli/verify-provider'
import { followNetworkLog } from '../../support/network-log'

describe('progress', () => {
  function printed(isTTY: boolean, lines: readonly string[]): string {
    const output = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream & PassThrough
    lines.forEach(progress(output))
    return String(output.read() ?? '')
  }

  const lines = ['Making data: 1 of 2 …', 'Making data: 2 of 2 …', 'Made the data in 3.0 s', 'Ready']

  it('overwrites the progress line on a terminal', () => {
    const shown = printed(true, lines)
      .split('\n')
      .map((line) => line.split('\r\u001B[2K').at(-1))
    expect(shown).toEqual(['Made the data in 3.0 s', 'Ready', ''])
    expect(printed(true, lines.slice(0, 1))).toContain('Making data: 1 of 2 …')
  })

  it('writes only completed steps without a terminal', () => {
    expect(printed(false, lines)).toBe('Made the data in 3.0 s\nReady\n')
  })
})

describe('tally', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-tally-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function reported(report: object, code: number) {
    const file = join(folder, `${Math.random()}.json`)
    await writeFile(file, JSON.stringify(report))
    return vitestTally(file, code)
  }

  describe('a sum of checks and tests', () => {
    it('ends with the line that machines read', () => {
      const total = [single(true), single(false), { passed: 40, failed: 1, skipped: 2 }].reduce(add, nothing)
      expect(summary(total)).toBe('41 passed, 2 failed, 2 skipped')
    })

    it.each([
      [{ passed: 3, failed: 0, skipped: 0 }, 0],
      [{ passed: 3, failed: 1, skipped: 0 }, 1],
      [{ passed: 0, failed: 0, skipped: 5 }, 1],
      [nothing, 1],
    ])('%j gives exit code %i', (tally, code) => {
      expect(exitCode(tally)).toBe(code)
    })
  })

  describe('counts of a Vitest run', () => {
    it('are those of its report', async () => {
      const report = { numTotalTests: 11, numPassedTests: 7, numFailedTests: 2, numPendingTests: 1 }
      // One test neither passed, failed nor was skipped, because the run stopped before it.
      expect(await reported(report, 1)).toEqual({ passed: 7, failed: 2, skipped: 2 })
    })

    it('have a failure when the run failed although every test passed', async () => {
      expect(await reported({ numTotalTests: 7, numPassedTests: 7 }, 1)).toEqual({
        passed: 7,
        failed: 1,
        skipped: 0,
      })
    })

    it('have a failure when no test ran, or none was reported', async () => {
      expect(await reported({ numTotalTests: 3, numPendingTests: 3 }, 0)).toEqual({
        passed: 0,
        failed: 1,
        skipped: 3,
      })
      expect(await reported({}, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
      expect(await vitestTally(join(folder, 'absent.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    })
  })

  describe('tests that failed, or passed only on a retry', () => {
    it('are named, each with what went wrong', async () => {
      const file = join(folder, 'again.json')
      const test = (fullName: string, status: string, ...failureMessages: readonly string[]) => ({
        fullName,
        status,
        failureMessages,
      })
      const assertionResults = [
        test('at once', 'passed'),
        test('at the second try', 'passed', '{ seed: 7 }\n\u001B[32mtoo late\u001B[39m\n    at wait.ts:3:1'),
        test('never', 'failed', 'too late', 'too late'),
      ]
      await writeFile(file, JSON.stringify({ testResults: [{ assertionResults }] }))
      expect(await notableTests(file)).toEqual([
        '  ! passed only on a retry: at the second try\n      { seed: 7 }\n      too late',
        '  ✗ failed: never\n      too late',
      ])
      expect(await notableTests(join(folder, 'absent.json'))).toEqual([])
    })
  })
})

describe('network log', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-log-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const types = { TCP_CONNECT_ATTEMPT: 1, UDP_CONNECT: 2, UDP_BYTES_SENT: 3, URL_REQUEST_START_JOB: 4 }

  /** Format of Chromium's log: the constants on the first line, then one event on each line. */
  async function judged(...events: readonly { type: keyof typeof types; id?: number; address?: string }[]) {
    const lines = events.map(({ type, id = 1, address }) =>
      JSON.stringify({
        params: { ...(address && { address }) },
        phase: 1,
        source: { id, type: 5 },
        time: '1',
        type: types[type],
      }),
    )
    const file = join(folder, `${Math.random()}.json`)
    await writeFile(
      file,
      `{"constants":${JSON.stringify({ logEventTypes: types })},\n"events": [\n${lines.join(',\n')}]}\n`,
    )
    return followNetworkLog(file)()
  }

  it('names every external address with a connection', async () => {
    const outside = await judged(
      { type: 'TCP_CONNECT_ATTEMPT', address: '127.0.0.1:4300' },
      { type: 'TCP_CONNECT_ATTEMPT', address: '192.0.2.1:443' },
      { type: 'TCP_CONNECT_ATTEMPT', address: '[::1]:4300' },
      { type: 'TCP_CONNECT_ATTEMPT', address: '[2001:db8::1]:443' },
    )
    expect(outside).toEqual(['192.0.2.1:443', '[2001:db8::1]:443'])
  })

  it('distinguishes a route lookup from a connection', async () => {
    const lookedUp = { type: 'UDP_CONNECT', id: 7, address: '[2001:db8::1]:443' } as const
    expect(await judged(lookedUp)).toEqual([])
    expect(await judged(lookedUp, { type: 'UDP_BYTES_SENT', id: 8 })).toEqual([])
    expect(await judged(lookedUp, { type: 'UDP_BYTES_SENT', id: 7 })).toEqual(['[2001:db8::1]:443'])
  })

  it('does not accept another file as a clean log', async () => {
    const file = join(folder, 'other.json')
    await writeFile(file, '{}\n')
    await expect(followNetworkLog(file)()).rejects.toThrow('no network log')
  })

  it('continues where it stopped, and skips a line until it is complete', async () => {
    const event = (address: string): string =>
      JSON.stringify({ params: { address }, source: { id: 1 }, type: types.TCP_CONNECT_ATTEMPT })
    const file = join(folder, 'growing.json')
    const more = followNetworkLog(file)
    await writeFile(file, `{"constants":${JSON.stringify({ logEventTypes: types })},\n"events": [\n`)
    await appendFile(file, `${event('192.0.2.1:443')},\n${event('192.0.2.2:443').slice(0, 30)}`)
    expect(await more()).toEqual(['192.0.2.1:443'])
    expect(await more()).toEqual([])
    await appendFile(file, `${event('192.0.2.2:443').slice(30)},\n`)
    expect(await more()).toEqual(['192.0.2.2:443'])
  })
})

describe('verifying a provider', () => {
  it.each([
    ['--url', undefined, '--url is missing; it must be a full URL, such as http://localhost:8080.'],
    ['--url', 'localhost:8080', '--url is "localhost:8080"; it must be a full URL'],
    ['--url', 'ftp://localhost', '--url is "ftp://localhost"; it must be a full URL'],
    ['--url', '/api', '--url is "/api"; it must be a full URL'],
    ['--state-url', '127.0.0.1:9', '--state-url is "127.0.0.1:9"; it must be a full URL'],
  ])('refuses %s %s before it sends any request', async (option, address, reason) => {
    const url = option === '--url' ? [] : ['--url', 'http://localhost:1']
    const given = address === undefined ? [] : [option, address]
    await expect(run(['--provider', 'token-service', ...url, ...given])).rejects.toThrow(reason)
  })
})
