import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** Beside package.json, as Vite has them for a build: what a later one says holds. None where a test runs: those are a person's own. */
export const envFiles = (): readonly string[] =>
  process.env['NO_ENV_FILES'] === undefined
    ? ['.env', '.env.local', '.env.production', '.env.production.local']
    : []

/** What files and, above them, the environment say under names that begin so. Read as every other env file is: `$` is a letter. */
export function givenValues(root: string, prefix: string): Readonly<Record<string, string>> {
  const read = (file: string): string => {
    try {
      return readFileSync(join(root, file), 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
      throw error
    }
  }
  const values = [...envFiles().map((file) => parseEnv(read(file))), process.env].flatMap(
    Object.entries<string | undefined>,
  )
  return Object.fromEntries(
    values.flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined ? [[name, value]] : [],
    ),
  )
}
