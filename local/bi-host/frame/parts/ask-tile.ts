/** Asks a tile on the page for an action of its menu, or without one the board for an action of its own. */
export function askTile(actionId: string, vizId: string | undefined): void {
  document.dispatchEvent(new CustomEvent('tile-action', { detail: { actionId, vizId } }))
}
