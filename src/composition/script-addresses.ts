import { auth0WorkerAddress } from '../adapters/identity-provider/auth0/worker-address'

/** The identity SDK's worker, served from the portal's own origin: the policy allows no `blob:`. */
export const identityWorkerUrl: string = auth0WorkerAddress

/** Scripts that may be started by address. Trusted Types let nothing else through. */
export const trustedScriptAddresses: readonly string[] = [identityWorkerUrl]
