import { asFields, asText } from './read'
import type { Route } from './routes'

/** Handles one host event. The result is the reply. */
export type HostEventHandler = (data: unknown) => unknown

/** Host events or passthrough calls, by wire name. */
export type Handlers = readonly (readonly [string, HostEventHandler])[]

/** The controls of a page of the frame while it is mounted. */
interface Mounted<Controls> {
  /** Before the first page is mounted, callers wait for it. */
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

/** Handlers that reply with a result of the mounted page. They wait until one is mounted. */
export const repliesOf =
  <Controls>(mounted: () => Promise<Controls>) =>
  (run: (controls: Controls, data: unknown) => unknown): HostEventHandler =>
  async (data) =>
    run(await mounted(), data)

/** Handlers that run a command of the mounted page, without a reply. */
export const commandsOf =
  <Controls>(mounted: () => Promise<Controls>) =>
  (run: (controls: Controls, data: unknown) => void): HostEventHandler =>
  async (data) => {
    run(await mounted(), data)
  }

/** Events that one page of the frame handles. */
export interface PageEvents {
  readonly handlers: ReadonlyMap<string, HostEventHandler>
  readonly passthroughs: ReadonlyMap<string, HostEventHandler>
  readonly refusalOf: RefusalOf
}

/** The vendor's SDK has the event, but this page does not support it. */
const notOffered = 'HOST_EVENT_NOT_OFFERED'
/** The event is supported, but failed this time. */
const failed = 'HOST_EVENT_FAILED'

/**
 * Answers every host event: known ones by their handler, unknown ones with `{}`. An event that is not offered here, or that fails, gets the
 * reason in the reply and as the vendor's `Error` event. It never gets an `error` reply, because clients do not catch that. `UiPassthrough`
 * gets an array, which is empty if the call is unknown or its outcome is.
 */
export async function answerHostEvent(
  message: unknown,
  { handlers, passthroughs, refusalOf }: PageEvents,
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
      // An `error` in the array would mean that it was refused, but it may have been done.
      report(failed, name, reasonOf(name, cause))
      return []
    }
  }
  const handler = handlers.get(type)
  if (handler === undefined) {
    const why = refusalOf(type)
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

/** Why a page does not support a host event. `undefined` for an event that the vendor's SDK does not have. */
type RefusalOf = (type: string) => string | undefined

const conversations = 'This host cannot list or share conversations.'
const connections = 'This host is connected to no other application.'
const assistant = 'The assistant works by fixed rules and cannot be trained.'
const spotterViz = 'This host has no SpotterViz.'

/** SDK events that no page of this host supports, with the reason. */
const unsupported: Readonly<Record<string, string>> = {
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

export function createRefusalOf(
  events: Readonly<Record<Page, { readonly handlers: { has(type: string): boolean } }>>,
  here: () => Page,
): RefusalOf {
  return (type) => {
    if (Object.hasOwn(unsupported, type)) return unsupported[type]
    const pages = Object.keys(names) as Page[]
    const others = pages.filter((page) => events[page].handlers.has(type)).map((page) => names[page])
    return others.length === 0
      ? undefined
      : `${type} is an event of ${others.join(', ')}; this is ${names[here()]}.`
  }
}
