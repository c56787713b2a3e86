import { fileURLToPath } from 'node:url'

const vite = import.meta.resolve('vite')
const journal = fileURLToPath(new URL('../../../../local/bi-host/store/journal.ts', import.meta.url))

/** A process that writes to the journal named by its argument until it is killed, and says what is on disk. */
export const script = `
import { runnerImport } from ${JSON.stringify(vite)}
const { module } = await runnerImport(${JSON.stringify(journal)}, { configFile: false, logLevel: 'error' })
const journal = await module.openJournal({ file: process.argv[1], parse: Number, compactAfter: 20 })
for (let value = 0; ; value += 1) {
  await journal.put('k' + value, value)
  if (value % 3 === 0) await journal.put('again', value)
  process.stdout.write(value + '\\n')
}
`
