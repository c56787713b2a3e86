import { spawn } from 'node:child_process'
import * as disk from 'node:fs/promises'
import { appendFile, mkdir, mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  openJournal,
  damagedIn,
  type Journal,
  type JournalFiles,
} from '../../../../local/bi-host/store/journal'
import { openDashboards } from '../../../../local/bi-host/store/dashboards'

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

interface Content {
  bytes: Buffer
  /** The content that survives a power cut. */
  synced: Buffer
}

/**
 * An in-memory disk that fails at the given steps; a failed write is a full disk, after half of the bytes. A power cut loses what was
 * not synced, including files whose folder was not synced.
 */
function failingDisk() {
  let files = new Map<string, Content>()
  let synced = new Map<string, Content>()
  let step = 0
  let failing: ReadonlySet<number> = new Set()
  const missing = (): never => {
    throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
  }
  const fails = (): boolean => failing.has((step += 1))
  const full = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  const append = (content: Content, text: string): void => {
    const bytes = Buffer.from(text)
    const failed = fails()
    content.bytes = Buffer.concat([
      content.bytes,
      failed ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes,
    ])
    if (failed) full()
  }
  const made = (path: string): Content => {
    const content = files.get(path) ?? { bytes: Buffer.alloc(0), synced: Buffer.alloc(0) }
    files.set(path, content)
    return content
  }
  const journalFiles: JournalFiles = {
    mkdir: async () => undefined,
    async open(path, flags) {
      const isFolder = flags === 'r'
      const content = isFolder ? { bytes: Buffer.alloc(0), synced: Buffer.alloc(0) } : made(path)
      const sync = async (): Promise<void> => {
        if (fails()) full()
        if (isFolder) synced = new Map(files)
        else content.synced = content.bytes
      }
      return {
        appendFile: async (text) => append(content, String(text)),
        datasync: sync,
        sync,
        stat: async () => ({ size: content.bytes.length }),
        async truncate(length = 0) {
          content.bytes = content.bytes.subarray(0, length)
        },
        close: async () => undefined,
      }
    },
    readFile: async (path) => (files.get(path) ?? missing()).bytes.toString(),
    appendFile: async (path, text) => append(made(path), text),
    async rename(from, to) {
      if (fails()) full()
      files.set(to, files.get(from) ?? missing())
      files.delete(from)
    },
    rm: async (path) => void files.delete(path),
  }
  return {
    files: journalFiles,
    fail: (steps: readonly number[]) => {
      step = 0
      failing = new Set(steps)
    },
    cutPower() {
      for (const content of synced.values()) content.bytes = content.synced
      files = new Map(synced)
    },
  }
}

const keys = ['a', 'b', 'c'] as const
const change = fc.record({ key: fc.constantFrom(...keys), value: fc.option(fc.nat(999)) })
const history = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 40 }),
  failing: fc.uniqueArray(fc.integer({ min: 3, max: 200 }), { maxLength: 30 }),
  power: fc.boolean(),
})

describe('a journal on a disk that fails', () => {
  test('keeps every change that it acknowledged, none that it refused, and takes changes again', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ changes, failing, power }) => {
        const disk = failingDisk()
        const open = () =>
          openJournal({ file: '/data/things', parse: Number, compactAfter: 4, files: disk.files })
        const journal = await open()
        disk.fail(failing)
        const acknowledged = new Map<string, number>()
        for (const { key, value } of changes) {
          try {
            await (value === null ? journal.remove([key]) : journal.put(key, value))
            if (value === null) acknowledged.delete(key)
            else acknowledged.set(key, value)
          } catch (error) {
            expect(String(error)).toContain('ENOSPC')
          }
          expect(keys.map((name) => journal.get(name))).toEqual(keys.map((name) => acknowledged.get(name)))
        }
        disk.fail([])
        if (power) disk.cutPower()
        const again = await open()
        expect(again.damaged).toBe(0)
        expect(keys.map((name) => again.get(name))).toEqual(keys.map((name) => acknowledged.get(name)))
        await again.put('a', 1_000)
        disk.cutPower()
        expect((await open()).get('a')).toBe(1_000)
      }),
      { numRuns: 300, seed: 26 },
    )
  })

  test('opens on a full disk with a partial and a damaged line, and loses neither line nor change', async () => {
    const disk = failingDisk()
    const open = () => openJournal({ file: '/data/things', parse: Number, files: disk.files })
    const first = await open()
    await first.put('a', 1)
    const whole = await disk.files.readFile('/data/things', 'utf8')
    await disk.files.appendFile('/data/things', `damaged line\n${whole.slice(0, 9)}`)
    disk.fail(Array.from({ length: 20 }, (_, at) => at + 3))
    const second = await open()
    expect([second.get('a'), second.damaged]).toEqual([1, 1])
    await expect(second.put('b', 2)).rejects.toThrow('ENOSPC')
    disk.fail([])
    await second.put('b', 3)
    const third = await open()
    expect([third.get('a'), third.get('b'), third.damaged]).toEqual([1, 3, 1])
    expect(await disk.files.readFile('/data/things.damaged', 'utf8')).toContain('damaged line\n')
  })
})

describe('a dashboard whose line is damaged', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-damage-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const about = { owner: 'ana', author: 'ana@example.com', description: '', tiles: [] }
  const damage = async (line: number): Promise<void> => {
    const file = join(folder, 'dashboards.jsonl')
    const lines = (await readFile(file, 'utf8')).split('\n')
    lines[line] = (lines[line] ?? '').replace('"tiles":[]', '"tiles":[')
    await writeFile(file, lines.join('\n'))
  }
  const namesOf = async (): Promise<readonly string[]> => {
    const store = await openDashboards(folder)
    const names = store.of('ana').map(({ name }) => name)
    await store.close()
    return names
  }

  test('is reported once to its owner in their list, and to the operator', async () => {
    const store = await openDashboards(folder)
    await store.create({ ...about, name: 'Lost' })
    const other = await store.create({ ...about, name: 'Desk' })
    await store.describe('ana', other.id, { name: 'Desk, new', description: '' })
    await store.create({ ...about, name: 'Whole' })
    await store.close()
    await damage(0)
    await damage(2)
    const expected = ['Desk (earlier version)', 'Whole', 'Lost (damaged)']
    expect((await namesOf()).toSorted()).toEqual(expected.toSorted())
    expect((await namesOf()).toSorted()).toEqual(expected.toSorted())
    expect(await damagedIn(folder)).toEqual({ 'dashboards.jsonl.damaged': 2 })
  })

  test('is ignored when a later line replaces it', async () => {
    const store = await openDashboards(folder)
    const { id } = await store.create({ ...about, name: 'Desk' })
    await store.describe('ana', id, { name: 'Desk, new', description: '' })
    await store.close()
    await damage(0)
    expect(await namesOf()).toEqual(['Desk, new'])
  })

  test('keeps its dates when the clock is set back', async () => {
    let now = 10_000
    const store = await openDashboards(folder, { now: () => now })
    const { id } = await store.create({ ...about, name: 'Desk' })
    now = 5_000
    expect(await store.describe('ana', id, { name: 'Desk, new', description: '' })).toMatchObject({
      created: 10_000,
      modified: 10_000,
    })
    await store.close()
    const again = await openDashboards(folder, { now: () => now })
    expect((await again.create({ ...about, name: 'Next' })).created).toBe(10_000)
    await again.close()
  })
})
