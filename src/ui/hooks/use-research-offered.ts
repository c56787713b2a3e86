import { useStore } from 'zustand'
import { useApp } from './use-app'

/** Whether Deep Research is offered: the vendor has it, the flag is on, and a dataset with a source is configured. */
export function useResearchOffered(): boolean {
  const { catalogue, offers, stores } = useApp()
  const enabled = useStore(stores.flags, (state) => state.values['miu-deep-research-enabled'])
  return enabled && offers.includes('conversation') && catalogue.widest !== undefined
}
