import type { Shortcut } from '../../core/shell/shortcuts'

/** Whether Command stands where other machines have Ctrl. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

/** A key as shortcuts name it: where a layout has no Latin letters, by the one that is printed beside its own. */
export const keyOf = ({ key, code }: KeyboardEvent): string =>
  /^(?!\p{Script=Latin})\p{L}$/u.test(key) ? code.replace('Key', '').replace('BracketLeft', '[') : key

/** A key as it is printed on the keyboard. */
export function keyNames(key: string): readonly string[] {
  return key.split('+').map((part) => (part === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : part))
}

/** "G then H", "Ctrl K": as it is read aloud. */
export function spoken(shortcut: Shortcut): string {
  return shortcut.keys.map((key) => keyNames(key).join(' ').replace('–', ' to ')).join(' then ')
}

/**
 * The press belongs to an input method: Enter takes the letters that it offers, Escape gives them back, and neither is about the field.
 * Safari has ended the composition by then; the code of the key still tells.
 */
export function isForInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}

/** Somebody is writing: a key is a letter and no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true
  if (target.getAttribute('role') === 'textbox') return true
  const silent = ['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color', 'image']
  return target instanceof HTMLInputElement && !silent.includes(target.type)
}

/** Something modal is open: the page behind it does nothing. */
export function isCovered(): boolean {
  return isDialogOpen() || document.querySelector('.shell[inert]') !== null
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null
}
