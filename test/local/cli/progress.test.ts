import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { progress } from '../../../local/cli/progress'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function printed(isTTY: boolean, work: (say: (line: string) => void) => void): string {
  const output = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream & PassThrough
  work(progress(output))
  return String(output.read() ?? '')
}

it('writes the newest over the one before on a terminal', () => {
  const text = printed(true, (say) => ['Data: 1 of 3', 'Data: 2 of 3', 'Started', 'Started'].forEach(say))
  expect(text).toBe('Data: 1 of 3\n\u001B[1A\u001B[2KData: 2 of 3\nStarted\nStarted\n')
})

it('writes one in two seconds elsewhere, and every line of another matter', () => {
  const text = printed(false, (say) => {
    say('Data: 1 of 4')
    say('Data: 2 of 4')
    vi.advanceTimersByTime(2000)
    say('Data: 3 of 4')
    say('Other: 1')
    say('Data: 4 of 4')
  })
  expect(text).toBe('Data: 1 of 4\nData: 3 of 4\nOther: 1\nData: 4 of 4\n')
})
