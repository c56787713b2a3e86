import { asFields, asText } from './read'
import type { Route } from './routes'

/** Answers one host event; what it gives back is the reply. */
export type HostEventHandler = (data: unknown) => unknown

/** Host events or passthrough calls, by wire name. */
export type Handlers = readonly (readonly [string, HostEventHandler])[]

/** What a page of the frame answers for while it is mounted. */
interface Mounted<Controls> {
  /** Who asks before there is one waits for the first. */
  readonly current: () => Promise<Controls>
  readonly take: (controls: Controls) => void
}

export function createMounted<Controls>(attached: () => void): Mounted<Controls> {
  let resolveFirst: (controls: Controls) => void
  let current = new Promise<Controls>((resolve) => (resolveFirst = resolve))
  return {
    current: () => current,
    take(controls) {
      resolveFirst(controls)
      current = Promise.resolve(controls)
      attached()
    },
  }
}

/** Handlers that reply with what the mounted page says; before there is one they wait for it. */
export const repliesOf =
  <Controls>(mounted: () => Promise<Controls>) =>
  (run: (controls: Controls, data: unknown) => unknown): HostEventHandler =>
  async (data) =>
    run(await mounted(), data)

/** Handlers that have it do something, without a reply. */
export const commandsOf =
  <Controls>(mounted: () => Promise<Controls>) =>
  (run: (controls: Controls, data: unknown) => void): HostEventHandler =>
  async (data) => {
    run(await mounted(), data)
  }

/** What one page of the frame answers. */
export interface PageEvents {
  readonly handlers: ReadonlyMap<string, HostEventHandler>
  readonly passthroughs: ReadonlyMap<string, HostEventHandler>
  readonly refusing: Refusing
}

/** Of an event that the vendor's SDK has and this page does not obey. */
const notOffered = 'HOST_EVENT_NOT_OFFERED'
/** Of one that is obeyed here, and could not be this time. */
const failed = 'HOST_EVENT_FAILED'

/**
 * Answers every host event: known ones by their handler, unknown ones with `{}`. One that is not offered here, or that fails, says why,
 * in the reply and as the vendor's `Error` event; never with an `error` reply, because clients do not catch that. `UiPassthrough` is
 * answered with an array, empty when the call is not known or when nobody can say what became of it.
 */
export async function answerHostEvent(
  message: unknown,
  { handlers, passthroughs, refusing }: PageEvents,
  post: (type: string, data: object) => void,
): Promise<unknown> {
  const fields = asFields(message)
  const type = asText(fields['type']) ?? ''
  const report = (code: string, hostEvent: string, why: string): object => {
    post('Error', { errorType: 'API', code, message: why, hostEvent })
    return { code, message: why }
  }
  if (type === 'UiPassthrough') {
    const call = asFields(fields['data'])
    const name = asText(call['type']) ?? ''
    if (name === 'getAvailableUiPassthroughs') return [{ value: { keys: [...passthroughs.keys()] } }]
    const handler = passthroughs.get(name)
    if (handler === undefined) return []
    try {
      return [{ value: await handler(call['parameters']) }]
    } catch (cause) {
      // An `error` in the array would say that it was refused, and perhaps it was done.
      report(failed, name, reasonOf(name, cause))
      return []
    }
  }
  const handler = handlers.get(type)
  if (handler === undefined) {
    const why = refusing(type)
    return why === undefined ? {} : report(notOffered, type, why)
  }
  try {
    return (await handler(fields['data'])) ?? {}
  } catch (cause) {
    return report(failed, type, reasonOf(type, cause))
  }
}

function reasonOf(name: string, cause: unknown): string {
  return `${name} could not be done: ${cause instanceof Error ? cause.message : String(cause)}`
}

/** Says why a host event is not obeyed on a page; `undefined` for an event that the vendor's SDK does not have. */
type Refusing = (type: string) => string | undefined

const conversations = 'This host cannot list or share conversations.'
const connections = 'This host is connected to no other application.'
const assistant = 'The assistant works by fixed rules and cannot be trained.'
const spotterViz = 'This host has no SpotterViz.'

/** What the SDK can ask and this host does nowhere, with the reason. */
const nowhere: Readonly<Record<string, string>> = {
  openAddFilterModal: 'A dashboard’s filters are part of its definition. You cannot add one here.',
  openAddParameterModal: 'A dashboard’s parameters are part of its definition. You cannot add one here.',
  AIHighlights: 'This host writes no highlights. Ask the assistant about a visualization instead.',
  editTSL: 'TML is edited elsewhere and comes back by the REST call metadata/tml/import.',
  updateTSL: 'TML comes back by the REST call metadata/tml/import.',
  delete: 'Only a person can delete this. Use the REST call metadata/delete.',
  onDeleteAnswer: 'Only a person can delete this. Use the REST call metadata/delete.',
  'sync-to-sheets': connections,
  'sync-to-other-apps': connections,
  'manage-pipeline': connections,
  TransformTableVizData:
    'The numbers in a table come from this host. The embedding page cannot replace them.',
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
  board: 'a dashboard',
  builder: 'the search page',
  assistant: 'a conversation',
  edit: 'the dashboard editor',
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
