import { expect } from 'vitest'
import { consoleJournal } from '../../src/adapters/journal/console-journal'
import { masked } from '../../src/adapters/journal/masking'
import { memoryJournal } from '../../src/adapters/journal/memory-journal'
import type { Journal, JournalEntry } from '../../src/core/ports/journal'
import { defineSuite, conforms, rejects } from './suite'

interface JournalWorld {
  readonly journal: Pick<Journal, 'record'>
  /** The entries that can be read afterwards, one text per entry, oldest first. */
  readonly written: () => readonly { readonly level: string; readonly text: string }[]
}

/** As a service signs them; made for this test and otherwise useless. */
const webToken = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJub2JvZHkiLCJleHAiOjF9.c2lnbmF0dXJlLXRoYXQtaXMtbm9uZQ'
const opaque = 'Zm9yIHRoaXMgdGVzdCBvbmx5LCBhbmQgbm90IGEgdG9rZW4K0123'

const journalSuite = defineSuite<JournalWorld>('Journal', {
  'writes the level, the part and the text': ({ journal, written }) => {
    journal.record({ level: 'info', where: 'flags', text: 'Cached values are used' })
    journal.record({ level: 'warning', where: 'configuration', text: 'The override is ignored' })
    journal.record({ level: 'error', where: 'token-service', text: 'Token fetch failed: 503' })
    expect(written().map(({ level }) => level)).toEqual(['info', 'warning', 'error'])
    expect(written()[2]?.text).toContain('token-service')
    expect(written()[2]?.text).toContain('Token fetch failed: 503')
  },
  'writes the reference that a user can quote': ({ journal, written }) => {
    journal.record({ level: 'error', where: 'dashboard', text: 'No frame', reference: 'R-4711' })
    expect(written()[0]?.text).toContain('R-4711')
  },
  'masks JSON Web Tokens, whole or truncated': ({ journal, written }) => {
    journal.record({ level: 'error', where: 'test', text: `reply ${webToken} end` })
    journal.record({ level: 'error', where: 'test', text: `reply ${webToken.slice(0, 50)}` })
    for (const { text } of written()) {
      expect(text).toContain('reply')
      expect(text).not.toMatch(/eyJ[\w-]/)
      expect(text).not.toContain('c2lnbmF0dXJl')
    }
  },
  'masks opaque tokens and authorization headers': ({ journal, written }) => {
    journal.record({ level: 'error', where: 'test', text: `body ${opaque} end` })
    journal.record({ level: 'error', where: 'test', text: 'header Authorization: Bearer short-one' })
    expect(written()[0]?.text).toContain('body')
    expect(written()[0]?.text).not.toContain(opaque.slice(0, 20))
    expect(written()[1]?.text).toContain('header')
    expect(written()[1]?.text).not.toContain('short-one')
    journal.record({ level: 'error', where: 'test', text: `session ${'5e4b136f'.repeat(8)}, Basic c2hvcnQ=` })
    expect(written()[2]?.text).toContain('session')
    expect(written()[2]?.text).not.toMatch(/5e4b136f|c2hvcnQ/)
  },
  'masks email addresses in any notation': ({ journal, written }) => {
    const addresses = [
      'ada.winter@example.com',
      'https://host/login?user=ada.winter%40example.com&lang=de',
      '{"to":"ada.winter\\u0040example.com"}',
      'ada.winter&#64;example.com',
      'ada.winter@intranet',
      'ada.winter@[10.0.0.1]',
      'ada.winter@банк.рф',
      '"ada.winter of us"@example.com',
    ]
    for (const address of addresses)
      journal.record({ level: 'error', where: 'test', text: `refused for ${address} today` })
    for (const { text } of written()) {
      expect(text).toMatch(/refused for .* today/)
      expect(text).not.toMatch(/ada\.winter|example|intranet|10\.0|рф/)
    }
  },
  'leaves plain words, paths and ids unmasked': ({ journal, written }) => {
    const text =
      'GET /callosum/v1/tspublic/v1/metadata/list 500 for b1d2c3e4-0000-4a00-8a00-00000000a001 (miu-chart-interactions-enabled)'
    journal.record({ level: 'info', where: 'test', text })
    expect(written()[0]?.text).toContain(text)
  },
  'truncates very long text': ({ journal, written }) => {
    journal.record({ level: 'error', where: 'test', text: 'many words '.repeat(10_000) })
    expect(written()[0]?.text).toContain('many words')
    expect(written()[0]?.text.length).toBeLessThanOrEqual(800)
  },
  'never throws on odd text': ({ journal, written }) => {
    for (const text of ['', '\u0000', '\uD800', '%s %o %d', '<b>']) {
      journal.record({ level: 'info', where: 'test', text })
    }
    expect(written()).toHaveLength(5)
    expect(written()[3]?.text).toContain('%s %o %d')
  },
})

function consoleWorld(): JournalWorld {
  const lines: { level: string; text: string }[] = []
  const write =
    (level: string) =>
    (...parts: readonly unknown[]): void =>
      void lines.push({ level, text: parts.map(String).join(' ') })
  const journal = consoleJournal(
    { info: write('info'), warn: write('warning'), error: write('error') },
    { now: () => 0, trace: 'visit' },
  )
  return { journal, written: () => lines }
}

function memoryWorld(
  change: (journal: Journal) => JournalWorld['journal'] = (journal) => journal,
): JournalWorld {
  const journal = memoryJournal()
  return {
    journal: change(journal),
    written: () =>
      journal.entries.map(({ level, where, text, reference = '' }) => ({
        level,
        text: `${where}: ${text} ${reference}`,
      })),
  }
}

conforms(journalSuite, { name: 'console', claims: undefined, make: consoleWorld })
conforms(journalSuite, { name: 'memory', claims: undefined, make: () => memoryWorld() })

/** A separate journal, without the masking of the memory journal. */
const unfenced = (
  name: string,
  breaks: string,
  write: (entry: JournalEntry) => string | null,
  level: (entry: JournalEntry) => string = (entry) => entry.level,
) => ({
  name,
  breaks,
  claims: undefined,
  make: (): JournalWorld => {
    const lines: { level: string; text: string }[] = []
    const record = (entry: JournalEntry): void => {
      const text = write(entry)
      if (text !== null)
        lines.push({ level: level(entry), text: `${entry.where}: ${text} ${entry.reference ?? ''}` })
    }
    return { journal: { record }, written: () => lines }
  },
})

rejects(journalSuite, [
  unfenced(
    'one that writes everything as an error',
    'writes the level, the part and the text',
    ({ text }) => masked(text),
    () => 'error',
  ),
  {
    name: 'one that forgets the reference',
    breaks: 'writes the reference that a user can quote',
    claims: undefined,
    make: () =>
      memoryWorld((journal) => ({
        record: ({ level, where, text }) => journal.record({ level, where, text }),
      })),
  },
  unfenced(
    'one that masks only whole web tokens',
    'masks JSON Web Tokens, whole or truncated',
    ({ text }) => {
      const cut = /eyJ[\w.-]+$/.exec(text)?.[0] ?? ''
      return `${masked(text)} ${cut}`
    },
  ),
  unfenced('one that does not mask the header', 'masks opaque tokens and authorization headers', ({ text }) =>
    text.includes('Bearer') ? text : masked(text),
  ),
  unfenced(
    'one that does not mask an encoded email address',
    'masks email addresses in any notation',
    ({ text }) => (text.includes('%40') ? text : masked(text)),
  ),
  unfenced('one that masks any long word', 'leaves plain words, paths and ids unmasked', ({ text }) =>
    masked(text).replaceAll(/[\w-]{30,}/g, '…'),
  ),
  unfenced('one that does not truncate', 'truncates very long text', ({ text }) =>
    text.length > 5_000 ? text : masked(text),
  ),
  unfenced('one that drops empty text', 'never throws on odd text', ({ text }) =>
    text === '' ? null : masked(text),
  ),
])
