import { randomUUID } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect } from 'vitest'
import { newcomer, type Stage } from './stage'

/** How the gateway works with Superset. The same list runs against the real one and the double, so that the double does not differ. */
export interface SupersetClaim {
  readonly name: string
  readonly run: (stage: Stage) => Promise<void>
}

const newTitle = (): string => `Own ${randomUUID()}`

/** Superset's own response to its service account. */
export async function supersetSays<Body>(stage: Stage, path: string): Promise<Body> {
  const api = `${stage.superset.address}/api/v1`
  const { userName: username, password } = stage.superset
  const login = await fetch(`${api}/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, provider: 'db', refresh: false }),
  })
  const { access_token } = (await login.json()) as { access_token: string }
  const answer = await fetch(api + path, { headers: { authorization: `Bearer ${access_token}` } })
  return (await answer.json()) as Body
}

/** Superset's number for the dashboard that is embedded under this id. */
export async function numberOf(stage: Stage, embeddedId: string): Promise<string> {
  const found = await supersetSays<{ result: { dashboard_id: string } }>(
    stage,
    `/embedded_dashboard/${embeddedId}`,
  )
  return found.result.dashboard_id
}

/** Ids of the dashboard's tabs in page order, from Superset's own layout. */
async function tabsOnPage(stage: Stage, embeddedId: string): Promise<readonly string[]> {
  const path = `/dashboard/${await numberOf(stage, embeddedId)}`
  const { result } = await supersetSays<{ result: { position_json: string } }>(stage, path)
  const layout = JSON.parse(result.position_json) as Record<string, { type?: string; children?: string[] }>
  return Object.values(layout).find(({ type }) => type === 'TABS')?.children ?? []
}

/** Superset's status for this dashboard with a guest token. */
async function statusFor(stage: Stage, token: string, embeddedId: string): Promise<number> {
  const number = await numberOf(stage, embeddedId)
  const opened = await fetch(`${stage.superset.address}/api/v1/dashboard/${number}`, {
    headers: { 'x-guesttoken': token },
  })
  await opened.text()
  return opened.status
}

export const supersetClaims: readonly SupersetClaim[] = [
  {
    name: 'a visitor’s token opens the public dashboards and no other',
    async run(stage) {
      const [home, closed] = stage.curated
      const { status, body, headers } = await stage.ask('POST', '/v1/tokens', { dashboards: [] })
      expect([status, body.dashboards]).toEqual([200, [home?.embeddedId]])
      expect(headers.get('cache-control')).toBe('no-store')
      expect(await statusFor(stage, body.token, home?.embeddedId ?? '')).toBe(200)
      expect(await statusFor(stage, body.token, closed?.embeddedId ?? '')).toBe(404)
    },
  },
  {
    name: 'a person’s token opens all curated dashboards, lasts 300 s and has no time of issue',
    async run(stage) {
      const ask = await stage.as(newcomer())
      const { status, body } = await ask('POST', '/v1/tokens', { dashboards: [] })
      expect([status, body.dashboards]).toEqual([200, stage.curated.map(({ embeddedId }) => embeddedId)])
      for (const { embeddedId } of stage.curated)
        expect(await statusFor(stage, body.token, embeddedId)).toBe(200)
      const claims = decodeJwt(body.token)
      expect(decodeProtectedHeader(body.token).alg).toBe('HS256')
      expect(claims).toMatchObject({ type: 'guest', aud: stage.superset.guestAudience, rls_rules: [] })
      expect(claims).not.toHaveProperty('iat')
      expect(Math.abs((claims.exp ?? 0) - Date.now() / 1000 - 300)).toBeLessThan(30)
      expect(body.expiresAt).toBe(new Date((claims.exp ?? 0) * 1000).toISOString())
    },
  },
  {
    name: 'a token that somebody else signed opens nothing',
    async run(stage) {
      const { body } = await stage.ask('POST', '/v1/tokens', { dashboards: [] })
      const id = stage.curated[0]?.embeddedId ?? ''
      expect(await statusFor(stage, `${body.token.slice(0, -6)}AAAAAA`, id)).toBe(401)
    },
  },
  {
    name: 'a curated dashboard has its title, tabs and charts',
    async run(stage) {
      const id = stage.curated[0]?.embeddedId ?? ''
      const { status, body } = await stage.ask('GET', `/v1/dashboards/${id}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id, title: expect.stringMatching(/./), charts: expect.any(Number) })
      expect(body.charts).toBeGreaterThan(0)
      expect(body.tabs.length).toBeGreaterThan(0)
      for (const tab of body.tabs)
        expect(tab).toEqual({ id: expect.any(String), title: expect.stringMatching(/./) })
      expect(new Date(body.modified).toISOString()).toBe(body.modified)
      expect(body.tabs.map(({ id: tab }: { id: string }) => tab)).toEqual(await tabsOnPage(stage, id))
    },
  },
  {
    name: 'a newcomer has no dashboards; what they make is listed, opened, renamed and deleted',
    async run(stage) {
      const ask = await stage.as(newcomer())
      expect((await ask('GET', '/v1/dashboards')).body).toEqual({ dashboards: [], total: 0 })
      const title = newTitle()
      const made = await ask('POST', '/v1/dashboards', { title: `  ${title} ` })
      expect([made.status, made.body]).toEqual([201, { id: expect.any(String), title }])
      const { id } = made.body
      const { modified, ...rest } = (await ask('GET', `/v1/dashboards/${id}`)).body
      expect(rest).toEqual({ id, title, charts: 0, tabs: [] })
      expect(Math.abs(Date.parse(modified) - Date.now())).toBeLessThan(60_000)
      const listed = await ask('GET', '/v1/dashboards')
      expect(listed.body).toEqual({ dashboards: [{ id, title, modified }], total: 1 })
      const token = await ask('POST', '/v1/tokens', { dashboards: [id] })
      expect(token.body.dashboards).toContain(id)
      expect(await statusFor(stage, token.body.token, id)).toBe(200)
      const other = newTitle()
      const renamed = await ask('PATCH', `/v1/dashboards/${id}`, { title: other })
      expect([renamed.status, renamed.body]).toEqual([200, { id, title: other }])
      expect((await ask('GET', `/v1/dashboards/${id}`)).body.title).toBe(other)
      const gone = await ask('DELETE', `/v1/dashboards/${id}`)
      expect([gone.status, gone.text]).toEqual([204, ''])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['DELETE', '', undefined],
        ['PATCH', '', { title }],
        ['POST', '/links', {}],
      ] as const)
        expect((await ask(method, `/v1/dashboards/${id}${path}`, body)).status).toBe(404)
      expect((await ask('GET', '/v1/dashboards')).body).toEqual({ dashboards: [], total: 0 })
    },
  },
  {
    name: 'titles with every mark that means something to somebody stay as they are',
    async run(stage) {
      const ask = await stage.as(newcomer())
      for (const title of [
        "it's !important (a,b) & 'x'",
        'naïve “Ζ” 😀 %27 ?q=1#2',
        '<b>bold</b> {{ 1 }} \\ ; --',
      ]) {
        const made = await ask('POST', '/v1/dashboards', { title })
        expect([made.status, made.body.title]).toEqual([201, title])
        const again = await ask('POST', '/v1/dashboards', { title })
        expect([again.status, again.body.code]).toEqual([409, 'title-taken'])
        expect((await ask('DELETE', `/v1/dashboards/${made.body.id}`)).status).toBe(204)
      }
    },
  },
  {
    name: 'a copy of a curated dashboard has its tabs and charts, and a copy of the copy too',
    async run(stage) {
      const ask = await stage.as(newcomer())
      const original = (await ask('GET', `/v1/dashboards/${stage.curated[1]?.embeddedId}`)).body
      let copyOf: string = original.id
      for (let round = 1; round <= 2; round += 1) {
        const made = await ask('POST', '/v1/dashboards', {
          title: `${original.title} ${round} ${randomUUID()}`,
          copyOf,
        })
        expect([made.status, made.body.id]).toEqual([201, expect.not.stringMatching(copyOf)])
        const { charts, tabs } = (await ask('GET', `/v1/dashboards/${made.body.id}`)).body
        expect([charts, tabs]).toEqual([original.charts, original.tabs])
        copyOf = made.body.id
      }
      const { body } = await ask('GET', '/v1/dashboards')
      expect(body.total).toBe(2)
      expect((await ask('GET', `/v1/dashboards/${original.id}`)).body).toEqual(original)
      for (const { id } of body.dashboards)
        expect((await ask('DELETE', `/v1/dashboards/${id}`)).status).toBe(204)
    },
  },
  {
    name: 'newest first, by pages',
    async run(stage) {
      const ask = await stage.as(newcomer())
      const ids: string[] = []
      for (const round of [1, 2, 3])
        ids.unshift((await ask('POST', '/v1/dashboards', { title: `${newTitle()} ${round}` })).body.id)
      const idsOf = ({ body }: { body: { dashboards: { id: string }[] } }) =>
        body.dashboards.map(({ id }) => id)
      const pages = [
        await ask('GET', '/v1/dashboards?page=1&pageSize=2'),
        await ask('GET', '/v1/dashboards?page=2&pageSize=2'),
        await ask('GET', '/v1/dashboards?page=3&pageSize=2'),
      ]
      expect(pages.map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2), []])
      expect(pages.map(({ body }) => body.total)).toEqual([3, 3, 3])
      await ask('PATCH', `/v1/dashboards/${ids[2]}`, { title: newTitle() })
      expect(idsOf(await ask('GET', '/v1/dashboards'))[0]).toBe(ids[2])
      for (const id of ids) await ask('DELETE', `/v1/dashboards/${id}`)
    },
  },
  {
    name: 'equal titles: one person once, also when both are asked at once; another person may',
    async run(stage) {
      const person = newcomer()
      const ask = await stage.as(person)
      const title = newTitle()
      const both = await Promise.all([
        ask('POST', '/v1/dashboards', { title }),
        ask('POST', '/v1/dashboards', { title }),
      ])
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]))
      const other = await ask('POST', '/v1/dashboards', { title: newTitle() })
      expect((await ask('PATCH', `/v1/dashboards/${other.body.id}`, { title })).status).toBe(409)
      expect(
        (await ask('PATCH', `/v1/dashboards/${other.body.id}`, { title: other.body.title })).status,
      ).toBe(200)
      const somebody = await stage.as(newcomer())
      const theirs = await somebody('POST', '/v1/dashboards', { title })
      expect(theirs.status).toBe(201)
      await somebody('DELETE', `/v1/dashboards/${theirs.body.id}`)
      for (const { id } of (await ask('GET', '/v1/dashboards')).body.dashboards)
        await ask('DELETE', `/v1/dashboards/${id}`)
    },
  },
  {
    name: 'a link keeps filters and no tab: equal ones have equal keys',
    async run(stage) {
      const ask = await stage.as(newcomer())
      const path = `/v1/dashboards/${stage.curated[0]?.embeddedId}/links`
      const state = {
        filters: {
          'NATIVE_FILTER-1': { id: 'NATIVE_FILTER-1', filterState: { value: ['btc'] }, extraFormData: {} },
        },
      }
      const [one, same, other] = [
        await ask('POST', path, state),
        await ask('POST', path, state),
        await ask('POST', path, {}),
      ]
      expect([one.status, same.status, other.status]).toEqual([201, 201, 201])
      expect(Object.keys(one.body)).toEqual(['key'])
      expect(same.body).toEqual(one.body)
      expect(other.body).not.toEqual(one.body)
      // Superset’s embedded page names a link’s tab, and shows the charts of the first.
      expect((await ask('POST', path, { ...state, tab: 'TAB-a' })).status).toBe(422)
      type Stored = { readonly state: object }
      const stored = await supersetSays<Stored>(stage, `/dashboard/permalink/${one.body.key}`)
      expect(stored.state).toEqual({ dataMask: state.filters })
    },
  },
  {
    name: 'another’s dashboard: no verb, no copy, no link and no token reaches it, and the answer is that of one that never was',
    async run(stage) {
      const owner = await stage.as(newcomer())
      const title = newTitle()
      const { id } = (await owner('POST', '/v1/dashboards', { title })).body
      // The other user also has a dashboard, so a list of one shows that they are kept apart.
      const thief = await stage.as(newcomer())
      const own = (await thief('POST', '/v1/dashboards', { title: newTitle() })).body
      const attempts = (one: string) =>
        [
          ['GET', `/v1/dashboards/${one}`],
          ['PATCH', `/v1/dashboards/${one}`, { title: 'Mine now' }],
          ['DELETE', `/v1/dashboards/${one}`],
          ['POST', `/v1/dashboards/${one}/links`, {}],
          ['POST', '/v1/dashboards', { title: newTitle(), copyOf: one }],
          ['POST', '/v1/tokens', { dashboards: [one] }],
          ['POST', '/v1/tokens', { dashboards: [own.id, one] }],
          ['GET', `/v1/dashboards/${one.toUpperCase()}`],
        ] as const
      const never = attempts(randomUUID())
      for (const [index, [method, path, body]] of attempts(id).entries()) {
        const refused = await thief(method, path, body)
        const [, nowhere = '', nothing] = never[index] ?? []
        const absent = await thief(method, nowhere, nothing)
        expect([method, path, refused.status, refused.text]).toEqual([method, path, 404, absent.text])
      }
      expect((await thief('GET', '/v1/dashboards')).body.total).toBe(1)
      const still = await owner('GET', `/v1/dashboards/${id}`)
      expect([still.status, still.body.title]).toEqual([200, title])
      await owner('DELETE', `/v1/dashboards/${id}`)
      await thief('DELETE', `/v1/dashboards/${own.id}`)
    },
  },
]
