/**
 * What the portal understands of a BI host beyond ThoughtSpot's SDK. Each is sent by the embedded stack's own host; a cluster of the
 * vendor does not know it, and `without` is what a person then gets. Nothing else that this adapter reads or sends is unknown to the
 * SDK: the names of messages are checked by their types, the rest by the oracle tests. docs/thoughtspot.md repeats this table.
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
] as const satisfies readonly {
  readonly kind: 'event' | 'field' | 'flag'
  readonly name: string
  readonly gives: string
  readonly without: string
}[]

type Extension = (typeof extensions)[number]

/** Messages that no cluster of the vendor sends. */
export type ExtensionEvent = Extract<Extension, { readonly kind: 'event' }>['name']
