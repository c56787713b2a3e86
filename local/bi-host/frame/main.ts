import './styles/base.css'
import './styles/header.css'
import './styles/tile.css'
import './styles/table.css'
import './styles/floating.css'
import './styles/builder-page.css'
import './styles/builder-panels.css'
import './styles/builder-answer.css'
import './styles/builder-dialogs.css'
import './styles/conversation.css'
import { createFrame, type FrameAddress } from './protocol/frame'
import { createParentPort } from './protocol/parent-port'
import { asFields, asText, asTexts, type Fields } from './protocol/read'
import { releaseOf } from './protocol/release'

const address: FrameAddress = {
  search: location.search,
  hash: () => location.hash,
  push: (path) => history.pushState(null, '', `#${path}`),
  replace: (path) => history.replaceState(null, '', `#${path}`),
  travel: (steps) => history.go(steps),
}

const config = hostConfig()
const release = releaseOf(config['release'])
const port = createParentPort({
  parent: window.parent,
  allowed: asTexts(config['parents']) ?? [],
  detected: detectedParent(),
  outgoing: release.outgoing,
})
const frame = createFrame({
  port,
  release,
  address,
  async identify(session) {
    const reply = await session.call((token) =>
      fetch('/callosum/v1/session/info', { headers: { authorization: `Bearer ${token}` } }),
    )
    return asText(asFields(await reply.json())['userGUID'])
  },
})

// Before anything else: the parent may post messages before the code below has loaded.
window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const answer = frame.receive(event)
  const reply = event.ports[0]
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one end
  if (answer && reply) void answer.then((value) => reply.postMessage(value))
})
window.addEventListener('popstate', () => frame.addressChanged())
window.addEventListener('hashchange', () => frame.addressChanged())

// A hint in the address sets the background before the embedding page has sent its look.
const hint = frame.state.get().options.themeHint
if (hint) {
  document.documentElement.dataset['tone'] = hint
  document.documentElement.style.colorScheme = hint
}

const root = document.getElementById('root')
if (root) void show(root)

async function show(container: HTMLElement): Promise<void> {
  if (window.parent === window) {
    const { mountStandalone } = await import('./app/app')
    return mountStandalone(container)
  }
  void frame.start()
  const { mountBoard } = await import('./app/app')
  mountBoard(container, frame)
}

/** Written into the page by the server: the origins that may embed it, and the older release to imitate. */
function hostConfig(): Fields {
  try {
    return asFields(JSON.parse(document.getElementById('host-config')?.textContent ?? '{}'))
  } catch {
    return {}
  }
}

/** The parent's origin, if the browser reveals it. */
function detectedParent(): string | undefined {
  const ancestor = (location as Location & { readonly ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0]
  if (ancestor !== undefined) return ancestor
  return document.referrer === '' ? undefined : new URL(document.referrer).origin
}
