import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFolder } from './stack-settings'

/** `npm run reset`: empties what the embedded stack keeps. */
export async function run(): Promise<void> {
  const folder = join(process.cwd(), dataFolder)
  const kept = existsSync(folder) ? await readdir(folder) : []
  if (kept.length === 0) {
    console.log(`Nothing to remove: ${dataFolder}/ is empty.`)
    return
  }
  for (const name of kept.sort()) {
    await rm(join(folder, name), { recursive: true, force: true })
    console.log(`Removed ${dataFolder}/${name}`)
  }
}
