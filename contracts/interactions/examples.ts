import { expect } from 'vitest'
import type { AddInteraction, ContractRequest, ContractResponse } from './contract'

/**
 * Credentials in the contracts. They are made up, unsigned, useless and constant, so that pact files do not change between runs.
 * Verification replaces the valid one by a real access token, and the refused one by the same token with another signature.
 */
const header = 'eyJhbGciOiJub25lIiwidHlwIjoiZXhhbXBsZSJ9'

/** Represents the access token of a signed-in user. */
export const validAccessToken = `${header}.eyJleGFtcGxlIjoidmFsaWQifQ.none`
/** Represents a token without a valid signature. */
export const refusedAccessToken = `${header}.eyJleGFtcGxlIjoicmVmdXNlZCJ9.none`

const example = (of: string) =>
  `${header}.${Buffer.from(JSON.stringify({ example: of })).toString('base64url')}.none`

/** Credentials that verification replaces by real ones, by the name of their defect. */
export const exampleCredentials = {
  valid: validAccessToken,
  /** Valid, but of a user who is not allowed to do this. */
  forbidden: example('forbidden'),
  expired: example('expired'),
  /** Issued for another service. */
  foreignAudience: example('foreign-audience'),
  /** Signed by another issuer. */
  foreignIssuer: example('foreign-issuer'),
  /** The valid one with `"alg": "none"` and no signature. */
  unsigned: example('unsigned'),
} as const

/** Access tokens that a service must refuse with 401, with their names in interactions. */
export const refusedAccessTokens = [
  ['that is not valid', refusedAccessToken],
  ['that has expired', exampleCredentials.expired],
  ['for another audience', exampleCredentials.foreignAudience],
  ['of another issuer', exampleCredentials.foreignIssuer],
  ['that nobody signed', exampleCredentials.unsigned],
] as const
/** Represents a BI token, which is opaque to the portal. */
export const exampleBiToken = 'example-bi-token-0001'

/** Pattern of an access token in a header, in the regular expression syntax that all Pact implementations support. */
export const bearerPattern = '^Bearer [A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$'
/** Pattern of texts that the portal accepts as a BI token. */
export const biTokenPattern = '^[A-Za-z0-9._~+/=:-]{8,8192}$'

/** Page that a proxy or a sign-in wall returns in place of the response. */
export const signInPage = {
  type: 'text/html',
  example: '<!doctype html><p>Sign in</p>',
  pattern: '^<[\\s\\S]*>\\s*$',
}

/** A header in seconds or as a date. */
export const retryAfter = {
  example: '7',
  pattern: '^([0-9]+|[A-Z][a-z][a-z], [0-9A-Za-z: ]+ GMT)$',
}

/** Responses that a proxy may give in place of the service, and an error outside the contract. */
const answersInBetween = {
  unreachable: ['is sent elsewhere', { status: 302 }],
  malformed: ['is answered with a page', { status: 200, text: signInPage }],
  unavailable: ['meets a service that is out of order', { status: 503 }],
  refused: ['is refused', { status: 400 }],
} as const satisfies Readonly<Record<string, readonly [string, ContractResponse]>>

/** The portal's own cases of one call: how the adapter reports each of them. Their descriptions begin with `what`. */
export function inBetween(
  add: AddInteraction,
  what: string,
  request: ContractRequest,
  {
    failures,
    drive,
  }: {
    /** Failure kinds, such as `library-unreachable`, by cause. */
    readonly failures: Partial<Readonly<Record<keyof typeof answersInBetween, string>>>
    readonly drive: (baseUrl: string) => Promise<unknown>
  },
): void {
  for (const [how, kind] of Object.entries(failures)) {
    const [description, response] = answersInBetween[how as keyof typeof answersInBetween]
    add(`${what} that ${description}`, { request, response }, async (baseUrl) => {
      expect(await drive(baseUrl)).toMatchObject({ ok: false, failure: { kind } })
    })
  }
}
