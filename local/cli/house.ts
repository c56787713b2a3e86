import { readFile, writeFile } from 'node:fs/promises'
import { drawn, withPictures } from '../../test/architecture/pictures'

const file = 'docs/architecture.md'

/** `npm run house`: draws the house in docs/architecture.md, from the imports as they are. */
export async function run(): Promise<void> {
  const document = await readFile(file, 'utf8')
  const fresh = withPictures(document, drawn())
  if (fresh === document) {
    console.log(`The pictures in ${file} are up to date.`)
    return
  }
  await writeFile(file, fresh)
  console.log(`Drew the house anew in ${file}.`)
}
