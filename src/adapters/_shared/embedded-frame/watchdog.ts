import type { Clock } from '../../../core/ports/clock'
import type { HostAnswer, SurfaceFailure } from '../../../core/ports/dashboard-surface'

/** How long a frame may say nothing, in ms. */
export interface SilenceRule {
  /** From the moment that its document has loaded, or that it was sent elsewhere. */
  readonly afterLoad: number
  /** While no document has loaded: a cold cluster gets its time. No frame gets longer than this again, however much it says. */
  readonly withoutLoad: number
}

/** Barks when a frame stays silent: a page that failed to load says nothing, and it is the only sign there is. */
export interface Watchdog {
  /** Starts, or starts over: it was sent somewhere. */
  restart(): void
  /** It has said something, and has not shown anything so far: it is no longer silent, but not for ever. */
  extend(): void
  /** Its document is on its way. */
  awaitLoad(): void
  /** A document has loaded; an error page is one too. `strayed`: one more than have begun by their own word. */
  loaded(strayed: boolean): void
  stop(): void
}

export function createWatchdog(clock: Clock, rule: SilenceRule, onSilence: () => void): Watchdog {
  let cancel: (() => void) | undefined
  let awaitingLoad = false
  /** When it has to have shown something. */
  let latest = 0
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
    latest = clock.now() + rule.withoutLoad
    wait(rule.afterLoad)
  }
  return {
    restart,
    extend() {
      if (cancel === undefined) return
      if (awaitingLoad) restart()
      else wait(Math.max(0, Math.min(rule.afterLoad, latest - clock.now())))
    },
    awaitLoad() {
      awaitingLoad = true
      wait(rule.withoutLoad)
    },
    loaded(strayed) {
      // A page that has spoken may finish late. One that nobody waited for, in place of it, has to speak.
      if (awaitingLoad || (strayed && cancel === undefined)) restart()
    },
    stop() {
      awaitingLoad = false
      cancel?.()
      cancel = undefined
    },
  }
}

/** The watchdog of a view, and what is asked of the host once it has barked. */
export interface Silence extends Watchdog {
  /** Something was said since the frame was last sent anywhere. Who talks all the time, and shows nothing, is not slow. */
  readonly hasSpoken: () => boolean
  /** Fails the view by what the host answers beside the page of this address, unless the frame speaks for the first time, or shows something, meanwhile. */
  diagnose(address: string, fail: (failure: SurfaceFailure) => void): void
}

export function createSilence(
  given: {
    readonly clock: Clock
    readonly silence: SilenceRule
    readonly askHost: (address: string) => Promise<HostAnswer>
  },
  onSilence: () => void,
): Silence {
  const watchdog = createWatchdog(given.clock, given.silence, onSilence)
  let asking: object | undefined
  let hasSpoken = false
  const forget = (): void => {
    asking = undefined
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
      // It was slow: it has its time once more.
      if (asking !== undefined && !hasSpoken) restart()
      hasSpoken = true
      watchdog.extend()
    },
    loaded(strayed) {
      if (strayed) hasSpoken = false
      watchdog.loaded(strayed)
    },
    stop() {
      asking = undefined
      watchdog.stop()
    },
    hasSpoken: () => hasSpoken,
    diagnose(address, fail) {
      const mine = {}
      asking = mine
      void given.askHost(address).then((host) => {
        // A page that has spoken is embedded: what keeps it empty is not that it must not be.
        const isFailing = hasSpoken && host === 'answers'
        if (asking === mine) fail({ kind: 'frame-silent', host: isFailing ? 'failing' : host })
      })
    },
  }
}
