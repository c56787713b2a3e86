import { memoryFlagSource } from '../../adapters/flag-source/memory/memory-flag-source'
import type { Wirings } from '../surroundings'

export const wire: Wirings['flags'] = () => memoryFlagSource()
