import type { PortalBrowser } from './browser-subject'
import type { PortalTab } from './browser-tab'

const isSilent = (url: URL): boolean =>
  url.pathname === '/authorize' && url.searchParams.get('prompt') === 'none'

/** The provider's silent page answers this instead of what it would. */
export async function answerSilentlyWith(
  browser: PortalBrowser,
  answer: Readonly<Record<string, string>>,
): Promise<void> {
  const { stage, context } = browser
  await context.route(isSilent, async (route) => {
    const state = new URL(route.request().url()).searchParams.get('state')
    const body = page({ ...answer, state, iss: stage.identity.issuer }, stage.portal.origin)
    await route.fulfill({ contentType: 'text/html', body })
  })
}

export async function neverAnswerSilently({ context }: PortalBrowser): Promise<void> {
  await context.route(isSilent, () => new Promise<void>(() => undefined))
}

/** Reloads the tab up to the moment in which the silent frame waits for its answer. */
export async function reloadUntilAsked({ page }: PortalTab): Promise<void> {
  const asked = page.waitForRequest((request) => isSilent(new URL(request.url())))
  await page.reload({ waitUntil: 'commit' })
  await asked
}

/** A second frame of the provider's origin speaks up, and has been heard. */
export async function answerFromAnotherFrame(
  { stage, context }: PortalBrowser,
  { page: portal }: PortalTab,
  answer: Readonly<Record<string, string>>,
): Promise<void> {
  const address = `${stage.identity.origin}/another-frame`
  await context.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: page({ ...answer, state: 'any' }, stage.portal.origin) }),
  )
  await portal.evaluate(async (source) => {
    const frame = document.createElement('iframe')
    const heard = new Promise<void>((resolve) => {
      window.addEventListener('message', (event) => {
        if (event.source === frame.contentWindow) resolve()
      })
    })
    frame.src = source
    document.body.append(frame)
    await heard
  }, address)
}

function page(response: Readonly<Record<string, string | null>>, origin: string): string {
  const data = JSON.stringify({ type: 'authorization_response', response })
  return `<!doctype html><script>parent.postMessage(${data}, ${JSON.stringify(origin)})</script>`
}
