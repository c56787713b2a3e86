import type { Frame, Page } from 'playwright-core'
import type { PageSetup } from './page/setup'
import { flagPerson } from './people'
import type { FlagTab, Person } from './world'

/** Opens the adapter's page as a frame of this page and starts it. */
export async function openFrameTab(
  page: Page,
  origin: string,
  setup: PageSetup,
  person: Person,
): Promise<{ readonly tab: FlagTab; readonly frame: Frame }> {
  const element = await page.evaluateHandle((address) => {
    const made = document.createElement('iframe')
    const loaded = new Promise<HTMLIFrameElement>((resolve) =>
      made.addEventListener('load', () => resolve(made)),
    )
    made.src = address
    document.body.append(made)
    return loaded
  }, origin)
  const frame = await element.contentFrame()
  if (frame === null) throw new Error('The frame has gone.')
  await frame.waitForFunction(() => 'flagPage' in globalThis)
  await frame.evaluate((given) => flagPage.begin(given.setup, given.who), { setup, who: flagPerson(person) })
  const tab: FlagTab = {
    started: () => frame.evaluate(() => flagPage.started()),
    shown: () => frame.evaluate(() => flagPage.shown()),
    history: () => frame.evaluate(() => flagPage.history()),
    sameReference: () => frame.evaluate(() => flagPage.sameReference()),
    identify: (who) => frame.evaluate((next) => flagPage.identify(next), flagPerson(who)),
    identifyInARow: (first, second) =>
      frame.evaluate(([one, other]) => flagPage.identifyInARow(one, other), [
        flagPerson(first),
        flagPerson(second),
      ] as const),
    hide: () => frame.evaluate(() => flagPage.see('hidden')),
    show: () => frame.evaluate(() => flagPage.see('visible')),
    pass: (milliseconds) => frame.evaluate((by) => flagPage.pass(by), milliseconds),
    dispose: () => frame.evaluate(() => flagPage.dispose()),
    async close() {
      if (!frame.isDetached()) await element.evaluate((own) => own.remove())
    },
  }
  return { tab, frame }
}
