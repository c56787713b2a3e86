import { consoleJournal } from '../../../src/adapters/journal/console-journal'
import { masked } from '../../../src/adapters/journal/masking'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import type { Journal, JournalEntry } from '../../../src/core/ports/journal'
import { journalSuite, type JournalWorld } from '../../conformance/journal.suite'
import { conforms, rejects } from '../../conformance/suite'

function consoleWorld(): JournalWorld {
  const lines: { level: string; text: string }[] = []
  const write =
    (level: string) =>
    (...parts: readonly unknown[]): void =>
      void lines.push({ level, text: parts.map(String).join(' ') })
  const journal = consoleJournal({ info: write('info'), warn: write('warning'), error: write('error') })
  return { journal, written: () => lines }
}

function memoryWorld(change: (journal: Journal) => Journal = (journal) => journal): JournalWorld {
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

/** A journal of its own making, without the fence that the memory one has. */
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
    'one for which everything is an error',
    'writes level, place and sentence',
    ({ text }) => masked(text),
    () => 'error',
  ),
  {
    name: 'one that forgets the reference',
    breaks: 'writes the reference a person can quote',
    claims: undefined,
    make: () =>
      memoryWorld((journal) => ({
        record: ({ level, where, text }) => journal.record({ level, where, text }),
      })),
  },
  unfenced('one that knows only whole web tokens', 'hides web tokens, whole or cut', ({ text }) => {
    const cut = /eyJ[\w.-]+$/.exec(text)?.[0] ?? ''
    return `${masked(text)} ${cut}`
  }),
  unfenced('one that quotes the header', 'hides opaque tokens and bearer headers', ({ text }) =>
    text.includes('Bearer') ? text : masked(text),
  ),
  unfenced('one that names the person', 'hides e-mail addresses', ({ text }) =>
    text.includes('@') ? text : masked(text),
  ),
  unfenced('one that hides whatever is long', 'leaves plain words, paths and ids alone', ({ text }) =>
    masked(text).replaceAll(/[\w-]{30,}/g, '…'),
  ),
  unfenced('one that writes whole bodies', 'cuts what is endless', ({ text }) =>
    text.length > 5_000 ? text : masked(text),
  ),
  unfenced('one that drops what is empty', 'never throws, whatever it is given', ({ text }) =>
    text === '' ? null : masked(text),
  ),
])
