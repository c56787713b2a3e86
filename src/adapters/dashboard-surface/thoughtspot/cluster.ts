/** What the adapter needs to know of the cluster behind the frames. */
export interface Cluster {
  /** Asks for the release, once; `read` gives what the SDK has in its cache by the time a frame has shown something. */
  learn(read: () => Promise<{ readonly releaseVersion?: unknown }>): void
  /**
   * Whether a running frame can be sent to another page in place of its history entry, so that one Back is one page of the portal.
   * While nobody knows the release it is tried; once one that was sent has stayed silent, no more.
   */
  readonly sendsFrames: () => boolean
  /**
   * A frame that was sent elsewhere has said nothing since. True where what is wanted is to be shown in a new one: by the vendor's
   * documents no release promises that a board which is reached in this way says that it is drawn.
   */
  stayedSilent(): boolean
}

/** `Navigate` with `{ path, replace }`: SDK 1.51.0, cluster 26.8.0.cl (`HostEvent.Navigate` in the SDK's types.ts). */
const sendsFramesSince = [26, 8] as const

export function createCluster(): Cluster {
  let asked = false
  let silent = false
  let sends: boolean | undefined
  return {
    learn(read) {
      if (asked) return
      asked = true
      read().then(
        ({ releaseVersion }) => {
          sends = isAtLeast(releaseVersion, sendsFramesSince)
        },
        () => undefined,
      )
    },
    sendsFrames: () => !silent && sends !== false,
    stayedSilent() {
      const first = !silent
      silent = true
      return first
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
