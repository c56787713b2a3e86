import { ofrepFlagSource } from '../../adapters/flag-source/ofrep/ofrep-flag-source'
import type { Wirings } from '../surroundings'

export const wire: Wirings['flags'] = ({ settings: { flags }, page }, ports) =>
  ofrepFlagSource({
    ...ports,
    host: flags.host || page.location.origin,
    streamHost: flags.streamHost,
    page: page.document,
    storage: () => page.localStorage,
    openStream: (address) => new EventSource(address),
    headers: headersOf(flags.headers),
    pollEveryMs: flags.pollEveryMs,
  })

/** Of the configuration's pairs, which have been checked. */
export function headersOf(pairs: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...pairs.matchAll(/([\w-]+)=([^,]+)/g)].map(([, name = '', value = '']) => [
      name,
      decodeURIComponent(value),
    ]),
  )
}
