import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { FaultRule, Faults } from '../http/faults'
import { isOwnPage } from '../http/origins'

/** What makes a state of the contract so: fault rules, none when the service is as it should be anyway. */
export type StateRules = Readonly<Record<string, readonly FaultRule[]>>

const changeSchema = v.object({
  state: v.string(),
  action: v.optional(v.picklist(['setup', 'teardown']), 'setup'),
  params: v.optional(v.record(v.string(), v.unknown()), {}),
})

export type StateChange = v.InferOutput<typeof changeSchema>

/** Brings about what no fault rule can. What it gives is put into the request where the contract asks for it by name. */
export type Arrange = (change: StateChange) => Promise<Readonly<Record<string, string>> | void>

/**
 * `POST /_pact/state`, as contracts/README.md asks of every provider: 200 when the state is so, 404 for a state nobody knows here.
 * Each change begins by undoing the one before. A request that comes from a page of any other origin is refused.
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
