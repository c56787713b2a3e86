import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { portalPages } from '../../../../local/bi-host/boards/library/home-agenda'
import { createCatalogue, datasetKeys } from '../../../../src/core/catalogue/catalogue'

const folder = join(import.meta.dirname, '../../../../local/bi-host/boards/library')
const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'))

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Every element of every `tiles: […]` list of a board's file, as text. */
async function entriesOf(name: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, name), 'utf8')
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (value === null || typeof value !== 'object') return
    const node = value as {
      readonly type?: string
      readonly key?: { readonly name?: string }
      readonly value?: { readonly type?: string; readonly elements?: readonly Node[] }
    }
    if (node.type === 'Property' && node.key?.name === 'tiles' && node.value?.type === 'ArrayExpression') {
      found.push(
        ...(node.value.elements ?? [])
          .filter(({ type }) => type === 'CallExpression')
          .map(({ start, end }) => text.slice(start, end)),
      )
    }
    Object.values(value).forEach(visit)
  }
  visit(parseSync(name, text).program)
  return found
}

describe('a tile is one short entry', () => {
  test.each(files)('%s', async (name) => {
    const long = (await entriesOf(name)).filter((entry) => entry.split('\n').length > 12)
    expect(long).toEqual([])
  })
  test('and the lists are found', async () => {
    const counts = await Promise.all(files.map(async (name) => (await entriesOf(name)).length))
    expect(counts.filter((count) => count > 8).length).toBeGreaterThanOrEqual(12)
  })
})

test('rows open the pages of the portal by its own paths', () => {
  const paths = createCatalogue({
    productName: 'Assay',
    dashboardIds: Object.fromEntries(datasetKeys.map((key) => [key, key])) as Record<
      (typeof datasetKeys)[number],
      string
    >,
    sourceIds: {},
  }).datasets.map(({ path }) => path)
  expect(Object.values(portalPages).every((path) => (paths as readonly string[]).includes(path))).toBe(true)
})
