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
/** Chromium without a window, which some systems and Playwright have by itself. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const versionMilliseconds = 20_000
const aptMilliseconds = 300_000
const downloadMilliseconds = 60_000

/** What the search needs to know about the machine it runs on. */
export interface Machine {
  readonly chromiumPath: string | undefined
  /** Folders in which programs are looked for, in order. */
  readonly programFolders: readonly string[]
  /** Browsers Playwright has put on this machine, the one it would use first. */
  readonly playwrightBrowsers: () => readonly string[]
  /** Those of them that have no window. */
  readonly playwrightShells: () => readonly string[]
  /** Set where packages of the system may be installed. */
  readonly aptGet: string | null
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
    run: runToEnd,
  }
}

/** Where Playwright would have put these files, of its newest revision first. */
function cached(cache: string, prefix: string, files: readonly string[]): readonly string[] {
  const revisions = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith(prefix)) : []
  return revisions
    .sort()
    .toReversed()
    .flatMap((revision) => files.map((file) => join(cache, revision, file)))
}

/**
 * The path of a Chromium that starts. Looks for one that is there first, then installs one where that is possible.
 * @throws Refusal with one sentence when there is none and none can be had.
 */
export async function findBrowser(
  say: (line: string) => void,
  machine: Machine = thisMachine(),
): Promise<string> {
  const chosen = machine.chromiumPath
  if (chosen) {
    if (await starts(machine, chosen)) return chosen
    throw new Refusal(`CHROMIUM_PATH names ${chosen}, which does not start; correct it or unset it.`)
  }
  const found =
    (await firstThatStarts(machine, [...programs(machine, names), ...applications])) ??
    (await firstThatStarts(machine, machine.playwrightBrowsers())) ??
    (await installWithApt(machine, say, 'chromium', names)) ??
    (await downloadWithPlaywright(machine, say))
  if (found) return found
  throw new Refusal(
    'The journeys need a Chromium and none was found: install one (for example "apt-get install chromium") or set CHROMIUM_PATH, then run the command again.',
  )
}

/**
 * The path of what tests of pages are driven in: a Chromium without a window, where one can be had, since it does the same with a third
 * less of a processor. It keeps no pages for Back and Forward: a test of that needs `findBrowser`.
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

/** Some systems have a `chromium` that only says where to get one. */
async function starts({ run }: Machine, path: string): Promise<boolean> {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  return (await run(path, ['--version', '--no-sandbox'], { milliseconds: versionMilliseconds })).code === 0
}

/** Package and its programs; null where it cannot be installed. */
async function installWithApt(
  machine: Machine,
  say: (line: string) => void,
  name: string,
  named: readonly string[],
): Promise<string | null> {
  if (machine.aptGet === null) return null
  say(`No ${name} here; installing it with apt-get …`)
  const settings = { milliseconds: aptMilliseconds, environment: { DEBIAN_FRONTEND: 'noninteractive' } }
  const install = ['install', '-y', '--no-install-recommends', name]
  // A list that is there may be good enough, and so may one that an update has left in spite of a failure.
  let { code } = await machine.run(machine.aptGet, install, settings)
  if (code !== 0) {
    await machine.run(machine.aptGet, ['update'], settings)
    code = (await machine.run(machine.aptGet, install, settings)).code
  }
  return code === 0 ? firstThatStarts(machine, programs(machine, named)) : null
}

async function downloadWithPlaywright(machine: Machine, say: (line: string) => void): Promise<string | null> {
  say('Trying the download of Playwright, for a minute at most …')
  const download = ['node_modules/playwright-core/cli.js', 'install', 'chromium']
  const { code } = await machine.run(process.execPath, download, { milliseconds: downloadMilliseconds })
  return code === 0 ? firstThatStarts(machine, machine.playwrightBrowsers()) : null
}

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
 * People's browsers keep a process ready for the next page. Without it a page whose headers want a process of its own, as the portal's
 * do, pays for one while it is being measured, and a page without such headers does not.
 */
const spare = 'SpareRendererForSitePerProcess'
/**
 * Features that are off. The first are Playwright's own list, which a second switch of this name would replace; the next draw pages of
 * the browser's own window, or keep one ready: half a second of a processor for every window that nobody looks at. The last sets up a
 * page of the same site from the ground up, a quarter of what it costs to go there.
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
  spare,
  'RenderDocument',
]
/** Every name but this machine's own is unknown: whatever a page or the browser itself asks for stays here. */
const onlyLoopback =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'

/**
 * Pages live for seconds: what V8's optimizing compilers spend on them, a sixth of all that the browser does, never comes back. Scripts
 * mean the same without.
 */
const plainScripts = '--js-flags=--no-maglev --no-turbofan'

interface BrowserOptions {
  readonly executablePath: string
  /** Where the browser writes down everything its network stack does. */
  readonly networkLog?: string
  /** Keeps pages for Back and Forward as browsers do; drivers switch that off. */
  readonly backForwardCache?: boolean
  /** Scripts become as fast as they can and a process is kept ready, as for people: for measurements. */
  readonly fullSpeed?: boolean
  /** Frames of other sites share their page's process, so that what slows the page down slows them as well. */
  readonly oneProcess?: boolean
  /** Pages of one profile share a process, which knows the scripts that it has compiled, for as long as there is one of them. */
  readonly sharedProcess?: boolean
}

/** A Chromium that cannot leave the machine. */
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
      ...quiet,
      `--disable-features=${[
        ...offFeatures.filter((name) => !fullSpeed || name !== spare),
        ...(oneProcess ? ['IsolateOrigins', 'site-per-process'] : []),
      ].join(',')}`,
      ...(oneProcess ? ['--disable-site-isolation-trials'] : []),
      ...(sharedProcess ? ['--renderer-process-limit=1'] : []),
      onlyLoopback,
      // As browsers with a window have it; the shell keeps a page and the frames of other sites in one process.
      ...(fullSpeed && !oneProcess ? ['--site-per-process'] : []),
      ...(fullSpeed ? [] : [plainScripts]),
      ...(asRoot ? ['--no-sandbox'] : []),
      ...(networkLog ? [`--log-net-log=${networkLog}`] : []),
    ],
  })
}

/** Goes through sign-in the way a person does, from wherever the page is, and waits until the portal knows them. */
export async function signIn(page: Page, email: string, password = 'demo'): Promise<void> {
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
}

/** Until nothing has been asked for a second: what a page still fetches of its own accord is none of the next step's. A stream that stays open counts for nothing. */
export async function untilQuiet(page: Page): Promise<void> {
  for (let asked = 1; asked > 0;) {
    asked = 0
    const onRequest = (): void => void (asked += 1)
    page.on('request', onRequest)
    await page.waitForTimeout(1_000)
    page.off('request', onRequest)
  }
}

/** The BI application as this page shows it. */
export function frameOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[data-ts-iframe]:visible')
}

/** Longest between two looks at a board that is being drawn. */
const lookMilliseconds = 50

/**
 * Waits until every tile of the dashboard that is on screen has its picture; those further down draw when they come near. And until what
 * stands back behind the first of them is there.
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
    if (Date.now() > until) throw new Error(`Still without a picture: ${busy?.join(', ') ?? 'the board'}`)
    await page.waitForTimeout(lookMilliseconds)
  }
}

/** Names of the tiles on screen that are still drawn; null while the frame is between two documents. */
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
