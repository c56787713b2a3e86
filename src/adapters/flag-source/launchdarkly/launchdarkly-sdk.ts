/** What the portal takes from LaunchDarkly's SDK; imported only lazily, so that it is a chunk of its own. */
export { initialize } from 'launchdarkly-js-client-sdk'
