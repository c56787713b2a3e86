import type { StackOrigins } from '../http/addresses'
import { localEnvironmentId } from '../flags/launchdarkly'
import { localAudience, localClientIds } from '../identity/clients'
import type { PortalPeers } from './security-headers'

/** Values by the names of `.env.example`. */
export type PortalConfiguration = Readonly<Record<string, string>>

/**
 * What the embedded stack tells the portal: where its own parts listen. What a person has set themselves stands above
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

/** Whom the portal may speak to: the same configuration, read for the policy. */
export function portalPeers(configuration: PortalConfiguration): PortalPeers {
  const value = (name: string): string => configuration[name] ?? ''
  const further = value('ASSAY_BI_HOSTS_ALLOWED').split(/[\s,]+/)
  const bi = [value('ASSAY_BI_HOST'), value('ASSAY_BI_HOST_STAGING'), ...further].filter(
    (address) => address !== '',
  )
  return {
    bi: [...new Set(bi)],
    identity:
      (value('ASSAY_IDENTITY') === 'oidc' && value('ASSAY_IDENTITY_ISSUER')) ||
      value('ASSAY_IDENTITY_DOMAIN'),
    tokenService: [...new Set([value('ASSAY_TOKEN_HOST'), value('ASSAY_TOKEN_HOST_STAGING')])],
    flags: value('ASSAY_FLAGS_HOST'),
    flagStream: value('ASSAY_FLAGS_STREAM_HOST'),
    logos: Object.keys(configuration)
      .filter((name) => name.startsWith('ASSAY_LOGO_'))
      .map(value)
      .filter((address) => /^https?:/i.test(address)),
  }
}
