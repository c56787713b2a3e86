import { callNamed, providers } from '../interactions/operations'
import { flagEvaluationStates } from '../../local/provider-states/states'
import { ask } from '../../local/deployment/ask'
import { parseOfrepReply } from '../../src/adapters/flag-source/ofrep/client'
import { refetchVersion } from '../../src/adapters/flag-source/ofrep/stream'
import { unreadable, type BrowserRow } from './browser'
import { postState } from './gateway'

export interface StreamNeeds {
  /** The flag service. */
  readonly baseUrl: string
  /** The portal's, as a browser would name it. */
  readonly origin: string
  /** The one origin that the portal follows streams on (`ASSAY_FLAGS_STREAM_HOST`); null where nobody said. */
  readonly streamOrigin: string | null
  /** Brings a provider state about, or undoes it. */
  readonly changeState: (state: string, action: 'setup' | 'teardown') => Promise<StateChange>
  /** How soon a change has to be announced; 5 s unless given. */
  readonly announcedMs?: number
  /** How soon an answer has to begin; 10 s unless given. */
  readonly deadlineMs?: number
}

export type StateChange = 'changed' | 'unsupported' | { readonly problem: string }

/** States of a service that takes them at an address; one without it, or that knows not this one (404, 501), supports none. */
export const stateChanges =
  (states: Parameters<typeof postState>[0]): StreamNeeds['changeState'] =>
  async (state, action) => {
    if (states.stateUrl === null) return 'unsupported'
    const { status, problem } = await postState(states, { state, action, params: {} })
    if (problem === null) return 'changed'
    return status === 404 || status === 501 ? 'unsupported' : { problem: `${action} of "${state}"${problem}` }
  }

/** A stream that ends sooner than this, in ms, is opened again and again: each opening asks for all flags. */
const stayedOpenMs = 250
const answerMs = 10_000

/** The provider that may have a stream. */
export const flagProvider = 'flag-evaluation'
const evaluate = providers.find(({ name }) => name === flagProvider)?.routes['evaluate']

interface ServerEvent {
  /** `message` where the event has no name. */
  readonly name: string
  readonly data: string
}

/**
 * What a page of the portal needs of the stream that a flag service names: a row for each rule, none for a service without a stream.
 * A change is asked for by a provider state; without states only what comes by itself is judged.
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
  // The deadline is that of the headers: what follows them may take as long as it likes.
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

/** The stream that the portal would follow; null for a service that names none, or whose answer the pact judges. */
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

/** Why a browser would not take the answer for a stream of events; null when it would. */
function answerProblem({ status, headers }: Response): string | null {
  if (status !== 200) return `answered with ${status}: a browser then follows no stream`
  const type = headers.get('content-type')
  if (type?.split(';', 1)[0]?.trim().toLowerCase() === 'text/event-stream') return null
  return `the answer is ${type === null ? 'of no type' : `of type ${type}`}; a browser follows text/event-stream alone`
}

const endedProblem = (openMs: number): string =>
  `the stream ended after ${openMs} ms: each time it is opened anew the portal asks for all flags`

interface Seen {
  /** How long the stream was open, in ms; null while it still is. */
  readonly endedMs: number | null
  /** It ended before it counts as open. */
  readonly isShort: boolean
  readonly events: readonly ServerEvent[]
  /** How long was waited for word of a change, in ms; null where none was brought about. */
  readonly waitedMs: number | null
  /** What went wrong with the states, a sentence each. */
  readonly stateProblems: readonly string[]
}

/** Follows the stream until a change has been announced, or would have been. */
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
  // What it said on being opened announces no change.
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
  // What is not understood is passed over; only a change that nobody can know of is a fault.
  if (waitedMs === null) return [[], unread]
  if (unread.length > 0) return [[...new Set(unread)], []]
  const problem = endedMs === null ? `no event within ${waitedMs} ms of a change` : endedProblem(endedMs)
  return [[problem], []]
}

/** Events as a browser takes them apart: `data` of several lines is joined, and what has no data is none. */
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
