import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from '../../../local/cli/lock'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const quiet = (): void => undefined

it('lets one at a time through, tells the other that it waits, and leaves nothing behind', async () => {
  const file = join(folder, 'dist/lock')
  const order: string[] = []
  const said: string[] = []
  let second: Promise<unknown> = Promise.resolve()
  await withLock(
    file,
    quiet,
    () =>
      new Promise<void>((resolve) => {
        const isWaiting = (line: string): void => {
          said.push(line)
          order.push('first')
          resolve()
        }
        second = withLock(file, isWaiting, async () => order.push('second'))
      }),
  )
  await second
  expect(order).toEqual(['first', 'second'])
  expect(said).toEqual([`Waiting for another command (process ${process.pid}) that is building …`])
  expect(existsSync(file)).toBe(false)
})

it('takes over a lock whose process has gone', async () => {
  const file = join(folder, 'lock')
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  await writeFile(file, String(child.pid))
  expect(await withLock(file, quiet, async () => 'done')).toBe('done')
})

it('is free again after the work failed', async () => {
  const file = join(folder, 'lock')
  await expect(withLock(file, quiet, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(file, quiet, async () => 'done')).toBe('done')
})
