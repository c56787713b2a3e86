/**
 * Extensions of ThoughtSpot's SDK that only the portal and the embedded stack's BI host support. A cluster does not, and `without` is what
 * a user of a cluster gets. Everything else that the adapters read or send is in the SDK: types check the names of messages, the oracle
 * tests check the rest. docs/thoughtspot.md repeats this table.
 */
export const extensions = [
  {
    kind: 'event',
    name: 'unsavedChanges',
    gives:
      'The page asks for confirmation before a user leaves unsaved work in the editor or the chart builder.',
    without: 'Leaving the editor always asks for confirmation; leaving the chart builder never does.',
  },
  {
    kind: 'event',
    name: 'onPaper',
    gives: 'A printed dashboard has the height of its content in print.',
    without: 'A printed dashboard has the same height as on screen.',
  },
  {
    kind: 'event',
    name: 'openPath',
    gives: 'A link in a table opens the page of another dataset.',
    without: 'No such links: a cluster opens links in its tables itself.',
  },
  {
    kind: 'field',
    name: 'data.asOf',
    gives: 'The page shows the date of the latest data.',
    without: 'The page does not show how fresh the data is.',
  },
  {
    kind: 'field',
    name: 'data.source',
    gives: 'The page names the source of the data.',
    without: 'The page does not name the source of the data.',
  },
  {
    kind: 'field',
    name: 'save.liveboardId, save.liveboardName, save.answerId, save.name, pin.liveboardId, pin.liveboardName, pin.tabId, pin.vizId, pin.replaced, createLiveboard.liveboardId, createLiveboard.name',
    gives: 'A notice names the saved chart or dashboard, links to it, and can undo a pin.',
    without:
      'The notice says “the chart” or “a dashboard” and links to the list, without Undo; only the reply to the Pin host event is documented.',
  },
  {
    kind: 'field',
    name: 'metadata/list headers[].tabs, metadata/search metadata_header.tabs',
    gives: 'The dialog that saves an answer offers the tabs of the selected dashboard.',
    without: 'An answer is saved on the first tab.',
  },
  {
    kind: 'flag',
    name: 'theme',
    gives: 'A frame has the background color of the theme from its first paint.',
    without: 'The frame has its own background color until its customization is applied.',
  },
  {
    kind: 'flag',
    name: 'pinnedLiveboard, pinnedViz, pinnedTitle',
    gives: 'A chart on a saved dashboard can be edited in place.',
    without: 'The builder opens with the chart’s question, and the result is pinned as another chart.',
  },
  {
    kind: 'address',
    name: 'restore=true',
    gives: 'Refresh keeps unsaved work in the chart builder.',
    without: 'The builder restarts with the question of the page.',
  },
  {
    kind: 'style',
    name: ':root',
    gives: 'The editor’s bar stays below the portal’s, and no chart is split across two printed pages.',
    without:
      'The portal’s bar covers the editor’s while the page is scrolled; the browser decides where pages break.',
  },
  {
    kind: 'style',
    name: '[class*="_date"], [class*="_formula"], [class*="_set"], [class*="_parameter"]',
    gives: 'Words in the search bar are colored by their kind.',
    without: 'Only measures and attributes are; the rest have the color for other kinds.',
  },
  {
    kind: 'icon',
    name: 'rd-icon-check, rd-icon-chevron-down, rd-icon-close, rd-icon-delete, rd-icon-ellipsis, rd-icon-info, rd-icon-search, rd-icon-table',
    gives: 'Icons in the frames look like the portal’s own.',
    without: 'Icons in the frames are the vendor’s own, except for the two that its documentation names.',
  },
] as const satisfies readonly {
  readonly kind: 'event' | 'field' | 'flag' | 'address' | 'style' | 'icon'
  readonly name: string
  readonly gives: string
  readonly without: string
}[]

type Extension = (typeof extensions)[number]

/** Messages that no cluster of the vendor sends. */
export type ExtensionEvent = Extract<Extension, { readonly kind: 'event' }>['name']
