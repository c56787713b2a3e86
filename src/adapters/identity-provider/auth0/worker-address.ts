/** The SDK's own worker file, copied into the build under a hashed name and served from the portal's origin. */
export { default as auth0WorkerAddress } from '@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js?url'
