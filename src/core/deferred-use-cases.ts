import type { UseCases } from './use-cases'

type AnyUseCase = (...given: readonly unknown[]) => Promise<unknown>

/**
 * The use cases before their ports are there: every call waits for them. This is what lets the shell paint, and even be clicked,
 * while the vendors' chunks are still on their way. `UseCases` is the only list of them; a name that is not on it does not compile.
 */
export function deferredUseCases(ready: Promise<UseCases>): UseCases {
  const deferred = new Map<string, AnyUseCase>()
  const deferredOf = (name: string): AnyUseCase => {
    const useCase: AnyUseCase = async (...given) => {
      const useCases = (await ready) as unknown as Readonly<Record<string, AnyUseCase>>
      return useCases[name]?.(...given)
    }
    deferred.set(name, useCase)
    return useCase
  }
  return new Proxy({} as UseCases, {
    // Somebody who awaits the object itself asks for `then`: it is no promise.
    get: (_, name) =>
      typeof name === 'string' && name !== 'then' ? (deferred.get(name) ?? deferredOf(name)) : undefined,
  })
}
