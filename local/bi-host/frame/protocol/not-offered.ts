import type { Route } from './routes'

/** Says why a host event is not obeyed on a page; `undefined` for an event that the vendor's SDK does not have. */
export type Refusing = (type: string) => string | undefined

const conversations = 'This host keeps no list of conversations, and shares none.'
const connections = 'This host is connected to no other application.'
const assistant = 'The assistant reads questions by rules over the semantic model and cannot be taught.'
const spotterViz = 'This host has no SpotterViz.'

/** What the SDK can ask and this host does nowhere, with the reason. */
const nowhere: Readonly<Record<string, string>> = {
  openAddFilterModal: 'The filters of a dashboard belong to its definition: nobody adds one here.',
  openAddParameterModal: 'The parameters of a dashboard belong to its definition: nobody adds one here.',
  AIHighlights: 'This host writes no highlights. Ask the assistant about a visualization instead.',
  editTSL: 'TML is edited elsewhere and comes back by the REST call metadata/tml/import.',
  updateTSL: 'TML comes back by the REST call metadata/tml/import.',
  delete: 'Nothing is deleted without a person. The REST call is metadata/delete.',
  onDeleteAnswer: 'Nothing is deleted without a person. The REST call is metadata/delete.',
  'sync-to-sheets': connections,
  'sync-to-other-apps': connections,
  'manage-pipeline': connections,
  TransformTableVizData: 'The figures of a table are the host’s own; the page around cannot exchange them.',
  PreviewSpotterData: 'The assistant lists the fields of its source, not its rows.',
  addToCoaching: assistant,
  DataModelInstructions: assistant,
  ShareSpotterConversation: conversations,
  CloseSpotterShareConversation: conversations,
  ExitSpotterSharedConversation: conversations,
  PinSpotterConversation: conversations,
  UnpinSpotterConversation: conversations,
  sendTestScheduleEmail: 'This host sends nothing on a schedule.',
  SpotterVizSendUserMessage: spotterViz,
  InitSpotterVizConversation: spotterViz,
  OpenSpotterVizPanel: spotterViz,
  CloseSpotterVizPanel: spotterViz,
}

type Page = 'board' | 'builder' | 'assistant' | 'edit'

const names: Readonly<Record<Page, string>> = {
  board: 'a liveboard',
  builder: 'the search page',
  assistant: 'a conversation',
  edit: 'the editor of a liveboard',
}

export function pageOf({ kind }: Route): Page {
  if (kind === 'builder' || kind === 'edit') return kind
  return kind === 'answer' || kind === 'conversation' ? 'assistant' : 'board'
}

export function createRefusing(
  events: Readonly<Record<Page, { readonly handlers: { has(type: string): boolean } }>>,
  here: () => Page,
): Refusing {
  return (type) => {
    if (Object.hasOwn(nowhere, type)) return nowhere[type]
    const pages = Object.keys(names) as Page[]
    const others = pages.filter((page) => events[page].handlers.has(type)).map((page) => names[page])
    return others.length === 0
      ? undefined
      : `${type} is an event of ${others.join(', ')}; this is ${names[here()]}.`
  }
}
