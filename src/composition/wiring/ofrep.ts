import { ofrepFlagSource } from '../../adapters/flag-source/ofrep/ofrep-flag-source'
import type { Wirings } from '../adapter-map'

export const wire: Wirings['flags'] = ({ configuration: { flags }, page }, ports) =>
  ofrepFlagSource({
    ...ports,
    host: flags.host,
    streamHost: flags.streamHost,
    page: page.document,
    storage: () => page.localStorage,
    openStream: (address) => new EventSource(address),
  })
