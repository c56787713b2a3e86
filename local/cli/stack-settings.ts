import { join } from 'node:path'
import { loadEnv } from 'vite'
import type { StackOrigins } from '../http/addresses'
import { people, seededPassword } from '../identity/people'
import { portsFrom } from './ports'
import type { StackOptions } from './stack'
import { Refusal } from './progress'
import type * as StackModule from './stack'

/** Node's own import, of a file by its full path. */
export type ImportFile = <Module>(file: string) => Promise<Module>

/** The stack as it was built: one plain JavaScript file, no TypeScript at run time. */
export function loadStack(root: string, importFile: ImportFile): Promise<typeof StackModule> {
  return importFile(join(root, 'dist/local/stack.mjs'))
}

/** Where the stack keeps what it keeps; git ignores it, `npm run reset` empties it. */
export const dataFolder = '.local'

/** What the environment and `.env` say about the stack that a person starts. */
export function stackSettings(
  root: string,
): Omit<StackOptions, 'onProgress'> & { readonly portalFolder: string } {
  const given = loadEnv('production', root, 'ASSAY_')
  return {
    ports: wantedPorts(given),
    dataFolder: join(root, dataFolder),
    portalFolder: join(root, 'dist/portal'),
    frameFolder: join(root, 'dist/bi-frame'),
    contractsFolder: join(root, 'dist/contracts'),
    configuration: Object.fromEntries(Object.entries(given).filter(([name]) => !name.endsWith('_PORT'))),
  }
}

function wantedPorts(given: Readonly<Record<string, string>>) {
  try {
    return portsFrom(given)
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(error.message)
    throw error
  }
}

/** What a person needs to know once everything runs. */
export function welcome(origins: StackOrigins): string {
  const welcomed = people.filter(({ fate }) => fate.kind === 'signs-in').map(({ email }) => email)
  return [
    '',
    `  Assay is running at ${origins.portal}`,
    '',
    `  Sign in as ${welcomed.join(' or ')}; the password is "${seededPassword}".`,
    '  For this machine only: people and figures are made up. Ctrl-C stops it.',
    '',
  ].join('\n')
}
