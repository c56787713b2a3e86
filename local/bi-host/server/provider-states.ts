import { curatedBoards } from '../boards/library/catalogue'
import {
  exampleConversation,
  researchAssistantStates as research,
  dashboardLibraryStates as library,
  exampleDashboardId,
  type Arrange,
  type StateRules,
} from '../../provider-states/provider-states'
import type { FaultRule } from '../../http/faults'
import { people } from '../../identity/people'
import type { ConversationStore } from '../assistant/conversations'
import type { DashboardStore } from '../store/dashboards'

const metadata = '/callosum/'
const metadataV2 = '/api/rest/2.0/metadata/'

const answering = (match: string, contentType: string, body: string): readonly FaultRule[] => [
  { service: 'bi-host', match, kind: 'reply', contentType, body },
]
const json = 'application/json; charset=utf-8'

const laterRow = {
  id: exampleDashboardId,
  name: 'Morning note',
  description: 'Created from dashboard page',
  authorName: 'analyst@example.com',
  created: 1_793_000_000_000,
  modified: 1_793_000_000_000,
}

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

/** The error entry of an import, inside a reply with status 200. */
const refusedObject = {
  response: { status: { status_code: 'ERROR', error_message: 'The object is not valid.' } },
}

/** States of the BI host's contracts. One that holds by default needs no rule. Both contracts give the refused token one name. */
export const biHostStateRules: StateRules = {
  [library.hasDashboards]: [],
  [library.saysAll]: [],
  // Stubs the rows after the first page, because the host has too few by default.
  [library.hasMore]: listed([laterRow]),
  [library.hasNone]: listed([]),
  [library.hasCharts]: [],
  [library.mayCreate]: [],
  [library.makesNothing]: [
    ...answering(metadata, json, JSON.stringify({ object: [refusedObject] })),
    ...answering(metadataV2, json, JSON.stringify([refusedObject])),
  ],
  [library.refusedToken]: [],
  [library.notAllowed]: [],
  [library.absent]: [],
  [research.mayAsk]: [],
  [research.noWorksheet]: [],
  [research.canAnswer]: [],
  [research.cannotAnswer]: [],
  [research.noConversation]: [],
  [research.notAllowed]: [],
}

/** Verification runs with this user's token: the first seeded one. */
const [person] = people

/** Creates the dashboards and conversations that a state needs for that user, and removes them on teardown. Touches nothing else. */
export function arrangeBiHost(dashboards: DashboardStore, conversations: ConversationStore): Arrange {
  return async ({ state, action }) => {
    if (person === undefined) return
    const { conversationId, worksheetId } = exampleConversation
    if (dashboards.get(exampleDashboardId) !== undefined) await dashboards.remove([exampleDashboardId])
    if (conversations.get(conversationId) !== undefined) await conversations.remove([conversationId])
    if (action === 'teardown') return
    const [board] = curatedBoards
    const tile = state === library.hasCharts ? board?.tiles[0] : undefined
    if (state === library.hasDashboards || state === library.saysAll || tile !== undefined) {
      await dashboards.put({
        id: exampleDashboardId,
        owner: person.subject,
        author: person.email,
        name: 'Morning note',
        description: 'Created from dashboard page',
        created: Date.now(),
        modified: Date.now(),
        tiles:
          tile === undefined
            ? []
            : [
                {
                  kind: 'curated',
                  boardId: board?.id ?? '',
                  tileId: tile.id,
                  id: 'chart-1',
                  layout: { x: 0, y: 0, w: 6, h: 6 },
                },
              ],
        tabs: [{ id: 'tab-1', label: 'Flows' }],
      })
    } else if (state === research.canAnswer || state === research.cannotAnswer) {
      await conversations.open({ owner: person.subject, worksheetId, id: conversationId })
    }
  }
}
