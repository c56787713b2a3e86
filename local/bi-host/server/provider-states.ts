import {
  exampleConversation,
  researchAssistantStates as research,
  dashboardLibraryStates as library,
  exampleDashboardId,
} from '../../provider-states/states'
import type { FaultRule } from '../../http/faults'
import type { Arrange, StateRules } from '../../provider-states/routes'
import { people } from '../../identity/people'
import type { ConversationStore } from '../assistant/conversations'
import type { DashboardStore } from '../store/dashboards'

const metadata = '/callosum/'
const metadataV2 = '/api/rest/2.0/metadata/'
const graph = '/prism/'

const failing = (match: string, status: number): readonly FaultRule[] => [
  { service: 'bi-host', match, kind: 'status', status },
]
const answering = (match: string, contentType: string, body: string): readonly FaultRule[] => [
  { service: 'bi-host', match, kind: 'reply', contentType, body },
]
const json = 'application/json; charset=utf-8'
const page = '<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>'

const laterRow = {
  id: exampleDashboardId,
  name: 'Morning note',
  description: 'Created from dashboard page',
  authorName: 'analyst@example.com',
  created: 1_793_000_000_000,
  modified: 1_793_000_000_000,
}

/** The list of both versions of the vendor's interface. */
const listed = (rows: readonly { readonly id: string; readonly name: string }[]): readonly FaultRule[] => [
  ...answering(metadata, json, JSON.stringify({ headers: rows, isLastBatch: true })),
  ...answering(
    metadataV2,
    json,
    JSON.stringify(
      rows.map((header) => ({
        metadata_id: header.id,
        metadata_name: header.name,
        metadata_type: 'LIVEBOARD',
        metadata_header: header,
      })),
    ),
  ),
]

/** What an import says inside a reply of 200. */
const refusedObject = {
  response: { status: { status_code: 'ERROR', error_message: 'The object is not valid.' } },
}

/** Rows as earlier releases of the vendor wrote them, one that names nothing to open among them. */
const olderRows = [
  {
    guid: exampleDashboardId,
    title: 'Morning note',
    description: '',
    author: 'analyst@example.com',
    createdTime: 1_793_000_000,
    modifiedTime: 1_793_000_000,
  },
  { id: 'a0f1', name: 'Flows', created: '2026-11-20T08:00:00Z' },
  { description: 'a row without an id' },
]

/** The states of the contracts with the BI host; what is so of itself needs no rule. Both name the refused token alike. */
export const biHostStateRules: StateRules = {
  [library.hasDashboards]: [],
  // What comes after the first page: of itself the host has less.
  [library.hasMore]: listed([laterRow]),
  [library.hasNone]: listed([]),
  [library.olderWords]: answering(metadata, json, JSON.stringify({ headers: olderRows, isLastBatch: true })),
  [library.pageInBetween]: [
    ...answering(metadata, 'text/html; charset=utf-8', page),
    ...answering(metadataV2, 'text/html; charset=utf-8', page),
  ],
  [library.mayCreate]: [],
  [library.makesNothing]: [
    ...answering(metadata, json, JSON.stringify({ object: [refusedObject] })),
    ...answering(metadataV2, json, JSON.stringify([refusedObject])),
  ],
  [library.refusedToken]: [],
  [library.notAllowed]: [...failing(metadata, 403), ...failing(metadataV2, 403)],
  [library.absent]: [],
  [library.gatewayGaveUp]: [...failing(metadata, 504), ...failing(metadataV2, 504)],
  [library.outOfOrder]: [...failing(metadata, 503), ...failing(metadataV2, 503)],
  [research.mayAsk]: [],
  [research.noWorksheet]: [],
  [research.canAnswer]: [],
  [research.cannotAnswer]: [],
  [research.noConversation]: [],
  [research.notAllowed]: failing(graph, 403),
  [research.outOfOrder]: failing(graph, 503),
  [research.pageInBetween]: answering(graph, 'text/html; charset=utf-8', page),
}

/** Whose token verification is to be run with: the first of the seeded people. */
const [person] = people

/** Puts what a state speaks of into that person's dashboards and conversations, and takes it away again; nothing else is touched. */
export function arrangeBiHost(dashboards: DashboardStore, conversations: ConversationStore): Arrange {
  return async ({ state, action }) => {
    if (person === undefined) return
    const { conversationId, worksheetId } = exampleConversation
    if (dashboards.get(exampleDashboardId) !== undefined) await dashboards.remove([exampleDashboardId])
    if (conversations.get(conversationId) !== undefined) await conversations.remove([conversationId])
    if (action === 'teardown') return
    if (state === library.hasDashboards) {
      await dashboards.put({
        id: exampleDashboardId,
        owner: person.subject,
        author: person.email,
        name: 'Morning note',
        description: 'Created from dashboard page',
        created: Date.now(),
        modified: Date.now(),
        tiles: [],
        tabs: [],
      })
    } else if (state === research.canAnswer || state === research.cannotAnswer) {
      await conversations.open({ owner: person.subject, worksheetId, id: conversationId })
    }
  }
}
