import { refusedAccessTokens } from '../../interactions/examples'

/** A reply of a service, before it leaves. */
export interface Reply {
  status: number
  readonly headers: Record<string, string>
  text: string
}

export interface ReplyDrift {
  readonly provider: string
  readonly drift: string
  /** Another path than the one that was agreed: what is asked for is looked for elsewhere. */
  readonly path?: (path: string) => string
  readonly change?: (reply: Reply, asked: { readonly path: string }) => void
  /** Descriptions of the interactions that turn red. */
  readonly red: readonly string[]
}

const rename =
  (from: string, to: string) =>
  (reply: Reply): void => {
    reply.text = reply.text.replaceAll(`"${from}":`, `"${to}":`)
  }
const status =
  (from: number, to: number) =>
  (reply: Reply): void => {
    if (reply.status === from) reply.status = to
  }
const without =
  (header: string) =>
  ({ headers }: Reply): void => {
    delete headers[header]
  }

const list = 'the dashboards of a person who has some'
const none = 'the dashboards of a person who has none'
const later = 'the dashboards after those of the first page'
const made = 'a new dashboard'
const notMade = 'a new dashboard that the host takes but does not make'
const full = 'an answer with everything in it'
const least = 'an answer with only what the portal cannot do without'
const notUnderstood = 'an answer to something that is not understood'
const noWorksheet = 'a conversation about a worksheet that is not there'
const noConversation = 'an answer in a conversation that is not there, or somebody else’s'
const visitorFlags = 'the flags of a visitor'
const personFlags = 'the flags of a signed-in person'
const streamedFlags = 'the flags, with the stream of their changes'
const taggedFlags = 'the flags, with a tag to ask for them again'

/** Changes in one service each. */
export const replyDrifts: readonly ReplyDrift[] = [
  {
    provider: 'token-service',
    drift: 'route /api/token moved',
    path: (path) => (path === '/api/token' ? '/token' : path),
    red: ['a BI token for nobody in particular', 'browser origin: GET /api/token'],
  },
  {
    provider: 'token-service',
    drift: 'token as JSON',
    change(reply) {
      if (reply.status !== 200 || reply.text.startsWith('<')) return
      reply.text = JSON.stringify({ token: reply.text })
      reply.headers['content-type'] = 'application/json'
    },
    red: ['a BI token for nobody in particular', 'a BI token for the signed-in person'],
  },
  {
    provider: 'token-service',
    drift: 'status 401 → 403',
    change: status(401, 403),
    red: refusedAccessTokens.map(([which]) => `a BI token with an access token ${which}`),
  },
  {
    provider: 'dashboard-library',
    drift: 'list: headers → rows',
    change: rename('headers', 'rows'),
    red: [list, none, later],
  },
  {
    provider: 'dashboard-library',
    drift: 'list: authorName → owner',
    change: rename('authorName', 'owner'),
    red: [list, later],
  },
  {
    provider: 'dashboard-library',
    drift: 'create: id_guid → guid',
    change: rename('id_guid', 'guid'),
    red: [made],
  },
  {
    provider: 'dashboard-library',
    drift: 'create: object → objects',
    change: rename('object', 'objects'),
    red: [made, notMade],
  },
  {
    provider: 'dashboard-library',
    drift: 'status of delete 204 → 200',
    change: status(204, 200),
    red: ['to delete one’s own dashboard'],
  },
  {
    provider: 'dashboard-library-v2',
    drift: 'search: metadata_header → header',
    change: rename('metadata_header', 'header'),
    red: [list, later],
  },
  {
    provider: 'dashboard-library-v2',
    drift: 'import: error_message → message',
    change: rename('error_message', 'message'),
    red: [notMade],
  },
  {
    provider: 'research-assistant',
    drift: 'convId → conversationId',
    change: rename('convId', 'conversationId'),
    red: ['a conversation about a worksheet'],
  },
  {
    provider: 'research-assistant',
    drift: 'sageQuerySuggestions → suggestions',
    change: rename('sageQuerySuggestions', 'suggestions'),
    red: [full, least],
  },
  {
    provider: 'research-assistant',
    drift: 'llmReasoning → reasoning',
    change: rename('llmReasoning', 'reasoning'),
    red: [full],
  },
  {
    provider: 'research-assistant',
    drift: 'errorData.errTxt → message',
    change: rename('errTxt', 'message'),
    red: [notUnderstood],
  },
  {
    provider: 'research-assistant',
    drift: 'GraphQL errors with status 400',
    change(reply) {
      if (reply.text.includes('"errors":')) reply.status = 400
    },
    red: [noWorksheet, noConversation],
  },
  {
    provider: 'flag-evaluation',
    drift: 'flags[].value → enabled',
    change: rename('value', 'enabled'),
    red: [
      visitorFlags,
      personFlags,
      streamedFlags,
      taggedFlags,
      'the flags, when one of them cannot be evaluated',
    ],
  },
  {
    provider: 'flag-evaluation',
    drift: 'header ETag left out',
    change: without('etag'),
    red: [taggedFlags],
  },
  {
    provider: 'flag-evaluation',
    drift: 'eventStreams → streams',
    change: rename('eventStreams', 'streams'),
    red: [streamedFlags],
  },
]
