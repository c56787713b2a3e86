import { describe, expect, test } from 'vitest'
import {
  singleFlightToken,
  type AccessTokenRequest,
} from '../../../src/adapters/identity-provider/redirect-sign-in'
import { fail, ok, type Result } from '../../../src/core/kernel/result'
import type { IdentityProblem } from '../../../src/core/ports/identity-provider'

/** A provider that answers when it is told to, so that a test decides what is under way. */
function slowProvider() {
  const requests: AccessTokenRequest[] = []
  const answers: ((token: Result<string, IdentityProblem>) => void)[] = []
  return {
    requests,
    fetchToken: (request: AccessTokenRequest) => {
      requests.push(request)
      return new Promise<Result<string, IdentityProblem>>((resolve) => answers.push(resolve))
    },
    answer: (token: Result<string, IdentityProblem>) => answers.shift()?.(token),
  }
}

describe('the token desk', () => {
  test('asks once for callers at the same time', async () => {
    const provider = slowProvider()
    const token = singleFlightToken(provider.fetchToken)
    const tokens = Promise.all([token(), token(), token()])
    provider.answer(ok('one'))
    expect(await tokens).toEqual([ok('one'), ok('one'), ok('one')])
    expect(provider.requests).toEqual(['cached'])
  })

  test('gives a caller who needs no new one the renewal that is under way', async () => {
    const provider = slowProvider()
    const token = singleFlightToken(provider.fetchToken)
    const renewed = token({ renew: true })
    const ordinary = token()
    await Promise.resolve()
    provider.answer(ok('two'))
    expect(await Promise.all([renewed, ordinary])).toEqual([ok('two'), ok('two')])
    expect(provider.requests).toEqual(['new'])
  })

  test('takes the token that is on its way for a renewal when it is another one', async () => {
    const provider = slowProvider()
    const token = singleFlightToken(provider.fetchToken)
    const first = token()
    provider.answer(ok('one'))
    await first
    const ordinary = token()
    const renewed = token({ renew: true })
    provider.answer(ok('two'))
    expect(await Promise.all([ordinary, renewed])).toEqual([ok('two'), ok('two')])
    expect(provider.requests).toEqual(['cached', 'cached'])
  })

  test('asks anew when what is on its way is the refused one', async () => {
    const provider = slowProvider()
    const token = singleFlightToken(provider.fetchToken)
    const first = token()
    provider.answer(ok('one'))
    await first
    const ordinary = token()
    const renewed = token({ renew: true })
    provider.answer(ok('one'))
    expect(await ordinary).toEqual(ok('one'))
    await expect.poll(() => provider.requests).toEqual(['cached', 'cached', 'new'])
    provider.answer(ok('two'))
    expect(await renewed).toEqual(ok('two'))
  })

  test('does not hand out the refused token as a renewal', async () => {
    const token = singleFlightToken(() => Promise.resolve(ok('the same')))
    await token()
    expect(await token({ renew: true })).toEqual(fail({ code: 'invalid-response' }))
  })

  test('lets the next caller try after a failure', async () => {
    const answers: Result<string, IdentityProblem>[] = [fail({ code: 'timeout' }), ok('one')]
    const token = singleFlightToken(() => Promise.resolve(answers.shift() ?? fail({ code: 'unreachable' })))
    expect(await token({ renew: true })).toEqual(fail({ code: 'timeout' }))
    expect(await token({ renew: true })).toEqual(ok('one'))
  })
})
