import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import type { Command, CommandScope } from '../../state/commands-store'
import { useApp } from './use-app'

/** Offers these commands in the palette, and to their shortcuts, while the calling component is mounted. */
export function useCommands(commands: readonly Command[], scope: CommandScope = 'page'): void {
  const { stores } = useApp()
  const register = useStore(stores.commands, (state) => state.register)
  const run = useEffectEvent((id: string) => commands.find((command) => command.id === id)?.run())
  // Registered again only when their data change; each runs the latest callback.
  const offered = JSON.stringify(commands)
  useEffect(() => {
    const offers = JSON.parse(offered) as readonly Omit<Command, 'run'>[]
    return register(
      offers.map((offer) => ({ ...offer, run: () => run(offer.id) })),
      scope,
    )
  }, [register, scope, offered])
}
