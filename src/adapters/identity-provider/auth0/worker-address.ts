/** The worker is a file of the build, under a hashed name and served from the portal's origin. */
export { default as auth0WorkerAddress } from './token-worker?worker&url'
