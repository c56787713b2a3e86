import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const textOf = (file: string): string => readFileSync(file, 'utf8')
const sourceOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|html)$/.test(file))
    .map((file) => textOf(join(folder, file)))
    .join('\n')

/** A step that waits for a text of earlier would fail on its own screen only, and no other test visits that. */
test('every fixed text that a screenshot waits for is on a page', () => {
  const shown = ['src', 'local/bi-host', 'local/identity'].map(sourceOf).join('\n')
  const steps = ['screen-steps', 'screenshots'].map((file) => textOf(`local/cli/${file}.ts`)).join('\n')
  // Names of screens are in lower case; a text with a name in it is a template.
  const awaited = [...steps.matchAll(/(?:name: |getBy\w+\(|heading\()'([^a-z'][^']*)'/g)].map(
    ([, text]) => text ?? '',
  )
  expect(awaited).toContain('Retry')
  expect(awaited.length).toBeGreaterThan(40)
  expect(awaited.filter((text) => !shown.includes(text))).toEqual([])
})
