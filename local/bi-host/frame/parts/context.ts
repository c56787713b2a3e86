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
/** Services available to every component. */
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
  /** Symbols of the embedding page's sprite that replace built-in icons of the same name. */
  readonly symbols: ReadonlySet<string>
  /** The color of a name, the same on the whole board. */
  readonly color: (colorKey: string) => string
  /** Printing does not wait: draw at once. */
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

/** The value of a store, or a part of it that keeps its identity while unchanged. */
export function useStore<State extends object, Part>(
  store: Store<State>,
  pick: (state: State) => Part,
): Part {
  const [part, setPart] = useState(() => pick(store.get()))
  useEffect(() => {
    const update = () => setPart(() => pick(store.get()))
    update()
    return store.subscribe(update)
    // `pick` is written inline by callers and reads only the state.
    // eslint-disable-next-line react/exhaustive-deps
  }, [store])
  return part
}

const tileAction = (vizId: string | undefined) => `tile-action ${vizId ?? ''}`

/** Requests a menu action of a tile on the page, or without a tile, of the board. */
export function requestAction(actionId: string, vizId: string | undefined): void {
  document.dispatchEvent(new CustomEvent(tileAction(vizId), { detail: actionId }))
}

/** Runs actions requested for this tile, or without one, for the board. */
export const useRequestedAction = (vizId: string | undefined, run: (actionId: string) => void): void =>
  useDocumentEvent(tileAction(vizId), run)

/** Listens for custom events that components exchange through the document. */
export function useDocumentEvent(name: string, run: (detail: string) => void): void {
  const latestRef = useLatest(run)
  useEffect(() => {
    const asked = (event: Event): void => latestRef.current((event as CustomEvent<string>).detail)
    document.addEventListener(name, asked)
    return () => document.removeEventListener(name, asked)
  }, [name, latestRef])
}

/** The value of the last render, for callbacks that run later. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latestRef = useRef(value)
  useLayoutEffect(() => {
    latestRef.current = value
  })
  return latestRef
}
