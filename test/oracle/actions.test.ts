import { Action } from '@thoughtspot/visual-embed-sdk'
import { describe, expect, it } from 'vitest'
import { styleOptions } from '../../src/adapters/dashboard-surface/thoughtspot/options'
import { viewAppearance, type AppearanceFacts } from '../../src/core/embedding/appearance'
import { sdkEnum } from './sdk'

/** Ids of the release that is looked at. */
const known = new Set(Object.values(sdkEnum('Action')))

const facts: AppearanceFacts = {
  theme: 'dark',
  signedIn: true,
  interactionsFlag: true,
  deepResearchFlag: true,
  view: 'curated',
}
const options = (given: Partial<AppearanceFacts>) =>
  styleOptions(
    { view: { kind: 'dashboard', liveboardId: 'x' }, appearance: viewAppearance({ ...facts, ...given }) },
    'https://portal.example.com',
  )

/** What the specification's section 6 hides, word by word, and the SDK's own members for it. */
const required: Readonly<Record<string, readonly Action[]>> = {
  Rename: [
    Action.RenameModalTitleDescription,
    Action.EditTitle,
    Action.EditDetails,
    Action.AxisMenuRename,
    Action.ColumnRename,
    Action.SpotterChatRename,
  ],
  'Manage alerts and other alert-related items': [Action.CreateMonitor, Action.ManageMonitor],
  'Add to watchlist': [Action.AddToWatchlist, Action.RemoveFromWatchlist],
  'Add to favorites': [Action.AddToFavorites, Action.RemoveFromFavorites],
  'Download PDF': [
    Action.DownloadAsPdf,
    Action.DownloadLiveboardAsContinuousPDF,
    Action.DownloadLiveboardAsA4Pdf,
  ],
  'Download CSV': [Action.DownloadAsCsv, Action.DownloadLiveboardAsCsv],
  'Download XLSX': [Action.DownloadAsXlsx, Action.DownloadLiveboardAsXlsx],
  'TML, and the menu that would be empty': [
    Action.ExportTML,
    Action.ImportTML,
    Action.UpdateTML,
    Action.EditTML,
    Action.TML,
  ],
  'Downloads of a whole board, and the menu that would be empty': [Action.DownloadLiveboard],
  Sync: [Action.SyncToOtherApps, Action.SyncToSheets, Action.SyncToSlack, Action.SyncToTeams],
  'Manage pipelines': [Action.ManagePipelines],
  'Make a copy': [Action.MakeACopy],
  Present: [Action.Present],
  Schedule: [Action.Schedule, Action.SchedulesList, Action.SendTestScheduleEmail],
  'Request verification': [Action.RequestVerification],
  Share: [
    Action.Share,
    Action.ShareViz,
    Action.SpotterShareConversationButtonHeader,
    Action.SpotterShareConversationMenuItemSidebar,
  ],
  'Copy link': [Action.CopyLink],
}

describe.each(['curated', 'own', 'assistant'] as const)('a signed-in person’s %s view', (view) => {
  it.each(Object.entries(required))('hides %s by the SDK’s own ids', (_word, actions) => {
    const hidden = options({ view }).hiddenActions ?? []
    expect(actions.filter((action) => !hidden.includes(action))).toEqual([])
  })

  it('sends no id that the SDK does not have', () => {
    expect((options({ view }).hiddenActions ?? []).filter((id) => !known.has(id))).toEqual([])
  })
})

it('an anonymous visitor’s view shows an empty list of actions, and hides none', () => {
  const given = options({ signedIn: false })
  expect(given.visibleActions).toEqual([])
  expect('hiddenActions' in given).toBe(false)
})

it('styling hides by ids that the SDK has', () => {
  const rules = options({}).customizations?.style?.customCSS?.rules_UNSTABLE ?? {}
  const hiding = Object.entries(rules).filter(([, rule]) => 'display' in rule)
  expect(hiding.length).toBeGreaterThan(0)
  for (const [selector, rule] of hiding) {
    const ids = [...selector.matchAll(/\[data-testid="([^"]+)"\]/g)].map(([, id = '']) => id)
    expect(ids.join()).not.toBe('')
    expect(ids.filter((id) => !known.has(id))).toEqual([])
    expect(rule['display']).toBe('none !important')
  }
})
