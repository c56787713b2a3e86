import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { extensions } from '../../src/adapters/dashboard-surface/thoughtspot/extensions'
import { frames, optionsOf } from './frames'
import { sdkEnum } from './sdk'

const namesOf = (kind: (typeof extensions)[number]['kind']): readonly string[] =>
  extensions.flatMap((extension) => (extension.kind === kind ? extension.name.split(', ') : []))

describe('what the portal understands beyond the SDK', () => {
  it('is not in the SDK: what a new release has is an extension no more', () => {
    const events = new Set(Object.values(sdkEnum('EmbedEvent')))
    expect(events.size).toBeGreaterThan(60)
    expect(namesOf('event').filter((name) => events.has(name))).toEqual([])
    const flags = new Set(Object.values(sdkEnum('Param')))
    expect(flags.size).toBeGreaterThan(60)
    expect(namesOf('flag').filter((name) => flags.has(name))).toEqual([])
  })

  it('is in docs/thoughtspot.md, with what a person gets without it, and a test that shows it', () => {
    const text = readFileSync('docs/thoughtspot.md', 'utf8')
    const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    for (const { kind, name, gives, without } of extensions) {
      const row = rows.find((cells) => cells[2] === `\`${name}\``) ?? []
      expect(row.slice(1, 5)).toEqual([kind, `\`${name}\``, gives, without])
      const [, file = '', title = ''] = /^`([^`]+)`: “(.+)”$/.exec(row[5] ?? '') ?? []
      expect(readFileSync(`test/${file}`, 'utf8')).toContain(title)
    }
  })

  it('covers every icon of the sprite that the vendor’s documents do not name', () => {
    const sprite = readFileSync('src/ui/public/open-data/icons.svg', 'utf8')
    const ids = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id = '']) => id)
    // DOC customize-icons: those that it names and the portal has.
    expect(ids.toSorted()).toEqual(['rd-icon-chart', 'rd-icon-spotter', ...namesOf('icon')].toSorted())
  })

  it.each(frames)('covers every flag of a %s that the SDK does not have', (_, view, route) => {
    const { additionalFlags = {} } = optionsOf(view, route)
    const flags = new Set([...Object.values(sdkEnum('Param')), ...namesOf('flag')])
    expect(Object.keys(additionalFlags).length).toBeGreaterThan(0)
    expect(Object.keys(additionalFlags).filter((name) => !flags.has(name))).toEqual([])
    // The vendor's firewall refuses such values in any parameter.
    for (const value of Object.values(additionalFlags))
      expect(String(value)).not.toMatch(/[&#]|localhost|127\.0\.0\.1/)
  })
})
