import type { Clock } from '../../../core/ports/clock'
import type { HostAnswer, SurfaceFailure } from '../../../core/ports/dashboard-surface'

/** How long a frame may be silent, in ms. */
export interface SilenceRule {
  /** From the load of its document, or from a navigation. */
  readonly afterLoad: number
  /** While no document has loaded: allows for a cold cluster. Also the limit for a frame that keeps sending messages without rendering. */
  readonly withoutLoad: number
}

/** Fires when a frame stays silent: a page that failed to load sends nothing, and that is the only sign. */
export interface Watchdog {
  /** Starts, or starts over after a navigation. */
  restart(): void
  /** The frame sent something, but has not rendered: extends the wait, up to a limit. */
  extend(): void
  /** Its document is loading. */
  awaitLoad(): void
  /** A document has loaded, possibly an error page. `strayed`: more documents have loaded than have reported a start. */
  loaded(strayed: boolean): void
  stop(): void
}

export function createWatchdog(clock: Clock, rule: SilenceRule, onSilence: () => void): Watchdog {
  let cancel: (() => void) | undefined
  let awaitingLoad = false
  /** The time by which it has to have rendered. */
  let deadline = 0
  const wait = (milliseconds: number): void => {
    cancel?.()
    cancel = clock.after(milliseconds, () => {
      cancel = undefined
      awaitingLoad = false
      onSilence()
    })
  }
  const restart = (): void => {
    awaitingLoad = false
    deadline = clock.now() + rule.withoutLoad
    wait(rule.afterLoad)
  }
  return {
    restart,
    extend() {
      if (cancel === undefined) return
      if (awaitingLoad) restart()
      else wait(Math.max(0, Math.min(rule.afterLoad, deadline - clock.now())))
    },
    awaitLoad() {
      awaitingLoad = true
      wait(rule.withoutLoad)
    },
    loaded(strayed) {
      // A page that has sent messages may finish loading late. An unexpected page in its place has to send one.
      if (awaitingLoad || (strayed && cancel === undefined)) restart()
    },
    stop() {
      awaitingLoad = false
      cancel?.()
      cancel = undefined
    },
  }
}

/** The watchdog of a view, and the probe of the host after it has fired. */
export interface Silence extends Watchdog {
  /** The frame has sent something since its last navigation. One that keeps sending without rendering is alive but stuck, not slow. */
  readonly hasSpoken: () => boolean
  /** Probes the host at this address and fails the view by the result, unless the frame sends its first message or renders meanwhile. */
  diagnose(address: string, fail: (failure: SurfaceFailure) => void): void
}

export function createSilence(
  options: {
    readonly clock: Clock
    readonly silence: SilenceRule
    readonly askHost: (address: string) => Promise<HostAnswer>
    readonly container: HTMLElement
  },
  onSilence: () => void,
): Silence {
  const page = options.container.ownerDocument
  const isHidden = (): boolean => page.visibilityState === 'hidden'
  const watchdog = createWatchdog(options.clock, options.silence, () => {
    // Browsers render nothing in a hidden page, so its frames have time until it is shown.
    if (isHidden()) page.addEventListener('visibilitychange', onShown)
    else onSilence()
  })
  const onShown = (): void => {
    if (isHidden()) return
    stopAwaitingShow()
    watchdog.restart()
  }
  const stopAwaitingShow = (): void => page.removeEventListener('visibilitychange', onShown)
  let currentProbe: object | undefined
  let hasSpoken = false
  const forget = (): void => {
    stopAwaitingShow()
    currentProbe = undefined
    hasSpoken = false
  }
  const restart = (): void => {
    forget()
    watchdog.restart()
  }
  return {
    ...watchdog,
    restart,
    awaitLoad() {
      forget()
      watchdog.awaitLoad()
    },
    extend() {
      // It was slow: it gets the full time once more.
      if (currentProbe !== undefined && !hasSpoken) restart()
      hasSpoken = true
      watchdog.extend()
    },
    loaded(strayed) {
      if (strayed) hasSpoken = false
      watchdog.loaded(strayed)
    },
    stop() {
      stopAwaitingShow()
      currentProbe = undefined
      watchdog.stop()
    },
    hasSpoken: () => hasSpoken,
    diagnose(address, fail) {
      const probe = {}
      currentProbe = probe
      void options.askHost(address).then((host) => {
        // A page that has sent messages may be embedded, so an embedding rule is not what keeps it empty.
        const isFailing = hasSpoken && host === 'answers'
        if (currentProbe === probe) fail({ kind: 'frame-silent', host: isFailing ? 'failing' : host })
      })
    },
  }
}
