import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The vendor's SDK as it is installed, or the release that `npm run oracle -- --sdk <version>` has put somewhere. */
const folder = process.env['ASSAY_ORACLE_SDK'] ?? 'node_modules/@thoughtspot/visual-embed-sdk'

/** One of the SDK's own source files, which its package ships. */
export const sdkSource = (file: string): string => readFileSync(join(folder, 'src', file), 'utf8')

/** The GraphQL documents that a source file of the SDK declares, by the name of their constant. */
export function sdkDocuments(file: string): Readonly<Record<string, string>> {
  const found = [...sdkSource(file).matchAll(/(?:export )?const (\w+) = `([^`]*)`/g)]
  return Object.fromEntries(found.map(([, name = '', text = '']) => [name, text]))
}
