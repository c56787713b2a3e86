import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** Env files in the root, as Vite reads them for a build; a later one overrides. Tests read none, since the files are the developer's own. */
export const envFiles = (): readonly string[] =>
  process.env['NO_ENV_FILES'] === undefined
    ? ['.env', '.env.local', '.env.production', '.env.production.local']
    : []

/** Values with this prefix from the env files, overridden by the environment. As in other env files here, `$` is not expanded. */
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
