import { expect } from 'vitest'
import type { Journal } from '../../src/core/ports/journal'
import { defineSuite } from './suite'

export interface JournalWorld {
  readonly journal: Journal
  /** What can be read afterwards, one text an entry, oldest first. */
  readonly written: () => readonly { readonly level: string; readonly text: string }[]
}

/** As a service signs them; made for this test and good for nothing. */
const webToken = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJub2JvZHkiLCJleHAiOjF9.c2lnbmF0dXJlLXRoYXQtaXMtbm9uZQ'
const opaque = 'Zm9yIHRoaXMgdGVzdCBvbmx5LCBhbmQgbm90IGEgdG9rZW4K0123'

export const journalSuite = defineSuite<JournalWorld>('Journal', {
  'writes level, place and sentence': ({ journal, written }) => {
    journal.record({ level: 'info', where: 'flags', text: 'Cached values are used' })
    journal.record({ level: 'warning', where: 'configuration', text: 'The override is ignored' })
    journal.record({ level: 'error', where: 'token-service', text: 'Token fetch failed: 503' })
    expect(written().map(({ level }) => level)).toEqual(['info', 'warning', 'error'])
    expect(written()[2]?.text).toContain('token-service')
    expect(written()[2]?.text).toContain('Token fetch failed: 503')
  },
  'writes the reference a person can quote': ({ journal, written }) => {
    journal.record({ level: 'error', where: 'dashboard', text: 'No frame', reference: 'R-4711' })
    expect(written()[0]?.text).toContain('R-4711')
  },
  'hides web tokens, whole or cut': ({ journal, written }) => {
    journal.record({ level: 'error', where: 'test', text: `reply ${webToken} end` })
    journal.record({ level: 'error', where: 'test', text: `reply ${webToken.slice(0, 50)}` })
    for (const { text } of written()) {
      expect(text).toContain('reply')
      expect(text).not.toMatch(/eyJ[\w-]/)
      expect(text).not.toContain('c2lnbmF0dXJl')
    }
  },
  'hides opaque tokens and bearer headers': ({ journal, written }) => {
    journal.record({ level: 'error', where: 'test', text: `body ${opaque} end` })
    journal.record({ level: 'error', where: 'test', text: 'header Authorization: Bearer short-one' })
    expect(written()[0]?.text).toContain('body')
    expect(written()[0]?.text).not.toContain(opaque.slice(0, 20))
    expect(written()[1]?.text).toContain('header')
    expect(written()[1]?.text).not.toContain('short-one')
  },
  'hides e-mail addresses': ({ journal, written }) => {
    journal.record({ level: 'error', where: 'test', text: 'refused for ada.winter@example.com today' })
    expect(written()[0]?.text).toMatch(/refused for .* today/)
    expect(written()[0]?.text).not.toContain('ada.winter')
  },
  'leaves plain words, paths and ids alone': ({ journal, written }) => {
    const text =
      'GET /callosum/v1/tspublic/v1/metadata/list 500 for b1d2c3e4-0000-4a00-8a00-00000000a001 (miu-chart-interactions-enabled)'
    journal.record({ level: 'info', where: 'test', text })
    expect(written()[0]?.text).toContain(text)
  },
  'cuts what is endless': ({ journal, written }) => {
    journal.record({ level: 'error', where: 'test', text: 'many words '.repeat(10_000) })
    expect(written()[0]?.text).toContain('many words')
    expect(written()[0]?.text.length).toBeLessThanOrEqual(800)
  },
  'never throws, whatever it is given': ({ journal, written }) => {
    for (const text of ['', '\u0000', '\uD800', '%s %o %d', '<b>']) {
      journal.record({ level: 'info', where: 'test', text })
    }
    expect(written()).toHaveLength(5)
    expect(written()[3]?.text).toContain('%s %o %d')
  },
})
