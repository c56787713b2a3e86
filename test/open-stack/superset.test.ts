import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SignJWT } from 'jose'
import type { Browser, Page, Request, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchBrowser } from '../../local/cli/browser'
import { sampleDataFolder } from '../../local/cli/build'
import { openStackFolder } from '../../local/cli/open-stack'
import { createSupersetSession } from '../../local/gateway/superset-session'
import { guestTokenAudience, readSecrets } from '../../local/open-stack/superset/service'
import { madeBoards } from '../../local/open-stack/superset/made-boards'

interface Listed {
  readonly slug: string
  readonly title: string
  readonly embeddedId: string
  readonly tabs: readonly { readonly id: string; readonly title: string }[]
}

const dashboards = JSON.parse(
  readFileSync('local/open-stack/superset/dashboards.json', 'utf8'),
) as readonly Listed[]
const [home, stablecoins] = dashboards
const { origin, portal, guestTokenSecret } = inject('superset')

function guestToken(...ids: readonly string[]): Promise<string> {
  return new SignJWT({
    user: { username: 'visitor', first_name: 'A', last_name: 'visitor' },
    resources: ids.map((id) => ({ type: 'dashboard', id })),
    rls_rules: [],
    type: 'guest',
    aud: guestTokenAudience,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(guestTokenSecret))
}

async function ask(token: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-GuestToken': token, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, json: text.startsWith('{') ? JSON.parse(text) : text }
}

it('responds, and lets only the portal embed its dashboards', async () => {
  expect(await (await fetch(`${origin}/health`)).text()).toBe('OK')
  const page = await fetch(`${origin}/embedded/${home?.embeddedId}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${portal}`)
  expect(page.headers.get('x-frame-options')).toBeNull()
})

it('keeps its data file open, and reads a replacement file on the next query', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-held-'))
  try {
    const settings = join(folder, 'settings.json')
    const secrets = { secretKey: 'none', guestTokenSecret: 'none', guestTokenAudience }
    const look = { themes: { light: {}, dark: {} }, schemes: { categorical: [], sequential: [] } }
    await writeFile(
      settings,
      JSON.stringify({ ...secrets, ...look, databaseUri: 'sqlite://', portalOrigins: [] }),
    )
    const python = join(sampleDataFolder, openStackFolder, 'python/bin/python')
    const files = ['test/open-stack/held-open.py', 'local/open-stack/superset/superset_config.py', folder]
    const env = { ...process.env, ASSAY_SUPERSET_SETTINGS: settings, PYTHONDONTWRITEBYTECODE: '1' }
    const { stdout } = await promisify(execFile)(python, files, { env })
    // The number in the file, and whether the file stays open: two reads per file, and one more a minute later.
    expect(JSON.parse(stdout)).toEqual([
      [1, true],
      [1, true],
      [2, false],
      [2, false],
      [2, true],
      [3, false],
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

describe('the data that a visitor can read with the token for Home', () => {
  let token = ''
  let number = 0
  /** Each with a chart on it, in whose name the test sends queries. */
  let datasets: readonly { id: number; name: string; chart: number; metric: string }[] = []

  /** The dashboard's number, from Superset's embedded page. */
  async function numberOf(embeddedId: string): Promise<number> {
    const page = await (await fetch(`${origin}/embedded/${embeddedId}`)).text()
    return Number(/dashboard_id(?:&#34;|&quot;|"): ?(?:&#34;|&quot;|")?(\d+)/.exec(page)?.[1])
  }

  interface ListedChart {
    readonly id: number
    readonly form_data: { readonly datasource: string; readonly metric?: string; readonly metrics?: string[] }
  }

  async function datasetsOf(dashboard: number, theirs: string): Promise<typeof datasets> {
    const list = async <Row>(of: string): Promise<readonly Row[]> =>
      ((await ask(theirs, `/api/v1/dashboard/${dashboard}/${of}`)).json as { result: Row[] }).result
    const charts = await list<ListedChart>('charts')
    return (await list<{ id: number; table_name: string }>('datasets')).map(({ id, table_name }) => {
      const chart = charts.find(({ form_data }) => form_data.datasource === `${id}__table`)
      const metric = chart?.form_data.metric ?? chart?.form_data.metrics?.[0] ?? ''
      return { id, name: table_name, chart: chart?.id ?? 0, metric }
    })
  }

  beforeAll(async () => {
    token = await guestToken(home?.embeddedId ?? '')
    number = await numberOf(home?.embeddedId ?? '')
    datasets = await datasetsOf(number, token)
  })

  type Wanted = (typeof datasets)[number]
  const body = (id: number, formData: object, query: object, resultType: string) => ({
    datasource: { id, type: 'table' },
    result_type: resultType,
    result_format: 'json',
    force: true,
    queries: [{ filters: [], extras: {}, row_limit: 10, ...query }],
    form_data: { dashboardId: number, ...formData },
  })
  /** As a query of the chart and of a filter: the two kinds that Superset allows guests. */
  const bodies = ({ id, chart }: Wanted, query: object, resultType = 'full') => [
    body(id, { slice_id: chart }, query, resultType),
    body(id, { type: 'NATIVE_FILTER', native_filter_id: 'NATIVE_FILTER-asset' }, query, resultType),
  ]
  const made = madeBoards.find(({ embeddedId }) => embeddedId === home?.embeddedId)

  it('is limited to the days of the range filter', async () => {
    const [dataset] = datasets
    if (dataset === undefined) throw new Error('Home rests on no dataset')
    const [asked] = bodies(dataset, { metrics: [dataset.metric], time_range: 'Last year' })
    interface Answered<Row> {
      readonly json: { readonly result: readonly Row[] }
    }
    const answers = (await ask(token, '/api/v1/chart/data', asked)) as Answered<{ to_dttm: number }>
    const days = (await ask(token, "/api/v1/time_range/?q='Last year'")) as Answered<{ until: string }>
    expect(Date.parse(`${days.json.result[0]?.until}Z`)).toBe(answers.json.result[0]?.to_dttm)
  })

  it('is what Home shows, even when samples are requested', async () => {
    expect(datasets.map(({ name }) => name).sort()).toEqual(made?.datasets.map(({ name }) => name).sort())
    for (const dataset of datasets) {
      const columns = made?.datasets
        .find(({ name }) => name === dataset.name)
        ?.columns.map(({ name }) => name)
      // Home's own queries are answered.
      const [asHome] = bodies(dataset, { metrics: [dataset.metric] })
      expect(await ask(token, '/api/v1/chart/data', asHome), dataset.name).toMatchObject({ status: 200 })
      for (const question of bodies(dataset, {}, 'samples')) {
        const { status, json } = await ask(token, '/api/v1/chart/data', question)
        const found = (json as { result?: { colnames?: string[] }[] }).result?.[0]?.colnames ?? []
        if (status < 400) expect(columns).toEqual(expect.arrayContaining(found))
      }
    }
  })

  it.each(['exchange', 'fund', 'chain', 'issuer', 'protocol', 'entity_id'])(
    'does not include column %s',
    async (column) => {
      for (const dataset of datasets)
        for (const question of bodies(dataset, { columns: [column] }))
          expect(
            (await ask(token, '/api/v1/chart/data', question)).status,
            dataset.name,
          ).toBeGreaterThanOrEqual(400)
    },
  )

  it('does not include the underlying tables, whatever SQL is sent', async () => {
    for (const sqlExpression of [
      '(select max(holdings) from f_etf_daily)',
      "(select count(*) from read_csv('/etc/passwd'))",
      'max(fund)',
    ]) {
      const query = { metrics: [{ expressionType: 'SQL', sqlExpression, label: 'value' }] }
      for (const dataset of datasets)
        for (const question of bodies(dataset, query)) {
          const { status } = await ask(token, '/api/v1/chart/data', question)
          expect(status, `${dataset.name}: ${sqlExpression}`).toBeGreaterThanOrEqual(400)
        }
    }
  })

  it('does not include other dashboards', async () => {
    const other = await numberOf(stablecoins?.embeddedId ?? '')
    for (const path of ['', '/charts', '/datasets'])
      expect((await ask(token, `/api/v1/dashboard/${other}${path}`)).status).toBe(404)
    const [dataset] = await datasetsOf(other, await guestToken(stablecoins?.embeddedId ?? ''))
    if (dataset === undefined) throw new Error('Stablecoins has no dataset.')
    for (const dashboardId of [number, other])
      for (const question of bodies(dataset, { metrics: [dataset.metric] })) {
        const asked = { ...question, form_data: { ...question.form_data, dashboardId } }
        expect((await ask(token, '/api/v1/chart/data', asked)).status).toBeGreaterThanOrEqual(400)
      }
  })

  it('is not more when the browser also has a Superset session, which stays signed in', async () => {
    const cookies = new Map<string, string>()
    const visit = async (
      path: string,
      more: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
    ): ReturnType<typeof fetch> => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { ...more.headers, cookie, referer: `${origin}/login/` }
      const answer = await fetch(`${origin}${path}`, { redirect: 'manual', ...more, headers })
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies.set(name, value)
      }
      return answer
    }
    const { serviceAccount } = await readSecrets(join(sampleDataFolder, openStackFolder))
    const csrf = /csrf_token&#34;: &#34;([^&]+)&#34;|name="csrf_token"[^>]*value="([^"]+)"/.exec(
      await (await visit('/login/')).text(),
    )
    const form = new URLSearchParams({ ...serviceAccount, csrf_token: csrf?.[1] ?? csrf?.[2] ?? '' })
    await visit('/login/', { method: 'POST', body: form })
    const isSignedIn = async (): Promise<boolean> => (await visit('/api/v1/me/')).ok
    expect(await isSignedIn()).toBe(true)
    const other = await numberOf(stablecoins?.embeddedId ?? '')
    expect((await visit(`/api/v1/dashboard/${other}`)).status).toBe(200)
    const guest = await visit(`/api/v1/dashboard/${other}`, { headers: { 'X-GuestToken': token } })
    expect(guest.status).toBe(404)
    expect((await visit(`/embedded/${home?.embeddedId}`)).status).toBe(200)
    expect(await isSignedIn()).toBe(true)
  })

  it('leaves no row in the action log, which records each account’s name', async () => {
    const { serviceAccount } = await readSecrets(join(sampleDataFolder, openStackFolder))
    const { username, password } = serviceAccount
    const account = createSupersetSession({ address: origin, userName: username, password })
    await account.call('GET', `/dashboard/${number}`)
    const { body } = await account.call(
      'GET',
      '/log/?q=(order_column:dttm,order_direction:desc,page_size:100)',
    )
    const { result } = body as { result: { action: string; user: { username: string } | null }[] }
    expect(result).toContainEqual(expect.objectContaining({ action: 'DashboardRestApi.get' }))
    expect(new Set(result.map(({ user }) => user?.username))).toEqual(new Set([username]))
  })
})

describe('in a browser', () => {
  let server: Server
  let browser: Browser
  /** Shared by all dashboards, so that Superset's scripts compile once. Tall enough for a whole tab, because only visible charts query. */
  let page: Page
  beforeAll(async () => {
    server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Host</title><body style="margin:0"></body>')
    })
    await new Promise<void>((resolve) => server.listen(Number(new URL(portal).port), () => resolve()))
    browser = await launchBrowser({ executablePath: inject('browser') })
    page = await browser.newPage({ viewport: { width: 1440, height: 3000 }, reducedMotion: 'reduce' })
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })

  /** Embeds a dashboard as the portal does: theme before token, on each load. */
  async function embed(page: Page, dashboard: Listed, tab: string): Promise<void> {
    const src = `${origin}/embedded/${dashboard.embeddedId}?uiConfig=25#${tab}`
    await page.goto(portal)
    await page.evaluate(
      ([src, token, domain]) => {
        const frame = document.createElement('iframe')
        frame.style.cssText = 'border:0;width:100vw;height:100vh'
        frame.src = src
        frame.addEventListener('load', () => {
          const { port1, port2 } = new MessageChannel()
          const handshake = { type: '__embedded_comms__', handshake: 'port transfer' }
          frame.contentWindow?.postMessage(handshake, domain, [port2])
          port1.start()
          const emit = (method: string, args: object): void =>
            port1.postMessage({ switchboardAction: 'emit', method, args })
          emit('setThemeMode', { mode: 'dark' })
          emit('guestToken', { guestToken: token })
        })
        document.body.append(frame)
      },
      [src, await guestToken(dashboard.embeddedId), origin] as const,
    )
  }

  it.each(
    madeBoards.flatMap((made, at) => {
      const dashboard = dashboards[at]
      return dashboard === undefined ? [] : [{ title: made.title, made, dashboard }]
    }),
  )('every chart of $title gets rows, and no request leaves the machine', async ({ made, dashboard }) => {
    const elsewhere: string[] = []
    const onRequest = (request: Request): void => {
      const { protocol, hostname } = new URL(request.url())
      if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
        elsewhere.push(request.url())
    }
    page.on('request', onRequest)
    for (const [at, { id, title, charts }] of made.tabs.entries()) {
      const answers: Response[] = []
      const onResponse = (response: Response): void => {
        if (response.url().includes('/api/v1/chart/data') && response.url().includes('slice_id'))
          answers.push(response)
      }
      page.on('response', onResponse)
      if (at === 0) await embed(page, dashboard, id)
      else await page.frameLocator('iframe').getByRole('tab', { name: title, exact: true }).click()
      await expect.poll(() => answers.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(charts.length)
      for (const answer of answers) {
        const body = (await answer.json()) as { result?: { rowcount: number }[]; message?: string }
        expect(answer.status(), `${decodeURIComponent(answer.url())} ${body.message}`).toBe(200)
        expect(body.result?.[0]?.rowcount, decodeURIComponent(answer.url())).toBeGreaterThan(0)
      }
      page.off('response', onResponse)
    }
    expect(elsewhere).toEqual([])
    page.off('request', onRequest)
  })
})
