/** What the portal uses of LaunchDarkly's SDK. Import this module only lazily, so that it stays a separate chunk. */
export { initialize } from 'launchdarkly-js-client-sdk'
