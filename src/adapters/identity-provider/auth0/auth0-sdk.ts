/** What the portal takes from Auth0's SDK; imported only lazily, so that it is a chunk of its own. */
export { Auth0Client } from '@auth0/auth0-spa-js'
