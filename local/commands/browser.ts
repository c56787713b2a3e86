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
/** Every name but this machine's own is unknown: whatever a page or the browser itself asks for stays here. */
const onlyLoopback =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'

export interface BrowserOptions {
  readonly executablePath: string
  /** Where the browser writes down everything its network stack does. */
  readonly networkLog?: string
  /** Keeps pages for Back and Forward as browsers do; drivers switch that off. */
  readonly backForwardCache?: boolean
}

/** A Chromium that cannot leave the machine. */
export function launchBrowser({
  executablePath,
  networkLog,
  backForwardCache = false,
}: BrowserOptions): Promise<Browser> {
  const asRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath,
    ...(backForwardCache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    args: [
      ...quiet,
      onlyLoopback,
      ...(asRoot ? ['--no-sandbox'] : []),
      ...(networkLog ? [`--log-net-log=${networkLog}`] : []),
    ],
  })
}
