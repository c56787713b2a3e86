import type { UseCases } from './use-cases'

type AnyUseCase = (...parameters: readonly unknown[]) => Promise<unknown>

/**
 * A proxy for the use cases before they are ready: every call waits for `ready`. The shell can therefore paint and react to clicks while
 * the vendors' chunks are loading. `UseCases` is the only list of names; any other name does not compile.
 */
export function deferredUseCases(ready: Promise<UseCases>): UseCases {
  const deferred = new Map<string, AnyUseCase>()
  const deferredOf = (name: string): AnyUseCase => {
    const useCase: AnyUseCase = async (...parameters) => {
      const useCases = (await ready) as unknown as Readonly<Record<string, AnyUseCase>>
      return useCases[name]?.(...parameters)
    }
    deferred.set(name, useCase)
    return useCase
  }
  return new Proxy({} as UseCases, {
    // `await` on the proxy reads `then`, which must be undefined because the proxy is not a promise.
    get: (_, name) =>
      typeof name === 'string' && name !== 'then' ? (deferred.get(name) ?? deferredOf(name)) : undefined,
  })
}
