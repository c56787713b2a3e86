import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ensureBuilt } from './build'
import { type ImportFile, dataFolder } from './stack-settings'
import { progress, Refusal } from './progress'
import { enter, screens, type Screen } from './screens'
import { withStack } from './with-stack'

const themes = ['light', 'dark'] as const
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const
const pictures = `${dataFolder}/screenshots`
/** The README's picture: this screen at this width, in both themes. */
const readme = {
  screen: 'home',
  width: 1440,
  files: { dark: 'home.png', light: 'home-light.png' },
} as const

const maxAttempts = 10
const attemptDelayMs = 500

type Theme = (typeof themes)[number]
type Size = (typeof sizes)[number]

/** `npm run screenshots`, or some of them: `npm run screenshots -- home stablecoins`. */
export async function run(wanted: readonly string[], importFile: ImportFile): Promise<number> {
  const say = progress()
  const unknown = wanted.find((name) => screens.every((screen) => screen.name !== name))
  if (unknown) {
    throw new Refusal(
      `There is no screen "${unknown}". The screens are ${screens.map(({ name }) => name).join(', ')}.`,
    )
  }
  await ensureBuilt(say)
  const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const failed = await withStack(importFile, say, ({ origins }, browser) =>
    takeAll(browser, origins.portal, chosen, say),
  )
  say(failed.length === 0 ? 'All screenshots taken.' : `Not taken: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
}

async function takeAll(
  browser: Browser,
  origin: string,
  chosen: readonly Screen[],
  say: (line: string) => void,
): Promise<readonly string[]> {
  await mkdir(join(process.cwd(), pictures), { recursive: true })
  const people = [...new Set(chosen.map((screen) => screen.person))]
  const passes = themes.flatMap((theme) =>
    sizes.flatMap((size) => people.map((person) => ({ theme, size, person }))),
  )
  const failed: string[] = []
  for (const { theme, size, person } of passes) {
    const signedIn = async (): Promise<BrowserContext> => {
      const context = await contextFor(browser, origin, theme, size)
      await enter(await context.newPage(), origin, person)
      return context
    }
    const shared = await signedIn()
    const due = chosen.filter(
      (screen) => screen.person === person && (screen.width ?? size.width) === size.width,
    )
    for (const screen of due) {
      const name = `${screen.name}-${size.width}-${theme}`
      const guideFile = guideFileFor(screen, size, theme)
      // The guide's pictures must not show what earlier screens have left behind, such as recent pages.
      const context = guideFile === null ? shared : await signedIn()
      const problem = await take(
        context,
        origin + screen.path,
        screen,
        filesFor(screen, size, theme),
        guideFile,
      )
      if (context !== shared) await context.close()
      say(problem === null ? `${name}.png` : `${name}: ${problem}`)
      if (problem !== null) failed.push(name)
    }
    await shared.close()
  }
  return failed
}

function filesFor(screen: Screen, { width }: Size, theme: Theme): readonly [string, ...string[]] {
  const root = process.cwd()
  const file = join(root, pictures, `${screen.name}-${width}-${theme}.png`)
  const isReadme = screen.name === readme.screen && width === readme.width
  return isReadme ? [file, join(root, 'docs/pictures', readme.files[theme])] : [file]
}

/** The user guide's pictures are public files of the portal, one for each theme. */
function guideFileFor({ guide }: Screen, { width }: Size, theme: Theme): string | null {
  return guide === undefined || width !== readme.width
    ? null
    : join(process.cwd(), 'src/ui/public/open-data/knowledge-base', `${guide.file}-${theme}.png`)
}

async function take(
  context: BrowserContext,
  address: string,
  screen: Screen,
  files: readonly [string, ...string[]],
  guideFile: string | null,
): Promise<string | null> {
  const page = await context.newPage()
  try {
    await screen.before?.(page)
    await page.goto(address)
    await screen.ready(page)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const picture = await settled(page)
    for (const path of files) await writeFile(path, picture)
    if (guideFile !== null && screen.guide !== undefined) await takePart(page, screen.guide.clip, guideFile)
    return null
  } catch (error) {
    await page.screenshot({ path: files[0] })
    return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)
  } finally {
    await page.close()
  }
}

async function takePart(page: Page, clip: NonNullable<Screen['guide']>['clip'], path: string): Promise<void> {
  const options = { path, animations: 'disabled' } as const
  if (typeof clip === 'string') await page.locator(clip).screenshot(options)
  else await page.screenshot({ ...options, clip })
}

/** Waits until two screenshots in a row are equal: a frame in another process may paint a moment after it reports that it has. */
async function settled(page: Page): Promise<Buffer> {
  let before = await page.screenshot({ animations: 'disabled' })
  for (let look = 1; look < maxAttempts; look += 1) {
    await page.waitForTimeout(attemptDelayMs)
    const now = await page.screenshot({ animations: 'disabled' })
    if (now.equals(before)) return now
    before = now
  }
  return before
}

async function contextFor(
  browser: Browser,
  origin: string,
  theme: Theme,
  size: Size,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: theme,
  })
  await context.addInitScript(
    ({ own, chosen }) => {
      if (location.origin === own) localStorage.setItem('theme', chosen)
    },
    { own: origin, chosen: theme },
  )
  return context
}
