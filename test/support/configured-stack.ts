import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import {
  startProvider,
  startTokenService,
  type Language,
} from '../../contracts/verification/other-languages/token-services'
import { boardReady, signIn } from '../../local/cli/browser'
import { startDevelopment } from '../../local/cli/dev'
import { freePorts } from '../../local/cli/ports'
import type { StackOptions } from '../../local/cli/stack'
import { dataFolder as sampleFolder, loadStack } from '../../local/cli/stack-settings'
import { localAudience, originsOf, type StackOrigins } from '../../local/http/addresses'
import { gallery } from './gallery'
import { openVisitor, type Visitor } from './visitor'

async function startBuiltStack(
  options: StackOptions,
): Promise<{ readonly origins: StackOrigins; close(): Promise<void> }> {
  const { startStack } = await loadStack(process.cwd(), (file) => import(pathToFileURL(file).href))
  return startStack(options)
}

/** A visitor to a separate stack whose portal has these settings; both are removed when the visit ends. */
export async function withConfiguredStack(
  browser: Browser,
  configuration: Readonly<Record<string, string>>,
  visit: (visitor: Visitor, origins: StackOrigins) => Promise<void>,
  chosen?: Awaited<ReturnType<typeof freePorts>>,
  startStack = startBuiltStack,
): Promise<void> {
  const root = process.cwd()
  const dataFolder = await mkdtemp(join(tmpdir(), 'assay-configured-'))
  try {
    const stack = await startStack({
      ports: chosen ?? (await freePorts()),
      dataFolder,
      sampleFolder: join(root, sampleFolder),
      portalFolder: join(root, 'dist/portal'),
      frameFolder: join(root, 'dist/bi-frame'),
      configuration,
      onProgress: () => undefined,
    })
    try {
      const visitor = await openVisitor(browser, stack.origins)
      try {
        await visit(visitor, stack.origins)
      } finally {
        await visitor.leave()
      }
    } finally {
      await stack.close()
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** Opens Home signed out, then signed in, and a dataset; each dashboard is rendered. */
async function toBoardSignedIn(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await page.goto(visitor.address('/home'))
  await boardReady(page)
  await signIn(page, 'analyst@example.com')
  await page.goto(visitor.address('/datasets/stablecoins'))
  await page.getByText('Hi, Ada Winter').waitFor()
  await boardReady(page)
}

/** The portal of `npm run dev`: from source, and with code of Vite's. */
export async function walkOnDevServer(browser: Browser): Promise<void> {
  const walk = async (visitor: Visitor): Promise<void> => {
    await toBoardSignedIn(visitor)
    expect(visitor.problems()).toEqual([])
  }
  await withConfiguredStack(browser, {}, walk, undefined, (options) =>
    startDevelopment(process.cwd(), options),
  )
}

/**
 * The portal on a token service that was written from the contract alone: dashboards signed out and signed in, and an account without
 * access. The service gets BI tokens from the BI host with its secret key, as in production.
 */
export async function walkOnTokenService(browser: Browser, language: Language): Promise<void> {
  const ports = await freePorts()
  const { portal, identity, biHost } = originsOf(ports)
  const service = await startTokenService(language, {
    portal,
    issuer: `${identity}/`,
    jwksUri: `${identity}/.well-known/jwks.json`,
    audience: localAudience,
    biHost,
    forbidden: 'trader@example.com',
  })
  const walk = async (visitor: Visitor, origins: StackOrigins): Promise<void> => {
    await toBoardSignedIn(visitor)
    const askedOf = (origin: string): number => visitor.count(new RegExp(`^${origin}/api/token`))
    expect(askedOf(service.origin)).toBeGreaterThan(1)
    expect(askedOf(origins.services)).toBe(0)
    expect(visitor.problems()).toEqual([])
    expect(await visitor.handedOut.leaks()).toEqual([])
  }
  try {
    await withConfiguredStack(browser, { ASSAY_TOKEN_HOST: service.origin }, walk, ports)
  } finally {
    await service.close()
  }
}

/**
 * The portal on tokens, saved dashboards and flags in Go, from the contracts alone. The dashboard service is in front of the BI host,
 * whose tokens it knows because it has passed them on; a changed flag is seen without a reload.
 */
export async function walkOnProvider(browser: Browser): Promise<void> {
  const ports = await freePorts()
  const { portal, identity, biHost } = originsOf(ports)
  const started: { close(): Promise<void> }[] = []
  const tracked = async <One extends { close(): Promise<void> }>(starting: Promise<One>): Promise<One> => {
    const one = await starting
    started.push(one)
    return one
  }
  try {
    const dashboards = await tracked(startProvider('go', { PORTAL: portal, BEHIND: biHost }))
    const flags = await tracked(startProvider('go', { PORTAL: portal }))
    const tokens = await tracked(
      startTokenService('go', {
        portal,
        issuer: `${identity}/`,
        jwksUri: `${identity}/.well-known/jwks.json`,
        audience: localAudience,
        biHost: dashboards.origin,
      }),
    )
    const configuration = {
      ASSAY_TOKEN_HOST: tokens.origin,
      ASSAY_BI_HOST: dashboards.origin,
      ASSAY_FLAGS: 'ofrep',
      ASSAY_FLAGS_HOST: flags.origin,
      ASSAY_FLAGS_STREAM_HOST: flags.origin,
    }
    const walk = async (visitor: Visitor): Promise<void> => {
      const { page } = visitor
      await toBoardSignedIn(visitor)
      const research = page.getByRole('button', { name: 'Deep Research', exact: true })
      await research.waitFor()
      const change = (action: string) =>
        fetch(`${flags.origin}/_pact/state`, {
          method: 'POST',
          body: JSON.stringify({ state: 'a flag changes', action }),
        })
      await change('setup')
      await research.waitFor({ state: 'detached' })
      await change('teardown')
      await research.waitFor()
      await page.goto(visitor.address('/saved-dashboards'))
      const own = gallery(page)
      await own.new.first().click()
      await own.name.fill('Written in Go')
      await own.send.click()
      await own.link('Written in Go').waitFor()
      await page.reload()
      await own.delete('Written in Go').click()
      await own.confirm.click()
      await own.link('Written in Go').waitFor({ state: 'detached' })
      expect(
        visitor.count(new RegExp(`^${dashboards.origin}/callosum/v1/tspublic/v1/metadata/`)),
      ).toBeGreaterThan(2)
      expect(await visitor.handedOut.leaks()).toEqual([])
    }
    await withConfiguredStack(browser, configuration, walk, ports)
  } finally {
    for (const one of started) await one.close()
  }
}
