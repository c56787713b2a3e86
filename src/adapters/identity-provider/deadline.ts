import { fail, ok, type Result } from '../../core/kernel/result'
import type { Clock } from '../../core/ports/clock'
import type { IdentityProblem } from '../../core/ports/identity-provider'

export const noAnswerInTime: IdentityProblem = { code: 'timeout', providerCode: 'timeout' }

/**
 * What `work` comes to, or a `timeout` problem after `milliseconds`. Some work never settles at all: a worker that a content
 * security policy has blocked says nothing. What throws is judged by `problemFrom`.
 */
export async function within<Value>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Value>,
  problemFrom: (cause: unknown) => IdentityProblem,
): Promise<Result<Value, IdentityProblem>> {
  let cancel: () => void = () => undefined
  const tooLate = new Promise<Result<Value, IdentityProblem>>((resolve) => {
    cancel = clock.after(milliseconds, () => resolve(fail(noAnswerInTime)))
  })
  const outcome = work.then(
    (value): Result<Value, IdentityProblem> => ok(value),
    (cause: unknown) => fail(problemFrom(cause)),
  )
  try {
    return await Promise.race([outcome, tooLate])
  } finally {
    cancel()
  }
}
