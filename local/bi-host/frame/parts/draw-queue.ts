/** Draws pictures one at a time with a breath between them, the nearest first, so that a long board never blocks input. */
export interface DrawQueue {
  /** Adds a picture; gives back how to withdraw it. Lower `order` is drawn sooner. */
  add(draw: () => void, order: number): () => void
}

export function createDrawQueue(breathe: () => Promise<void> = nextTask): DrawQueue {
  const waiting: { readonly draw: () => void; readonly order: number }[] = []
  let running = false

  async function run(): Promise<void> {
    if (running) return
    running = true
    while (waiting.length > 0) {
      await breathe()
      waiting.sort((left, right) => left.order - right.order)
      waiting.shift()?.draw()
    }
    running = false
  }

  return {
    add(draw, order) {
      const entry = { draw, order }
      waiting.push(entry)
      void run()
      return () => {
        const at = waiting.indexOf(entry)
        if (at >= 0) waiting.splice(at, 1)
      }
    },
  }
}

/** The next turn of the event loop, also in a frame that is not shown (no animation frames there). */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
