import { Action } from '@thoughtspot/visual-embed-sdk'

/** The actions that the specification's section 6 hides, in its words, with the SDK's members for each. */
export const hiddenBySpecification: Readonly<Record<string, readonly Action[]>> = {
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
