import { flagEvaluationStates as states } from '../provider-states/flag-evaluation'
import type { FaultRule } from '../http/faults'
import type { Arrange, StateRules } from '../http/provider-state-routes'
import type { FlagStore } from './flag-store'
import { bulkEvaluation } from './ofrep-routes'

const failing = (status: number): readonly FaultRule[] => [{ service: 'flags', kind: 'status', status }]
const answering = (contentType: string, body: string): readonly FaultRule[] => [
  { service: 'flags', kind: 'reply', contentType, body },
]

/** The states of the contract with the flag service; what is so of itself needs no rule. */
export const flagEvaluationStateRules: StateRules = {
  [states.atWork]: [],
  [states.unchanged]: [],
  [states.oneCannotBeEvaluated]: answering(
    'application/json; charset=utf-8',
    JSON.stringify({
      flags: [
        { key: 'miu-app-enabled', value: true },
        { key: 'miu-deep-research-enabled', errorCode: 'PARSE_ERROR', errorDetails: 'rules.0 is not valid' },
      ],
    }),
  ),
  [states.refused]: failing(403),
  [states.outOfOrder]: failing(503),
  [states.pageInBetween]: answering(
    'text/html; charset=utf-8',
    '<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>',
  ),
}

/** Gives the tag of the flags as they are now for the person that the state names. */
export function arrangeFlags(store: FlagStore, streamAddress: string): Arrange {
  return async ({ state, action, params }) =>
    state === states.unchanged && action === 'setup'
      ? { tag: bulkEvaluation(store, params, streamAddress).tag }
      : undefined
}
