import type { Shortcut } from '../../core/shell/shortcuts'

/** Whether Command is the modifier, as Ctrl is on other machines. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

/** A key by its name in shortcuts. On layouts without Latin letters it is the Latin letter printed on the same key. */
export const keyOf = ({ key, code }: KeyboardEvent): string =>
  /^(?!\p{Script=Latin})\p{L}$/u.test(key) ? code.replace('Key', '').replace('BracketLeft', '[') : key

/** A key as it is printed on the keyboard. */
export function keyNames(key: string): readonly string[] {
  return key.split('+').map((part) => (part === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : part))
}

/** A shortcut as text for screen readers: "G then H", "Ctrl K". */
export function spoken(shortcut: Shortcut): string {
  return shortcut.keys.map((key) => keyNames(key).join(' ').replace('–', ' to ')).join(' then ')
}

/**
 * Whether a key press belongs to an input method: there Enter accepts its letters, Escape rejects them, and neither is for the field.
 * Safari has ended the composition by then, but the key code still shows it.
 */
export function isForInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}

/** Whether the user is typing, so that a key is a letter and no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true
  if (target.getAttribute('role') === 'textbox') return true
  const nonTextTypes = ['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color', 'image']
  return target instanceof HTMLInputElement && !nonTextTypes.includes(target.type)
}

/** Whether something modal is open, which makes the page behind it inert. */
export function isCovered(): boolean {
  return isDialogOpen() || document.querySelector('.shell[inert]') !== null
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null
}
