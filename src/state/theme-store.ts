import { createStore, type StoreApi } from 'zustand/vanilla'
import { otherTheme, type Theme } from '../core/theme/theme'
import type { UseCases } from '../core/use-cases'

export interface ThemeState {
  readonly theme: Theme
  readonly toggle: () => void
  /** Another tab chose. Shown here, stored there. */
  readonly follow: (theme: Theme) => void
}
export type ThemeStore = StoreApi<ThemeState>

export function createThemeStore(useCases: Pick<UseCases, 'chooseTheme'>, theme: Theme): ThemeStore {
  return createStore<ThemeState>((set, get) => ({
    theme,
    toggle() {
      const next = otherTheme(get().theme)
      set({ theme: next })
      void useCases.chooseTheme(next)
    },
    follow: (chosen) => set({ theme: chosen }),
  }))
}
