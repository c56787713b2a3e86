const signs = ['keydown', 'pointerdown', 'popstate']
let last: Event | null = null
const remember = (event: Event): void => void (last = event)

/** From here on. Returns the way to stop. */
export function rememberSigns(): () => void {
  for (const sign of signs) addEventListener(sign, remember, true)
  return () => {
    last = null
    for (const sign of signs) removeEventListener(sign, remember, true)
  }
}

/** What somebody did last: who hears the keyboard comes late, and what a key asks for may come later still. */
export const lastSign = (): Event | null => last
