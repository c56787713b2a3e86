import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '../http/is-alive'
import { isSystemError } from '../http/system-error'

/**
 * Runs `work` while holding the lock file `file`, which names the process that holds it.
 * A lock whose process has gone is taken over.
 */
export async function withLock<T>(
  file: string,
  say: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  let told = false
  while (!(await take(file))) {
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true })
    else {
      if (!told) say(`Waiting for another command (process ${holder}) that is building …`)
      told = true
      await wait(200)
    }
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

/** A link appears with its content in one step, so nobody ever reads a lock without a holder. */
async function take(file: string): Promise<boolean> {
  const own = `${file}-${process.pid}`
  await writeFile(own, String(process.pid))
  try {
    await link(own, file)
    return true
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(own, { force: true })
  }
}
