/** What the adapter needs to know of the cluster behind the frames. */
export interface Cluster {
  /** Asks for the release, once; `read` gives what the SDK has in its cache by the time a frame has shown something. */
  learn(read: () => Promise<{ readonly releaseVersion?: unknown }>): void
  /**
   * Whether a running frame can be sent to another page in place of its history entry, so that one Back is one page of the portal.
   * Tried while nobody knows the release. By the vendor's documents no release promises that a board which is reached in this way
   * says that it is drawn: after one silence it is tried once more, when a new frame has worked, and after a second one no more.
   */
  readonly sendsFrames: () => boolean
  /** Whether a running frame takes another look (`UpdateEmbedParams`); tried while nobody knows the release. */
  readonly restyles: () => boolean
  /**
   * Whether host events go by the vendor's second framework, which routes them by their context and looks at their payloads strictly.
   * While nobody knows the release the choice is the cluster's own: what is sent is right in both.
   */
  readonly secondHostEvents: () => boolean
  /** A frame that was sent elsewhere has said nothing since: what is wanted is to be shown in a new one. */
  stayedSilent(): void
  /** A frame has shown what it was to; `sent`: elsewhere than where it was made. */
  showed(how: { readonly sent: boolean }): void
  /** A person asks for another try. */
  forgetSilence(): void
}

/** `Navigate` with `{ path, replace }`: SDK 1.51.0, cluster 26.8.0.cl (`HostEvent.Navigate` in the SDK's types.ts). */
const sendsFramesSince = [26, 8] as const
/**
 * The SDK gives `UpdateEmbedParams` no version. Since 1.45.0, of the cluster's release 26.2.0.cl, it sends the customizations with it
 * (ecca9f67 of thoughtspot/visual-embed-sdk).
 */
const restylesSince = [26, 2] as const

/**
 * `useHostEventsV2` is known since 26.3.0.cl, off by default. The vendor's "HostEvents v2 migration" deprecates the first framework with
 * 26.10.0.cl and calls the second one a test before that.
 */
const secondHostEventsSince = [26, 10] as const

export function createCluster(): Cluster {
  let asked = false
  let release: unknown
  /** Silences since a frame that was sent elsewhere has shown something. */
  let silences = 0
  let inDoubt = false
  return {
    learn(read) {
      if (asked) return
      asked = true
      read().then(
        ({ releaseVersion }) => {
          release = releaseVersion
        },
        () => undefined,
      )
    },
    sendsFrames: () => !inDoubt && isAtLeast(release, sendsFramesSince) !== false,
    restyles: () => isAtLeast(release, restylesSince) !== false,
    secondHostEvents: () => isAtLeast(release, secondHostEventsSince) === true,
    stayedSilent() {
      silences += 1
      inDoubt = true
    },
    showed({ sent }) {
      if (sent) silences = 0
      if (silences < 2) inDoubt = false
    },
    forgetSilence() {
      silences = 0
      inDoubt = false
    },
  }
}

/** `26.8.0.cl-112` is at least 26.8; undefined for what is no release. */
export function isAtLeast(release: unknown, [major, minor]: readonly [number, number]): boolean | undefined {
  const match = typeof release === 'string' ? /^(\d+)\.(\d+)/.exec(release) : null
  if (match === null) return undefined
  const [, first, second] = match.map(Number)
  return first !== major ? Number(first) > major : Number(second) >= minor
}
