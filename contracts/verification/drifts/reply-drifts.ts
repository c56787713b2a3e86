import { refusedAccessTokens } from '../../interactions/contract'

/** A service's response before it is sent. */
export interface Reply {
  status: number
  readonly headers: Record<string, string>
  text: string
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly body: string
  readonly authorization: string
}

type Change = (reply: Reply, asked: Asked) => void

/** Provider, name of the drift, its implementation, and the rows that must fail. */
type ReplyDrift = readonly [provider: string, drift: string, change: Change, red: readonly string[]]

const rename =
  (from: string, to: string): Change =>
  (reply) => {
    reply.text = reply.text.replaceAll(`"${from}":`, `"${to}":`)
  }
const text =
  (from: string | RegExp, to: string): Change =>
  (reply) => {
    reply.text = reply.text.replaceAll(from, to)
  }
const status =
  (from: number, to: number): Change =>
  (reply) => {
    if (reply.status === from) reply.status = to
  }
const without =
  (header: string): Change =>
  ({ headers }) => {
    delete headers[header]
  }
const header =
  (name: string, value: string): Change =>
  ({ headers }) => {
    headers[name] = value
  }
const at =
  (path: string, change: Change): Change =>
  (reply, asked) => {
    if (asked.path === path) change(reply, asked)
  }
const preflights =
  (change: Change): Change =>
  (reply, asked) => {
    if (asked.method === 'OPTIONS') change(reply, asked)
  }

const anonymous = 'a BI token for nobody in particular'
const person = 'a BI token for the signed-in person'
const list = 'the dashboards of a person who has some'
const everything = 'the dashboards, with all that the portal shows of them'
const firstPage = 'the dashboards of a first page, which says whether it is the last'
const none = 'the dashboards of a person who has none'
const later = 'the dashboards after those of the first page'
const made = 'a new dashboard'
const notMade = 'a new dashboard that the host takes but does not make'
const rewritten = 'a dashboard, written again under another name'
const whole = 'a dashboard, whole'
const notThere = 'to delete a dashboard that is not there, or somebody else’s'
const copied = 'a copy of a dashboard'
const noCopy = 'a copy of a dashboard that is not there, or somebody else’s'
const conversation = 'a conversation about a worksheet'
const full = 'an answer with everything in it'
const least = 'an answer with only what the portal cannot do without'
const notUnderstood = 'an answer to something that is not understood'
const noWorksheet = 'a conversation about a worksheet that is not there'
const noConversation = 'an answer in a conversation that is not there, or somebody else’s'
const defined = 'the flags, with a value for each that the portal asks for'
const streamed = 'the flags, with the stream of their changes'
const tagged = 'the flags, with a tag to ask for them again'
const unchanged = 'the flags once more, when nothing has changed'
const oneBroken = 'the flags, when one of them cannot be evaluated'
const allFlags = ['the flags of a visitor', 'the flags of a signed-in person', defined, streamed, tagged]
const guest = 'a guest token for nobody in particular'
const guestOfPerson = 'a guest token for the signed-in person'
const guestOfOwn = 'a guest token for one of the person’s own dashboards'
const own = 'the own dashboards of a person who has some'
const laterOwn = 'the own dashboards after those of the first page'
const changed = 'the own dashboards, with when they were changed'

const metadata = '/callosum/v1/tspublic/v1/metadata'
const ofAnonymous = 'GET /api/token'
const ofPerson = 'GET /api/token-authenticated'
const ofFlags = 'POST /ofrep/v1/evaluate/flags'

const tokenDrifts: readonly ReplyDrift[] = [
  [
    'token-service',
    'route /api/token moved',
    at('/api/token', (reply) => {
      reply.status = 404
      reply.text = ''
    }),
    [anonymous],
  ],
  [
    'token-service',
    'token as JSON',
    (reply) => {
      if (reply.status !== 200) return
      reply.text = JSON.stringify({ token: reply.text })
      reply.headers['content-type'] = 'application/json'
    },
    [anonymous, person],
  ],
  [
    'token-service',
    'a redirect in place of a token (302)',
    at('/api/token', (reply, { search }) => {
      if (search !== '') return
      reply.status = 302
      reply.headers['location'] = '/api/token?from=elsewhere'
    }),
    [`browser redirect: ${ofAnonymous}`],
  ],
  [
    'token-service',
    'a token in windows-1252',
    at('/api/token', header('content-type', 'text/plain; charset=windows-1252')),
    [`browser charset: ${ofAnonymous}`],
  ],
  [
    'token-service',
    'no CORS',
    without('access-control-allow-origin'),
    [`browser origin: ${ofAnonymous}`, `browser preflight: ${ofPerson}`, `browser origin: ${ofPerson}`],
  ],
  [
    'token-service',
    'preflight without Authorization',
    preflights(header('access-control-allow-headers', 'content-type')),
    [`browser preflight: ${ofPerson}`],
  ],
  [
    'token-service',
    'a token for ten minutes in caches',
    at('/api/token-authenticated', header('cache-control', 'max-age=600')),
    [`browser caching: ${ofPerson}`],
  ],
  ['token-service', 'a token with a line end', at('/api/token', text(/$/g, '\n')), [anonymous]],
  ['token-service', 'status 200 → 201', status(200, 201), [anonymous, person]],
  [
    'token-service',
    'status 401 → 403',
    status(401, 403),
    refusedAccessTokens.map(([which]) => `a BI token with an access token ${which}`),
  ],
  ['token-service', 'status 403 → 401', status(403, 401), ['a BI token for a person who may not have one']],
  ['gateway-tokens', 'token → guestToken', rename('token', 'guestToken'), [guest, guestOfPerson, guestOfOwn]],
  [
    'gateway-tokens',
    'expiresAt in seconds',
    text(/"expiresAt":"[^"]*"/g, '"expiresAt":1795262700'),
    [guest, guestOfPerson, guestOfOwn],
  ],
  [
    'gateway-tokens',
    'expiresAt without a time zone',
    text('.000Z"', '"'),
    [guest, guestOfPerson, guestOfOwn],
  ],
  [
    'gateway-tokens',
    'dashboards → covers',
    rename('dashboards', 'covers'),
    [guest, guestOfPerson, guestOfOwn],
  ],
  [
    'gateway-tokens',
    'every own dashboard 200 → 404',
    (reply, { body }) => {
      if (body !== '' && body !== '{"dashboards":[]}') reply.status = 404
    },
    [guestOfOwn],
  ],
]

const libraryDrifts: readonly ReplyDrift[] = [
  [
    'dashboard-library',
    'list: headers → rows',
    rename('headers', 'rows'),
    [list, everything, firstPage, none, later],
  ],
  ['dashboard-library', 'list: authorName → owner', rename('authorName', 'owner'), [everything]],
  [
    'dashboard-library',
    'list: a date as 20.11.2026',
    text(/"created":\d+/g, '"created":"20.11.2026"'),
    [everything],
  ],
  ['dashboard-library', 'list: tabs[].label → title', rename('label', 'title'), [everything]],
  ['dashboard-library', 'list: isLastBatch → last', rename('isLastBatch', 'last'), [firstPage]],
  [
    'dashboard-library',
    'list: isLastBatch as a text',
    text(/"isLastBatch":(true|false)/g, '"isLastBatch":"$1"'),
    [firstPage],
  ],
  [
    'dashboard-library',
    'list: name as an object',
    at(`${metadata}/list`, text(/"name":("[^"]*")/g, '"name":{"en":$1}')),
    [list, everything, firstPage, later],
  ],
  ['dashboard-library', 'create: id_guid → guid', rename('id_guid', 'guid'), [made, rewritten]],
  [
    'dashboard-library',
    'create: object → objects',
    rename('object', 'objects'),
    [made, notMade, rewritten, whole],
  ],
  ['dashboard-library', 'create: ERROR → FAILED', text('"ERROR"', '"FAILED"'), [notMade]],
  ['dashboard-library', 'status of what is not there 404 → 204', status(404, 204), [notThere, noCopy]],
  ['dashboard-library', 'copy: metadata_id → id', rename('metadata_id', 'id'), [copied]],
  [
    'dashboard-library',
    'preflight without X-Requested-By',
    preflights(header('access-control-allow-headers', 'authorization, content-type')),
    [
      `browser preflight: GET ${metadata}/list`,
      `browser preflight: GET ${metadata}/listvizheaders`,
      `browser preflight: POST ${metadata}/delete`,
      `browser preflight: POST ${metadata}/tml/export`,
      `browser preflight: POST ${metadata}/tml/import`,
      'browser preflight: POST /api/rest/2.0/metadata/liveboard/data',
      'browser preflight: POST /api/rest/2.0/metadata/copyobject',
    ],
  ],
  [
    'dashboard-library',
    'list: public for caches',
    at(`${metadata}/list`, header('cache-control', 'public')),
    [`browser caching: GET ${metadata}/list`],
  ],
  [
    'dashboard-library-v2',
    'search: metadata_header → header',
    rename('metadata_header', 'header'),
    [list, everything, later],
  ],
  ['dashboard-library-v2', 'import: error_message → message', rename('error_message', 'message'), [notMade]],
  [
    'gateway-dashboards',
    'list: total left out',
    text(/,?"total":\d+/g, ''),
    [own, changed, laterOwn, 'the own dashboards of a person who has none'],
  ],
  ['gateway-dashboards', 'list: title → name', rename('title', 'name'), [own, changed, laterOwn]],
  [
    'gateway-dashboards',
    'list: every page is the first',
    (reply, asked) => {
      if (asked.search.includes('page=2')) text(/\[(.*)\]/g, '[$1,$1]')(reply, asked)
    },
    [laterOwn],
  ],
  [
    'gateway-dashboards',
    'list: modified in seconds',
    text(/"modified":"[^"]*"/g, '"modified":1795262700'),
    [changed],
  ],
  [
    'gateway-dashboards',
    'create: 409 → 400',
    status(409, 400),
    ['a copy of a dashboard with the title of another', 'a new dashboard with the title of another'],
  ],
  [
    'gateway-dashboards',
    'whatever token comes is taken (401 → 200)',
    status(401, 200),
    ['a deletion', 'a new dashboard', 'another name', 'the own dashboards'].map(
      (what) => `${what}, with a token that is not valid`,
    ),
  ],
]

const assistantDrifts: readonly ReplyDrift[] = [
  ['research-assistant', 'convId → conversationId', rename('convId', 'conversationId'), [conversation]],
  [
    'research-assistant',
    'sageQuerySuggestions → suggestions',
    rename('sageQuerySuggestions', 'suggestions'),
    [full, least],
  ],
  ['research-assistant', 'genNo as a text', text(/"genNo":(\d+)/g, '"genNo":"$1"'), [full, least]],
  ['research-assistant', 'msgId left out', rename('msgId', 'id'), [full, least, notUnderstood]],
  ['research-assistant', 'llmReasoning → reasoning', rename('llmReasoning', 'reasoning'), [full]],
  ['research-assistant', 'errorData.errTxt → message', rename('errTxt', 'message'), [notUnderstood]],
  [
    'research-assistant',
    'GraphQL errors as one object',
    text(/"errors":\[(\{.*\})\]/g, '"errors":$1'),
    [noWorksheet, noConversation],
  ],
  [
    'research-assistant',
    'GraphQL errors with status 404',
    (reply) => {
      if (reply.text.includes('"errors":')) reply.status = 404
    },
    [noWorksheet, noConversation],
  ],
]

const flagDrifts: readonly ReplyDrift[] = [
  ['flag-evaluation', 'flags[].value → enabled', rename('value', 'enabled'), [defined, oneBroken]],
  ['flag-evaluation', 'flags[].key → name', rename('key', 'name'), [...allFlags, oneBroken]],
  ['flag-evaluation', 'values as texts', text(/"value":(true|false)/g, '"value":"$1"'), [defined, oneBroken]],
  ['flag-evaluation', 'header ETag left out', without('etag'), [tagged]],
  [
    'flag-evaluation',
    'ETag not exposed',
    header('access-control-expose-headers', 'date'),
    [`browser headers: ${ofFlags}`],
  ],
  ['flag-evaluation', 'eventStreams → streams', rename('eventStreams', 'streams'), [streamed]],
  ['flag-evaluation', 'stream of type sse → SSE', text('"sse"', '"SSE"'), [streamed]],
  ['flag-evaluation', 'status 304 → 200', status(304, 200), [unchanged]],
  [
    'flag-evaluation',
    'a header that is required and never sent',
    (reply, { method }) => {
      if (method === 'OPTIONS') return
      reply.status = 400
      reply.text = '{"error":"X-Api-Key is missing"}'
    },
    [...allFlags, unchanged, oneBroken],
  ],
]

const taggedPreferences = [
  'the preferences of a person who has some',
  'the first preferences of a person',
  'other preferences, in place of those that were read',
]

const preferenceDrifts: readonly ReplyDrift[] = [
  [
    'preferences',
    'status 412 → 409',
    status(412, 409),
    [
      'other preferences, in place of those that somebody has changed since',
      'the first preferences of a person who has some by then',
    ],
  ],
  ['preferences', 'header ETag left out', without('etag'), taggedPreferences],
  [
    'preferences',
    'a weak ETag',
    (reply) => {
      const { etag } = reply.headers
      if (etag !== undefined) reply.headers['etag'] = `W/${etag}`
    },
    taggedPreferences,
  ],
  [
    'preferences',
    'ETag not exposed',
    header('access-control-expose-headers', 'date'),
    ['browser headers: GET /v1/preferences', 'browser headers: PUT /v1/preferences'],
  ],
  [
    'preferences',
    'preflight with methods in lower case',
    preflights(header('access-control-allow-methods', 'get, put')),
    ['browser preflight: PUT /v1/preferences'],
  ],
  [
    'preferences',
    'preflight without If-Match',
    preflights(header('access-control-allow-headers', 'authorization, content-type, if-none-match')),
    ['browser preflight: PUT /v1/preferences'],
  ],
  [
    'preferences',
    'of a token only the algorithm checked',
    (reply, asked) => {
      const [, head = ''] = /^Bearer ([\w-]+)\./.exec(asked.authorization) ?? []
      if (Buffer.from(head, 'base64url').toString().includes('"RS256"')) status(401, 204)(reply, asked)
    },
    [
      'other preferences with an access token that is not valid',
      'preferences with an access token for another audience',
      'preferences with an access token that has expired',
      'preferences with an access token that is not valid',
    ],
  ],
]

/** Responses that each meet the pact, but are inconsistent with each other. */
const forgetful: readonly ReplyDrift[] = [
  [
    'token-service',
    'one token for everybody',
    (reply) => {
      if (reply.status === 200) reply.text = 'one-token-for-everybody'
    },
    ['whose token: GET /api/token-authenticated'],
  ],
  [
    'preferences',
    'what was there first is read for ever',
    (reply, { method }) => {
      if (method === 'GET' && reply.status === 200)
        reply.text = '{"version":1,"favourites":[{"kind":"dataset","key":"bitcoin"}]}'
    },
    ['read back: PUT /v1/preferences'],
  ],
]

/** Drifts in one service each. */
export const replyDrifts: readonly ReplyDrift[] = [
  ...tokenDrifts,
  ...libraryDrifts,
  ...assistantDrifts,
  ...flagDrifts,
  ...preferenceDrifts,
  ...forgetful,
]

/** Changes that the portal does not notice. No row may fail. */
export const acceptedChanges: readonly (readonly [provider: string, change: string, Change])[] = [
  ['gateway-tokens', 'expiresAt with an offset', text('.000Z"', '+00:00"')],
  ['gateway-dashboards', 'modified with an offset', text('00Z"', '00+00:00"')],
  ['gateway-dashboards', '200 in place of 201', status(201, 200)],
  [
    'gateway-dashboards',
    '204 in place of 200 after a change of the title',
    (reply, asked) => {
      if (asked.method === 'PATCH') status(200, 204)(reply, asked)
    },
  ],
]
