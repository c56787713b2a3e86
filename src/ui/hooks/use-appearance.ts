import { useMemo } from 'react'
import { useStore } from 'zustand'
import { viewAppearance, type AppearanceInput } from '../../core/embedding/appearance'
import { useApp } from './use-app'
import { useResearchOffered } from './use-research-offered'
import type { ViewAppearance } from '../../core/ports/view-appearance'

/**
 * How embedded views look at the moment, and what they let this user do; the same object until that changes. `askable`: what the view
 * shows has a source to ask about.
 */
export function useAppearance(view: AppearanceInput['view'], askable = true): ViewAppearance {
  const { stores } = useApp()
  const theme = useStore(stores.theme, (state) => state.theme)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const interactionsFlag = useStore(stores.flags, (state) => state.values['miu-chart-interactions-enabled'])
  const offered = useResearchOffered()
  const deepResearchFlag = offered && askable
  return useMemo(
    () => viewAppearance({ theme, signedIn, interactionsFlag, deepResearchFlag, view }),
    [theme, signedIn, interactionsFlag, deepResearchFlag, view],
  )
}
