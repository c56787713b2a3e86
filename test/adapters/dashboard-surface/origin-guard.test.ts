// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { afterEach, expect, it } from 'vitest'
import { installOriginGuard } from '../../../src/adapters/dashboard-surface/thoughtspot/origin-guard'

const biOrigin = 'http://127.0.0.1:4301'
let remove: (() => void) | undefined
afterEach(() => {
  remove?.()
  document.body.replaceChildren()
})

function setUp() {
  const seen = { foreign: [] as string[], asked: [] as string[], passed: [] as unknown[] }
  const ends: string[] = []
  remove = installOriginGuard({
    window,
    biOrigin,
    onForeign: (_frame, origin) => seen.foreign.push(origin),
    onTokenRequested: (_frame, about) => seen.asked.push(about),
    onTokenDoubted: () => ends.push('doubted'),
    onLoggedOut: () => ends.push('logged out'),
  })
  const vendor = (event: MessageEvent): void => void seen.passed.push(event.data)
  window.addEventListener('message', vendor)
  const guard = remove
  remove = () => {
    guard()
    window.removeEventListener('message', vendor)
  }
  const frame = document.createElement('iframe')
  // No page is loaded here; the guard only reads this separate window.
  Object.defineProperty(frame, 'contentWindow', { value: new EventTarget() })
  document.body.append(frame)
  const say = (data: unknown, origin: string): boolean =>
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow as never }))
  return { seen, ends, frame, say }
}

it('blocks a foreign page in an SDK frame before the SDK receives its message', () => {
  const { seen, frame, say } = setUp()
  frame.dataset['tsIframe'] = 'true'
  say({ type: 'appInit' }, 'http://evil.example')
  expect(seen).toEqual({ foreign: ['http://evil.example'], asked: [], passed: [] })
})

it('lets messages of the BI host through', () => {
  const { seen, frame, say } = setUp()
  frame.dataset['tsIframe'] = 'true'
  say({ type: 'appInit' }, biOrigin)
  expect(seen).toEqual({ foreign: [], asked: ['any'], passed: [{ type: 'appInit' }] })
})

it('hides an ended session from the SDK, but not a refusal, and reports the token as doubtful for both', () => {
  const { seen, ends, frame, say } = setUp()
  frame.dataset['tsIframe'] = 'true'
  say({ type: 'ThoughtspotAuthLogout' }, biOrigin)
  expect({ ends, ...seen }).toEqual({ ends: ['doubted', 'logged out'], foreign: [], asked: [], passed: [] })
  say({ type: 'ThoughtspotAuthFailure' }, biOrigin)
  expect(ends).toEqual(['doubted', 'logged out', 'doubted'])
  expect(seen.passed).toEqual([{ type: 'ThoughtspotAuthFailure' }])
})

it('reads the older field of a message’s type where the newer one is empty, as the SDK does', () => {
  const { seen, ends, frame, say } = setUp()
  frame.dataset['tsIframe'] = 'true'
  say({ type: '', __type: 'ThoughtspotAuthLogout' }, biOrigin)
  expect({ ends, passed: seen.passed }).toEqual({ ends: ['doubted', 'logged out'], passed: [] })
})

it.each([
  ['ThoughtspotAuthExpired', 'refused'],
  ['IdleSessionTimeout', 'refused'],
  ['RefreshAuthToken', 'ageing'],
])('reports on %s that its token is %s, before the SDK requests one', (type, about) => {
  const { seen, frame, say } = setUp()
  frame.dataset['tsIframe'] = 'true'
  say({ type }, biOrigin)
  expect(seen.asked).toEqual([about])
})

it('ignores frames that the SDK did not create, such as the identity provider’s', () => {
  const { seen, say } = setUp()
  say({ type: 'authorization_response' }, 'http://localhost:4302')
  expect(seen.foreign).toEqual([])
  expect(seen.passed).toHaveLength(1)
})

it.each([null, undefined])('blocks the message %j from the SDK, which would throw', (data) => {
  const { seen, say } = setUp()
  say(data, 'http://anybody.example')
  expect(seen.passed).toEqual([])
})

it.each(['text', 7, [], { type: { toString: null } }, { __type: 4 }])('survives the message %j', (data) => {
  const { seen, frame, say } = setUp()
  frame.dataset['tsIframe'] = 'true'
  say(data, biOrigin)
  expect(seen.asked).toEqual([])
  expect(seen.passed).toEqual([data])
})
