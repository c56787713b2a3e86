import { tokenServiceStates } from '../provider-states/token-service'
import type { FaultRule } from '../http/faults'
import type { StateRules } from '../http/provider-state-routes'

const failing = (status: number, rest: Partial<FaultRule> = {}): readonly FaultRule[] => [
  { service: 'token-service', kind: 'status', status, ...rest },
]

/** The states of the contract with the token service; what is so of itself needs no rule. */
export const tokenServiceStateRules: StateRules = {
  [tokenServiceStates.atWork]: [],
  [tokenServiceStates.validAccessToken]: [],
  [tokenServiceStates.refusedAccessToken]: [],
  [tokenServiceStates.notAllowed]: failing(403),
  [tokenServiceStates.askedTooOften]: failing(429, { headers: { 'retry-after': '3' } }),
  [tokenServiceStates.outOfOrder]: failing(503),
  [tokenServiceStates.pageInBetween]: [
    {
      service: 'token-service',
      kind: 'reply',
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>',
    },
  ],
}
