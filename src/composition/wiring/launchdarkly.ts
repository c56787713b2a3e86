import { hashedPeople } from '../../adapters/flag-source/hashed-people'
import { launchDarklyFlagSource } from '../../adapters/flag-source/launchdarkly/launchdarkly-flag-source'
import type { Wirings } from '../surroundings'

export const wire: Wirings['flags'] = ({ settings: { flags }, page }, ports) => {
  const source = launchDarklyFlagSource({
    ...ports,
    clientId: flags.clientId,
    host: flags.host,
    streamHost: flags.streamHost,
    streamDelayMs: 6_000,
    page: page.document,
    storage: () => page.localStorage,
    loadSdk: () => import('../../adapters/flag-source/launchdarkly/launchdarkly-sdk'),
  })
  return flags.people === 'hashed' ? hashedPeople(source) : source
}
