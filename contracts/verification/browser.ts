import { preflightProblem, readableBy } from '../../local/deployment/ask'
import { callNamed, providers } from '../interactions/operations'
import type { Observed } from './gateway'

interface Provider {
  readonly baseUrl: string
  /** The portal's origin. */
  readonly origin: string
}

/** Headers that a page may send without a preflight. */
const simpleHeaders = ['accept', 'accept-language', 'content-language', 'content-type']
const simpleTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i
/** Headers that Pact's verifier and Node's `fetch` add by themselves, and a page of the portal does not set. */
const notOfPages =
  /^(host|connection|content-length|user-agent|accept-encoding|transfer-encoding|referer|cache-control|pragma|sec-.*)$/

/** Character sets in which the portal reads a response correctly. Texts are tokens in plain ASCII, so more sets are valid for them. */
const textSets: readonly string[] = ['', 'utf-8', 'utf8', 'us-ascii', 'iso-8859-1']
const jsonSets: readonly string[] = ['', 'utf-8', 'utf8', 'us-ascii']

/** Only the clients of flags and preferences read an ETag. */
const tagged = providers
  .filter(({ name }) => name === 'flag-evaluation' || name === 'preferences')
  .flatMap(({ routes }) => Object.values(routes).map(({ path }) => path))

/** One rule about one call. */
export interface BrowserRow {
  readonly description: string
  readonly method: string
  readonly path: string
  readonly passed: boolean
  /** What is wrong, or, for a rule that is met, what the portal must do without. */
  readonly reasons: readonly string[]
}

interface Verdict {
  readonly problems: readonly string[]
  /** What the portal must do without. */
  readonly notes?: readonly string[]
}

/** Rules for the responses to one call, each a row of the report. */
const rules: Readonly<Record<string, (answers: readonly Observed[], provider: Provider) => Verdict>> = {
  origin: (answers, { origin }) => ({
    problems: unreadable(answers, origin),
  }),
  redirect: (answers) => ({
    problems: answers
      .filter(({ status }) => status >= 300 && status < 400 && status !== 304)
      .map(
        ({ status, headers }) => `${status} to ${headers.get('location')}: the portal follows no redirect`,
      ),
  }),
  headers: (answers) => {
    const good = answers.filter(({ status }) => status >= 200 && status < 300)
    const hidden = (name: string): boolean =>
      good.some(
        ({ headers }) => headers.has(name) && !exposed(headers).some((one) => one === name || one === '*'),
      )
    const isText = good.some(({ headers }) => /^text\/plain/i.test(headers.get('content-type') ?? ''))
    return {
      problems:
        answers.some(({ examplePath }) => tagged.includes(examplePath)) && hidden('etag')
          ? ['ETag is sent and not exposed: add it to Access-Control-Expose-Headers']
          : [],
      notes:
        isText && (hidden('date') || good.some(({ headers }) => !headers.has('date')))
          ? ['Date is not sent or not exposed: the portal then goes by the clock of the person’s machine']
          : [],
    }
  },
  charset: (answers) => ({
    problems: answers.flatMap(({ status, headers }) => {
      const type = headers.get('content-type') ?? ''
      const set = (/;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? '').toLowerCase()
      const known = /^text\/plain/i.test(type) ? textSets : jsonSets
      return status !== 200 || known.includes(set) ? [] : [`the answer is in ${set}; the portal reads UTF-8`]
    }),
  }),
  caching: (answers) => ({
    problems: answers.flatMap(({ method, status, headers }) => {
      const text = (headers.get('cache-control') ?? '').toLowerCase()
      const isStored =
        /\bpublic\b|(?:max-age|s-maxage)\s*=\s*"?0*[1-9]/.test(text) && !/no-store|no-cache/.test(text)
      return method === 'GET' && status === 200 && isStored
        ? [`Cache-Control: ${text}; an answer from a cache would be an old one`]
        : []
    }),
  }),
}

/** Why a page of that origin cannot read these responses; empty if it can. */
export function unreadable(
  answers: readonly Pick<Response, 'status' | 'headers'>[],
  origin: string,
): readonly string[] {
  return answers
    .filter((answer) => !readableBy(answer, origin))
    .map(({ status, headers }) => {
      const allowed = headers.get('access-control-allow-origin')
      return `the answer with ${status} has ${allowed === null ? 'no Access-Control-Allow-Origin' : `Access-Control-Allow-Origin: ${allowed}`}; a page of ${origin} cannot read it`
    })
}

function exposed(headers: Headers): readonly string[] {
  const names = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(',')
  return names.map((name) => name.trim())
}

/** What a page of the portal cannot do with these responses although they meet the pact: a row for each rule and call. */
export async function browserChecks(
  observed: readonly Observed[],
  provider: Provider,
): Promise<readonly BrowserRow[]> {
  const calls = new Map<string, Observed[]>()
  for (const one of observed) {
    const call = callNamed(one.method, one.path)
    calls.set(call, [...(calls.get(call) ?? []), one])
  }
  const rows = [...calls]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(async ([call, answers]) => {
      const [method = '', path = ''] = call.split(' ')
      const row = (rule: string, { problems, notes = [] }: Verdict): BrowserRow => ({
        description: `browser ${rule}: ${call}`,
        method,
        path,
        passed: problems.length === 0,
        reasons: [...new Set(problems.length === 0 ? notes : problems)],
      })
      const asked = await preflight(answers, provider)
      return [
        ...(asked === null ? [] : [row('preflight', asked)]),
        ...Object.entries(rules).map(([rule, judge]) => row(rule, judge(answers, provider))),
      ]
    })
  return (await Promise.all(rows)).flat()
}

/** Null if the browser sends no preflight. */
async function preflight(
  answers: readonly Observed[],
  { baseUrl, origin }: Provider,
): Promise<Verdict | null> {
  const [first] = answers
  if (first === undefined) return null
  const { method, path } = first
  const special = answers.flatMap(({ sent, contentType }) =>
    sent.filter(
      (name) =>
        !notOfPages.test(name) &&
        (!simpleHeaders.includes(name) || (name === 'content-type' && !simpleTypes.test(contentType))),
    ),
  )
  const headers = [...new Set(special)].toSorted()
  if (headers.length === 0 && ['GET', 'HEAD', 'POST'].includes(method)) return null
  const address = `${baseUrl.replace(/\/$/, '')}${path}`
  const problem = await preflightProblem(address, { origin, method, headers }, { deadlineMs: 10_000, fetch })
  return { problems: problem === null ? [] : [problem] }
}
