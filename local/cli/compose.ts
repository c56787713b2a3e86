import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDatabase } from '../bi-host/data/build'
import { defaultAsOf } from '../bi-host/data/days'
import { defaultPorts, originsOf } from '../http/addresses'
import { curatedDashboards } from '../open-stack/gateway'
import { administratorPassword, keycloakIdentity } from '../open-stack/keycloak/service'
import { laySuperset, readSecrets } from '../open-stack/superset/service'
import { portalConfiguration } from '../portal/configuration'
import { ensureBuilt } from './build'
import { run as buildGateway } from './gateway'
import { choiceOf, configurationOf, optionsOf, layPortal } from './open-stack'
import { progress } from './progress'
import type { ImportFile } from './stack-settings'

/** Files and folders that the command writes, in `compose` below the open stack's home folder. */
export const composeFiles = [
  'superset',
  'portal',
  'assay.conf',
  'dashboards.json',
  'service-password',
  'guest-secret',
  '.env',
] as const
type Written = Readonly<Partial<Record<(typeof composeFiles)[number], string>>>

/** `npm run compose`: writes the files that local/open-stack/compose.yaml mounts, for its ports. */
export async function run(_parameters: readonly string[], importFile: ImportFile): Promise<void> {
  const say = progress()
  const root = process.cwd()
  const given = optionsOf(root, choiceOf([]), say, importFile)
  const ports = { keycloak: 4310, keycloakManagement: 4316, superset: 4305, gateway: 4306, flags: 4311 }
  const options = { ...given, ports }
  const origins = originsOf(defaultPorts)
  const folder = join(given.home, 'compose')
  await ensureBuilt(say)
  await buildGateway()
  await mkdir(folder, { recursive: true })
  const { path } = await ensureDatabase({ folder: given.settings.dataFolder, onProgress: say })
  await laySuperset(
    {
      root,
      home: given.home,
      folder: join(folder, 'superset'),
      port: ports.superset,
      variable: '',
      portalOrigins: [origins.portal],
      sample: async () => ({ path, asOf: defaultAsOf }),
    },
    { own: '/assay/superset', folder: '/assay/state' },
  )
  const configuration = portalConfiguration(origins, {
    ...configurationOf(options, keycloakIdentity(ports.keycloak), true),
    ...given.settings.configuration,
  })
  const { portalFolder } = given.settings
  const files: Written = {
    'assay.conf': await layPortal(portalFolder, join(folder, 'portal'), configuration, {
      portal: origins.portal,
      root: '/srv/assay',
      flags: 'http://flags:8016',
      addresses: ['0.0.0.0'],
    }),
    'dashboards.json': JSON.stringify(curatedDashboards, null, 1),
  }
  const { guestTokenSecret, serviceAccount } = await readSecrets(given.home)
  const secrets: Written = {
    'service-password': serviceAccount.password,
    'guest-secret': guestTokenSecret,
    '.env': `KEYCLOAK_ADMIN_PASSWORD=${await administratorPassword(given.home)}\n`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  for (const [name, text] of Object.entries(secrets))
    await writeFile(join(folder, name), text, { mode: 0o600 })
  say(
    'Start it with: docker compose -f local/open-stack/compose.yaml --env-file .local/open-stack/compose/.env up',
  )
}
