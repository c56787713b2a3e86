import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { noAnswerInTime, withinDeadline } from '../../../src/adapters/identity-provider/problem-codes'
import { fail, ok } from '../../../src/core/kernel/result'

const asUnreachable = () => ({ code: 'unreachable' }) as const

describe('a deadline', () => {
  test('gives what the work comes to', async () => {
    expect(await withinDeadline(fixedClock(0), 1_000, Promise.resolve('done'), asUnreachable)).toEqual(
      ok('done'),
    )
  })

  test('judges what the work throws', async () => {
    const work = Promise.reject(new Error('down'))
    expect(await withinDeadline(fixedClock(0), 1_000, work, asUnreachable)).toEqual(
      fail({ code: 'unreachable' }),
    )
  })

  test('passes for work that never ends', async () => {
    const clock = fixedClock(0)
    const outcome = withinDeadline(clock, 1_000, new Promise(() => undefined), asUnreachable)
    clock.advance(1_000)
    expect(await outcome).toEqual(fail(noAnswerInTime))
  })

  test("leaves nothing waiting behind, and a late failure is nobody's", async () => {
    const clock = fixedClock(0)
    let reject: (cause: Error) => void = () => undefined
    const work = new Promise((_resolve, refuse) => {
      reject = refuse
    })
    const outcome = withinDeadline(clock, 1_000, work, asUnreachable)
    clock.advance(2_000)
    expect(await outcome).toEqual(fail(noAnswerInTime))
    reject(new Error('too late'))
    await expect(work).rejects.toThrow('too late')
  })
})
