/**
 * Credentials as they stand in the contracts. Made up, unsigned, good for nothing, and the same for ever, so that pact files do not
 * change from run to run. Verification puts a real access token in the place of the valid one and leaves the other alone.
 */
const header = 'eyJhbGciOiJub25lIiwidHlwIjoiZXhhbXBsZSJ9'

/** Stands for the access token of a signed-in person. */
export const validAccessToken = `${header}.eyJleGFtcGxlIjoidmFsaWQifQ.none`
/** Stands for an access token that is expired, of another audience or tampered with. */
export const refusedAccessToken = `${header}.eyJleGFtcGxlIjoicmVmdXNlZCJ9.none`
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
