import { useStore } from 'zustand'
import { useApp } from './use-app'

/** Whether Deep Research is offered at all: the vendor has it, the flag is on, and the portal is set up with something to ask about. */
export function useResearchOffered(): boolean {
  const { catalogue, offers, stores } = useApp()
  const enabled = useStore(stores.flags, (state) => state.values['miu-deep-research-enabled'])
  return enabled && offers.includes('conversation') && catalogue.widest !== undefined
}
