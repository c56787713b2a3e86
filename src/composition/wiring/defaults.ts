import { memoryFlagSource } from '../../adapters/flag-source/memory/memory-flag-source'
import { sweepStoredFlags } from '../../adapters/flag-source/stored-flags'
import type { Wirings } from '../surroundings'

export const wire: Wirings['flags'] = ({ page }) => {
  sweepStoredFlags(() => page.localStorage, null)
  return memoryFlagSource()
}
