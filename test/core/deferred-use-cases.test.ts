import { expect, test, vi } from 'vitest'
import { deferredUseCases } from '../../src/core/deferred-use-cases'
import type { UseCases } from '../../src/core/use-cases'

test('a use case waits for its ports, and passes arguments and results on', async () => {
  let arrive: (useCases: UseCases) => void = () => undefined
  const useCases = deferredUseCases(new Promise((resolve) => (arrive = resolve)))
  const signIn = vi.fn(() => Promise.resolve({ ok: true, value: undefined }))
  const answer = useCases.signIn('/home' as Parameters<UseCases['signIn']>[0])
  expect(signIn).not.toHaveBeenCalled()
  arrive({ signIn } as unknown as UseCases)
  expect(await answer).toEqual({ ok: true, value: undefined })
  expect(signIn).toHaveBeenCalledWith('/home')
})

test('each use case is the same function every time, and the record is no promise', async () => {
  const useCases = deferredUseCases(new Promise(() => undefined))
  expect(useCases.signOut).toBe(useCases.signOut)
  expect(useCases.signOut).not.toBe(useCases.signIn)
  expect(await Promise.resolve(useCases)).toBe(useCases)
})

test('a failure of the ports or of the use case rejects the caller', async () => {
  const lost = deferredUseCases(Promise.reject(new Error('no chunk')))
  await expect(lost.signOut()).rejects.toThrow('no chunk')
  const broken = { signOut: () => Promise.reject(new Error('down')) } as unknown as UseCases
  await expect(deferredUseCases(Promise.resolve(broken)).signOut()).rejects.toThrow('down')
})
