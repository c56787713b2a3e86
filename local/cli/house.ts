import { readFile, writeFile } from 'node:fs/promises'
import { drawn, withPictures } from '../../test/architecture/pictures'

const file = 'docs/architecture.md'

/** `npm run house`: updates the diagrams in docs/architecture.md from the current imports. */
export async function run(): Promise<void> {
  const document = await readFile(file, 'utf8')
  const fresh = withPictures(document, drawn())
  if (fresh === document) {
    console.log(`The diagrams in ${file} are up to date.`)
    return
  }
  await writeFile(file, fresh)
  console.log(`Updated the diagrams in ${file}.`)
}
