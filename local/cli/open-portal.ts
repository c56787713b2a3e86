import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalService } from '../http/listen'
import { loopbackAddresses, startNginx, type Nginx } from '../open-stack/nginx/service'
import { portalPeers, type PortalConfiguration } from '../portal/configuration'
import type { Hosting } from '../portal/headers-by-file'
import { hostingFiles } from '../portal/hosting'
import { portalAnswers } from '../portal/server'
import { configure } from './configure'
import type { Stack } from './stack'

/** Serves a copy of the built portal through nginx, configured as `npm run configure` does it. */
export async function behindNginx(
  nginx: Nginx,
  { configuration, origins }: Pick<Stack, 'configuration' | 'origins'>,
  from: { readonly built: string; readonly folder: string; readonly flags: string | null },
): Promise<LocalService> {
  const { built, folder, flags } = from
  const root = join(folder, 'portal')
  const hosting = { portal: origins.portal, root, flags, addresses: loopbackAddresses() }
  const written = await layPortal(built, root, configuration, hosting)
  return startNginx({ nginx, folder, configuration: written, origin: origins.portal })
}

/** Copies the built portal and configures the copy. Returns nginx's configuration for it as one text, since there is only one portal. */
export async function layPortal(
  built: string,
  copy: string,
  configuration: PortalConfiguration,
  hosting: Omit<Hosting, 'answers' | 'peers'>,
): Promise<string> {
  await rm(copy, { recursive: true, force: true })
  await cp(built, copy, { recursive: true, preserveTimestamps: true })
  await configure(copy, configuration)
  const peers = portalPeers(configuration)
  const answers = await portalAnswers(copy, peers)
  const files = hostingFiles('nginx', { ...hosting, answers, peers })
  return ['assay-http.conf', 'assay.conf'].map((name) => files[name]).join('')
}
