import { join } from 'node:path'
import { startLocalBiHost, startLocalTokenService } from './local-services'
import { pactFileName, pactFolder } from '../interactions/pact-file'
import { verify, type Verification } from './verify'

/** Holds the embedded services to every pact, one after the other. */
export async function verifyEmbedded(): Promise<readonly Verification[]> {
  const [services, host] = await Promise.all([startLocalTokenService(), startLocalBiHost()])
  const at = (provider: string, baseUrl: string, token: string): Promise<Verification> =>
    verify({ pactFile: join(pactFolder, pactFileName(provider)), baseUrl, token })
  try {
    return [
      await at('token-service', services.origin, services.accessToken),
      await at('dashboard-library', host.origin, host.biToken),
      await at('research-assistant', host.origin, host.biToken),
      await at('flag-evaluation', services.origin, services.accessToken),
    ]
  } finally {
    await Promise.all([services.close(), host.close()])
  }
}
