import { describe, expect, test } from 'vitest'
import {
  gatewayDashboardLibrary,
  type GatewayLibraryOptions,
} from '../../../src/adapters/dashboard-library/superset/gateway-dashboard-library'
import {
  dashboardLibrarySuite,
  libraryClaims,
  type LibraryClaims,
  type LibraryWorld,
  type Trouble,
} from '../../conformance/dashboard-library.suite'
import { conforms } from '../../conformance/suite'
import { newcomer, startDoubleStage } from '../../local/gateway/stage'

interface GatewayWorld extends LibraryWorld {
  readonly close: () => Promise<void>
}

/** Replaces the gateway's own response. `after`: the change is performed anyway. */
const answers: Readonly<Record<Trouble, { readonly status: number | null; readonly after: boolean }>> = {
  nothing: { status: null, after: true },
  refused: { status: 403, after: false },
  expired: { status: 401, after: false },
  unavailable: { status: 503, after: false },
  'given up': { status: 502, after: true },
  unreachable: { status: null, after: false },
  lost: { status: null, after: true },
}

/** The adapter against the real gateway, in front of a double of Superset that is checked against the real one. */
async function gatewayWorld(): Promise<GatewayWorld> {
  const double = await startDoubleStage()
  const { stage } = double
  let trouble: Trouble | undefined
  const received: string[] = []
  const troubled: typeof fetch = async (input, init) => {
    received.push(new Headers(init?.headers).get('authorization') ?? '')
    const met = trouble === undefined ? undefined : answers[trouble]
    trouble = undefined
    const reply = met === undefined || met.after ? await fetch(input, init) : undefined
    if (met === undefined && reply !== undefined) return reply
    if (met?.status === undefined || met.status === null) throw new TypeError('Failed to fetch')
    return new Response('{"code":"in-its-way"}', {
      status: met.status,
      headers: { 'content-type': 'application/problem+json' },
    })
  }
  const person = (subject: string, send: typeof fetch) => {
    let cached: string | undefined
    let issued = 0
    // Like a provider that returns its current token until a renewal is requested.
    const accessToken: GatewayLibraryOptions['accessToken'] = async ({ renew }) => {
      if (renew) cached = undefined
      cached ??= await stage.provider.accessToken(subject, { jti: String((issued += 1)) })
      return { ok: true, value: cached }
    }
    return gatewayDashboardLibrary({ baseUrl: stage.origin, accessToken, fetch: send })
  }
  return {
    library: person(newcomer(), troubled),
    other: person(newcomer(), fetch),
    author: '',
    curated: '',
    numberChart: '',
    next: (given) => {
      trouble = given
    },
    sent: () => received.length,
    tokens: () => received,
    close: () => double.close(),
  }
}

conforms<LibraryWorld, LibraryClaims>(dashboardLibrarySuite, {
  name: 'Superset through the gateway',
  claims: libraryClaims.superset,
  make: gatewayWorld,
  dispose: (world) => (world as GatewayWorld).close(),
})

test('every request uses the current access token', async () => {
  const sent: string[] = []
  const library = gatewayDashboardLibrary({
    baseUrl: 'https://gateway.example.com',
    accessToken: async () => ({ ok: true, value: `token ${sent.length}` }),
    fetch: async (_address, init) => {
      sent.push(new Headers(init?.headers).get('authorization') ?? '')
      return new Response(null, { status: 204 })
    },
  })
  await library.remove('a')
  await library.rename('a', 'Desk')
  expect(sent).toEqual(['Bearer token 0', 'Bearer token 1'])
})

describe('a list that changes between two of its pages is not reported as complete', () => {
  const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => `d${first + at}`)
  const listed = async (...pages: readonly { readonly ids: readonly string[]; readonly total: number }[]) => {
    const library = gatewayDashboardLibrary({
      baseUrl: 'https://gateway.example.com',
      accessToken: async () => ({ ok: true, value: 'token' }),
      fetch: async (address) => {
        const { searchParams } = new URL(address instanceof Request ? address.url : address)
        const { ids, total } = pages[Number(searchParams.get('page')) - 1] ?? { ids: [], total: 0 }
        return Response.json({ dashboards: ids.map((id) => ({ id, title: id })), total })
      },
    })
    const list = await library.list()
    return list.ok ? { count: list.value.dashboards.length, complete: list.value.complete } : list
  }

  test.each([
    ['nothing has changed', idsFrom(25, 2), 27, { count: 27, complete: true }],
    [
      'one was created, and another appears twice instead',
      idsFrom(24, 2),
      27,
      { count: 26, complete: false },
    ],
    ['one was removed, and another is on no page', idsFrom(26, 1), 26, { count: 26, complete: false }],
  ])('%s', async (_, ids, total, expected) => {
    expect(await listed({ ids: idsFrom(0, 25), total: 27 }, { ids, total })).toEqual(expected)
  })
})
