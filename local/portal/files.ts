import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

/** A file of the built portal, with its compressed forms where they exist. */
export interface PortalFile {
  readonly type: string
  readonly plain: Buffer
  readonly brotli?: Buffer
  readonly gzip?: Buffer
  /** Its name carries a hash of its content, so it never changes under that name. */
  readonly immutable: boolean
}

/**
 * Reads a built portal into memory, by path from the root of the site (`/open-data/index-….js`). The portal is small,
 * and a server that has read it goes on serving it whole while a newer one is being built.
 */
export async function readPortal(folder: string): Promise<ReadonlyMap<string, PortalFile>> {
  const hashed = await hashedFiles(folder)
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  const all = new Set(paths)
  const served = paths.filter((path) => !path.startsWith('/.') && !/\.(br|gz)$/.test(path))
  const read = (path: string): Promise<Buffer> => readFile(join(folder, path))
  return new Map(
    await Promise.all(
      served.map(async (path): Promise<[string, PortalFile]> => {
        const file: PortalFile = {
          type: types[extname(path)] ?? 'application/octet-stream',
          plain: await read(path),
          ...(all.has(`${path}.br`) ? { brotli: await read(`${path}.br`) } : {}),
          ...(all.has(`${path}.gz`) ? { gzip: await read(`${path}.gz`) } : {}),
          immutable: hashed.has(path),
        }
        return [path, file]
      }),
    ),
  )
}

/** The build's own list of what it named by content; what is not in it is asked for anew each time. */
async function hashedFiles(folder: string): Promise<ReadonlySet<string>> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  if (typeof manifest !== 'object' || manifest === null)
    throw new Error('The manifest of the build is not an object.')
  const chunks: readonly { file?: string; css?: readonly string[]; assets?: readonly string[] }[] =
    Object.values(manifest)
  const files = chunks.flatMap((chunk) => [chunk.file ?? [], chunk.css ?? [], chunk.assets ?? []].flat())
  return new Set(files.map((file) => `/${file}`))
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}
