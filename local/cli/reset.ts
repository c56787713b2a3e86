import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { ensureBuilt } from './build'
import { progress, Refusal } from './progress'
import { runningStacks } from './running-stack'
import { dataFolder, loadStack, type ImportFile } from './stack-settings'

const usage = 'npm run reset [-- --sample | --yes]'

/** `npm run reset`: deletes the embedded stack's data. `--sample`: regenerates the sample data, and changes nothing else. */
export async function run(parameters: readonly string[], importFile: ImportFile): Promise<void> {
  const unknown = parameters.find((one) => one !== '--sample' && one !== '--yes')
  if (unknown !== undefined) throw new Refusal(`There is no option ${unknown}.\n\nUsage: ${usage}`)
  // Otherwise everything would be deleted in place of the sample data.
  if (process.env['npm_config_sample'] !== undefined)
    throw new Refusal(
      'npm took --sample for itself. Write "npm run reset -- --sample"; in PowerShell, put the first -- in quotes. Nothing was removed.',
    )
  const folder = join(process.cwd(), dataFolder)
  const say = progress()
  if (!parameters.includes('--sample')) {
    const asks = process.stdin.isTTY && process.stdout.isTTY && !parameters.includes('--yes')
    return reset(folder, say, asks ? confirmed : undefined)
  }
  await resetSample(folder, say)
  await ensureBuilt(say)
  const { makeSampleData } = await loadStack(process.cwd(), importFile)
  await makeSampleData(folder, say)
}

async function confirmed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Delete all of this? (y/N) ')
  terminal.close()
  return /^y(?:es)?$/i.test(answer.trim())
}

/**
 * Lists what it deletes, asks for confirmation, then deletes it.
 *
 * @throws Refusal while a stack uses the folder: it would lose its files, and write some of them again
 */
export async function reset(
  folder: string,
  say: (line: string) => void,
  confirm: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  await requireStopped(folder)
  const shown = relative(process.cwd(), folder)
  const names = existsSync(folder) ? (await readdir(folder)).sort() : []
  if (names.length === 0) {
    say(`Nothing to remove: ${shown}/ is empty.`)
    return
  }
  say(`This deletes what is in ${shown}/:`)
  for (const name of names) say(`  ${name}${await contents(folder, name)}`)
  if (!(await confirm())) {
    say('Nothing was removed. `npm run reset -- --sample` regenerates the sample data and keeps the rest.')
    return
  }
  for (const name of names) {
    await rm(join(folder, name), { recursive: true, force: true })
    say(`Removed ${shown}/${name}`)
  }
}

/** Removes the generated sample data. */
export async function resetSample(folder: string, say: (line: string) => void): Promise<void> {
  await requireStopped(folder)
  const names = existsSync(folder) ? await readdir(folder) : []
  for (const name of names.filter((one) => generated.test(one))) {
    await rm(join(folder, name), { force: true })
    say(`Removed ${relative(process.cwd(), folder)}/${name}`)
  }
}

const generated = /^(?:sample|unfinished)-.*\.duckdb(?:\.wal)?$/

/** A note on an entry of the folder: what users made in it, or that it is generated. */
async function contents(folder: string, name: string): Promise<string> {
  if (generated.test(name)) return ' (sample data, generated)'
  if (name === 'flags.json') return ' (flag settings)'
  if (name === 'preferences.json') return ' (favorites saved for signed-in users)'
  if (name !== 'saved') return ''
  const counts = await Promise.all(
    ['dashboards', 'answers', 'views', 'conversations'].map(async (what) => {
      const text = await readFile(join(folder, name, `${what}.jsonl`), 'utf8').catch(() => '')
      const ids = new Set<string>()
      for (const line of text.split('\n')) {
        const put = /^\S+ \{"put":"([^"]+)"/.exec(line)?.[1]
        if (put !== undefined) ids.add(put)
        else for (const [, id] of line.matchAll(/"([^"]+)"/g)) ids.delete(id ?? '')
      }
      return ids.size === 0 ? [] : [`${ids.size} ${what}`]
    }),
  )
  return ` (made by users: ${counts.flat().join(', ') || 'nothing'})`
}

async function requireStopped(folder: string): Promise<void> {
  const [running] = await runningStacks(folder)
  if (running === undefined) return
  throw new Refusal(
    `Assay is running at ${running.portal} (process ${running.process}) and uses these files. Stop it with Ctrl-C and reset again. Nothing was removed.`,
  )
}
