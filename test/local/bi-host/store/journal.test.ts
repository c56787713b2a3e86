import { spawn } from 'node:child_process'
import * as disk from 'node:fs/promises'
import { appendFile, mkdir, mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openJournal, type Journal, type JournalFiles } from '../../../../local/bi-host/store/journal'

const vite = import.meta.resolve('vite')
const journal = fileURLToPath(new URL('../../../../local/bi-host/store/journal.ts', import.meta.url))

/** A process that writes to the journal given as argument until it is killed, and prints what is on disk. */
const writerScript = `
import { runnerImport } from ${JSON.stringify(vite)}
const { module } = await runnerImport(${JSON.stringify(journal)}, { configFile: false, logLevel: 'error' })
const journal = await module.openJournal({ file: process.argv[1], parse: Number, compactAfter: 20 })
for (let value = 0; ; value += 1) {
  await journal.put('k' + value, value)
  if (value % 3 === 0) await journal.put('again', value)
  process.stdout.write(value + '\\n')
}
`

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bi-journal-'))
  file = join(folder, 'things.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const parse = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const open = (compactAfter?: number, files?: JournalFiles): Promise<Journal<number>> =>
  openJournal({
    file,
    parse,
    ...(compactAfter === undefined ? {} : { compactAfter }),
    ...(files === undefined ? {} : { files }),
  })

/** Files without syncs: hundreds of writes that are read back at once need not wait for a busy disk. */
const unsynced: JournalFiles = {
  ...disk,
  open: async (path, flags) =>
    Object.assign(await disk.open(path, flags), { sync: async () => {}, datasync: async () => {} }),
}

describe('a journal', () => {
  test('restores stored values after a restart, and not removed ones', async () => {
    const first = await open()
    await first.put('a', 1)
    await first.put('b', 2)
    await first.put('a', 3)
    await first.remove(['b'])
    await first.close()
    const second = await open()
    expect([second.get('a'), second.get('b'), second.values()]).toEqual([3, undefined, [3]])
    await second.close()
  })

  test('drops a partial last line and continues after it', async () => {
    const first = await open()
    await first.put('a', 1)
    await first.put('b', 2)
    await first.close()
    const { length } = await readFile(file)
    await truncate(file, length - 4)
    const second = await open()
    expect([second.get('a'), second.get('b')]).toEqual([1, undefined])
    await second.put('c', 3)
    await second.close()
    const third = await open()
    expect([third.get('a'), third.get('c'), third.damaged]).toEqual([1, 3, 0])
    await third.close()
  })

  test('keeps the rest when a line in the middle is damaged, and keeps the damaged line aside', async () => {
    const first = await open()
    await first.put('a', 1)
    await first.put('b', 2)
    await first.put('c', 3)
    await first.close()
    const lines = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, [lines[0], lines[1]?.replace('2', '9'), lines[2], ''].join('\n'))
    const second = await open()
    expect([second.get('a'), second.get('b'), second.get('c'), second.damaged]).toEqual([1, undefined, 3, 1])
    await second.close()
    expect(await readFile(`${file}.damaged`, 'utf8')).toContain('9')
  })

  test('refuses a value of the wrong shape and says so', async () => {
    const texts = await openJournal({ file, parse: (value) => (typeof value === 'string' ? value : null) })
    await texts.put('a', 'text')
    await texts.close()
    const numbers = await open()
    expect([numbers.values(), numbers.damaged]).toEqual([[], 1])
    await numbers.close()
  })

  test('compacts itself when most lines are obsolete, and leaves nothing behind', async () => {
    const journal = await open(10)
    for (let value = 0; value < 100; value += 1) await journal.put('a', value)
    await journal.close()
    expect((await readFile(file, 'utf8')).split('\n').length).toBeLessThan(20)
    expect(await readdir(folder)).toEqual(['things.jsonl'])
    const again = await open()
    expect(again.values()).toEqual([99])
    await again.close()
  })

  test('keeps working when compaction fails, and compacts once it can again', async () => {
    const journal = await open(10)
    const lines = async (): Promise<number> => (await readFile(file, 'utf8')).split('\n').length
    await mkdir(`${file}.new`)
    for (let value = 0; value < 100; value += 1) await journal.put('a', value)
    expect(await lines()).toBeGreaterThan(100)
    await rm(`${file}.new`, { recursive: true })
    for (let value = 100; value < 120; value += 1) await journal.put('a', value)
    expect(await lines()).toBeLessThan(20)
    await journal.close()
    const again = await open()
    expect(again.values()).toEqual([119])
    await again.close()
  })

  test('settles changes in the order they were made', async () => {
    const journal = await open()
    await Promise.all(Array.from({ length: 50 }, (_, value) => journal.put('a', value)))
    expect(journal.get('a')).toBe(49)
    await journal.close()
    await expect(journal.put('a', 1)).rejects.toThrow('closed')
  })

  test('restores every acknowledged change from any history, truncated anywhere', async () => {
    const change = fc.record({ key: fc.constantFrom('a', 'b', 'c'), value: fc.option(fc.integer()) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.nat(400), async (changes, cut) => {
        await rm(file, { force: true })
        const journal = await open(5, unsynced)
        const states: string[] = ['[]']
        for (const { key, value } of changes) {
          await (value === null ? journal.remove([key]) : journal.put(key, value))
          states.push(JSON.stringify(['a', 'b', 'c'].map((name) => journal.get(name))))
        }
        await journal.close()
        const whole = await readFile(file).catch(() => Buffer.alloc(0))
        await truncate(file, Math.max(0, whole.length - cut))
        const again = await open(undefined, unsynced)
        const state = JSON.stringify(['a', 'b', 'c'].map((name) => again.get(name)))
        expect(again.damaged).toBe(0)
        if (cut === 0 && changes.length > 0) expect(state).toBe(states.at(-1))
        await again.put('d', 1)
        await again.close()
        const third = await open(undefined, unsynced)
        expect(third.get('d')).toBe(1)
        await third.close()
      }),
      { numRuns: 40 },
    )
  })

  test('survives a killed process: every change it acknowledged is there', async () => {
    const writer = spawn(process.execPath, ['--input-type=module', '-e', writerScript, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let acknowledged = -1
    await new Promise<void>((resolve) => {
      writer.stdout.on('data', (chunk: Buffer) => {
        for (const line of chunk.toString().split('\n')) if (line !== '') acknowledged = Number(line)
        if (acknowledged > 40) writer.kill('SIGKILL')
      })
      writer.on('close', () => resolve())
    })
    await appendFile(file, '')
    const journal = await open()
    expect(acknowledged).toBeGreaterThan(40)
    for (let value = 0; value <= acknowledged; value += 1) expect(journal.get(`k${value}`)).toBe(value)
    expect(journal.damaged).toBe(0)
    await journal.close()
  })
})
