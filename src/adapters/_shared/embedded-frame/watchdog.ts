import type { Clock } from '../../../core/ports/clock'

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
