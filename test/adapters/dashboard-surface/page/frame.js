/* global release: set by the server of the test */
// The smallest page that an unmodified SDK accepts as a BI application. It draws nothing, and implements the embed protocol.
const parent = window.parent
const asked = new Map()
const hostEvents = (window.hostEvents = [])
/** State that the suite reads from a page: what it received, in order, and an id of the document. */
const seen = (window.seen = { received: [], document: String(performance.timeOrigin) })
const say = (type, data, ports = []) => parent.postMessage({ type, data }, '*', ports)

function ask(type) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }) => resolve(data.data), { once: true })
    port1.start()
    say(type, {}, [port2])
  })
}

function show(path) {
  const id = path.split('/')[2] ?? ''
  if (id.startsWith('99999999')) return say('ThoughtspotAuthFailure', {})
  say('ROUTE_CHANGE', { currentPath: `/${path.replace(/^\//, '')}` })
  // A dashboard takes a moment to render; an earlier target is not rendered any more.
  const turn = (asked.get('turn') ?? 0) + 1
  asked.set('turn', turn)
  setTimeout(() => {
    if (asked.get('turn') !== turn || id.startsWith('44444444')) return
    // By the vendor's documents sent only by an embedded dashboard, by no page of the full application.
    if (path.startsWith('embed/')) say('PinboardRendered', { id })
    say('EMBED_HEIGHT', 700)
    say('data', { asOf: '2026-11-20', source: 'Sample data' })
  }, 20)
}

/** One dashboard reports its filters, and accepts new ones; the others do neither. */
const narrowable = () => location.hash.includes('33333333')
const original = { range: '90D', Chain: [], Stablecoin: [] }
const narrowing = { ...original }
const columns = () => Object.keys(narrowing).filter((name) => name !== 'range')
/** Two times in seconds, for the column that all its charts have; both ends are inclusive. */
let days = []
const dayOf = (seconds) => new Date(seconds * 1_000).toISOString().slice(0, 10)
/** Writes its filters to the document. Days take the place of the range where that is ALL. */
function reportNarrowing() {
  const [from = 0, to] = days
  const range = from === 0 || narrowing.range !== 'ALL' ? narrowing.range : `${dayOf(from)}..${dayOf(to)}`
  document.documentElement.dataset.narrowing = JSON.stringify({ ...narrowing, range })
}
const filterReply = () => ({
  liveboardFilters: columns().map((column) => ({ column, oper: 'IN', values: narrowing[column] })),
  runtimeFilters: days.length === 0 ? [] : [{ columnName: 'Date', operator: 'BW_INC', values: days }],
})
const parameterReply = () => ({
  parameters: [{ name: 'Time range', value: narrowing.range, allowedValues: ['30D', '90D', '1Y', 'ALL'] }],
})

function applyFilters({ filters }) {
  for (const { column, values } of filters) if (column in narrowing) narrowing[column] = values
  say('filterChanged', { filters })
  reportNarrowing()
}

/** "Updating runtime filters resets the ThoughtSpot object to its original state" (the SDK's own description). */
function applyRuntimeFilters([{ columnName, operator, values }]) {
  if (columnName === 'Date' && operator === 'BW_INC') days = values
  Object.assign(narrowing, original)
  reportNarrowing()
}

/** Replaces all runtime filters: days that the message lacks are reset. */
function replaceRuntimeFilters({ runtimeFilters = [] }) {
  days = runtimeFilters[0]?.values ?? []
  reportNarrowing()
}

function applyParameters([{ value }]) {
  narrowing.range = value
  say('parameterChanged', { parameters: [{ name: 'Time range', value }] })
  reportNarrowing()
}

/** The user chooses a range and the chains of the dashboard. */
window.narrow = (range, chains) => {
  applyParameters([{ value: range }])
  applyFilters({ filters: [{ column: 'Chain', oper: 'IN', values: chains }] })
}

/** Pins answers to every dashboard but two: one refuses, one never replies. */
function passedThrough({ type, parameters }) {
  if (type === 'getAvailableUiPassthroughs')
    return [{ value: { keys: ['addVizToPinboard', 'updateFilters', 'getFilters'] } }]
  // The only reply form in the vendor's documents. Without it, the older form is used.
  if (type === 'getFilters' && narrowable() && release.startsWith('26.10.'))
    return [{ value: Object.values(filterReply()).flat() }]
  if (type === 'updateFilters' && narrowable()) applyFilters(parameters)
  if (type === 'updateFilters') document.documentElement.dataset.filters = JSON.stringify(parameters)
  if (type !== 'addVizToPinboard') return []
  const pinboardId = parameters.liveboardId ?? '22222222-2222-4222-8222-222222222222'
  return pinboardId.startsWith('99999999')
    ? [{ value: { error: 'There is no such dashboard.' } }]
    : [{ value: { pinboardId, vizId: 'v', tabId: null } }]
}

function replyTo(type) {
  if (type === 'getFilters' && narrowable()) return filterReply()
  return type === 'GetParameters' && narrowable() ? parameterReply() : {}
}

addEventListener('message', ({ data, ports, source }) => {
  if (source !== parent || typeof data?.type !== 'string') return
  if (data.data?.parameters?.liveboardId?.startsWith('88888888')) return
  hostEvents.push(data)
  void window.onWireMessage?.('thoughtspot-frame', 'toFrame', data)
  ports[0]?.postMessage(data.type === 'UiPassthrough' ? passedThrough(data.data) : replyTo(data.type))
  if (data.type === 'UpdateParameters' && narrowable()) applyParameters(data.data)
  if (data.type === 'UpdateRuntimeFilters' && narrowable()) applyRuntimeFilters(data.data)
  if (data.type === 'updateEmbedParams' && narrowable()) replaceRuntimeFilters(data.data)
  // A cluster that cannot restyle a running frame ignores it too.
  if (data.type === 'updateEmbedParams' && !release.startsWith('10.')) look(data.data.additionalFlags.theme)
  if (data.type !== 'Navigate') return
  // How an older cluster handles an object is not documented: this one ignores it.
  if (typeof data.data !== 'string' && !/^26\.(?:[89]|1\d)\./.test(release)) return
  const path = typeof data.data === 'string' ? data.data : data.data.path
  history.replaceState(null, '', `#/${path}`)
  show(path)
})

function look(theme) {
  document.documentElement.dataset.theme = theme
  seen.received.push('look')
}

function token(value) {
  document.documentElement.dataset.token = value
  seen.received.push('token')
}

/** Its token is no longer accepted. */
window.expire = async (type = 'ThoughtspotAuthExpired') => token((await ask(type)).authToken)

look(new URLSearchParams(location.search).get('theme'))
reportNarrowing()
const path = location.hash.replace(/^#\//, '')
window.begin = async () => {
  const { authToken, useHostEventsV2 } = await ask('appInit')
  document.documentElement.dataset.hostEvents = useHostEventsV2 === true ? 'second' : 'first'
  token(authToken)
  say('EmbedListenerReady', {})
  say('authInit', { userGUID: 'test' })
  show(path)
}
if (path !== '' && !path.includes('77777777')) void window.begin()
