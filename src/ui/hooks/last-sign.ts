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

/** A key as shortcuts name it: where a layout has no Latin letters, by the one that is printed beside its own. */
export const keyOf = ({ key, code }: KeyboardEvent): string =>
  /^(?!\p{Script=Latin})\p{L}$/u.test(key) ? code.replace('Key', '').replace('BracketLeft', '[') : key
