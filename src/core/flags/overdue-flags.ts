import { flagKeys, flagTable, type FlagKey } from '../kernel/flag-table'

/** Flags whose review date has passed on this ISO day. The build fails while there is one. */
export function overdueFlags(today: string): readonly FlagKey[] {
  return flagKeys.filter((key) => flagTable[key].reviewBy < today)
}
