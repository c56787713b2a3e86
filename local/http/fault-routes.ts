import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { faultKinds, faultServices, type FaultRule, type Faults } from './faults'
import { isLoopbackAddress } from './listen'

const wholeNumber = v.pipe(v.number(), v.integer())
const count = v.pipe(wholeNumber, v.minValue(0))

const ruleSchema = v.strictObject({
  service: v.picklist(faultServices),
  kind: v.picklist(faultKinds),
  match: v.exactOptional(v.pipe(v.string(), v.check(isMatch, 'must be a path prefix or ~expression'))),
  method: v.exactOptional(v.pipe(v.string(), v.toUpperCase())),
  status: v.exactOptional(v.pipe(wholeNumber, v.minValue(200), v.maxValue(599))),
  headers: v.exactOptional(v.record(v.string(), v.string())),
  contentType: v.exactOptional(v.string()),
  body: v.exactOptional(v.string()),
  repeat: v.exactOptional(count),
  milliseconds: v.exactOptional(wholeNumber),
  times: v.exactOptional(count),
  after: v.exactOptional(count),
})

/**
 * The control surface, for tests and for a person with curl: `GET`, `PUT` and `DELETE /_local/faults`,
 * `GET` and `DELETE /_local/counts`. `PUT` takes one rule or a list and replaces all rules.
 * Open to this machine only: a request that comes from a page elsewhere is refused.
 */
export function registerFaultControl(app: FastifyInstance, faults: Faults): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { origin } = request.headers
      if (origin === undefined || isLoopbackAddress(origin)) return undefined
      return reply.code(403).send({ error: 'Fault switches are for this machine only.' })
    })
    scope.get('/_local/faults', async () => ({ rules: faults.rules() }))
    scope.put('/_local/faults', async (request, reply) => {
      const parsed = parseRules(request.body)
      if (typeof parsed === 'string') return reply.code(400).send({ error: parsed })
      faults.replace(parsed)
      return { rules: faults.rules() }
    })
    scope.delete('/_local/faults', async () => {
      faults.clear()
      return { rules: faults.rules() }
    })
    scope.get('/_local/counts', async () => ({ counts: faults.counts() }))
    scope.delete('/_local/counts', async () => {
      faults.clearCounts()
      return { counts: faults.counts() }
    })
  })
}

/** The rules, or a sentence that says which member is wrong. */
function parseRules(body: unknown): readonly FaultRule[] | string {
  const result = v.safeParse(v.array(ruleSchema), Array.isArray(body) ? body : [body])
  if (result.success) return result.output
  const [issue] = result.issues
  return `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`
}

function isMatch(match: string): boolean {
  if (match.startsWith('/')) return true
  if (!match.startsWith('~')) return false
  try {
    return new RegExp(match.slice(1)) instanceof RegExp
  } catch {
    return false
  }
}
