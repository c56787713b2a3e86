import type { ContainerModule } from 'inversify'
import { createUseCases, type Core } from '../core/use-cases'
import type { HostChoice } from '../core/embedding/hosts'
import { returnQuery } from '../core/session/arrival'
import { followSessionChanges } from '../core/session/session-changes'
import { adapterMap, type AdapterLine } from './adapter-map'
import { configurationOf, type Configuration } from './configuration'
import type { Values } from './configuration-values'
import { liveModule } from './live-module'
import { redirectTarget, whenBack, whenRestored } from './page-return'
import { resolvePorts, sharedModule } from './container'
import { sha256 } from '../adapters/flag-source/sha256'
import { previewParameter, readPreview, type Preview } from '../core/flags/preview'
import type { Ports } from '../core/ports/index'
import { createCatalogue } from '../core/catalogue/catalogue'
import { homePath } from '../core/kernel/portal-path'

/** The preview value of the address this page was opened with, hashed here: the core has no cryptography. */
async function pagePreview(
  ports: Ports,
  startAddress: string,
  expectedHash: string | null,
): Promise<Preview> {
  const value = new URL(startAddress).searchParams.get(previewParameter)
  return readPreview(ports, value, value === null ? null : await sha256(value), expectedHash)
}

export interface ComposedPortal extends Core {
  /** Starts sign-in, loads what the first board will need while it is still finding out who is here, and starts flags. */
  begin(): void
  /** A dashboard stands or has failed: what is still being fetched ahead is not needed any more. */
  endWarmUp(): void
}

/** Wires the portal. In a chunk of its own: the shell is painted before this is loaded. */
export async function composePortal(
  values: Values,
  hosts: HostChoice,
  page: Window,
  startAddress: string,
): Promise<ComposedPortal> {
  const configuration = configurationOf(values)
  const { ports, sessionStore, tokenBroker } = resolvePorts(...(await modulesOf(configuration, hosts, page)))
  whenBack(page, () => tokenBroker.revalidate())
  // It may have slept through somebody's leaving: a new access token is to be had only while they are still signed in.
  whenRestored(page, () => void ports.identityProvider.accessToken({ renew: true }))
  // The hardest reset there is: stores, frames, flags and caches of the person before go with the page.
  followSessionChanges(ports, () => page.location.reload())
  if (hosts.warning !== null)
    ports.journal.record({ level: 'warning', where: 'configuration', text: hosts.warning })
  const warmUp = createWarmUp(page, configuration, hosts)
  const first = createCatalogue(configuration.catalogue).byPath(page.location.pathname)
  /**
   * The token of the dashboard that the page was opened on. What shows it waits for the page to be drawn with who is here; a token that is
   * asked for only then is there after the frame.
   */
  function askAhead(): void {
    if (first?.path === homePath || (first !== undefined && sessionStore.state().isAuthenticated))
      tokenBroker.token().catch(() => undefined)
  }
  const core = createUseCases(ports, sessionStore, {
    userAgent: page.navigator.userAgent,
    newId: () => page.crypto.randomUUID(),
    preview: pagePreview(ports, startAddress, configuration.previewSecretSha256),
  })
  return {
    ...core,
    begin() {
      // First of all: where nobody is to be restored it is known at once, and the dashboard's token is on its way.
      const query = returnQuery(new URL(startAddress).searchParams)
      void core.useCases.startSession({ address: startAddress, query })
      const [paint] = page.performance.getEntriesByName('first-contentful-paint')
      if (paint !== undefined) ports.journal.note({ kind: 'paint', ms: paint.startTime })
      ports.dashboardSurface.prepare()
      warmUp.begin(sessionStore.started)
      void sessionStore.started.then(askAhead)
      void core.useCases.startFlags()
    },
    endWarmUp: warmUp.end,
  }
}

const warmUpMs = 30_000

/**
 * Fetches the files of a dashboard's page into the browser's cache while it is still being found out who is here: a frame that nobody sees
 * and that may run no script, so that what it names is fetched and none of it does anything. Where nobody is to be restored there is no
 * such while: the dashboard's own frame begins at once. On a page without a dashboard it goes after half a minute.
 */
function createWarmUp(page: Window, { wiring, bi }: Configuration, { biHost }: HostChoice) {
  const line: AdapterLine = adapterMap.bi.vendors[bi.adapter]
  let end = (): void => undefined
  function show(): void {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- it gets one in the next line
    const frame = page.document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-same-origin')
    frame.src = `${biHost}${line.warm}`
    frame.title = ''
    frame.tabIndex = -1
    frame.ariaHidden = 'true'
    // Opacity, not `display: none`: browsers do not load what is not laid out.
    frame.style.cssText =
      'position:fixed;inset:0 auto auto 0;width:1px;height:1px;border:0;opacity:0;pointer-events:none'
    page.document.body.append(frame)
    end = () => frame.remove()
    page.setTimeout(end, warmUpMs)
  }
  return {
    begin(known: Promise<void>): void {
      if (wiring === 'test' || line.warm === undefined) return
      if (line.frameNeedsToken === true) return show()
      const soon = page.setTimeout(show, 0)
      void known.then(() => page.clearTimeout(soon))
    },
    end: () => end(),
  }
}

/** Which wiring is built is configuration. Under the test runner it is all memory, and nobody is asked anything. */
async function modulesOf(
  configuration: Configuration,
  hosts: HostChoice,
  page: Window,
): Promise<readonly ContainerModule[]> {
  if (import.meta.env.ASSAY_WIRING !== 'vendor' && configuration.wiring === 'test') {
    const { testModule } = await import('./test-module')
    return [testModule()]
  }
  const [identity, flags, bi] = await Promise.all([
    adapterMap.identity.vendors[configuration.identity.adapter].load(),
    adapterMap.flags.vendors[configuration.flags.adapter].load(),
    adapterMap.bi.vendors[configuration.bi.adapter].load(),
  ])
  const wirings = { identity: identity.wire, flags: flags.wire, bi: bi.wire }
  return [
    liveModule({ settings: configuration, hosts, page, redirectUri: redirectTarget(page.location) }, wirings),
    sharedModule(configuration, hosts),
  ]
}
