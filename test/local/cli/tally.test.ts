import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, exitCode, nothing, single, summary, triedAgain, vitestTally } from '../../../local/cli/test'

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
    const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }
    expect(await reported(report, 1)).toEqual({ passed: 7, failed: 2, skipped: 2 })
  })

  it('have a failure when the run failed although every test passed', async () => {
    expect(await reported({ numPassedTests: 7 }, 1)).toEqual({ passed: 7, failed: 1, skipped: 0 })
  })

  it('have a failure when no test ran, or none was reported', async () => {
    expect(await reported({ numPendingTests: 3 }, 0)).toEqual({ passed: 0, failed: 1, skipped: 3 })
    expect(await reported({}, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(await vitestTally(join(folder, 'absent.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('tests that passed only when tried once more', () => {
  it('are named', async () => {
    const file = join(folder, 'again.json')
    const test = (fullName: string, status: string, ...failureMessages: readonly string[]) => ({
      fullName,
      status,
      failureMessages,
    })
    const assertionResults = [
      test('at once', 'passed'),
      test('at the second try', 'passed', 'too late'),
      test('never', 'failed', 'too late', 'too late'),
    ]
    await writeFile(file, JSON.stringify({ testResults: [{ assertionResults }] }))
    expect(await triedAgain(file)).toEqual(['at the second try'])
    expect(await triedAgain(join(folder, 'absent.json'))).toEqual([])
  })
})
