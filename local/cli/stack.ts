import { join } from 'node:path'
import { originsOf, type StackOrigins, type StackPorts } from '../http/addresses'
import { ensureDatabase } from '../bi-host/data/build'
import { ownFolder, isAlive, markRunning } from './running-stack'
import { createBiTokens } from '../bi-host/wire/bi-token'
import { startBiHost } from '../bi-host/server/server'
import { createFaults, type Faults } from '../http/faults'
import type { AccessTokenOptions } from '../http/access-token'
import { startIdentity } from '../identity/start'
import { portalConfiguration, portalPeers, type PortalConfiguration } from '../portal/configuration'
import { startPortalServer } from '../portal/server'
import { requireFree } from './ports'
import { since } from './progress'
import type { LocalService } from '../http/listen'
import { startServices } from '../services'

export interface StackOptions {
  readonly ports: StackPorts
  /** Folder of everything that users make: saved dashboards, answers, flags. */
  readonly dataFolder: string
  /** Folder of the sample data, which are read-only and can be shared; default the data folder. */
  readonly sampleFolder?: string
  /** The built portal; `null` if another server (Vite's dev server, nginx) serves it on its port. */
  readonly portalFolder: string | null
  /** The built BI application. */
  readonly frameFolder: string
  /** The built contract report, if any. */
  readonly contractsFolder?: string
  /** Portal variables that the developer has set; they override those of the stack. */
  readonly configuration?: PortalConfiguration
  /** Provider whose access tokens the token service accepts. The embedded one is then not started. */
  readonly identity?: AccessTokenOptions
  /** Other origins that may request tokens and embed dashboards: the bench's comparison pages. */
  readonly otherOrigins?: readonly string[]
  /** `false` if dashboards come from elsewhere: no embedded BI host is started. */
  readonly biHost?: false
  /** Receives one line for each step. */
  readonly onProgress: (line: string) => void
}

export interface Stack {
  readonly origins: StackOrigins
  readonly services: readonly LocalService[]
  readonly faults: Faults
  /** The portal's run-time configuration, named as in `.env.example`. */
  readonly configuration: PortalConfiguration
  close(): Promise<void>
}

const biTokenSeconds = 300

/**
 * Starts the whole embedded stack in this process, the portal last: once it answers, everything behind it does.
 * @throws PortTaken before anything is started, if one of the ports is in use
 * @throws AddressRefused likewise, if a configured URL is invalid
 * @throws FolderTaken before anything is opened, if another stack uses the data folder
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  await requireFree(options.ports)
  const origins = originsOf(options.ports)
  const faults = createFaults()
  const configuration = portalConfiguration(origins, options.configuration)
  const peers = portalPeers(configuration)
  const services: LocalService[] = []
  let unmark = (): Promise<void> => Promise.resolve()
  const disown = await ownFolder(options.dataFolder)
  const close = async (): Promise<void> => {
    await unmark()
    await Promise.all(services.splice(0).map((service) => service.close()))
    disown()
  }
  const add = (...started: readonly LocalService[]): void => void services.push(...started)
  const portalOrigins = [origins.portal, ...(options.otherOrigins ?? [])] as const
  const embeddedIdentity = async () => {
    const identity = await startIdentity({ port: options.ports.identity, portalOrigins, faults })
    add(identity)
    return identity
  }
  try {
    const sampleFolder = options.sampleFolder ?? options.dataFolder
    await makeSampleData(sampleFolder, options.onProgress)
    options.onProgress('Starting the services …')
    const started = performance.now()
    const tokens = await createBiTokens({ lifetimeSeconds: biTokenSeconds })
    add(
      ...(await startServices({
        ...options,
        dataDir: options.dataFolder,
        identity: options.identity ?? (await embeddedIdentity()),
        portalOrigins,
        tokens,
        faults,
      })),
    )
    if (options.biHost !== false)
      add(
        await startBiHost({
          ...options,
          port: options.ports.biHost,
          dataFolder: sampleFolder,
          storeFolder: join(options.dataFolder, 'saved'),
          portalOrigins,
          tokens,
          faults,
        }),
      )
    if (options.portalFolder !== null) {
      const folder = options.portalFolder
      add(await startPortalServer({ port: options.ports.portal, folder, configuration, peers, faults }))
    }
    unmark = await markRunning([options.dataFolder, sampleFolder], origins)
    options.onProgress(`Started ${services.length} services in ${since(started)}`)
  } catch (error) {
    await close()
    throw error
  }
  return { origins, services, faults, configuration, close }
}

/** Generates the folder's sample data if they are missing or damaged. */
export async function makeSampleData(folder: string, say: (line: string) => void): Promise<void> {
  const started = performance.now()
  let isMade = false
  const onProgress = (line: string): void => {
    isMade = true
    say(line)
  }
  await ensureDatabase({ folder, onProgress, isAlive })
  if (isMade) say(`Made the sample data in ${since(started)}`)
}
