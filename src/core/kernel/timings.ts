/**
 * Times in milliseconds: the specification's (section 9 unless noted) and those that several parts of the portal share. "At most" marks
 * upper bounds that a vendor event ends sooner. "Not specified" marks our own. "Not waited for" marks those without a timer,
 * because the portal acts on the frame’s own messages; they are here so that the specification's table is whole.
 */

/** Delay between the pointer leaving the sidebar and the sidebar closing. */
export const sidebarHoverCollapse = 150
/** Refresh: how long an embedded frame is blank before its address is restored. */
export const refreshFrameReload = 100
/** Refresh, at most: time for the browser to blank a frame. Not specified. */
export const refreshFrameBlank = 1_000
/** Refresh: how long an embed container is hidden. */
export const refreshContainerReshow = 50
/** Timeout after which flags take their fallback values. */
export const flagFallback = 5_000
/** Saved dashboards: interval at which the minimum height is enforced again. */
export const savedDashboardMinHeightInterval = 500
/** Delay before an embed renders. Not waited for. */
export const embedRenderDelay = 100
/** From the load of a BI frame until it counts as loaded. Not waited for: the frame reports it. */
export const biFrameLoaded = 500
/** The same for any other frame. Not waited for. */
export const otherFrameLoaded = 200
/** Until a cross-origin frame that sends nothing counts as loaded. Not waited for: `silentFrameTimeout` applies to such a frame. */
export const crossOriginFallback = 3_000
/** At most: restyling after a content change. */
export const restyleAfterContent = 100
/** Restyling after the load of a cross-origin frame. Not waited for: a frame that listens is restyled. */
export const restyleAfterLoad = 200
/** Timeout for a loaded frame that sends no message: `frame-silent`, with Retry (decisions, "Embed hardening"). Default of a setting. */
export const silentFrameTimeout = 8_000
/** The same for a frame that has not loaded: longer, for a cold cluster. Default of a setting. */
export const unloadedFrameTimeout = 30_000
/** At most: how long a request for a BI token waits for sign-in status (engineering decision 14). */
export const sessionBeforeToken = 3_000
/** Timeout of the probe of the BI host when its frame is silent. Not specified. */
export const hostProbeTimeout = 3_000
/** Timeout of any HTTP request, and of any wait for a BI token. */
export const httpDeadline = 10_000
/** Initial back-off after a failed token call, doubled on each retry, with jitter. */
export const tokenBackOff = 500
/** How long before its expiry a token is renewed, unless a fifth of its lifetime is less. */
export const tokenRenewEarly = 60_000
/** How long to wait for a tab that has announced a token to share it. */
export const siblingTokenTimeout = 2_000
/** How long to wait for a lock that another tab holds before continuing without it. */
export const siblingLockTimeout = 5_000
/** Cool-down after a refused token call (401, 403). */
export const tokenRefusalCooldown = 10_000
/** Cool-down after any other token failure that the retries did not resolve. */
export const tokenFailureCooldown = 1_000
/** Age below which a rejected token counts as rejected at once. After three in a row the BI host is expected to reject the next one too. */
export const tokenImmediateRejection = 2_000
/** Delay before a failed renewal is retried while the old token is still valid. */
export const tokenRenewRetry = 15_000
/** Timeout for a view to report whether it saved an answer; then the outcome is unknown. The vendor's SDK would wait 30 s. */
export const saveAnswerTimeout = 10_000
/** Timeout for the BI host to return a chart's question when its menu handed an action to the portal. Not specified. */
export const tileQuestionTimeout = 3_000
/** Timeout for the identity provider's response, to a silent check or a callback. */
export const identityDeadline = 10_000
