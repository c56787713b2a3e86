import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { findTestBrowser } from '../../local/cli/browser'
import { madeSampleData } from '../../local/cli/build'
import {
  behindNginx,
  configurationOf,
  openServices,
  openStackFolder,
  type OpenOptions,
} from '../../local/cli/open-stack'
import { freePorts } from '../../local/cli/ports'
import { progress } from '../../local/cli/progress'
import { dataFolder, loadStack, stackSettings, withoutOwn } from '../../local/cli/stack-settings'
import { originsOf, type StackOrigins } from '../../local/http/addresses'
import { createFaults } from '../../local/http/faults'
import { listen, opened, type LocalService } from '../../local/http/listen'
import { flagFileName } from '../../local/open-stack/flags/service'
import { administratorPassword, keycloakIdentity } from '../../local/open-stack/keycloak/service'
import { ensureNginx } from '../../local/open-stack/nginx/service'
import { startOpenStack } from '../../local/open-stack/services'
import { portalConfiguration, portalPeers } from '../../local/portal/configuration'
import { startPortalServer } from '../../local/portal/server'

/** The silent sign-in modes of a page. */
type Silent = 'frame' | 'redirect'

declare module 'vitest' {
  interface ProvidedContext {
    readonly keycloak: {
      readonly origin: string
      readonly issuer: string
      readonly jwksUri: string
      /** Of the administrator of all realms. */
      readonly password: string
    }
    readonly whole: {
      readonly origins: StackOrigins
      /** Of the embedded stack beside it: the same portal with the other vendor. */
      readonly embedded: StackOrigins
      readonly gateway: string
      /** The same portal on another site than the provider's. */
      readonly elsewhere: Readonly<Record<Silent, string>>
      /** The flags that its server reads. */
      readonly flagFile: string
      /** Accepts a service's name with `/stop` and `/start`. */
      readonly control: string
    }
  }
}

/**
 * Before the tests against everything that can be real: one stack on free ports, as `npm run open-stack` starts it, or only Keycloak where
 * nothing else is needed.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const say = progress()
  const root = project.config.root
  // The filter names of the run; Vitest has them, but no type for them.
  const { filenamePattern } = project.vitest as unknown as { readonly filenamePattern?: string[] }
  const { testFiles } = await project.globTestFiles(filenamePattern)
  const isWhole = testFiles.some((file) => !basename(file).startsWith('keycloak'))
  const folder = await mkdtemp(join(tmpdir(), 'assay-whole-'))
  const running = opened()
  const close = async (): Promise<void> => {
    await running.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const [ports, more, others] = [await freePorts(), await freePorts(), await freePorts()]
    const elsewhere = {
      frame: `http://127.0.0.1:${others.portal}`,
      redirect: `http://127.0.0.1:${others.services}`,
    }
    const options: OpenOptions = {
      root,
      home: resolve(dataFolder, openStackFolder),
      folder,
      chosen: new Set(['keycloak', 'superset', 'gateway', 'flags', 'nginx']),
      ports: {
        keycloak: more.portal,
        keycloakManagement: more.flagStream,
        superset: more.biHost,
        gateway: more.identity,
        flags: more.services,
      },
      otherOrigins: Object.values(elsewhere),
      settings: {
        ...withoutOwn(stackSettings(root)),
        ports,
        dataFolder: join(folder, 'data'),
        sampleFolder: resolve(dataFolder),
      },
      importFile: (file) => import(pathToFileURL(file).href),
      say,
    }
    const identity = keycloakIdentity(options.ports.keycloak)
    const services = openServices(options).filter(({ name }) => isWhole || name === 'keycloak')
    await madeSampleData(say)
    const stack = running.keep(await startOpenStack(services, say))
    project.provide('keycloak', {
      ...identity,
      origin: new URL(identity.issuer).origin,
      password: await administratorPassword(options.home),
    })
    project.provide('browser', await findTestBrowser(say))
    if (!isWhole) return close
    for (const silent of ['frame', 'redirect'] as const)
      running.keep(await startElsewhere(options, elsewhere[silent], silent))
    const control = running.keep(await startControl(options, stack.services))
    const { startStack } = await loadStack(root, options.importFile)
    const embedded = running.keep(
      await startStack({
        ...options.settings,
        ports: await freePorts(),
        dataFolder: join(folder, 'embedded'),
        onProgress: say,
      }),
    )
    project.provide('whole', {
      origins: originsOf(ports),
      embedded: embedded.origins,
      gateway: `http://localhost:${options.ports.gateway}`,
      elsewhere,
      flagFile: join(folder, 'flags', flagFileName),
      control: control.origin,
    })
    return close
  } catch (error) {
    await close()
    throw error
  }
}

/** A second copy of the portal, under another host name than the provider's: another site to a browser. */
async function startElsewhere(options: OpenOptions, portal: string, silent: Silent): Promise<LocalService> {
  const nginx = await ensureNginx(options.home, options.say)
  const origins = { ...originsOf(options.settings.ports), portal }
  const configuration = portalConfiguration(origins, {
    ...configurationOf(options, keycloakIdentity(options.ports.keycloak), nginx !== null),
    ASSAY_IDENTITY_SILENT: silent,
  })
  const built = options.settings.portalFolder
  if (nginx === null)
    return startPortalServer({
      port: Number(new URL(portal).port),
      host: '127.0.0.1',
      folder: built,
      configuration,
      peers: portalPeers(configuration),
      faults: createFaults(),
    })
  const flags = `http://127.0.0.1:${options.ports.flags}`
  return behindNginx(
    nginx,
    { configuration, origins },
    { built, folder: join(options.folder, silent), flags },
  )
}

/** Lets a test stop a service and start it again: both happen in this process, which started it. */
function startControl(options: OpenOptions, services: readonly LocalService[]): Promise<LocalService> {
  const running = new Map(services.map((service) => [service.name, service]))
  const act = async (name: string, action: string): Promise<void> => {
    const present = running.get(name)
    const service = openServices(options).find((one) => one.name === name)
    if (action === 'stop') {
      running.delete(name)
      await present?.close()
    } else if (present === undefined && service !== undefined)
      running.set(name, await service.start(options.say))
  }
  return listen({
    name: 'control of the stack',
    port: 0,
    variable: '',
    handler: (request, response) => {
      const [, name = '', action = ''] = (request.url ?? '').split('/')
      act(name, action).then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    },
    onClose: async () => {
      for (const service of running.values()) await service.close()
    },
  })
}
