// @ts-check
// Runs in Superset's embedded page, before its own scripts, and sends the portal what Superset's protocol lacks. The messages are
// defined in src/adapters/dashboard-surface/superset/page-messages.ts. It depends on API paths of Superset 6.1 and on class names of its
// page.
/** @typedef {import('../../../../src/adapters/dashboard-surface/superset/page-messages').PageMessage} PageMessage */

;(() => {
  if (parent === window) return
  const { portal = '', status } = document.currentScript?.dataset ?? {}
  const allowed = portal.split(' ').filter(Boolean)
  const embedder = location.ancestorOrigins?.[0] ?? originOf(document.referrer)
  // If the embedder is unknown, messages go to every allowed portal: the browser delivers them only to a matching origin.
  const portals = embedder === '' ? allowed : allowed.filter((origin) => origin === embedder)
  if (portals.length === 0) return

  /** @param {PageMessage} message */
  const say = (message) => {
    for (const portal of portals) parent.postMessage(message, portal)
  }

  // There is no dashboard with this id, so nothing else follows.
  if (status !== undefined) {
    say({ assay: 'start' })
    return say({ assay: 'http', status: Number(status), request: 'dashboard' })
  }

  /** @param {string} address */
  function originOf(address) {
    return URL.canParse(address) ? new URL(address).origin : ''
  }

  /**
   * What Superset draws above the grid of an empty dashboard: a picture with a sentence. A chart without rows has the same picture,
   * further down.
   */
  const bare =
    '[data-test="dashboard-header-wrapper"] + :not([data-test]):has(> * > [role="img"][aria-label="empty"])'
  // Replaces Superset's own error messages, which name paths and tables, by the portal's.
  const style = document.createElement('style')
  style.textContent = `
    html[data-assay-refused] body, #app ~ [class*="toast"], [data-test="toast-container"] { display: none !important }
    .dashboard-chart [role="alert"] { font-size: 0 !important; background: none !important; border: 0 !important }
    .dashboard-chart [role="alert"] * { display: none !important }
    .dashboard-chart [role="alert"]::after {
      content: 'This chart could not be loaded. Refresh to try again.';
      font-size: 13px;
      opacity: 0.7;
    }
    ${bare} > * { display: none !important }
    ${bare}::after {
      content: 'This dashboard has no charts yet.';
      display: block;
      padding-top: 96px;
      text-align: center;
      font-size: 15px;
    }
    @media (max-width: 600px) {
      .time-range-popover { position: fixed !important; inset: auto 8px !important; width: auto !important }
    }`
  document.head.append(style)
  const refused = () => (document.documentElement.dataset.assayRefused = '')

  // ---- Calls of the page

  const isRefreshed = location.search.endsWith('&force=true')
  // Superset itself would bypass its cache for as long as the address says so, after every filter too.
  if (isRefreshed) history.replaceState(history.state, '', location.href.replace('&force=true', ''))
  /** Charts that have requested their data in this document. @type {Set<string>} */
  const refreshed = new Set()

  /** In a refreshed document the first request of each chart bypasses Superset's cache. @param {string} search @param {RequestInit} [init] */
  function anew(search, init) {
    const chart = new URLSearchParams(search).get('form_data')
    if (!isRefreshed || chart === null || refreshed.has(chart) || typeof init?.body !== 'string') return init
    refreshed.add(chart)
    return { ...init, body: JSON.stringify({ ...JSON.parse(init.body), force: true }) }
  }

  let open = 0
  let hasAsked = false
  const isPhone = matchMedia('(max-width: 600px)').matches
  const plainFetch = window.fetch
  window.fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input), location.href)
    const request = requestKind(pathname)
    hasAsked ||= request !== null
    // Superset saves the colors that it gave to names, which is refused for guests, with an error in its log for each visit.
    if (init?.method === 'PUT' && /\/api\/v1\/dashboard\/\d+\/colors$/.test(pathname))
      return Response.json({})
    if (request !== 'chart-data') {
      const response = told(
        request,
        (await takenAhead(pathname + search)) ?? (await plainFetch.call(window, input, init)),
      )
      const isLayout = request === 'dashboard' && !/\/(charts|datasets)$/.test(pathname)
      return isLayout && response.ok ? fitted(response).catch(() => response) : response
    }
    open += 1
    if (wasShown) {
      waitForCharts()
      say({ assay: 'busy' })
    }
    try {
      const response = told(request, await plainFetch.call(window, input, anew(search, init)))
      if (response.ok)
        void response
          .clone()
          .json()
          .then((answer) => tellData(answer, init?.body, latestTime(response)), ignore)
      return response
    } finally {
      open -= 1
      lookSoon()
    }
  }
  const ignore = () => undefined

  /** Prefetched responses by path; null for an error, which the application must receive itself. @type {Map<string, Promise<Response | null>>} */
  const ahead = new Map()

  /** The query with which 6.1.0 requests a dashboard. A request with another query does not use the prefetched response. */
  const boardQuery =
    '(columns:!(id,slug,url,dashboard_title,published,css,theme,json_metadata,position_json,certified_by,certification_details,changed_by_name,changed_by,changed_on,created_by,charts,owners,roles,tags,changed_on_delta_humanized,created_on_delta_humanized,is_managed_externally,uuid))'

  /** @param {string} path */
  function takenAhead(path) {
    const answer = ahead.get(path)
    ahead.delete(path)
    return answer
  }

  /** Prefetches, in parallel and while the scripts load, what the application always requests first, in sequence. @param {string} token */
  function askAhead(token) {
    const app = document.querySelector('#app')
    if (app === null) {
      // The document is still loading.
      if (document.readyState === 'loading') setTimeout(askAhead, 20, token)
      return
    }
    const { embedded } = JSON.parse(app.getAttribute('data-bootstrap') ?? '{}')
    // The application has already sent its requests.
    if (embedded?.dashboard_id === undefined || hasAsked) return
    const board = `/api/v1/dashboard/${embedded.dashboard_id}`
    for (const path of [
      '/api/v1/me/roles/',
      `${board}?q=${boardQuery}`,
      `${board}/charts`,
      `${board}/datasets`,
    ]) {
      const headers = { accept: 'application/json', 'X-GuestToken': token }
      const answer = plainFetch.call(window, path, { headers })
      ahead.set(
        path,
        answer.then(
          (one) => (one.ok ? one : null),
          () => null,
        ),
      )
    }
  }

  /** @param {string} path @returns {'dashboard' | 'chart-data' | 'person' | 'other' | null} */
  function requestKind(path) {
    if (path.endsWith('/api/v1/chart/data')) return 'chart-data'
    if (/\/api\/v1\/dashboard\/[^/]+(\/(charts|datasets))?$/.test(path)) return 'dashboard'
    if (/\/api\/v1\/me\//.test(path)) return 'person'
    return /\/api\//.test(path) ? 'other' : null
  }

  /** @param {ReturnType<typeof requestKind>} request @param {Response} response */
  function told(request, response) {
    const { ok, status } = response
    if (ok || request === null) return response
    // For a forbidden dashboard or a refused token, Superset's own error page is hidden.
    if (!isHydrated && (status === 401 || (request === 'dashboard' && status < 500))) refused()
    say({ assay: 'http', status, request })
    return response
  }

  /** @param {{ result?: readonly Record<string, any>[] }} answer @param {unknown} asked @param {number} now */
  function tellData(answer, asked, now) {
    const axis = axisOf(asked)
    for (const one of answer.result ?? []) {
      const at = (one.colnames ?? []).indexOf(axis)
      const ends = Math.min(now, one.to_dttm ?? Infinity)
      const days =
        at >= 0 && one.coltypes?.[at] === temporal ? one.data.map((/** @type {any} */ row) => row[axis]) : []
      const last = Math.max(
        ...days.filter((/** @type {unknown} */ day) => typeof day === 'number' && day <= ends),
      )
      say({
        assay: 'data',
        rows: one.rowcount ?? 0,
        cachedAt: one.cached_dttm ?? null,
        lastDay: Number.isFinite(last) ? new Date(last).toISOString().slice(0, 10) : null,
      })
    }
  }
  /**
   * The server's time, because this device's clock may be off. Times in data have no zone: east of UTC, today begins before UTC's. Later
   * times are forecasts.
   * @param {Response} response
   */
  function latestTime(response) {
    const now = Date.parse(response.headers.get('date') ?? '') || Date.now()
    return now + Math.max(0, -new Date(now).getTimezoneOffset()) * 60_000
  }
  /** Superset's type number of a temporal column. */
  const temporal = 2

  /**
   * The column of a chart's x axis, if its times are days or shorter: a longer one, such as `P1M`, is named by its first or last day,
   * whatever data it has.
   * @param {unknown} body
   */
  function axisOf(body) {
    try {
      const columns = JSON.parse(String(body)).queries[0].columns
      const axis = columns.find((/** @type {any} */ column) => column.columnType === 'BASE_AXIS')
      return /^P(1D$|T)/.test(axis.timeGrain ?? 'P1D') ? axis.label : undefined
    } catch {
      return undefined
    }
  }

  /**
   * Adapts a dashboard to the portal: in the portal's theme instead of the dashboard's own, its filters above its charts, and in one
   * column on a phone.
   * @param {Response} response
   */
  async function fitted(response) {
    const answer = await response.clone().json().catch(ignore)
    if (typeof answer?.result?.position_json !== 'string') return response
    answer.result.theme = null
    answer.result.json_metadata = filteredAbove(answer.result.json_metadata)
    if (isPhone) answer.result.position_json = stacked(answer.result.position_json)
    return new Response(JSON.stringify(answer), response)
  }

  /**
   * The layout with one row for each chart, in order, because charts side by side are too narrow on a phone.
   * @param {string} written
   */
  function stacked(written) {
    /** @type {Record<string, { id: string, type: string, children?: string[], parents?: string[] | undefined, meta: { width?: number } }>} */
    const layout = JSON.parse(written)
    for (const { id, type, children = [], parents, meta } of Object.values(layout)) {
      if (type !== 'ROW') continue
      const container = Object.values(layout).find((one) => one.children?.includes(id))
      const rows = children.map((child, at) => (at === 0 ? id : `${id}-${child}`))
      for (const [at, child] of children.entries()) {
        const [row = id, part] = [rows[at], layout[child]]
        layout[row] = { id: row, type, children: [child], parents, meta }
        if (part !== undefined)
          // Layouts not made in Superset's editor have no parents.
          layout[child] = {
            ...part,
            ...(parents && { parents: [...parents, row] }),
            meta: { ...part.meta, width: 12 },
          }
      }
      container?.children?.splice(container.children.indexOf(id), 1, ...rows)
    }
    return JSON.stringify(layout)
  }

  /**
   * Moves the filters above the charts. At the side, Superset's default, their buttons are at the end of the page, which is as high as
   * the dashboard, and they leave no room for a chart on a phone.
   * @param {string | null} metadata
   */
  function filteredAbove(metadata) {
    return JSON.stringify({ ...JSON.parse(metadata || '{}'), filter_bar_orientation: 'HORIZONTAL' })
  }

  // ---- What is on screen

  let isHydrated = false
  let wasRendered = false
  /** Set once the portal may show the charts that are drawn, even if others still load: Superset may take a minute for one. */
  let wasShown = false
  let patientUntil = 0
  /** In ms. */
  const patience = 4000
  /** @type {string | null} */
  let tab = null
  /** @type {string | null | undefined} */
  let wantedTab
  let height = 0
  let looking = 0

  const onScreen = new Set()
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) onScreen.add(target)
      else onScreen.delete(target)
    sighted = true
    lookSoon()
  })
  let sighted = false
  const watched = new WeakSet()

  function lookSoon() {
    if (looking === 0) looking = window.setTimeout(look, 100)
  }

  function waitForCharts() {
    wasRendered = false
    wasShown = false
    patientUntil = performance.now() + patience
    setTimeout(lookSoon, patience)
  }

  function look() {
    looking = 0
    const grid = document.querySelector('.grid-container')
    if (grid === null || (grid.querySelector('.dashboard-component') === null && !isBare())) return
    const charts = [...grid.querySelectorAll('.dashboard-component-chart-holder')]
    for (const chart of charts) {
      if (watched.has(chart)) continue
      watched.add(chart)
      sight.observe(chart)
    }
    const active = activeTab()
    if (!isHydrated) {
      isHydrated = true
      waitForCharts()
      tab = active
      say({ assay: 'hydrated', tab })
      if (wantedTab !== undefined) showTab(wantedTab)
    } else if (active !== null && active !== tab) {
      tab = active
      say({ assay: 'tab', tab })
    }
    tellHeight(grid)
    const seen = charts.filter((chart) => chart.isConnected && onScreen.has(chart))
    if (wasRendered || !(sighted || charts.length === 0)) return
    const isWhole = open === 0 && seen.every(isDrawn)
    if (!isWhole && (wasShown || performance.now() < patientUntil)) return
    wasShown = true
    wasRendered = isWhole
    say({ assay: 'rendered', charts: seen.length, failed: seen.filter(hasFailed).length })
  }

  const isBare = () => document.querySelector(bare) !== null

  /** @param {Element} chart */
  function isDrawn(chart) {
    // Text blocks count as drawn charts.
    if (hasFailed(chart) || chart.querySelector('.dashboard-chart') === null) return true
    const drawing = chart.querySelector('.slice_container')
    if (drawing === null || chart.querySelector('.loading') !== null) return false
    return drawing.querySelector('canvas, table, svg') !== null || drawing.textContent?.trim() !== ''
  }
  /** @param {Element} chart */
  const hasFailed = (chart) => chart.querySelector('.dashboard-chart [role="alert"]') !== null

  /** The dashboard's top-level tabs. @returns {NodeListOf<HTMLElement> | HTMLElement[]} */
  function tabs() {
    const bar = document.querySelector('.dashboard-component-tabs .ant-tabs-nav-list')
    return bar === null ? [] : bar.querySelectorAll(':scope > [data-node-key]')
  }

  const activeTab = () =>
    [...tabs()].find((one) => one.classList.contains('ant-tabs-tab-active'))?.dataset.nodeKey ?? null

  /** @param {Element} grid */
  function tellHeight(grid) {
    const content = [...grid.querySelectorAll('.grid-content')].find((one) => one.clientHeight > 0)
    if (content === undefined) return
    // Includes margins and paddings below. Otherwise the frame would scroll by those, and Superset closes open menus on every scroll.
    let below = 0
    for (let part = content; part !== document.body && part.parentElement !== null; part = part.parentElement)
      below +=
        parseFloat(getComputedStyle(part).marginBottom) +
        parseFloat(getComputedStyle(part.parentElement).paddingBottom)
    const now = Math.ceil(content.getBoundingClientRect().bottom + scrollY + below)
    if (now === height) return
    height = now
    say({ assay: 'height', pixels: height })
  }

  /** @param {string | null} wanted */
  function showTab(wanted) {
    wantedTab = isHydrated ? undefined : wanted
    if (!isHydrated) return
    const target = wanted === null ? tabs()[0] : [...tabs()].find((one) => one.dataset.nodeKey === wanted)
    const button = target?.querySelector('[role="tab"]')
    if (button instanceof HTMLElement) button.click()
    tab = activeTab()
    if (tab !== null) say({ assay: 'tab', tab })
    waitForCharts()
    say({ assay: 'busy' })
    lookSoon()
  }

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !portals.includes(origin)) return
    if (data?.assay === 'token' && typeof data.token === 'string') askAhead(data.token)
    if (data?.assay !== 'show-tab') return
    if (data.tab === null || typeof data.tab === 'string') showTab(data.tab)
  })
  // Opens links in text blocks in a new tab, because in the frame they would replace the dashboard.
  addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a[href]:not([download])') : null
      if (!(link instanceof HTMLAnchorElement)) return
      const isHere = link.href.split('#')[0] === location.href.split('#')[0]
      if (isHere || link.target === '_blank') return
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    },
    true,
  )
  new MutationObserver(lookSoon).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['class'],
  })
  addEventListener('resize', lookSoon)
  say({ assay: 'start' })
})()
