import { expect } from 'vitest'
import type { AddInteraction, ContractRequest, ContractResponse } from './contract'

/**
 * Credentials as they stand in the contracts. Made up, unsigned, good for nothing, and the same for ever, so that pact files do not
 * change from run to run. Verification puts a real access token in the place of the valid one and leaves the other alone.
 */
const header = 'eyJhbGciOiJub25lIiwidHlwIjoiZXhhbXBsZSJ9'

/** Stands for the access token of a signed-in person. */
export const validAccessToken = `${header}.eyJleGFtcGxlIjoidmFsaWQifQ.none`
/** Stands for a token that nobody signed. */
export const refusedAccessToken = `${header}.eyJleGFtcGxlIjoicmVmdXNlZCJ9.none`

const example = (of: string) =>
  `${header}.${Buffer.from(JSON.stringify({ example: of })).toString('base64url')}.none`

/** Credentials that verification puts real ones in the place of, by the name of what is wrong with them. */
export const exampleCredentials = {
  valid: validAccessToken,
  /** In order, of somebody who may not do this. */
  forbidden: example('forbidden'),
  expired: example('expired'),
  /** Issued for another service. */
  foreignAudience: example('foreign-audience'),
  /** Signed by somebody who says to be another issuer. */
  foreignIssuer: example('foreign-issuer'),
  /** The valid one with `"alg": "none"` and no signature. */
  unsigned: example('unsigned'),
} as const

/** Access tokens that a service must refuse with 401, as an interaction calls them. */
export const refusedAccessTokens = [
  ['that is not valid', refusedAccessToken],
  ['that has expired', exampleCredentials.expired],
  ['for another audience', exampleCredentials.foreignAudience],
  ['of another issuer', exampleCredentials.foreignIssuer],
  ['that nobody signed', exampleCredentials.unsigned],
] as const
/** Stands for a BI token, which is opaque to the portal. */
export const exampleBiToken = 'example-bi-token-0001'

/** What an access token looks like in a header, in the dialect of regular expressions that all Pact implementations read. */
export const bearerPattern = '^Bearer [A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$'
/** What the portal takes for a BI token. */
export const biTokenPattern = '^[A-Za-z0-9._~+/=:-]{8,8192}$'

/** What a proxy or a sign-in wall puts in the place of an answer. */
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

/** What a proxy may answer in a service's place, and a refusal that nobody has agreed on. */
const answersInBetween = {
  unreachable: ['is sent elsewhere', { status: 302 }],
  malformed: ['is answered with a page', { status: 200, text: signInPage }],
  unavailable: ['meets a service that is out of order', { status: 503 }],
  refused: ['is refused', { status: 400 }],
} as const satisfies Readonly<Record<string, readonly [string, ContractResponse]>>

/** The portal's own cases of one call: how the adapter tells each of them. `what` begins their descriptions. */
export function inBetween(
  add: AddInteraction,
  what: string,
  request: ContractRequest,
  {
    failures,
    drive,
  }: {
    /** Kinds of failure, `library-unreachable`, each by what brings it about. */
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
