/** What the portal uses of Auth0's SDK. Import this module only lazily, so that it stays a separate chunk. */
export { Auth0Client } from '@auth0/auth0-spa-js'
