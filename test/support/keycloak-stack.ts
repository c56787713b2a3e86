import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findTestBrowser } from '../../local/cli/browser'
import { madeSampleData, sampleDataFolder } from '../../local/cli/build'
import { openStackFolder } from '../../local/cli/open-stack'
import { freePorts } from '../../local/cli/ports'
import { progress } from '../../local/cli/progress'
import type { StackOrigins } from '../../local/http/addresses'
import { builtStack } from './stack'
import { administratorPassword, keycloak, keycloakIdentity } from '../../local/open-stack/keycloak/service'

declare module 'vitest' {
  interface ProvidedContext {
    readonly keycloak: {
      readonly origin: string
      readonly issuer: string
      readonly jwksUri: string
      /** Of the administrator of all realms. */
      readonly password: string
      /** The portal on it, with the rest of the embedded stack. */
      readonly stack: StackOrigins
    }
  }
}

/** Before the tests against Keycloak: one server on a free port, and the built portal on it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { root } = project.config
  const say = progress()
  const home = join(sampleDataFolder, openStackFolder)
  const folder = await mkdtemp(join(tmpdir(), 'assay-keycloak-'))
  const open: { close(): Promise<void> }[] = []
  const close = async (): Promise<void> => {
    for (const one of open.splice(0).toReversed()) await one.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const startStack = await builtStack(root)
    const [own, ports] = [await freePorts(), await freePorts()]
    const port = own.identity
    const service = keycloak({
      home,
      folder,
      port,
      managementPort: own.services,
      variables: { port: 'ASSAY_KEYCLOAK_PORT', managementPort: 'ASSAY_KEYCLOAK_MANAGEMENT_PORT' },
      portalOrigin: `http://localhost:${ports.portal}`,
    })
    await service.install(say)
    await service.prepare(say)
    const running = await service.start(say)
    open.push(running)
    await madeSampleData(say)
    const identity = keycloakIdentity(port)
    const stack = await startStack({
      ports,
      identity,
      configuration: { ASSAY_IDENTITY: 'oidc', ASSAY_IDENTITY_ISSUER: identity.issuer },
      dataFolder: join(folder, 'data'),
      sampleFolder: sampleDataFolder,
      portalFolder: join(root, 'dist/portal'),
      frameFolder: join(root, 'dist/bi-frame'),
      onProgress: say,
    })
    open.push(stack)
    project.provide('keycloak', {
      origin: running.origin,
      issuer: identity.issuer,
      jwksUri: identity.jwksUri,
      password: await administratorPassword(home),
      stack: stack.origins,
    })
    project.provide('browser', await findTestBrowser(say))
    return close
  } catch (error) {
    await close()
    throw error
  }
}
