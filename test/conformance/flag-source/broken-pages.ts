import type { PageSetup } from './page/setup'

/** Bugs of `page/broken-adapters.ts`, the adapters that can have them, and the law that has to catch each, and no other. */
export const brokenPages: readonly {
  readonly bug: string
  readonly adapters: readonly PageSetup['adapter'][]
  readonly breaks: string
}[] = [
  { bug: 'gives up after a failed start', adapters: ['launchdarkly'], breaks: 'heals after a failed start' },
  {
    bug: 'waits for ever for one answer',
    adapters: ['launchdarkly'],
    breaks: 'asks anew when a question is never answered',
  },
  {
    bug: 'hears of differences only',
    adapters: ['launchdarkly'],
    breaks: 'becomes live after a warm start in which nothing differs',
  },
  {
    bug: 'leaves the cache of whoever has gone',
    adapters: ['launchdarkly'],
    breaks: 'keeps nothing of a person who has left, whenever their answer comes',
  },
  {
    bug: 'streams behind other tabs',
    adapters: ['launchdarkly', 'ofrep'],
    breaks: 'holds no stream while the page is hidden, and catches up when it is shown',
  },
  {
    bug: 'falls back to the last person',
    adapters: ['ofrep'],
    breaks: 'has the defaults when the next person cannot be identified',
  },
  {
    bug: 'says whom it asks for',
    adapters: ['launchdarkly'],
    breaks: 'names nobody in console and journal',
  },
  {
    bug: 'takes the cache for the service’s word',
    adapters: ['ofrep'],
    breaks: 'starts with what it kept when the service is gone, and catches up',
  },
]
