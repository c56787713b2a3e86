import type { ContainerModule } from 'inversify'
import { createUseCases, type Core } from '../core/use-cases'
import type { HostChoice } from '../core/embedding/hosts'
import { returnQuery } from '../core/session/arrival'
import { followSessionChanges } from '../core/session/session-changes'
import { adapterMap, type AdapterLine } from './adapter-map'
import { configurationOf, type Configuration } from './configuration'
import type { Values } from './configuration-values'
import { liveModule } from './live-module'
import { flagService } from './page-hosts'
import { redirectTarget, whenBack, whenRestored } from './page-return'
import { resolvePorts, sharedModule } from './container'
import { sha256 } from '../adapters/flag-source/sha256'
import { previewParameter, readPreview, type Preview } from '../core/flags/preview'
import type { Ports } from '../core/ports/index'
import { createCatalogue } from '../core/catalogue/catalogue'
import { homePath } from '../core/kernel/portal-path'

/** Reads the preview value from the URL the page was opened with. Hashed here, because the core has no cryptography. */
async function pagePreview(
  ports: Ports,
  startAddress: string,
  expectedHash: string | null,
): Promise<Preview> {
  const value = new URL(startAddress).searchParams.get(previewParameter)
  return readPreview(ports, value, value === null ? null : await sha256(value), expectedHash)
}

export interface ComposedPortal extends Core {
  /** Starts the session and the flags, and preloads what the first board needs while sign-in status is unknown. */
  begin(): void
  /** Call when a dashboard has rendered or failed. Removes the warm-up frame. */
  endWarmUp(): void
}

/** Wires the portal. Loaded in a separate chunk, behind the shell's first paint. */
export async function composePortal(
  values: Values,
  hosts: HostChoice,
  page: Window,
  startAddress: string,
): Promise<ComposedPortal> {
  const configuration = configurationOf(values)
  const { ports, sessionStore, tokenBroker } = resolvePorts(...(await modulesOf(configuration, hosts, page)))
  whenBack(page, () => tokenBroker.revalidate())
  // The user may have signed out while the page was in the back/forward cache. Renewing the access token fails if so.
  whenRestored(page, () => void ports.identityProvider.accessToken({ renew: true }))
  // A reload is the most thorough reset: it discards the previous user's stores, frames, flags and caches.
  followSessionChanges(ports, () => page.location.reload())
  if (hosts.ignored !== null) {
    const text = `The stored ${hosts.ignored} is ignored: it is no origin on the allow-list.`
    ports.journal.record({ level: 'warning', where: 'configuration', text })
  }
  const warmUp = createWarmUp(page, configuration, hosts)
  const firstDataset = createCatalogue(configuration.catalogue).byPath(page.location.pathname)
  /**
   * Prefetches the token for the dashboard on which the page was opened. The view requests it only after React has rendered the session,
   * so that without this the token would arrive after the frame.
   */
  function prefetchToken(): void {
    const canView = firstDataset?.path === homePath || sessionStore.state().isAuthenticated
    if (firstDataset !== undefined && canView) tokenBroker.token().catch(() => undefined)
  }
  const core = createUseCases(ports, sessionStore, {
    userAgent: page.navigator.userAgent,
    flagService: flagService(values),
    newId: () => page.crypto.randomUUID(),
    preview: pagePreview(ports, startAddress, configuration.previewSecretSha256),
  })
  return {
    ...core,
    begin() {
      // First, because without a session to restore the status is known at once and the token request can start.
      const query = returnQuery(new URL(startAddress).searchParams)
      void core.useCases.startSession({ address: startAddress, query })
      const [paint] = page.performance.getEntriesByName('first-contentful-paint')
      if (paint !== undefined) ports.journal.note({ kind: 'paint', ms: paint.startTime })
      ports.dashboardSurface.prepare()
      warmUp.begin(sessionStore.started)
      void sessionStore.started.then(prefetchToken)
      void core.useCases.startFlags()
    },
    endWarmUp: warmUp.end,
  }
}

const warmUpMs = 30_000

/**
 * Warms the browser's cache with the files of a dashboard's page while sign-in status is unknown. An invisible frame without permission to
 * run scripts loads a page that references these files, so that they are fetched but not executed. Without a session to restore it is not
 * needed, because the dashboard's own frame starts at once. On a page without a dashboard the frame is removed after 30 seconds.
 */
function createWarmUp(page: Window, { wiring, bi }: Configuration, { biHost }: HostChoice) {
  const line: AdapterLine = adapterMap.bi.vendors[bi.adapter]
  let end = (): void => undefined
  function show(): void {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- set in the next line
    const frame = page.document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-same-origin')
    frame.src = `${biHost}${line.warm}`
    frame.title = ''
    frame.tabIndex = -1
    frame.ariaHidden = 'true'
    // Opacity instead of `display: none`, because browsers do not load resources of frames without layout.
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

/** The container modules for the configured wiring. The test wiring is all in memory and sends no requests. */
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
