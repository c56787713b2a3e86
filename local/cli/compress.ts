import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** What gains from compression; fonts and pictures are compressed already. */
const texts = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.webmanifest', '.md', '.txt'])
/** Below this a packet is a packet, whatever is in it. */
const worthwhileBytes = 1024

/** Lays `<file>.br` (brotli 11) and `<file>.gz` (gzip 9) beside every text file of a built folder. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile() && texts.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < worthwhileBytes) return
  const parameters = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const [small, smaller] = await Promise.all([
    zip(content, { level: 9 }),
    brotli(content, { params: parameters }),
  ])
  if (small.length < content.length) await writeFile(`${file}.gz`, small)
  if (smaller.length < content.length) await writeFile(`${file}.br`, smaller)
}
