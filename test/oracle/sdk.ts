import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

export const installedSdk = 'node_modules/@thoughtspot/visual-embed-sdk'

/** The vendor's SDK as installed, or the release that `npm run oracle -- --sdk <version>` has downloaded. */
const chosenSdk = process.env['ASSAY_ORACLE_SDK'] ?? installedSdk

/** One of the SDK's own source files, which its package ships. */
export const sdkSource = (file: string, folder = chosenSdk): string =>
  readFileSync(join(folder, 'src', file), 'utf8')

/** The GraphQL documents that a source file of the SDK declares, by the name of their constant. */
export function sdkDocuments(file: string, folder = chosenSdk): Readonly<Record<string, string>> {
  const constants = [...sdkSource(file, folder).matchAll(/(?:export )?const (\w+) = `([^`]*)`/g)].map(
    ([, name = '', text = '']) => [name, text] as const,
  )
  const whole = (text: string): string =>
    text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => constants.find(([one]) => one === name)?.[1] ?? '')
  return Object.fromEntries(constants.map(([name, text]) => [name, whole(text)]))
}

/** Wire ids of one of the SDK's enumerations, by member. */
export function sdkEnum(
  name: 'Action' | 'EmbedEvent' | 'HostEvent' | 'Param',
  folder = chosenSdk,
): Readonly<Record<string, string>> {
  const members: [string, string][] = []
  new Visitor({
    TSEnumDeclaration({ id, body }) {
      if (id.name !== name) return
      for (const member of body.members) {
        if (member.id.type !== 'Identifier' || member.initializer?.type !== 'Literal') continue
        members.push([member.id.name, String(member.initializer.value)])
      }
    },
  }).visit(parseSync('types.ts', sdkSource('types.ts', folder)).program)
  return Object.fromEntries(members)
}

/** Names of the style variables in the SDK's type. */
export const sdkVariables = (folder = chosenSdk): readonly string[] =>
  [...sdkSource('css-variables.ts', folder).matchAll(/'(--ts-var-[\w-]+)'\?/g)].map(([, name = '']) => name)
