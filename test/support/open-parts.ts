import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { madeSampleData } from '../../local/cli/build'
import { openServices, openStackFolder, type OpenOptions } from '../../local/cli/open-stack'
import { freePorts } from '../../local/cli/ports'
import { dataFolder, stackSettings, withoutOwn } from '../../local/cli/stack-settings'
import { originsOf, type StackOrigins } from '../../local/http/addresses'
import { startOpenStack, type OpenStack } from '../../local/open-stack/services'

/** A stack of its own on free ports, as `npm run open-stack` starts it. */
export interface StartedStack extends OpenStack {
  readonly options: OpenOptions
  /** Of the portal and of what is embedded. */
  readonly origins: StackOrigins
}

/** These parts real, the rest embedded; nothing of it is there any more once it is closed. */
export async function startParts(...parts: readonly string[]): Promise<StartedStack> {
  const root = process.cwd()
  const folder = await mkdtemp(join(tmpdir(), 'assay-open-'))
  await madeSampleData(console.log)
  const [ports, more] = [await freePorts(), await freePorts()]
  const options: OpenOptions = {
    root,
    home: resolve(dataFolder, openStackFolder),
    folder,
    chosen: new Set(parts),
    ports: {
      keycloak: more.portal,
      keycloakManagement: more.flagStream,
      superset: more.biHost,
      gateway: more.identity,
      flags: more.services,
    },
    settings: {
      ...withoutOwn(stackSettings(root)),
      ports,
      dataFolder: join(folder, 'data'),
      sampleFolder: resolve(dataFolder),
    },
    importFile: (file) => import(pathToFileURL(file).href),
    say: console.log,
  }
  try {
    const stack = await startOpenStack(openServices(options), console.log)
    return {
      ...stack,
      options,
      origins: originsOf(ports),
      async close() {
        await stack.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
