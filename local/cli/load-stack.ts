import { join } from 'node:path'
import type * as StackModule from './stack'

/** Node's own import, of a file by its full path. */
export type ImportFile = <Module>(file: string) => Promise<Module>

/** The stack as it was built: one plain JavaScript file, no TypeScript at run time. */
export function loadStack(root: string, importFile: ImportFile): Promise<typeof StackModule> {
  return importFile(join(root, 'dist/local/stack.mjs'))
}
