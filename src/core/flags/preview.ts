import type { Ports } from '../ports'

/** Query parameter of the preview bypass, fixed by the specification. */
export const previewParameter = 'preview'

/** Tab storage: the bypass holds for the tab and survives a sign-in round trip. Only the fact is stored, never the value. */
const previewKey = 'assay.preview'

export interface Preview {
  /** The secret was given in this tab. Whether it has an effect is the bypass flag's affair. */
  readonly given: () => boolean
  leave(): void
}

/**
 * Reads the preview value of the page's address once: hashed by the edge, compared with the configured hash, and taken out of the
 * address bar whatever it was. Without a configured hash nothing is right.
 */
export function readPreview(
  needs: Pick<Ports, 'tabStore' | 'pageAddress'>,
  value: string | null,
  hash: string | null,
  expectedHash: string | null,
): Preview {
  if (value !== null) needs.pageAddress.clearQuery([previewParameter])
  const matches = hash !== null && hash.toLowerCase() === expectedHash?.toLowerCase()
  if (matches) needs.tabStore.write(previewKey, 'given')
  const stored = needs.tabStore.read(previewKey)
  let given = matches || (stored.ok && stored.value === 'given')
  return {
    given: () => given,
    leave() {
      given = false
      needs.tabStore.remove(previewKey)
    },
  }
}
