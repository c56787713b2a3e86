import type { ClientMetadata } from 'oidc-provider'

/** Every address the provider may send a person back to, exactly. */
function returnAddresses(portalOrigins: readonly string[]): string[] {
  return portalOrigins.flatMap((origin) => [origin, `${origin}/datasets`, `${origin}/`])
}

export function clientOf(
  clientId: string,
  product: string,
  portalOrigins: readonly string[],
): ClientMetadata {
  return {
    client_id: clientId,
    client_name: product,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: returnAddresses(portalOrigins),
    post_logout_redirect_uris: returnAddresses(portalOrigins),
  }
}
