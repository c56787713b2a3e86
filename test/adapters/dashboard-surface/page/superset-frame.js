// The smallest page that the portal's own page script accepts as Superset's embedded one: its protocol, its calls, its class names.
const uuid = location.pathname.split('/').at(-1)
const root = document.documentElement
const received = (window.received = [])
let guestToken = ''
let started = false

const call = (path) => fetch(`/api/v1/${path}`, { headers: { 'x-guesttoken': guestToken } })

function element(parent, className, tag = 'div') {
  const made = document.createElement(tag)
  made.className = className
  parent.append(made)
  return made
}

/** As 6.1.0 requests a dashboard. */
const boardQuery =
  '(columns:!(id,slug,url,dashboard_title,published,css,theme,json_metadata,position_json,certified_by,certification_details,changed_by_name,changed_by,changed_on,created_by,charts,owners,roles,tags,changed_on_delta_humanized,created_on_delta_humanized,is_managed_externally,uuid))'

async function start() {
  if (!(await call('me/roles/')).ok)
    return document.body.append('Something went wrong with embedded authentication')
  const answer = await call(`dashboard/${uuid}?q=${boardQuery}`)
  if (!answer.ok) return document.body.append('Unexpected error SupersetApiError: Not found')
  const { tabs } = await answer.json()
  element(document.body, '').dataset.test = 'dashboard-header-wrapper'
  const board = element(document.body, '')
  if (tabs.length === 0) return drawNothing(board)
  const bar = element(element(board, 'dashboard-component-tabs'), 'ant-tabs-nav-list')
  const content = element(element(board, 'grid-container'), 'grid-content')
  content.style.height = '640px'
  const wanted = location.hash.slice(1)
  const first = tabs.includes(wanted) ? wanted : tabs[0]
  for (const id of tabs) {
    const tab = element(bar, id === first ? 'ant-tabs-tab ant-tabs-tab-active' : 'ant-tabs-tab')
    tab.dataset.nodeKey = id
    const button = element(tab, 'ant-tabs-tab-btn')
    button.setAttribute('role', 'tab')
    button.addEventListener('click', () => {
      for (const other of bar.children) other.classList.toggle('ant-tabs-tab-active', other === tab)
      void draw(content)
    })
  }
  void draw(content)
}

/** How Superset shows a new dashboard. */
function drawNothing(board) {
  drawEmpty(element(board, ''), 'There are no charts added to this dashboard')
  element(element(document.body, 'grid-container'), 'grid-content')
}

/** Superset's picture and sentence for a dashboard without charts and for a chart without rows. */
function drawEmpty(state, text) {
  const picture = element(state, '')
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', 'empty')
  element(picture, 'ant-empty')
  element(state, '', 'p').append(text)
}

async function draw(content) {
  content.replaceChildren()
  if (isBusy)
    tell({
      switchboardAction: 'emit',
      method: 'observeDataMask',
      args: { ...mask(), nativeFiltersChanged: true },
    })
  const chart = element(content, 'dashboard-component dashboard-component-chart-holder')
  chart.style.height = '200px'
  const drawing = element(element(chart, 'dashboard-chart'), 'loading')
  if (uuid.startsWith('44444444')) return
  const answer = await fetch('/api/v1/chart/data?form_data=%7B%22slice_id%22%3A1%7D', {
    method: 'POST',
    headers: { 'x-guesttoken': guestToken },
    body: JSON.stringify({ queries: [query()] }),
  })
  drawing.remove()
  if (!answer.ok) return element(chart.firstChild, 'ant-alert').setAttribute('role', 'alert')
  const [{ rowcount }] = (await answer.json()).result
  const container = element(chart.firstChild, 'slice_container')
  if (rowcount > 0) element(container, '', 'canvas')
  else drawEmpty(container, 'No results were returned for this query')
  // How a table shows that it has rows.
  tell({
    switchboardAction: 'emit',
    method: 'observeDataMask',
    args: {
      ...own(),
      7: { id: 7, extraFormData: {}, ownState: { clientView: {} } },
      nativeFiltersChanged: false,
      crossFiltersChanged: true,
    },
  })
}

/**
 * Filtered as in its URL: filters there replace those of a stored view, whose key is its chain. One dashboard reports its filters; the
 * others do not.
 */
const address = new URLSearchParams(location.search)
const asked = address.get('native_filters')
const narrowing = {
  range: /time_range:'([^']*)'/.exec(asked)?.[1] ?? 'Last quarter',
  chain:
    asked === null
      ? address.getAll('permalink_key')
      : (/col:chain,op:IN,val:!\(([^)]*)\)/.exec(asked)?.[1]?.split(',').filter(Boolean) ?? []),
}
/** As Superset's charts request data of a filtered dashboard. */
const query = () => ({
  columns: [{ timeGrain: 'P1D', columnType: 'BASE_AXIS', label: 'day' }],
  filters: [
    { col: 'day', op: 'TEMPORAL_RANGE', val: narrowing.range },
    ...(narrowing.chain.length === 0 ? [] : [{ col: 'chain', op: 'IN', val: narrowing.chain }]),
  ],
})
/** As if they were set one by one. */
const masks = {}
const mask = () => ({
  'NATIVE_FILTER-range': {
    id: 'NATIVE_FILTER-range',
    extraFormData: { time_range: narrowing.range },
    filterState: { value: narrowing.range },
  },
  'NATIVE_FILTER-chain': {
    id: 'NATIVE_FILTER-chain',
    extraFormData: { filters: [{ col: 'chain', op: 'IN', val: narrowing.chain }] },
    filterState: { value: narrowing.chain },
  },
  ...masks,
})

const isNarrowable = uuid.startsWith('33333333')
/** It sets filters by itself, reports them, and does not respond to requests. */
const isBusy = uuid.startsWith('abababab')
const own = () => (isNarrowable || isBusy ? mask() : masks)

/** The user chooses a range and the chains of the dashboard. */
window.narrow = (range, chain) => {
  Object.assign(narrowing, { range, chain })
  void draw(document.querySelector('.grid-content'))
  tell({
    switchboardAction: 'emit',
    method: 'observeDataMask',
    args: { ...mask(), nativeFiltersChanged: true, crossFiltersChanged: false },
  })
}

const methods = {
  getScrollSize: () => ({ width: innerWidth, height: innerHeight }),
  getDataMask: () => (isNarrowable ? mask() : {}),
  setThemeMode({ mode }) {
    // As in Superset, an unknown mode is ignored.
    if (mode === 'dark' || mode === 'default') root.dataset.theme = mode === 'dark' ? 'dark' : 'light'
    return { success: true }
  },
  guestToken(given) {
    guestToken = given.guestToken
    root.dataset.token = guestToken
    if (!started) void start()
    started = true
  },
}

let handed
/** Sent to a port, which has no origin. */
const tell = (message) => handed.postMessage(message, [])
addEventListener('message', ({ data, ports }) => {
  if (data?.type !== '__embedded_comms__' || data.handshake !== 'port transfer' || handed) return
  handed = ports[0]
  handed.addEventListener('message', ({ data: { switchboardAction, method, messageId, args } }) => {
    received.push(method)
    const known = methods[method]
    const result = known?.(args)
    if (switchboardAction !== 'get' || (isBusy && method === 'getDataMask')) return
    tell(
      known === undefined
        ? { switchboardAction: 'error', messageId, error: `[superset] Method "${method}" is not defined` }
        : { switchboardAction: 'reply', messageId, result },
    )
  })
  handed.start()
})

/** The user sets a filter, or presses a value in a chart, as Superset reports it. */
window.setFilter = (filter) => {
  const isChart = typeof filter.id === 'number'
  masks[filter.id] = filter
  tell({
    switchboardAction: 'emit',
    method: 'observeDataMask',
    args: { ...mask(), nativeFiltersChanged: !isChart, crossFiltersChanged: isChart },
  })
}
