import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ShortcutAction } from '../core/shell/shortcuts'

/** Something a person can do from where they are. */
export interface Command {
  readonly id: string
  readonly label: string
  /** What else it may be looked for by. */
  readonly names?: string
  /** The shortcut that does it, if there is one. */
  readonly shortcut?: ShortcutAction
  readonly run: () => void
}

/** `page`: of what is on screen now. `portal`: of every page; they stand behind. */
export type CommandScope = 'page' | 'portal'

export interface CommandsState {
  /** Of everything on screen. */
  readonly commands: readonly Command[]
  /** Offers commands until the returned function is called. */
  readonly register: (commands: readonly Command[], scope?: CommandScope) => () => void
  /** Does what this shortcut stands for here; false when nothing does. */
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
        const mine = [...commands]
        lists[scope].add(mine)
        publish()
        return () => {
          lists[scope].delete(mine)
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
