/** Ports of the embedded stack's services. Each can be changed. */
export interface StackPorts {
  readonly portal: number
  readonly biHost: number
  readonly identity: number
  /** Token service and flag evaluation share one origin. */
  readonly services: number
  /** The flag stream has a separate origin, since the streams of eight tabs would use up all connections to a shared one. */
  readonly flagStream: number
}

export const defaultPorts: StackPorts = {
  portal: 4300,
  biHost: 4301,
  identity: 4302,
  services: 4303,
  flagStream: 4304,
}

/** The environment variable that changes each port. */
export const portVariables: Readonly<Record<keyof StackPorts, string>> = {
  portal: 'ASSAY_PORTAL_PORT',
  biHost: 'ASSAY_BI_HOST_PORT',
  identity: 'ASSAY_IDENTITY_PORT',
  services: 'ASSAY_SERVICES_PORT',
  flagStream: 'ASSAY_FLAG_STREAM_PORT',
}

export interface StackOrigins {
  readonly portal: string
  readonly biHost: string
  readonly identity: string
  readonly services: string
  readonly flagStream: string
}

/** The BI host has another host name than the portal, so that it is cross-site in the browser, as in production. */
export function originsOf(ports: StackPorts): StackOrigins {
  return {
    portal: `http://localhost:${ports.portal}`,
    biHost: `http://127.0.0.1:${ports.biHost}`,
    identity: `http://localhost:${ports.identity}`,
    services: `http://localhost:${ports.services}`,
    flagStream: `http://localhost:${ports.flagStream}`,
  }
}

/** Client ids of the portal at the local provider, one per identity adapter; public, not secrets. */
export const localClientIds = { auth0: 'assay-portal', oidc: 'assay-portal-oidc' } as const

/** Audience of the access tokens the local token service accepts: a name, whatever ports are in use. */
export const localAudience = 'http://localhost:4302/token-service'

/** The only client-side id that the local flag service accepts. */
export const localEnvironmentId = 'assay-local'

/** Secret with which your own token service can get tokens from the local BI host. Public, like the seeded password. */
export const localSecretKey = 'assay-local-secret-key'
