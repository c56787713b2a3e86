import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { drawing, drawn, withPictures } from './pictures'

const document = readFileSync('docs/architecture.md', 'utf8')

it('the house is drawn as it stands; else run: npm run house', () => {
  const pictures = drawn()
  expect(document.match(/<!-- picture: /g)).toHaveLength(pictures.size)
  expect(withPictures(document, pictures)).toBe(document)
})

it('no folder of the portal, the stack or the contracts is left out of the house', () => {
  const house = /<!-- picture: house -->[\s\S]*?<!-- end of picture -->/.exec(document)?.[0] ?? ''
  const folders = ['src', 'local'].flatMap((root) =>
    readdirSync(root, { withFileTypes: true }).flatMap(({ name }) =>
      name.endsWith('.d.ts') ? [] : [`${root}/${name}`],
    ),
  )
  expect(folders.length).toBeGreaterThan(10)
  expect([...folders, 'contracts'].filter((folder) => !house.includes(`["${folder}"]`))).toEqual([])
})

it('an arrow stands for imports, and none for what others imply', () => {
  const graph = new Map([
    ['a/top/x.ts', ['a/middle/y.ts', 'a/ground.ts']],
    ['a/middle/y.ts', ['a/middle/z.ts', 'a/ground.ts']],
    ['a/middle/z.ts', []],
    ['a/ground.ts', []],
    ['b/elsewhere.ts', ['a/top/x.ts']],
  ])
  expect(drawing(['a/top', 'a/middle', 'a/ground.ts'], graph).split('\n')).toEqual([
    'flowchart TD',
    '  a_top["top"]',
    '  a_middle["middle"]',
    '  a_ground_ts["ground.ts"]',
    '  a_top --> a_middle',
    '  a_middle --> a_ground_ts',
  ])
})
