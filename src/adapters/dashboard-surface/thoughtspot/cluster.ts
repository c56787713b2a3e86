/** What the adapter knows about the cluster behind the frames. */
export interface Cluster {
  /** Reads the release, once. `read` returns what the SDK has cached by the time that a frame has rendered. */
  readRelease(read: () => Promise<{ readonly releaseVersion?: unknown }>): void
  /**
   * Whether a running frame can navigate and replace its history entry, so that one Back is one page of the portal. Tried while the
   * release is unknown. The vendor's documents do not guarantee for any release that a board reached in this way reports that it has
   * rendered: after one silence it is tried once more, once a new frame has worked. After a second silence it is not tried again.
   */
  readonly canNavigate: () => boolean
  /** Whether a running frame can take another look (`UpdateEmbedParams`); tried while the release is unknown. */
  readonly canRestyle: () => boolean
  /**
   * Whether host events use the vendor's second framework, which routes them by their context and validates their payloads strictly.
   * While the release is unknown the cluster's default applies: the portal's events are valid in both frameworks.
   */
  readonly usesHostEventsV2: () => boolean
  /** A frame that was sent elsewhere has sent nothing since: the view is to be shown in a new frame. */
  onSilence(): void
  /** A frame shows its target. `sent`: that is not the target it was created for. */
  onShown(how: { readonly sent: boolean }): void
  /** The user asks for a retry. */
  forgetSilence(): void
}

/** `Navigate` with `{ path, replace }`: SDK 1.51.0, cluster 26.8.0.cl (`HostEvent.Navigate` in the SDK's types.ts). */
const canNavigateSince = [26, 8] as const
/**
 * The SDK's types give no version for `UpdateEmbedParams`. Since 1.45.0, for cluster release 26.2.0.cl, the SDK sends the customizations
 * with it (ecca9f67 of thoughtspot/visual-embed-sdk).
 */
const canRestyleSince = [26, 2] as const

/**
 * Clusters know `useHostEventsV2` since 26.3.0.cl, off by default. The vendor's "HostEvents v2 migration" deprecates the first framework
 * with 26.10.0.cl and describes the second one as a test until then.
 */
const hostEventsV2Since = [26, 10] as const

export function createCluster(): Cluster {
  let isRequested = false
  let release: unknown
  /** Silences since a frame that was sent elsewhere last rendered. */
  let silences = 0
  let isDoubtful = false
  return {
    readRelease(read) {
      if (isRequested) return
      isRequested = true
      read().then(
        ({ releaseVersion }) => {
          release = releaseVersion
        },
        () => undefined,
      )
    },
    canNavigate: () => !isDoubtful && isAtLeast(release, canNavigateSince) !== false,
    canRestyle: () => isAtLeast(release, canRestyleSince) !== false,
    usesHostEventsV2: () => isAtLeast(release, hostEventsV2Since) === true,
    onSilence() {
      silences += 1
      isDoubtful = true
    },
    onShown({ sent }) {
      if (sent) silences = 0
      if (silences < 2) isDoubtful = false
    },
    forgetSilence() {
      silences = 0
      isDoubtful = false
    },
  }
}

/** `26.8.0.cl-112` is at least 26.8; undefined if `release` is not one. */
export function isAtLeast(release: unknown, [major, minor]: readonly [number, number]): boolean | undefined {
  const match = typeof release === 'string' ? /^(\d+)\.(\d+)/.exec(release) : null
  if (match === null) return undefined
  const [, first, second] = match.map(Number)
  return first !== major ? Number(first) > major : Number(second) >= minor
}
