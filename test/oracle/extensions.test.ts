import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { extensions } from '../../src/adapters/dashboard-surface/thoughtspot/extensions'
import { frameOptions } from '../../src/adapters/dashboard-surface/thoughtspot/options'
import type { FrameRoute } from '../../src/adapters/dashboard-surface/thoughtspot/paths'
import { viewAppearance } from '../../src/core/embedding/appearance'
import type { EmbeddedView } from '../../src/core/ports/dashboard-surface'
import { sdkEnum } from './sdk'

const namesOf = (kind: (typeof extensions)[number]['kind']): readonly string[] =>
  extensions.flatMap((extension) => (extension.kind === kind ? extension.name.split(', ') : []))

const pinned = { liveboardId: 'x', vizId: 'v', title: 'Supply' }
const answer = { sessionId: 's', genNo: '1', acSessionId: 'a', acGenNo: '1', convId: 'c', messageId: 'm' }
const frames: readonly (readonly [string, EmbeddedView, FrameRoute])[] = [
  [
    'dashboard',
    { kind: 'dashboard', liveboardId: 'x' },
    { liveboardId: 'x', tabId: 't', vizId: null, viewId: 'w' },
  ],
  [
    'editor',
    { kind: 'editor', liveboardId: 'x' },
    { liveboardId: 'x', tabId: null, vizId: null, editing: true },
  ],
  [
    'builder',
    { kind: 'builder', pinned },
    { builder: { sourceId: 's', question: 'q', answerId: null, pinned } },
  ],
  [
    'conversation',
    { kind: 'conversation', worksheetId: 'w' },
    { conversation: { worksheetId: 'w', question: 'q' } },
  ],
  [
    'answer',
    {
      kind: 'answer',
      conversationId: 'c',
      messageId: 'm',
      sessionId: 's',
      genNo: 1,
      acSessionId: 'a',
      acGenNo: 1,
    },
    { answer },
  ],
]

describe('what the portal understands beyond the SDK', () => {
  it('is not in the SDK: what a new release has is an extension no more', () => {
    const events = new Set(Object.values(sdkEnum('EmbedEvent')))
    expect(events.size).toBeGreaterThan(60)
    expect(namesOf('event').filter((name) => events.has(name))).toEqual([])
    const flags = new Set(Object.values(sdkEnum('Param')))
    expect(flags.size).toBeGreaterThan(60)
    expect(namesOf('flag').filter((name) => flags.has(name))).toEqual([])
  })

  it('is in docs/thoughtspot.md, with what a person gets without it', () => {
    const text = readFileSync('docs/thoughtspot.md', 'utf8')
    const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    for (const { kind, name, gives, without } of extensions)
      expect(rows).toContainEqual(['', kind, `\`${name}\``, gives, without, ''])
  })

  it.each(frames)('covers every flag of a %s that the SDK does not have', (_, view, route) => {
    const appearance = viewAppearance({
      theme: 'dark',
      signedIn: true,
      interactionsFlag: true,
      deepResearchFlag: true,
      view: 'own',
    })
    const conversation = {
      disableSourceSelection: true,
      hideSourceSelection: true,
      dataPanelV2: true,
      showSpotterLimitations: true,
      hideSampleQuestions: true,
    }
    const { additionalFlags = {} } = frameOptions({ view, title: 'x', appearance }, route, {
      assetsOrigin: 'https://portal.example.com',
      minimumHeight: undefined,
      conversation,
    }).view
    const flags = new Set([...Object.values(sdkEnum('Param')), ...namesOf('flag')])
    expect(Object.keys(additionalFlags).length).toBeGreaterThan(0)
    expect(Object.keys(additionalFlags).filter((name) => !flags.has(name))).toEqual([])
    // The vendor's firewall refuses such values in any parameter.
    for (const value of Object.values(additionalFlags))
      expect(String(value)).not.toMatch(/[&#]|localhost|127\.0\.0\.1/)
  })
})
