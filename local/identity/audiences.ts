/**
 * Audiences the provider issues access tokens for. Besides the real one, a few ask for the same token with a short
 * life, so that renewal and rejection can be tried without a fake clock.
 */
export interface Audience {
  /** Resource indicator (an absolute URI) the provider knows it by. */
  readonly resource: string
  /** The `aud` claim of the token: always the real audience. */
  readonly audience: string
  readonly seconds: number
}

/** Lifetimes in seconds: 62 is renewed by the Auth0 SDK after about 2 s, 1 is refused by the token service soon after. */
export const shortLifetimes = [62, 1] as const

/** What to ask for instead of `audience` to get a token of that lifetime. */
export function shortLivedAudience(audience: string, seconds: (typeof shortLifetimes)[number]): string {
  return `${audience}${audience.endsWith('/') ? '' : '/'}lifetime/${seconds}`
}

export function audiencesOf(audience: string, seconds: number): readonly Audience[] {
  return [
    { resource: resourceOf(audience), audience, seconds },
    ...shortLifetimes.map((short) => ({
      resource: resourceOf(shortLivedAudience(audience, short)),
      audience,
      seconds: short,
    })),
  ]
}

/** Auth0 takes any text as an audience, resource indicators must be absolute URIs: other texts become a URN. */
export function resourceOf(audience: string): string {
  return URL.canParse(audience) ? audience : `urn:assay:audience:${encodeURIComponent(audience)}`
}
