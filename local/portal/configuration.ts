import { localAudience, localClientIds, localEnvironmentId } from '../http/addresses'
import { adapterMap, type AdapterLine } from '../../src/composition/adapter-map'
import type { StackOrigins } from '../http/addresses'
import type { PortalPeers } from './security-headers'

/** Values by the names of `.env.example`. */
export type PortalConfiguration = Readonly<Record<string, string>>

/**
 * What the embedded stack configures in the portal: where its own parts listen. What a person has set themselves stands above
 * that, so that one part of a vendor's can be tried with the rest at home.
 */
export function portalConfiguration(
  origins: StackOrigins,
  given: PortalConfiguration = {},
): PortalConfiguration {
  // The portal reads values so; the policy is made from the same ones.
  const set = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.trim()]))
  const adapter = set['ASSAY_IDENTITY'] === 'oidc' ? 'oidc' : 'auth0'
  return {
    ASSAY_WIRING: 'local',
    ASSAY_IDENTITY: adapter,
    ASSAY_IDENTITY_DOMAIN: origins.identity,
    ASSAY_IDENTITY_CLIENT_ID: localClientIds[adapter],
    ASSAY_IDENTITY_AUDIENCE: localAudience,
    ASSAY_TOKEN_HOST: origins.services,
    ASSAY_TOKEN_HOST_STAGING: origins.services,
    ASSAY_BI: 'thoughtspot',
    ASSAY_BI_HOST: origins.biHost,
    ASSAY_BI_HOST_STAGING: origins.biHost,
    // The one test origin: the same host by its other name, so that the override can be tried.
    ASSAY_BI_HOSTS_ALLOWED: `http://localhost:${new URL(origins.biHost).port}`,
    ASSAY_FLAGS: 'launchdarkly',
    ASSAY_FLAGS_CLIENT_ID: localEnvironmentId,
    ASSAY_FLAGS_HOST: origins.services,
    ASSAY_FLAGS_STREAM_HOST: origins.flagStream,
    ...set,
  }
}

/** Whom the portal may speak to and show: the same configuration, read for the policy by the map of adapters. */
export function portalPeers(configuration: PortalConfiguration): PortalPeers {
  const value = (name: string): string => {
    const text = configuration[name] ?? ''
    // As the portal reads it: a provider that is named by no issuer is the one of the domain.
    return text === '' && name === 'ASSAY_IDENTITY_ISSUER' ? value('ASSAY_IDENTITY_DOMAIN') : text
  }
  const origins = (names: readonly string[]): readonly string[] => [
    ...new Set(names.flatMap((name) => value(name).split(/[\s,]+/)).filter((address) => address !== '')),
  ]
  const { bi, identity, flags } = adapterMap
  const chosen = [bi, identity, flags].map((choice) => chosenLine(choice, configuration))
  return {
    connect: origins([
      ...chosen.flatMap((line) => line.connect),
      'ASSAY_TOKEN_HOST',
      'ASSAY_TOKEN_HOST_STAGING',
    ]),
    frame: origins(chosen.flatMap((line) => line.frame)),
    bi: origins(chosenLine(bi, configuration).frame),
    images: Object.keys(configuration)
      .filter((name) => name.startsWith('ASSAY_LOGO_'))
      .map(value)
      .filter((address) => /^https?:/i.test(address)),
  }
}

/** The vendor's line; the first where the name is nobody's: the portal itself says so, on a page that has to be served for that. */
function chosenLine(
  {
    variable,
    vendors,
  }: { readonly variable: string; readonly vendors: Readonly<Record<string, AdapterLine>> },
  configuration: PortalConfiguration,
): Pick<AdapterLine, 'connect' | 'frame'> {
  const name = configuration[variable] ?? ''
  const [first] = Object.values(vendors)
  return (Object.hasOwn(vendors, name) ? vendors[name] : first) ?? { connect: [], frame: [] }
}
