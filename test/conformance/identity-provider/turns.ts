/** Lets `places` tasks run at a time; the others wait for their turn, first come, first served. */
export function createTurns(places: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let free = places
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
