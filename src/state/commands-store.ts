import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ShortcutAction } from '../core/shell/shortcuts'

/** An action that the user can run from the current page. */
export interface Command {
  readonly id: string
  readonly label: string
  /** Other search terms. */
  readonly names?: string
  /** The shortcut that runs it, if any. */
  readonly shortcut?: ShortcutAction
  readonly run: () => void
}

/** `page`: commands of the current page. `portal`: commands of every page, listed after those of the page. */
export type CommandScope = 'page' | 'portal'

export interface CommandsState {
  /** All registered commands. */
  readonly commands: readonly Command[]
  /** Registers commands until the returned function is called. */
  readonly register: (commands: readonly Command[], scope?: CommandScope) => () => void
  /** Runs the command of this shortcut. Returns false when there is none. */
  readonly runShortcut: (action: ShortcutAction) => boolean
}
export type CommandsStore = StoreApi<CommandsState>

export function createCommandsStore(): CommandsStore {
  const lists = { page: new Set<readonly Command[]>(), portal: new Set<readonly Command[]>() }
  return createStore<CommandsState>((set, get) => {
    const publish = (): void => set({ commands: [...lists.page, ...lists.portal].flat() })
    return {
      commands: [],
      register(commands, scope = 'page') {
        const list = [...commands]
        lists[scope].add(list)
        publish()
        return () => {
          lists[scope].delete(list)
          publish()
        }
      },
      runShortcut(action) {
        const command = get().commands.find(({ shortcut }) => shortcut === action)
        command?.run()
        return command !== undefined
      },
    }
  })
}
