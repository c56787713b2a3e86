/**
 * The specification's waiting times, section 9 unless said otherwise, and those that parts of the portal share, in milliseconds, each
 * with what it is for.
 * Those marked "at most" are upper bounds: the vendor's event ends the wait sooner. "Not waited for": the bound is met by acting at
 * once, so no timer has it, and the number stands here only to keep the specification's table whole.
 */
export const timings = {
  /** The sidebar closes this long after the pointer has left it. */
  sidebarHoverCollapse: 150,
  /** Refresh: an embedded frame is blank for this long before its address is restored. */
  refreshFrameReload: 100,
  /** Refresh, at most: for the browser to blank a frame. Ours. */
  refreshFrameBlank: 1_000,
  /** Refresh: an embed container is hidden for this long. */
  refreshContainerReshow: 50,
  /** Flags that have not come by then take their fallback values. */
  flagFallback: 5_000,
  /** Saved dashboards: the minimum height is enforced again at this interval. */
  savedDashboardMinimumHeightEvery: 500,
  /** At most: the wait before an embed renders. Not waited for. */
  embedRenderDelay: 100,
  /** At most: from the BI frame's load to "it is there". Not waited for: the frame says so itself. */
  biFrameLoaded: 500,
  /** At most: the same for any other frame. Not waited for. */
  otherFrameLoaded: 200,
  /** At most: for a cross-origin frame that tells nothing. Not waited for: one that tells nothing is `silentFrame`. */
  crossOriginFallback: 3_000,
  /** At most: restyling after a content change. */
  restyleAfterContent: 100,
  /** At most: restyling after load, cross-origin. Not waited for: a frame that listens is restyled. */
  restyleAfterLoad: 200,
  /** A frame that has loaded and says nothing by then is a named failure with Retry (decisions, "Embed hardening"). A setting. */
  silentFrame: 8_000,
  /** The same of a frame that has not even loaded: a cold cluster gets its time. A setting. */
  unloadedFrame: 30_000,
  /** No BI token is asked for before sign-in status is known, or this long has passed (engineering decision 14). */
  sessionBeforeToken: 3_000,
  /** The BI host's answer beside a frame that is silent. Ours. */
  hostAnswer: 3_000,
  /** Any HTTP reply, and any wait for a BI token. */
  httpDeadline: 10_000,
  /** First wait before a failed token call is made again; doubled each time, with jitter. */
  tokenBackOff: 500,
  /** A token is renewed this long before its end, or a fifth of its lifetime before when that is less. */
  tokenRenewEarly: 60_000,
  /** A tab that has said it holds a token is given this long to hand it over. */
  siblingAnswer: 2_000,
  /** A lock another tab holds is waited for this long; then this tab goes on without it. */
  siblingLockTimeout: 5_000,
  /** A token call that was refused (401, 403) is not made again by itself for this long. */
  tokenRefusalRest: 10_000,
  /** The same after any other failure that the retries could not mend. */
  tokenFailureRest: 1_000,
  /** A BI host that refuses tokens this soon after they were given, three in a row, will refuse the next one too. */
  tokenRefusedAtOnce: 2_000,
  /** A renewal that failed is tried again after this long, while the old token still serves. */
  tokenRenewAgain: 15_000,
  /** A view that has not said by then whether it saved an answer: nobody knows. The vendor's SDK would wait 30 s. */
  saveAnswer: 10_000,
  /** The question behind a chart, asked of the BI host when its menu left something to the portal. Ours. */
  tileQuestion: 3_000,
  /** The identity provider's answer, silent or to a callback. */
  identityDeadline: 10_000,
} as const

/** Of a question to the assistant, in characters; a longer one is cut. */
export const longestQuestion = 1_000

/** The styles repeat what is drawn by them (tested). */
export const sizes = {
  savedDashboardMinimumHeight: 800,
  /** Ours: a starred tile on Home. */
  starredTileHeight: 260,
  sidePanelWidth: 300,
  descriptionClampLines: 2,
  descriptionToggleCharacters: 120,
  placeholderBlur: 8,
  placeholderScale: 0.98,
} as const

/** Words are drawn in another font when theirs has not come by then, in milliseconds. Ours; by itself, since it is in the first view. */
export const fontFallbackMs = 250
