import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { runningStacks } from './running-stack'
import { Refusal } from './progress'
import { dataFolder } from './stack-settings'

/** `npm run reset`: empties what the embedded stack keeps. */
export async function run(): Promise<void> {
  await reset(join(process.cwd(), dataFolder), (line) => console.log(line))
}

/** @throws Refusal while a stack uses the folder: what it keeps would be gone under it, and it would write some of it again */
export async function reset(folder: string, say: (line: string) => void): Promise<void> {
  const [running] = await runningStacks(folder)
  if (running !== undefined) {
    throw new Refusal(
      `Assay is running at ${running.portal} (process ${running.process}) and uses these files. Stop it with Ctrl-C and reset again; nothing was removed.`,
    )
  }
  const shown = relative(process.cwd(), folder)
  const names = existsSync(folder) ? await readdir(folder) : []
  if (names.length === 0) {
    say(`Nothing to remove: ${shown}/ is empty.`)
    return
  }
  for (const name of names.sort()) {
    await rm(join(folder, name), { recursive: true, force: true })
    say(`Removed ${shown}/${name}`)
  }
}
