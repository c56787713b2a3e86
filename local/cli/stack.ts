import { join } from 'node:path'
import { originsOf, type StackOrigins, type StackPorts } from '../http/addresses'
import { ensureDatabase } from '../bi-host/data/build'
import { ownFolder } from './folder-owner'
import { createBiTokens } from '../bi-host/wire/bi-token'
import { startBiHost } from '../bi-host/server/server'
import { createFaults, type Faults } from '../http/faults'
import type { AccessTokenOptions } from '../http/access-token'
import { startIdentity } from '../identity/start'
import { portalConfiguration, portalPeers, type PortalConfiguration } from '../portal/configuration'
import { startPortalServer } from '../portal/server'
import { requireFree } from './ports'
import { since } from './progress'
import { isAlive, markRunning } from './running-stack'
import type { LocalService } from '../http/listen'
import { startServices } from '../services'

export interface StackOptions {
  readonly ports: StackPorts
  /** Everything people make lies here: saved dashboards, answers, flags. */
  readonly dataFolder: string
  /** The sample data; they are the same for everybody and only read. The data folder by default. */
  readonly sampleFolder?: string
  /** The built portal; `null` when somebody else serves it on its port (the dev server). */
  readonly portalFolder: string | null
  /** The built BI application. */
  readonly frameFolder: string
  /** The built page of the contracts, when there is one. */
  readonly contractsFolder?: string
  /** Portal variables a person has set; they stand above what the stack would say. */
  readonly configuration?: PortalConfiguration
  /** Another provider whose access tokens the token service takes, in place of the embedded one; that is then not started. */
  readonly identity?: AccessTokenOptions
  /** Pages beside the portal that may ask for tokens and show dashboards: a bench compares with them. */
  readonly otherOrigins?: readonly string[]
  /** `false` when dashboards come from elsewhere, so that no embedded BI host is started. */
  readonly biHost?: false
  /** One line per step, while it works. */
  readonly onProgress: (line: string) => void
}

export interface Stack {
  readonly origins: StackOrigins
  readonly services: readonly LocalService[]
  readonly faults: Faults
  /** The portal's configuration at run time, by the names of `.env.example`. */
  readonly configuration: PortalConfiguration
  close(): Promise<void>
}

const biTokenSeconds = 300

/**
 * Starts the whole embedded stack in this process, the portal last: once it answers, everything behind it does.
 * @throws PortTaken before anything has been started, when one of the ports is in use
 * @throws AddressRefused likewise, for a configured address that is none
 * @throws FolderTaken before anything has been opened, when another stack keeps its files in the data folder
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

/** The generated files of the folder, made where they are missing or damaged. */
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
