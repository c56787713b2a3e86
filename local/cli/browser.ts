import { chromium, type Browser } from 'playwright-core'

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
]
/**
 * Features that are off. The first are Playwright's own list, which a second switch of this name would replace; the last draw pages of
 * the browser's own window, or keep one ready: half a second of a processor for every window that nobody looks at.
 */
const offFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]
/** Every name but this machine's own is unknown: whatever a page or the browser itself asks for stays here. */
const onlyLoopback =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'

/**
 * Pages live for seconds: what V8's optimising compilers spend on them, a sixth of all that the browser does, never comes back. Scripts
 * mean the same without.
 */
const plainScripts = '--js-flags=--no-maglev --no-turbofan'

export interface BrowserOptions {
  readonly executablePath: string
  /** Where the browser writes down everything its network stack does. */
  readonly networkLog?: string
  /** Keeps pages for Back and Forward as browsers do; drivers switch that off. */
  readonly backForwardCache?: boolean
  /** Scripts become as fast as they can, as for people: for measurements. */
  readonly fullSpeed?: boolean
}

/** A Chromium that cannot leave the machine. */
export function launchBrowser({
  executablePath,
  networkLog,
  backForwardCache = false,
  fullSpeed = false,
}: BrowserOptions): Promise<Browser> {
  const asRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath,
    ...(backForwardCache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    args: [
      ...quiet,
      `--disable-features=${offFeatures.join(',')}`,
      onlyLoopback,
      ...(fullSpeed ? [] : [plainScripts]),
      ...(asRoot ? ['--no-sandbox'] : []),
      ...(networkLog ? [`--log-net-log=${networkLog}`] : []),
    ],
  })
}
