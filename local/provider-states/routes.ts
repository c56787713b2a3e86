import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { FaultRule, Faults } from '../http/faults'
import { isOwnPage } from '../http/guard'

/** Fault rules that set up each provider state; none if the state already holds. */
export type StateRules = Readonly<Record<string, readonly FaultRule[]>>

const changeSchema = v.object({
  state: v.string(),
  action: v.optional(v.picklist(['setup', 'teardown']), 'setup'),
  params: v.optional(v.record(v.string(), v.unknown()), {}),
})

export type StateChange = v.InferOutput<typeof changeSchema>

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
