/**
 * What the portal and the embedded stack's own host exchange beyond ThoughtSpot's SDK. A cluster of the vendor does not know these
 * extensions, and `without` is what a user gets then. Nothing else that the adapters read or send is unknown to the SDK: types check the
 * names of messages, the oracle tests check the rest. docs/thoughtspot.md repeats this table.
 */
export const extensions = [
  {
    kind: 'event',
    name: 'unsavedChanges',
    gives: 'The page asks before unsaved work in the editor or the chart builder is left.',
    without: 'The editor always asks before it is left; the chart builder never does.',
  },
  {
    kind: 'event',
    name: 'onPaper',
    gives: 'A printed dashboard is as high as its content on paper.',
    without: 'A printed dashboard is as high as on screen.',
  },
  {
    kind: 'event',
    name: 'openPath',
    gives: 'A link in a table opens the page of another dataset.',
    without: 'No such links: a cluster opens what its tables link to by itself.',
  },
  {
    kind: 'field',
    name: 'data.asOf',
    gives: 'The page says up to which day the data reach.',
    without: 'The page does not say how fresh the data are.',
  },
  {
    kind: 'field',
    name: 'data.source',
    gives: 'The page names where the data come from.',
    without: 'The page does not name where the data come from.',
  },
  {
    kind: 'field',
    name: 'save.liveboardId, save.liveboardName, save.answerId, save.name, pin.liveboardId, pin.liveboardName, pin.tabId, pin.vizId, pin.replaced, createLiveboard.liveboardId, createLiveboard.name',
    gives: 'A notice names the chart or the dashboard that was saved, leads to it, and takes a pin back.',
    without:
      'The notice says “the chart” or “a dashboard” and leads to the list, without Undo; only the reply to the Pin host event is documented.',
  },
  {
    kind: 'field',
    name: 'metadata/list headers[].tabs, metadata/search metadata_header.tabs',
    gives: 'The dialog that saves an answer offers the tabs of the dashboard that is chosen.',
    without: 'An answer goes to the first tab, or to a new one.',
  },
  {
    kind: 'flag',
    name: 'theme',
    gives: 'The first painted ground of a frame has the color of the theme.',
    without: 'The frame has its own ground until its customization is applied.',
  },
  {
    kind: 'flag',
    name: 'pinnedLiveboard, pinnedViz, pinnedTitle',
    gives: 'A chart of one’s own dashboard is changed where it is.',
    without: 'The builder opens with its question, and the result is pinned as another chart.',
  },
  {
    kind: 'address',
    name: 'restore=true',
    gives: 'Refresh keeps what was begun in the chart builder.',
    without: 'The builder begins anew with the question of the page.',
  },
  {
    kind: 'style',
    name: ':root',
    gives: 'The editor’s bar keeps clear of the portal’s, and no chart lies across two printed sheets.',
    without: 'The bar lies below the portal’s while the page is scrolled; the browser breaks pages.',
  },
  {
    kind: 'style',
    name: '[class*="_date"], [class*="_formula"], [class*="_set"], [class*="_parameter"]',
    gives: 'Words of the search bar have the colors of their kinds.',
    without: 'Only measures and attributes have; the others have the color of no kind.',
  },
  {
    kind: 'icon',
    name: 'rd-icon-check, rd-icon-chevron-down, rd-icon-close, rd-icon-delete, rd-icon-ellipsis, rd-icon-info, rd-icon-search, rd-icon-table',
    gives: 'Icons of the frames are drawn as the portal’s own.',
    without: 'Icons of the frames are the vendor’s own, but for the two that its documents name.',
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
