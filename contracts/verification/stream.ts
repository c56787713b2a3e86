import { callNamed, providers } from '../interactions/operations'
import { flagEvaluationStates } from '../../local/provider-states/provider-states'
import { ask } from '../../local/deployment/ask'
import { parseOfrepReply } from '../../src/adapters/flag-source/ofrep/client'
import { refetchVersion } from '../../src/adapters/flag-source/ofrep/stream'
import { unreadable, postState, type BrowserRow } from './browser'

export interface StreamNeeds {
  /** URL of the flag service. */
  readonly baseUrl: string
  /** The portal's origin, as a browser would send it. */
  readonly origin: string
  /** The only origin on which the portal opens streams (`ASSAY_FLAGS_STREAM_HOST`); null if not given. */
  readonly streamOrigin: string | null
  /** Sets up a provider state, or tears it down. */
  readonly changeState: (state: string, action: 'setup' | 'teardown') => Promise<StateChange>
  /** Timeout for the announcement of a change; default 5 s. */
  readonly announcedMs?: number
  /** Timeout for the start of a response; default 10 s. */
  readonly deadlineMs?: number
}

export type StateChange = 'changed' | 'unsupported' | { readonly problem: string }

/** State changes by the service's endpoint. A service without one, or without this state (404, 501), does not support it. */
export const stateChanges =
  (states: Parameters<typeof postState>[0]): StreamNeeds['changeState'] =>
  async (state, action) => {
    if (states.stateUrl === null) return 'unsupported'
    const { status, problem } = await postState(states, { state, action, params: {} })
    if (problem === null) return 'changed'
    return status === 404 || status === 501 ? 'unsupported' : { problem: `${action} of "${state}"${problem}` }
  }

/** Minimum duration, in ms, of a stream that counts as open. A browser reopens shorter ones repeatedly, and each opening fetches all flags. */
const stayedOpenMs = 250
const answerMs = 10_000

/** The provider that may have a stream. */
export const flagProvider = 'flag-evaluation'
const evaluate = providers.find(({ name }) => name === flagProvider)?.routes['evaluate']

interface ServerEvent {
  /** `message` if the event has no name. */
  readonly name: string
  readonly data: string
}

/**
 * Checks what a page of the portal needs of a flag service's stream: a row for each rule, none for a service without a stream. A provider
 * state triggers a change. Without states, only events that arrive by themselves are checked.
 */
export async function streamChecks(needs: StreamNeeds): Promise<readonly BrowserRow[]> {
  const named = await namedStream(needs)
  if (named === null) return []
  const path = named.address === null ? (evaluate?.path ?? '') : new URL(named.address).pathname
  const row = (rule: string, problems: readonly string[], notes: readonly string[] = []): BrowserRow => ({
    description: `browser stream ${rule}: ${callNamed('GET', path)}`,
    method: 'GET',
    path,
    passed: problems.length === 0,
    reasons: problems.length === 0 ? notes : problems,
  })
  const address = row('address', named.problems, named.notes)
  if (named.address === null || named.problems.length > 0) return [address]

  const ended = new AbortController()
  const { deadlineMs = answerMs } = needs
  // The timeout is for the headers only. The body may take any time.
  const open: typeof fetch = (asked, init) => {
    const tooLate = new DOMException('No answer came.', 'TimeoutError')
    const late = setTimeout(() => ended.abort(tooLate), deadlineMs)
    return fetch(asked, { ...init, signal: ended.signal }).finally(() => clearTimeout(late))
  }
  const headers = { accept: 'text/event-stream', origin: needs.origin }
  const answer = await ask(named.address, { headers, redirect: 'follow' }, { deadlineMs, fetch: open })
  if (typeof answer === 'string') return [address, row('answer', [answer])]
  try {
    const problem = answerProblem(answer)
    const before = [
      address,
      row('answer', problem === null ? [] : [problem]),
      row('origin', unreadable([answer], needs.origin)),
    ]
    if (problem !== null || answer.body === null) return before
    const seen = await watchStream(answer.body, needs)
    return [
      ...before,
      row('stays open', seen.endedMs === null || !seen.isShort ? [] : [endedProblem(seen.endedMs)]),
      row('message', ...messageVerdict(seen)),
    ]
  } finally {
    ended.abort()
  }
}

interface Named {
  readonly address: string | null
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

/** The stream that the portal would open; null if the service names none, or its response breaks the pact, which has its own rows. */
async function namedStream({
  baseUrl,
  origin,
  streamOrigin,
  deadlineMs = answerMs,
}: StreamNeeds): Promise<Named | null> {
  const host = baseUrl.replace(/\/$/, '')
  const answer = await ask(
    `${host}${evaluate?.path}`,
    {
      method: evaluate?.method ?? 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ context: { targetingKey: 'anonymous' } }),
    },
    { deadlineMs, fetch },
  )
  if (typeof answer === 'string' || answer.status !== 200) return null
  const text = await answer.text().catch(() => null)
  if (text === null) return null
  const reply = parseOfrepReply(text, null, host, () => undefined)
  if (reply === null) return null
  const named: unknown = (JSON.parse(text) as { readonly eventStreams?: unknown }).eventStreams
  if (!Array.isArray(named) || named.length === 0) return null
  const followed = reply.streams.map((stream) => (URL.canParse(stream) ? new URL(stream) : stream))
  const [first] = followed
  if (first === undefined) {
    const note = 'eventStreams names none of type "sse" with a url or an endpoint.requestUri'
    return { address: null, problems: [], notes: [`${note}: the portal follows no stream`] }
  }
  const broken = followed.find((stream) => typeof stream === 'string')
  if (broken !== undefined)
    return { address: null, problems: [`eventStreams names "${broken}": no address`], notes: [] }
  const urls = followed.filter((stream) => stream instanceof URL)
  const chosen =
    streamOrigin === null ? urls[0] : urls.find(({ origin: of }) => of === new URL(streamOrigin).origin)
  if (chosen !== undefined) {
    const notes =
      streamOrigin === null ? [`ASSAY_FLAGS_STREAM_HOST has to be ${chosen.origin} (--stream-origin)`] : []
    return { address: chosen.href, problems: [], notes }
  }
  const origins = [...new Set(urls.map(({ origin: of }) => of))].join(', ')
  return {
    address: null,
    problems: [`the stream is on ${origins}; the portal follows streams on ${streamOrigin} alone`],
    notes: [],
  }
}

/** Why a browser would not accept the response as an event stream; null if it would. */
function answerProblem({ status, headers }: Response): string | null {
  if (status !== 200) return `answered with ${status}: a browser then follows no stream`
  const type = headers.get('content-type')
  if (type?.split(';', 1)[0]?.trim().toLowerCase() === 'text/event-stream') return null
  return `the answer is ${type === null ? 'of no type' : `of type ${type}`}; a browser follows text/event-stream alone`
}

const endedProblem = (openMs: number): string =>
  `the stream ended after ${openMs} ms: each time it is opened anew the portal asks for all flags`

interface Seen {
  /** Duration of the stream in ms; null while it is open. */
  readonly endedMs: number | null
  /** Whether it ended before it counts as open. */
  readonly isShort: boolean
  readonly events: readonly ServerEvent[]
  /** Time, in ms, spent waiting for the announcement of a change; null if no change was made. */
  readonly waitedMs: number | null
  /** Problems with states, as sentences. */
  readonly stateProblems: readonly string[]
}

/** Reads the stream until a change is announced, or the wait for it times out. */
async function watchStream(
  body: ReadableStream<Uint8Array>,
  { changeState, announcedMs = 5_000 }: StreamNeeds,
): Promise<Seen> {
  const begun = Date.now()
  const events: ServerEvent[] = []
  let endedMs: number | null = null
  let noticed = (): void => undefined
  const read = async (): Promise<void> => {
    for await (const event of serverEvents(body)) {
      events.push(event)
      noticed()
    }
  }
  void read()
    .catch(() => undefined)
    .then(() => {
      endedMs ??= Date.now() - begun
      noticed()
    })
  const until = (isOver: () => boolean, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const late = setTimeout(resolve, ms)
      noticed = () => {
        if (!isOver() && endedMs === null) return
        clearTimeout(late)
        resolve()
      }
      noticed()
    })
  await until(() => false, stayedOpenMs)
  const isShort = endedMs !== null
  // Events sent on opening do not announce a change.
  const before = events.length
  const setUp = isShort ? 'unsupported' : await changeState(flagEvaluationStates.changes, 'setup')
  const changes = [setUp]
  if (setUp === 'changed') {
    await until(() => events.slice(before).some(isUnderstood), announcedMs)
    changes.push(await changeState(flagEvaluationStates.changes, 'teardown'))
  }
  return {
    endedMs,
    isShort,
    events: setUp === 'changed' ? events.slice(before) : [...events],
    waitedMs: setUp === 'changed' ? announcedMs : null,
    stateProblems: changes.flatMap((change) => (typeof change === 'string' ? [] : [change.problem])),
  }
}

const isUnderstood = ({ name, data }: ServerEvent): boolean =>
  name === 'message' && refetchVersion(data) !== null

function messageVerdict({
  endedMs,
  events,
  waitedMs,
  stateProblems,
}: Seen): readonly [readonly string[], readonly string[]] {
  if (stateProblems.length > 0) return [stateProblems, []]
  if (events.some(isUnderstood)) return [[], []]
  if (waitedMs === null && events.length === 0)
    return [[], ['not seen: no flag was changed while it was listened to']]
  const unread = events.map(({ name, data }) =>
    name === 'message'
      ? `"${data.slice(0, 200)}" asks for nothing: the portal reads {"type":"refetchEvaluation"}, with etag as a text and lastModified as a text or a number`
      : `an event named "${name}" is not read: send it without a name`,
  )
  // Unknown messages are ignored. Only an unannounced change is a problem.
  if (waitedMs === null) return [[], unread]
  if (unread.length > 0) return [[...new Set(unread)], []]
  const problem = endedMs === null ? `no event within ${waitedMs} ms of a change` : endedProblem(endedMs)
  return [[problem], []]
}

/** Parses events as a browser does: several `data` lines are joined, and an event without data is dropped. */
async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    rest = `${rest}${decoder.decode(chunk, { stream: true })}`.replaceAll(/\r\n|\r(?!$)/g, '\n')
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [])
      const valuesOf = (wanted: string): readonly string[] =>
        fields.filter(([, name]) => name === wanted).map(([, , value = '']) => value)
      const data = valuesOf('data')
      if (data.length > 0) yield { name: valuesOf('event').at(-1) || 'message', data: data.join('\n') }
    }
  }
}
