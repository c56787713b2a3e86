const firstWait = 1_000
const longestWait = 30_000

/**
 * A file of the portal, asked for until it comes: at once, then after a second, doubled each time, half a minute at most, and sooner
 * when the network is back.
 */
export async function untilThere<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let wait = firstWait; ; wait = Math.min(wait * 2, longestWait)) {
    try {
      return await load()
    } catch {
      await passedOrOnline(wait)
    }
  }
}

function passedOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, milliseconds)
    addEventListener('online', go)
  })
}
