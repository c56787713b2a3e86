import type { Ports } from '../ports'

/** Whether single keys are shortcuts: each person's choice, kept in this browser. On unless switched off. */
const singleKeysKey = 'assay.single-keys'

export interface SingleKeys {
  readonly singleKeys: () => Promise<boolean>
  readonly chooseSingleKeys: (on: boolean) => Promise<void>
}

export function singleKeys({ journal, keyValueStore }: Pick<Ports, 'journal' | 'keyValueStore'>): SingleKeys {
  return {
    async singleKeys() {
      const stored = keyValueStore.read(singleKeysKey)
      return !(stored.ok && stored.value === 'off')
    },
    async chooseSingleKeys(on) {
      const written = keyValueStore.write(singleKeysKey, on ? 'on' : 'off')
      if (!written.ok)
        journal.record({
          level: 'info',
          where: 'shortcuts',
          text: `Choice of single keys not kept: ${written.failure.kind}`,
        })
    },
  }
}
