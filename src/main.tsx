import { createRoot } from 'react-dom/client'
import {
  mergeConfiguration,
  readValues,
  shellConfiguration,
  staging,
  type ConfigurationProblem,
  type Values,
} from './composition/configuration-values'
import { localValues } from './composition/local-values'
import { hasStoredFlags, isLocalPage, pageHosts, storedOverride } from './composition/page-hosts'
import { installTrustedTypes, trustedScriptAddresses } from './composition/trusted-types'
import { createCatalogue } from './core/catalogue/catalogue'
import { deferredUseCases } from './core/deferred-use-cases'
import { readStripLayout } from './core/favorites/strip'
import { fontFallbackMs, timings } from './core/kernel/limits'
import { readSidebarChoice } from './core/shell/sidebar'
import { readTheme } from './core/theme/theme'
import type { UseCases } from './core/use-cases'
import { createStores } from './state/stores'
import { Portal } from './ui/app/portal'
import { lazyWithRetry, showPartMissing } from './ui/app/use-deferred-ui'
import { AppProvider } from './ui/hooks/use-app'
import './ui/styles/portal.scss'

// Read before the router can redirect, which would lose the identity provider's response (engineering decision 10).
const startAddress = window.location.href

installTrustedTypes(window, trustedScriptAddresses)

const local = isLocalPage(window.location) ? localValues : {}
const values = readValues(mergeConfiguration(buildValues(), serverValues()), local)
if (values.ok) start(values.value)
else refuse(values.failure)

function start(values: Values): void {
  const settings = shellConfiguration(values)
  const hosts = pageHosts(settings, window, storedOverride(settings, window))
  if (hosts === null) {
    return refuse(staging.map((variable) => ({ variable, kind: 'missing-here', given: '' })))
  }
  const wiring = lazyWithRetry(() => import('./composition/compose-portal')).then(({ composePortal }) =>
    composePortal(values, hosts, window, startAddress),
  )
  const useCases = deferredUseCases(wiring.then((portal): UseCases => portal.useCases))
  const catalogue = createCatalogue(settings.catalogue)
  const { stores, follow } = createStores(useCases, {
    theme: readTheme(document.documentElement.dataset['theme'] ?? null),
    sidebar: readSidebarChoice(document.documentElement.dataset['sidebar']),
    strip: readStripLayout(document.documentElement.dataset['strip']),
    catalogue,
    afterFlagFallback: (action) => void setTimeout(action, timings.flagFallback),
    flagsCached: hasStoredFlags(window, startAddress, values),
  })
  const app = {
    useCases,
    stores,
    catalogue,
    branding: settings.branding,
    offers: settings.bi.offers,
    testHost: hosts.overridden ? hosts.biHost : null,
  }
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  const draw = (): void =>
    createRoot(root).render(
      <AppProvider app={app}>
        <Portal />
      </AppProvider>,
    )
  // Listeners run in the order of registration: this one has to precede the router's, which is added with the first render.
  addEventListener('popstate', (event) => stores.unsavedWork.getState().beforeRouter?.(event))
  // Wait for the web font, because text drawn in the fallback font shifts when it arrives. The document already requested it.
  const timeout = new Promise((resolve) => setTimeout(resolve, fontFallbackMs))
  void Promise.race([document.fonts.load('1em Urbanist'), timeout]).then(draw, draw)
  wiring.then(
    (portal) => {
      follow(portal.feeds)
      portal.begin()
      stores.board.subscribe(({ phase }) => /rendered|failed/.test(phase) && portal.endWarmUp())
    },
    () => showPartMissing(wiring, true),
  )
}

/** The portal's variables from build time. */
function buildValues(): Record<string, unknown> {
  return Object.fromEntries(Object.entries(import.meta.env).filter(([name]) => name.startsWith('ASSAY_')))
}

/** The values that the server wrote into the document; empty on a static file host. */
function serverValues(): Record<string, unknown> {
  const text = document.querySelector('#portal-configuration')?.textContent ?? ''
  if (text.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return { ASSAY_WIRING: 'unreadable: the configuration in index.html is not JSON' }
  }
}

/** Shows configuration problems. Plain text first, replaced by the refusal page once it has loaded. */
function refuse(problems: readonly ConfigurationProblem[]): void {
  document.body.textContent = `Wrong settings: ${problems.map(({ variable }) => variable).join(', ')}`
  void Promise.all([import('./ui/app/refusal-page'), import('./composition/configuration-problems')]).then(
    ([{ showRefusal }, { describe }]) => showRefusal(problems.map(describe)),
  )
}
