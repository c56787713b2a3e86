import type { DashboardLibrary } from '../../../../src/core/ports/dashboard-library'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../../src/adapters/clock/fixed-clock'
import { thoughtSpotDashboardLibrary } from '../../../../src/adapters/dashboard-library/thoughtspot/thoughtspot-rest-dashboard-library'
import { ofrepFlagSource } from '../../../../src/adapters/flag-source/ofrep/ofrep-flag-source'
import { journalDrift } from '../../../../src/adapters/_shared/http/exchange'
import { memoryJournal } from '../../../../src/adapters/journal/memory-journal'
import { thoughtSpotResearchAssistant } from '../../../../src/adapters/research-assistant/thoughtspot/thoughtspot-graphql-research-assistant'
import { httpTokenService } from '../../../../src/adapters/token-service/http-token-service'
import { flagUserContext } from '../../../../src/core/flags/flags-of-session'

const payload = 'a-figure-nobody-may-read'
const json = { 'content-type': 'application/json' }
const text = { 'content-type': 'text/plain' }
const conversation = { id: 'c', sourceId: 'w', context: null }
const message = { id: 'm', text: 'supply' }

/** The common parts of an adapter that uses HTTP, with a service that always returns this response. */
function at(port: string, body: string, init: ResponseInit) {
  const journal = memoryJournal()
  const common = {
    baseUrl: 'http://service.invalid',
    timeZone: 'UTC',
    fetch: async () => new Response(body, init),
    drift: journalDrift(journal, port),
    tokens: {
      token: async () => ({ ok: true, value: { value: 'bi-token', serverTime: null } }) as const,
      drop: () => undefined,
    },
  }
  return { journal, common }
}

const libraryOf = ({
  tokens,
  ...options
}: ReturnType<typeof at>['common'] & { readonly version: 1 | 2 }): DashboardLibrary =>
  thoughtSpotDashboardLibrary({ ...options, tokens: () => tokens })

const cases: readonly [
  string,
  string,
  string,
  ResponseInit,
  (common: ReturnType<typeof at>) => Promise<unknown>,
][] = [
  [
    'token-service',
    'content-type',
    JSON.stringify({ token: payload }),
    { headers: json },
    ({ common }) => httpTokenService(common).anonymousToken(),
  ],
  [
    'token-service',
    'body',
    `${payload} `,
    { headers: text },
    ({ common }) => httpTokenService(common).anonymousToken(),
  ],
  [
    'token-service',
    'status',
    payload,
    { headers: text, status: 201 },
    ({ common }) => httpTokenService(common).personalToken('token'),
  ],
  [
    'dashboard-library',
    'headers',
    JSON.stringify({ rows: [{ id: payload }] }),
    { headers: json },
    ({ common }) => libraryOf({ ...common, version: 1 }).list(),
  ],
  [
    'dashboard-library',
    'headers.*.id',
    JSON.stringify({ headers: [{ identifier: payload }] }),
    { headers: json },
    ({ common }) => libraryOf({ ...common, version: 1 }).list(),
  ],
  [
    'dashboard-library',
    'content-type',
    `<p>${payload}</p>`,
    { headers: { 'content-type': 'text/html' } },
    ({ common }) => libraryOf({ ...common, version: 1 }).list(),
  ],
  [
    'dashboard-library',
    'object.0.response.header.id_guid',
    JSON.stringify({ object: [{ response: { header: { guid: payload } } }] }),
    { headers: text },
    ({ common }) => libraryOf({ ...common, version: 1 }).create('Flows'),
  ],
  [
    'dashboard-library',
    '0.response.header.id_guid',
    JSON.stringify([{ response: { header: { guid: payload } } }]),
    { headers: json },
    ({ common }) => libraryOf({ ...common, version: 2 }).create('Flows'),
  ],
  [
    'research-assistant',
    'convId',
    JSON.stringify({ data: { ConvAssist__createConversation: { conversationId: payload } } }),
    { headers: json },
    ({ common }) => thoughtSpotResearchAssistant(common).open('w'),
  ],
  [
    'research-assistant',
    'responses.0.data',
    JSON.stringify({ data: { ConvAssist__sendMessage: { responses: [{ msgId: 'm', answer: payload }] } } }),
    { headers: json },
    ({ common }) => thoughtSpotResearchAssistant(common).ask(conversation, message),
  ],
  [
    'research-assistant',
    'body',
    `<p>${payload}</p>`,
    { headers: { 'content-type': 'text/html' } },
    ({ common }) => thoughtSpotResearchAssistant(common).open('w'),
  ],
  [
    'flag-source',
    'flags.0.key',
    JSON.stringify({ flags: [{ name: payload, value: true }] }),
    { headers: json },
    ({ common, journal }) => flags(common.fetch, journal),
  ],
]

async function flags(send: typeof fetch, journal: ReturnType<typeof memoryJournal>): Promise<void> {
  const source = ofrepFlagSource({
    host: 'http://service.invalid',
    streamHost: 'http://service.invalid',
    fetch: send,
    clock: fixedClock(0),
    journal,
    page: {
      visibilityState: 'visible',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
    storage: () => {
      throw new Error('Storage is blocked.')
    },
    openStream: () => ({ readyState: 0, close: () => undefined, addEventListener: () => undefined }),
  })
  await source.start({
    session: 'anonymous',
    context: flagUserContext(undefined, {
      hasBypassAccess: false,
      userAgent: 'test',
      timestamp: '2026-11-20T08:00:00Z',
    }),
  })
  source.dispose()
}

describe('a reply that breaks the contract is reported by port and path, never by its content', () => {
  test.each(cases)('%s: %s', async (port, path, body, init, drive) => {
    const world = at(port, body, init)
    await drive(world)
    const drifts = world.journal.entries.filter(({ text: entry }) => entry.startsWith('Contract drift'))
    expect(drifts).toEqual([
      { level: 'error', where: port, text: `Contract drift: ${path} is not as agreed` },
    ])
    expect(JSON.stringify(world.journal.entries)).not.toContain(payload)
  })

  test('once for each path, however often it occurs', async () => {
    const { journal, common } = at('dashboard-library', JSON.stringify({ rows: [] }), { headers: json })
    const library = libraryOf({ ...common, version: 1 })
    await library.list()
    await library.list()
    expect(journal.entries).toHaveLength(1)
  })
})
