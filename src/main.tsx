import { createRoot } from 'react-dom/client'
import {
  configurationMessage,
  mergeConfiguration,
  readConfiguration,
  type Configuration,
} from './composition/configuration'
import { pageHosts, storedOverride, hasStoredFlags } from './composition/page-hosts'
import { installTrustedTypes, trustedScriptAddresses } from './composition/trusted-types'
import { createCatalogue } from './core/catalogue/catalogue'
import { deferredUseCases } from './core/deferred-use-cases'
import { readStripLayout } from './core/favorites/strip'
import { timings } from './core/kernel/limits'
import { returnQuery } from './core/session/arrival'
import { readSidebarChoice } from './core/shell/sidebar'
import { readTheme } from './core/theme/theme'
import type { UseCases } from './core/use-cases'
import { createStores } from './state/stores'
import { Portal } from './ui/app/portal'
import { AppProvider } from './ui/hooks/use-app'
import './ui/styles/portal.scss'

// Before the router can redirect: a redirect would lose the identity provider's answer (engineering decision 10).
const startAddress = window.location.href

installTrustedTypes(window, trustedScriptAddresses)

const configuration = readConfiguration(mergeConfiguration(buildValues(), serverValues()))
if (configuration.ok) start(configuration.value)
else refuse(configurationMessage(configuration.failure))

function start(settings: Configuration): void {
  const hosts = pageHosts(settings, window, storedOverride(window))
  const wiring = import('./composition/compose-portal').then(({ composePortal }) =>
    composePortal(settings, hosts, window, startAddress),
  )
  const useCases = deferredUseCases(wiring.then((portal): UseCases => portal.useCases))
  const catalogue = createCatalogue(settings.catalogue)
  const { stores, follow } = createStores(useCases, {
    theme: readTheme(document.documentElement.dataset['theme'] ?? null),
    sidebar: readSidebarChoice(document.documentElement.dataset['sidebar']),
    strip: readStripLayout(document.documentElement.dataset['strip']),
    catalogue,
    afterFlagFallback: (action) => void setTimeout(action, timings.flagFallback),
    flagsCached: hasStoredFlags(window, startAddress),
  })
  const app = {
    useCases,
    stores,
    catalogue,
    branding: settings.branding,
    testHost: hosts.overridden ? hosts.biHost : null,
  }
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  createRoot(root).render(
    <AppProvider app={app}>
      <Portal />
    </AppProvider>,
  )
  wiring.then(
    (portal) => {
      follow(portal.feeds)
      portal.prepare()
      void portal.useCases.startFlags()
      const query = returnQuery(new URL(startAddress).searchParams)
      void portal.useCases.startSession({ address: startAddress, query })
    },
    () =>
      stores.notices.getState().raise({
        tone: 'error',
        text: 'Part of the portal couldn’t be loaded. Reload the page to try again.',
      }),
  )
}

/** What the build baked in: only the portal's own variables. */
function buildValues(): Record<string, unknown> {
  return Object.fromEntries(Object.entries(import.meta.env).filter(([name]) => name.startsWith('ASSAY_')))
}

/** What the server wrote into the document; nothing when it is a plain file host. */
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

/** Nothing can be drawn without a configuration; say so plainly, for whoever runs this portal. */
function refuse(message: string): void {
  const text = document.createElement('pre')
  text.setAttribute('role', 'alert')
  text.className = 'configuration-problem'
  text.textContent = message
  document.body.replaceChildren(text)
}
