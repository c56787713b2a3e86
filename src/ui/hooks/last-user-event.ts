const userEvents = ['keydown', 'pointerdown', 'popstate']
let last: Event | null = null
const record = (event: Event): void => void (last = event)

/** Starts recording. Returns a function that stops it. */
export function recordUserEvents(): () => void {
  for (const event of userEvents) addEventListener(event, record, true)
  return () => {
    last = null
    for (const event of userEvents) removeEventListener(event, record, true)
  }
}

/** What the user did last. The keyboard listener loads late, and what a key opens may load later still. */
export const lastUserEvent = (): Event | null => last
