import type { Ports } from '../ports'

/** Query parameter of the preview bypass, fixed by the specification. */
export const previewParameter = 'preview'

/**
 * In tab storage: the bypass lasts as long as the tab and survives a sign-in redirect. Stores the hash that was configured instead of the
 * secret: under a release with another one the bypass is over.
 */
const previewKey = 'assay.preview'

export interface Preview {
  /** Whether the secret was given in this tab. It has an effect only while the bypass flag is on. */
  readonly given: () => boolean
  leave(): void
}

/**
 * Checks the preview value of the page's URL once. The composition hashes it, because the core has no cryptography. The value is always
 * removed from the address bar. Without a configured hash, no value matches. `hash` has small letters; the configured one may have either.
 */
export function readPreview(
  needs: Pick<Ports, 'tabStore' | 'pageAddress'>,
  value: string | null,
  hash: string | null,
  expectedHash: string | null,
): Preview {
  if (value !== null) needs.pageAddress.clearQuery([previewParameter])
  const expected = expectedHash?.toLowerCase()
  const matches = expected !== undefined && hash === expected
  if (matches) needs.tabStore.write(previewKey, expected)
  const stored = needs.tabStore.read(previewKey)
  let given = matches || (stored.ok && stored.value === expected)
  return {
    given: () => given,
    leave() {
      given = false
      needs.tabStore.remove(previewKey)
    },
  }
}
