import { hashedPeople } from '../../adapters/flag-source/hashed-people'
import { ofrepFlagSource } from '../../adapters/flag-source/ofrep/ofrep-flag-source'
import { recordOf } from '../pairs'
import type { Wirings } from '../surroundings'

export const wire: Wirings['flags'] = ({ settings: { flags }, page }, ports) => {
  const source = ofrepFlagSource({
    ...ports,
    host: flags.host || page.location.origin,
    streamHost: flags.streamHost,
    page: page.document,
    storage: () => page.localStorage,
    openStream: (address) => new EventSource(address),
    headers: recordOf(flags.headers),
    pollEveryMs: Number(flags.pollInterval) * 1_000,
  })
  return flags.people === 'hashed' ? hashedPeople(source) : source
}
