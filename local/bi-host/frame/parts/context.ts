import { createContext } from 'preact'
import { useContext, useEffect, useState, useLayoutEffect, useRef } from 'preact/hooks'
import type { Frame } from '../protocol/frame'
import type { Store } from '../protocol/state'
import type { Theme } from '../theme/apply-theme'
import type { Palette } from '../../rendering/theme/variables'
import type { Words } from '../theme/words'
import type { BoardStore } from '../host/board-store'
import type { DrawQueue } from './draw-queue'
import type { PersonalViews } from '../host/personal-views'
/** What every part of the board can reach. */
export interface Ui {
  readonly frame: Frame
  readonly theme: Theme
  readonly board: BoardStore
  readonly views: PersonalViews
  readonly queue: DrawQueue
}

export interface Look {
  readonly palette: Palette
  readonly words: Words
  /** Symbols of the embedding page's sprite that stand in for icons of the same name. */
  readonly symbols: ReadonlySet<string>
  /** The colour of a name, the same on the whole board. */
  readonly color: (colorKey: string) => string
  /** Paper does not wait: whoever draws, draws at once. */
  readonly printing: boolean
}

export const UiContext = createContext<Ui | null>(null)
export const LookContext = createContext<Look | null>(null)

export function useUi(): Ui {
  const ui = useContext(UiContext)
  if (!ui) throw new Error('This part stands outside the board')
  return ui
}

export function useLook(): Look {
  const look = useContext(LookContext)
  if (!look) throw new Error('This part stands outside the board')
  return look
}

/** The value of a store, or a part of it that keeps its identity while it does not change. */
export function useStore<State extends object, Part>(
  store: Store<State>,
  pick: (state: State) => Part,
): Part {
  const [part, setPart] = useState(() => pick(store.get()))
  useEffect(() => {
    const update = () => setPart(() => pick(store.get()))
    update()
    return store.subscribe(update)
    // `pick` is written in place by callers and reads only the state.
    // eslint-disable-next-line react/exhaustive-deps
  }, [store])
  return part
}

const event = 'tile-action'

/** Asks a tile on the page for an action of its menu, or without one the board for an action of its own. */
export function askTile(actionId: string, vizId: string | undefined): void {
  document.dispatchEvent(new CustomEvent(event, { detail: { actionId, vizId } }))
}

/** Runs what this tile is asked for, or without one the board. */
export function useAsked(vizId: string | undefined, run: (actionId: string) => void): void {
  const runRef = useRef(run)
  useLayoutEffect(() => {
    runRef.current = run
  })
  useEffect(() => {
    const asked = (request: Event): void => {
      const { detail } = request as CustomEvent<{ actionId: string; vizId?: string }>
      if (detail.vizId === vizId) runRef.current(detail.actionId)
    }
    document.addEventListener(event, asked)
    return () => document.removeEventListener(event, asked)
  }, [vizId])
}
