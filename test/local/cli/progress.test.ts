import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { progress } from '../../../local/cli/progress'

function printed(isTTY: boolean, lines: readonly string[]): string {
  const output = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream & PassThrough
  lines.forEach(progress(output))
  return String(output.read() ?? '')
}

const lines = ['Making data: 1 of 2 …', 'Making data: 2 of 2 …', 'Made the data in 3.0 s', 'Ready']

it('writes the newest line over what was under way, on a terminal', () => {
  const shown = printed(true, lines)
    .split('\n')
    .map((line) => line.split('\r\u001B[2K').at(-1))
  expect(shown).toEqual(['Made the data in 3.0 s', 'Ready', ''])
  expect(printed(true, lines.slice(0, 1))).toContain('Making data: 1 of 2 …')
})

it('writes only what is done elsewhere', () => {
  expect(printed(false, lines)).toBe('Made the data in 3.0 s\nReady\n')
})
