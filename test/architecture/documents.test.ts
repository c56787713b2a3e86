import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow } from './imports'

const read = (file: string): string => readFileSync(file, 'utf8')
const documents = ['README.md', ...filesBelow('docs', /\.md$/), ...filesBelow('contracts', /\.md$/)]

/** Targets of links and pictures that lie in the repository, without the part after `#`. */
function relativeLinks(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)[^)]*\)/g)].map(([, target = '']) => target)
  const named = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)].map(([, target = '']) => target)
  const tagged = [...prose.matchAll(/<(?:img|source|a)\b[^>]*?\b(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, target = '']) => target,
  )
  return [...inline, ...named, ...tagged]
    .filter((target) => !/^([a-z][a-z+.-]*:|#)/i.test(target))
    .map((target) => decodeURIComponent(target.split('#', 1)[0] ?? ''))
}

describe('links', () => {
  it.each(documents)('of %s lead somewhere', (document) => {
    const missing = relativeLinks(read(document)).filter(
      (target) => !existsSync(join(dirname(document), target)),
    )
    expect(missing).toEqual([])
  })

  it('are found in every form, and not in examples of code', () => {
    const text =
      '[a](b.md#c) ![d](<e.png> "f") <img src="g.png"> `[h](i.md)` [j](https://k) [l](#m)\n[n]: ./o.md\n```\n[p](q.md)\n```'
    expect(relativeLinks(text)).toEqual(['b.md', 'e.png', './o.md', 'g.png'])
  })
})

describe('facts that prose repeats', () => {
  it('README names the Node version that package.json asks for', () => {
    const { engines }: { engines: { node: string } } = JSON.parse(read('package.json'))
    const version = engines.node.replace('>=', '')
    expect(read('README.md')).toMatch(new RegExp(`Node(\\.js)? ${version.replaceAll('.', '\\.')}`))
  })

  it('README names only commands that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = documents.flatMap((document) => [
      ...read(document).matchAll(/\bnpm (?:run ([a-z:-]+)|(start|test)\b)/g),
    ])
    expect(named.length).toBeGreaterThan(0)
    expect(
      named.map(([, script, short]) => script ?? short ?? '').filter((name) => !(name in scripts)),
    ).toEqual([])
  })
})
