import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withLock } from '../../../local/cli/build'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A lock that its owner did not live to give back. */
async function leftBehind(lock: string): Promise<{ readonly file: string; readonly process: number }> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  const file = join(lock, `1-${child.pid}-left-behind`)
  await mkdir(lock, { recursive: true })
  await writeFile(file, '')
  return { file, process: child.pid ?? 0 }
}

const quiet = (): void => undefined

it('lets one at a time through, tells the other that it waits, and leaves nothing behind', async () => {
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
  expect(printed).toEqual([`Waiting for another command (process ${process.pid}) that is building.`])
  expect(await readdir(lock)).toEqual([])
})

it('takes over a lock whose process has gone', async () => {
  const lock = join(folder, 'lock')
  await leftBehind(lock)
  expect(await withLock(lock, quiet, async () => 'done')).toBe('done')
})

it('is free again after the work failed', async () => {
  const lock = join(folder, 'lock')
  await expect(withLock(lock, quiet, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(lock, quiet, async () => 'done')).toBe('done')
})

it('lets one of several waiters through at a time when the one that held it has gone', async () => {
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

it('does not follow a dead owner whom another has followed since it looked', async () => {
  const lock = join(folder, 'lock')
  const dead = await leftBehind(lock)
  const other = join(lock, `2-${process.ppid}-other`)
  const kill = process.kill.bind(process)
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    // The moment between looking and acting.
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
    `Waiting for another command (process ${process.ppid}) that is building.`,
    'through',
  ])
})
