import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { FaultRule, Faults } from '../http/faults'
import { isOwnPage } from '../http/guard'

/** Provider states of the BI host's dashboard library. Providers receive these exact names; contracts/README.md explains them. */
export const dashboardLibraryStates = {
  hasDashboards: 'the person has dashboards of their own',
  saysAll: 'the person has a dashboard of which the list says everything',
  hasMore: 'the person has more dashboards than come at once',
  hasNone: 'the person has no dashboards',
  hasCharts: 'the person has a dashboard with a chart on it',
  mayCreate: 'the person may make dashboards',
  makesNothing: 'an import is taken but makes no dashboard',
  refusedToken: 'the BI token is not valid',
  notAllowed: 'the BI token is valid but its owner may not do this',
  absent: 'there is no dashboard with that id for this person',
} as const

/** Id of the dashboard in the states, passed as their parameter. */
export const exampleDashboardId = 'd4a1b6c2-3e57-4f80-9b1d-7c0e52a4f6d8'
/** Id of no dashboard. */
export const absentDashboardId = '0bad0bad-3e57-4f80-9b1d-7c0e52a4f6d8'

/** Provider states of the token service. Providers receive these exact names; contracts/README.md explains them. */
export const tokenServiceStates = {
  atWork: 'the token service is at work',
  validAccessToken: 'the access token is valid',
  refusedAccessToken: 'the access token is not valid',
  notAllowed: 'the access token is valid but its owner may not see dashboards',
} as const

/** Provider states of the preferences endpoint. Providers receive these exact names; contracts/README.md explains them. */
export const preferenceStates = {
  hasSome: 'the person has preferences',
  hasNone: 'the person has no preferences',
  refusedAccessToken: 'the access token is not valid',
} as const

/** Provider states of the gateway for Superset. Providers receive these exact names; contracts/README.md explains them. */
export const gatewayStates = {
  atWork: 'the gateway is at work',
  hasDashboards: 'the person has a dashboard called "Morning note"',
  hasMore: 'the person has 26 own dashboards',
  hasNone: 'the person has no own dashboards',
  absent: 'there is no dashboard with that id for this person',
} as const

/** Provider states of the flag service. Providers receive these exact names; contracts/README.md explains them. */
export const flagEvaluationStates = {
  atWork: 'the flag service is at work',
  defined: 'the flags of the portal are defined',
  streaming: 'the flag service has a stream of changes',
  tagged: 'the flag service tags its answers',
  unchanged: 'the flags are as they were',
  oneCannotBeEvaluated: 'one flag cannot be evaluated',
  /** For the stream only, which is in no pact. */
  changes: 'a flag changes',
} as const
/** Provider states of the BI host's assistant. Providers receive these exact names; contracts/README.md explains them. */
export const researchAssistantStates = {
  mayAsk: 'the person may ask about the worksheet',
  noWorksheet: 'there is no worksheet with that id',
  canAnswer: 'a conversation is open and the assistant can answer the question',
  cannotAnswer: 'a conversation is open and the assistant cannot answer the question',
  noConversation: 'there is no conversation with that id for this person',
  refusedToken: 'the BI token is not valid',
  notAllowed: 'the BI token is valid but its owner may not ask the assistant',
} as const

/** Parameters of the states. */
export const exampleConversation = {
  conversationId: '5b0f7c9e-64c1-4d0a-8f0d-2a7f3f1c9b11',
  absentConversationId: '0bad0bad-64c1-4d0a-8f0d-2a7f3f1c9b11',
  worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a002',
  question: 'Share of stablecoin supply by chain?',
  questionNobodyUnderstands: 'weather in Lisbon',
} as const

/** Fault rules that set up each provider state; none if the state already holds. */
export type StateRules = Readonly<Record<string, readonly FaultRule[]>>

const changeSchema = v.object({
  state: v.string(),
  action: v.optional(v.picklist(['setup', 'teardown']), 'setup'),
  params: v.optional(v.record(v.string(), v.unknown()), {}),
})

type StateChange = v.InferOutput<typeof changeSchema>

/** Sets up what fault rules cannot. The verifier puts the returned values into requests where the contract names them. */
export type Arrange = (change: StateChange) => Promise<Readonly<Record<string, string>> | void>

/**
 * `POST /_pact/state`, which contracts/README.md requires of every provider: 200 once the state is set up, 404 for an unknown state.
 * Each change first undoes the previous one. Requests from pages of any other origin are refused.
 */
export function registerPactStates(
  app: FastifyInstance,
  faults: Faults,
  states: StateRules,
  arrange?: Arrange,
): void {
  app.post('/_pact/state', async (request, reply) => {
    if (!isOwnPage(request.raw))
      return reply.code(403).send({ error: 'States are for this service’s own pages only.' })
    const change = v.safeParse(changeSchema, request.body)
    if (!change.success) return reply.code(400).send({ error: 'Expected {"state": …, "action": …}.' })
    const { state, action } = change.output
    const rules = Object.hasOwn(states, state) ? states[state] : undefined
    if (rules === undefined) return reply.code(404).send({ error: `There is no state "${state}" here.` })
    for (const rule of Object.values(states).flat()) faults.clear(rule.service)
    if (action === 'setup') for (const rule of rules) faults.add(rule)
    return (await arrange?.(change.output)) ?? {}
  })
}
