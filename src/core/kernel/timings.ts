/**
 * The specification's waiting times, section 9 unless said otherwise, and those that parts of the portal share, in milliseconds, each
 * with what it is for. Those marked "at most" are upper bounds: the vendor's event ends the wait sooner. Five of the specification's are
 * not here, since they are met by acting at once: before an embed renders (100), from the load of a BI frame (500) or of another (200) to
 * "it is there", for a cross-origin frame that tells nothing (3,000; here that is `silentFrame`), and restyling after a load (200).
 */

/** The sidebar closes this long after the pointer has left it. */
export const sidebarHoverCollapse = 150
/** Refresh: an embedded frame is blank for this long before its address is restored. */
export const refreshFrameReload = 100
/** Refresh, at most: for the browser to blank a frame. Ours. */
export const refreshFrameBlank = 1_000
/** Refresh: an embed container is hidden for this long. */
export const refreshContainerReshow = 50
/** Flags that have not come by then take their fallback values. */
export const flagFallback = 5_000
/** Saved dashboards: the minimum height is enforced again at this interval. */
export const savedDashboardMinimumHeightEvery = 500
/** At most: restyling after a content change. */
export const restyleAfterContent = 100
/** A frame that has loaded and says nothing by then is a named failure with Retry (decisions, "Embed hardening"). A setting. */
export const silentFrame = 8_000
/** The same of a frame that has not even loaded: a cold cluster gets its time. A setting. */
export const unloadedFrame = 30_000
/** No BI token is asked for before sign-in status is known, or this long has passed (engineering decision 14). */
export const sessionBeforeToken = 3_000
/** The BI host's answer beside a frame that is silent. Ours. */
export const hostAnswer = 3_000
/** Any HTTP reply, and any wait for a BI token. */
export const httpDeadline = 10_000
/** First wait before a failed token call is made again; doubled each time, with jitter. */
export const tokenBackOff = 500
/** A token is renewed this long before its end, or a fifth of its lifetime before when that is less. */
export const tokenRenewEarly = 60_000
/** A tab that has said it holds a token is given this long to hand it over. */
export const siblingAnswer = 2_000
/** A lock another tab holds is waited for this long; then this tab goes on without it. */
export const siblingLockTimeout = 5_000
/** A token call that was refused (401, 403) is not made again by itself for this long. */
export const tokenRefusalRest = 10_000
/** The same after any other failure that the retries could not mend. */
export const tokenFailureRest = 1_000
/** A BI host that refuses tokens this soon after they were given, three in a row, will refuse the next one too. */
export const tokenRefusedAtOnce = 2_000
/** A renewal that failed is tried again after this long, while the old token still serves. */
export const tokenRenewAgain = 15_000
/** A view that has not said by then whether it saved an answer: nobody knows. The vendor's SDK would wait 30 s. */
export const saveAnswer = 10_000
/** The question behind a chart, asked of the BI host when its menu left something to the portal. Ours. */
export const tileQuestion = 3_000
/** The identity provider's answer, silent or to a callback. */
export const identityDeadline = 10_000
