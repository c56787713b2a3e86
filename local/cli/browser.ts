import { chromium, type Browser, type FrameLocator, type Page } from 'playwright-core'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runToEnd } from './child'
import { Refusal } from './progress'
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'chrome.exe',
]
/** Headless Chromium, which some systems and Playwright ship as a separate program. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]
const versionMilliseconds = 20_000
const aptMilliseconds = 300_000
const downloadMilliseconds = 600_000

/** The machine that is searched for a browser. */
export interface Machine {
  readonly chromiumPath: string | undefined
  /** Folders to search for programs, in this order. */
  readonly programFolders: readonly string[]
  /** Browsers that Playwright has put on this machine, its default first. */
  readonly playwrightBrowsers: () => readonly string[]
  /** Headless ones among them. */
  readonly playwrightShells: () => readonly string[]
  /** Path of apt-get; null where system packages cannot be installed. */
  readonly aptGet: string | null
  readonly isWindows: boolean
  readonly run: typeof runToEnd
}

function thisMachine(): Machine {
  const cache = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache/ms-playwright')
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0
  return {
    chromiumPath: process.env['CHROMIUM_PATH'],
    programFolders: (process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
    playwrightBrowsers: () => [
      chromium.executablePath(),
      ...cached(cache, 'chromium-', ['chrome-linux/chrome', 'chrome-linux64/chrome']),
    ],
    playwrightShells: () =>
      cached(cache, 'chromium_headless_shell-', [
        'chrome-linux/headless_shell',
        'chrome-headless-shell-linux64/chrome-headless-shell',
      ]),
    aptGet: mayInstall && existsSync('/usr/bin/apt-get') ? '/usr/bin/apt-get' : null,
    isWindows: process.platform === 'win32',
    run: runToEnd,
  }
}

/** Paths of these files in Playwright's cache, newest revision first. They need not exist. */
function cached(cache: string, prefix: string, files: readonly string[]): readonly string[] {
  const revisions = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith(prefix)) : []
  return revisions
    .sort()
    .toReversed()
    .flatMap((revision) => files.map((file) => join(cache, revision, file)))
}

/**
 * The path of a Chromium that starts. Searches for an installed one first, then installs one where that is possible.
 * @throws Refusal if there is none and none can be installed
 */
export async function findBrowser(
  say: (line: string) => void,
  machine: Machine = thisMachine(),
): Promise<string> {
  const chosen = machine.chromiumPath
  if (chosen) {
    if (await starts(machine, chosen)) return chosen
    throw new Refusal(`CHROMIUM_PATH names ${chosen}, which does not start. Correct it or unset it.`)
  }
  return (
    (await firstThatStarts(machine, [...programs(machine, names), ...applications])) ??
    (await firstThatStarts(machine, machine.playwrightBrowsers())) ??
    (await installWithApt(machine, say, 'chromium', names)) ??
    (await downloadWithPlaywright(machine, say))
  )
}

/**
 * The path of the browser for page tests: headless Chromium where it is available, since it uses a third less CPU. It has no
 * back/forward cache: a test of that needs `findBrowser`.
 */
export async function findTestBrowser(
  say: (line: string) => void,
  machine: Machine = thisMachine(),
): Promise<string> {
  const shell =
    machine.chromiumPath === undefined
      ? ((await firstThatStarts(machine, programs(machine, shellNames))) ??
        (await firstThatStarts(machine, machine.playwrightShells())) ??
        (await installWithApt(machine, say, 'chromium-headless-shell', shellNames)))
      : null
  return shell ?? findBrowser(say, machine)
}

function programs({ programFolders }: Machine, named: readonly string[]): readonly string[] {
  return programFolders.flatMap((folder) => named.map((name) => join(folder, name)))
}

async function firstThatStarts(machine: Machine, candidates: readonly string[]): Promise<string | null> {
  for (const candidate of candidates) if (await starts(machine, candidate)) return candidate
  return null
}

/**
 * Runs it: on some systems `chromium` is a script that only prints how to install the browser. On Windows none is, and `--version` opens a
 * window.
 */
async function starts({ run, isWindows }: Machine, path: string): Promise<boolean> {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  if (isWindows) return true
  return (await run(path, ['--version', '--no-sandbox'], { milliseconds: versionMilliseconds })).code === 0
}

/** Installs the package `name`; the path of the first of its programs that starts, or null. */
async function installWithApt(
  machine: Machine,
  say: (line: string) => void,
  name: string,
  named: readonly string[],
): Promise<string | null> {
  if (machine.aptGet === null) return null
  say(`No ${name} found; installing it with apt-get …`)
  const settings = { milliseconds: aptMilliseconds, environment: { DEBIAN_FRONTEND: 'noninteractive' } }
  const install = ['install', '-y', '--no-install-recommends', name]
  // The package list on disk may be recent enough. A failed update is ignored: it may still have left a usable list.
  let { code } = await machine.run(machine.aptGet, install, settings)
  if (code !== 0) {
    await machine.run(machine.aptGet, ['update'], settings)
    code = (await machine.run(machine.aptGet, install, settings)).code
  }
  return code === 0 ? firstThatStarts(machine, programs(machine, named)) : null
}

async function downloadWithPlaywright(machine: Machine, say: (line: string) => void): Promise<string> {
  say('Downloading Chromium with Playwright, for ten minutes at most …')
  const download = ['node_modules/playwright-core/cli.js', 'install', 'chromium']
  const { code, output } = await machine.run(process.execPath, download, {
    milliseconds: downloadMilliseconds,
  })
  const found = code === 0 ? await firstThatStarts(machine, machine.playwrightBrowsers()) : null
  if (found !== null) return found
  const reason = output.trim().split('\n').at(-1) || 'the downloaded one does not start'
  throw new Refusal(
    `The journeys need Chromium. None was found, and Playwright’s download failed: ${reason}\nInstall Chrome or Chromium (Debian: apt-get install chromium, Fedora: dnf install chromium, Alpine: apk add chromium) or set CHROMIUM_PATH, then run the command again.`,
  )
}

const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
]
/**
 * Browsers keep a spare process for the next page. Without it, a page whose headers require a separate process, as the portal's do,
 * pays for starting one while it is measured, and a page without such headers does not.
 */
const spareProcess = 'SpareRendererForSitePerProcess'
/**
 * Disabled features. The first ones are Playwright's own list, since a second switch of this name would replace it. The `WebUI…` ones and
 * the spare process draw the browser's own UI or keep a process ready: half a second of CPU per window. `RenderDocument` sets up a page
 * of the same site from scratch, which is a quarter of the cost of a navigation.
 */
const disabledFeatures = [
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
  spareProcess,
  'RenderDocument',
]
/** Only loopback names resolve, so no request of a page or of the browser itself leaves the machine. */
const onlyLoopback =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'

/**
 * Without V8's optimizing compilers: test pages live for seconds, and the compilers' CPU time, a sixth of the browser's total, never pays
 * off. Scripts behave the same.
 */
const noOptimizingCompilers = '--js-flags=--no-maglev --no-turbofan'

interface BrowserOptions {
  readonly executablePath: string
  /** File for the browser's network log. */
  readonly networkLog?: string
  /** Turns the back/forward cache on, which Playwright turns off by default. */
  readonly backForwardCache?: boolean
  /** Optimizing compilers and a spare process, as in a user's browser: for measurements. */
  readonly fullSpeed?: boolean
  /** Frames of other sites share their page's process, so that CPU throttling of the page slows them as well. */
  readonly oneProcess?: boolean
  /** Pages of one profile share a process while any of them is open, and with it the scripts that it has compiled. */
  readonly sharedProcess?: boolean
}

/** Launches a Chromium that cannot send requests off this machine. */
export function launchBrowser({
  executablePath,
  networkLog,
  backForwardCache = false,
  fullSpeed = false,
  oneProcess = false,
  sharedProcess = false,
}: BrowserOptions): Promise<Browser> {
  const asRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath,
    ...(backForwardCache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    args: [
      ...quietFlags,
      `--disable-features=${[
        ...disabledFeatures.filter((name) => !fullSpeed || name !== spareProcess),
        ...(oneProcess ? ['IsolateOrigins', 'site-per-process'] : []),
      ].join(',')}`,
      ...(oneProcess ? ['--disable-site-isolation-trials'] : []),
      ...(sharedProcess ? ['--renderer-process-limit=1'] : []),
      onlyLoopback,
      // Default in browsers with a window. The headless shell keeps a page and its cross-site frames in one process.
      ...(fullSpeed && !oneProcess ? ['--site-per-process'] : []),
      ...(fullSpeed ? [] : [noOptimizingCompilers]),
      ...(asRoot ? ['--no-sandbox'] : []),
      ...(networkLog ? [`--log-net-log=${networkLog}`] : []),
    ],
  })
}

/** Signs in through the UI, from any page of the portal, and waits until the portal shows the user as signed in. */
export async function signIn(page: Page, email: string, password = 'demo'): Promise<void> {
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
}

/** Waits for a second without new requests, so that what the page still fetches is not counted in the next step. Open streams do not matter. */
export async function untilQuiet(page: Page): Promise<void> {
  for (let asked = 1; asked > 0;) {
    asked = 0
    const onRequest = (): void => void (asked += 1)
    page.on('request', onRequest)
    await page.waitForTimeout(1_000)
    page.off('request', onRequest)
  }
}

/** The visible frame of the BI application. */
export function frameOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[data-ts-iframe]:visible')
}

/** Polling interval for a board that is being drawn. */
const pollMilliseconds = 50

/**
 * Waits until every tile on screen is drawn (tiles further down draw when they come near), and until the deferred UI, which loads after
 * the first tile, is there.
 */
export async function boardReady(page: Page, timeout = 30_000): Promise<void> {
  const until = Date.now() + timeout
  await frameOf(page).locator('figure:not([aria-busy="true"])').first().waitFor({ timeout })
  for (;;) {
    const busy = await busyTiles(page)
    if (busy?.length === 0)
      return page
        .locator('[data-opens="search"].board__search')
        .first()
        .waitFor({ state: 'attached', timeout })
    if (Date.now() > until) throw new Error(`Not drawn in time: ${busy?.join(', ') ?? 'the board'}`)
    await page.waitForTimeout(pollMilliseconds)
  }
}

/** Texts of the tiles on screen that are not drawn yet; null while the frame is between two documents. */
async function busyTiles(page: Page): Promise<readonly string[] | null> {
  const frame = frameOf(page)
  try {
    const top = (await frame.owner().boundingBox())?.y ?? 0
    const height = page.viewportSize()?.height ?? Number.POSITIVE_INFINITY
    return await frame.locator('body').evaluate(
      (body, end) =>
        [...body.querySelectorAll('figure')]
          .filter((tile) => tile.ariaBusy === 'true' && tile.checkVisibility())
          .filter((tile) => tile.getBoundingClientRect().top < end)
          .map((tile) => tile.textContent),
      height - top,
    )
  } catch (error) {
    if (page.isClosed()) throw error
    return null
  }
}
