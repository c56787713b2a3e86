import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import {
  redirectIdentityProvider,
  type RedirectClient,
} from '../../../src/adapters/identity-provider/redirect-sign-in'

/** A vendor whose library never comes. */
function withoutLibrary(signedInBefore: boolean): RedirectClient & { readonly asked: () => number } {
  let asked = 0
  const never = (): Promise<never> => {
    asked += 1
    return new Promise(() => undefined)
  }
  return {
    asked: () => asked,
    connect: never,
    signedInBefore: () => signedInBefore,
    pendingState: () => null,
    finish: never,
    abandon: never,
    token: never,
    leaveForSignIn: never,
    leaveForSignOut: never,
    revoke: never,
    clear: never,
    problemFrom: () => ({ code: 'unreachable' }),
    isStray: () => false,
  }
}

const plain = { kind: 'plain' } as const
const address = 'https://portal.example.com/home'

test('whoever left no trace of a sign-in is nobody at once, without the library of the provider', async () => {
  const client = withoutLibrary(false)
  const provider = redirectIdentityProvider(client, { clock: fixedClock(0), displayName: 'Example' })
  expect(await provider.start(plain, address)).toEqual({ session: { kind: 'signed-out' } })
  expect(client.asked()).toBe(0)
})

test('where somebody signed in before, the library is asked first and nobody is anonymous meanwhile', async () => {
  const client = withoutLibrary(true)
  const provider = redirectIdentityProvider(client, { clock: fixedClock(0), displayName: 'Example' })
  let isSettled = false
  void provider.start(plain, address).then(() => (isSettled = true))
  await new Promise((resolve) => void setImmediate(resolve))
  expect(client.asked()).toBe(1)
  expect(isSettled).toBe(false)
})
