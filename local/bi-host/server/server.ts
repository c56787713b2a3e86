import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Faults } from '../../http/faults'
import { addFaults } from '../../http/faulty'
import { registerPactStates } from '../../provider-states/routes'
import { forLog } from '../../http/for-log'
import { serveApp, opened, type LocalService } from '../../http/listen'
import type { BiTokens } from '../wire/bi-token'
import { exampleConversation } from '../../provider-states/states'
import { answerView, assistantAnswers } from './routes/answer-view'
import { conversationOperations } from './conversation-operations'
import { openConversations, type ConversationStore } from '../assistant/conversations'
import { fixedAnswers } from '../assistant/fixed-answers'
import { modelAnswers } from '../assistant/model-answers'
import { parsePinned } from '../boards/own-board'
import { home } from '../boards/library/home'
import { createModel } from '../model/semantic-model'
import { sources } from '../model/sources'
import { arrangeBiHost, biHostStateRules } from './provider-states'
import { openAnswers } from '../store/answers'
import { openDashboards } from '../store/dashboards'
import { damagedIn } from '../store/journal'
import { curatedBoards } from '../boards/library/catalogue'
import { openViews } from '../store/views'
import { serveFrame } from './frame-files'
import type { Host, Packed } from './host'
import { answerProblems, unreadable, Refusal } from '../warehouse/problem'
import { createResultCache } from '../warehouse/result-cache'
import { answerOperations, answerFileRoutes } from './routes/answers'
import { createBuiltAnswers, createAnswerSessions } from './built-answers'
import { answerServiceOperations, boardOrAnswer } from './routes/answer-service'
import { copyOperations } from './routes/copy-operations'
import {
  boardDataRoutes,
  boardOperations,
  prepareBoard,
  editOperations,
  personalViewOperations,
} from './routes/boards'
import { metadataRoutes } from './routes/metadata'
import { metadataRoutesV2 } from './routes/metadata-v2'
import { methodologyRoutes } from './methodology'
import { askingRoutes } from './routes/asking'
import { restRoutes } from './routes/rest-v2'
import { sessionRoutes } from './access'
import { openWarehouse } from '../warehouse/warehouse'
import { ensureDatabase } from '../data/build'
import { join } from 'node:path'

/** CORS: only the host's own frame and the configured portals may read replies in a page, with credentials. */
export function allowOrigins(
  app: FastifyInstance,
  portals: readonly string[],
  own: () => readonly string[],
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin === undefined || own().includes(origin)) return
    if (!portals.includes(origin))
      throw new Refusal('forbidden', 'Pages of this origin may not use this host.')
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'retry-after',
    })
  })
  app.options('/*', async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers':
          'authorization, content-type, x-requested-by, accept, accept-language, x-requested-with',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  )
}

export interface BiHostOptions {
  /** 0 picks a free port. */
  readonly port: number
  /** Origins whose pages may embed the frame and call the REST endpoints. */
  readonly portalOrigins: readonly string[]
  readonly tokens: BiTokens
  /** Holds the analytical file, which is generated if missing. */
  readonly dataFolder: string
  /** Holds the users' saved data. */
  readonly storeFolder: string
  /** The built frame application, e.g. `dist/bi-frame`. */
  readonly frameFolder: string
  readonly faults?: Faults
  readonly onProgress?: (line: string) => void
  /** Statement timeout, in milliseconds. */
  readonly statementTimeoutMs?: number
  /** Called for every registered endpoint with method and path, and for data calls with the operation. */
  readonly onEndpoint?: (endpoint: string) => void
}

const bodyLimitBytes = 256 * 1024
const cachedBoards = 120

/** Starts the BI host: the frame application, its data, the vendor's REST calls for saved dashboards, and its assistant. */
export async function startBiHost(options: BiHostOptions): Promise<LocalService> {
  const { path: file } = await ensureDatabase({
    folder: options.dataFolder,
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  })
  const open = opened()
  try {
    const warehouse = open.keep(
      await openWarehouse(createModel(sources), {
        file,
        ...(options.statementTimeoutMs === undefined ? {} : { timeoutMs: options.statementTimeoutMs }),
      }),
    )
    const dashboards = open.keep(await openDashboards(options.storeFolder, { parseAnswer: parsePinned }))
    const answers = open.keep(await openAnswers(options.storeFolder))
    const views = open.keep(
      await openViews(
        options.storeFolder,
        (id) => dashboards.get(id) !== undefined || curatedBoards.some((board) => board.id === id),
      ),
    )
    const conversations = open.keep(await openConversations(options.storeFolder))
    const damaged = await damagedIn(options.storeFolder)
    for (const [name, lines] of Object.entries(damaged))
      options.onProgress?.(
        `Damaged lines among what people saved: ${lines}. What could not be read is set aside in ${join(options.storeFolder, name)}; whose dashboard it was finds it in their list, named so. Move that file away once you have looked.`,
      )
    const host: Host = {
      tokens: options.tokens,
      warehouse,
      dashboards,
      answers,
      builtAnswers: createBuiltAnswers(),
      views,
      boardReplies: createResultCache<Packed>(cachedBoards),
      report: (reference, error) => console.error(`BI host, reference ${reference}:`, forLog(error)),
    }
    let ownOrigins: readonly string[] = []
    const app = await buildApp(host, conversations, options, () => ownOrigins)
    const status = Object.keys(damaged).length === 0 ? 'ok' : 'degraded'
    app.get('/health', async () => ({ status, damaged }))
    const listening = open.keep(
      await serveApp(app, {
        name: 'BI host',
        port: options.port,
        variable: 'ASSAY_BI_HOST_PORT',
        host: '127.0.0.1',
        unreadable,
        limit: { path: /^\/(?:prism|callosum|api)\//, perMinute: 12_000 },
      }),
    )
    const closing = new AbortController()
    void prepareBoard(host, home, closing.signal)
    ownOrigins = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `http://${name}:${listening.port}`)
    return {
      name: listening.name,
      origin: listening.origin,
      async close() {
        closing.abort()
        await open.close()
      },
    }
  } catch (error) {
    await open.close()
    throw error
  }
}

async function buildApp(
  host: Host,
  conversations: ConversationStore,
  options: BiHostOptions,
  ownOrigins: () => readonly string[],
): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: bodyLimitBytes, routerOptions: { maxParamLength: 400 } })
  const { onEndpoint } = options
  if (onEndpoint) {
    app.addHook('onRoute', ({ method, url }) => {
      for (const verb of [method].flat()) if (verb !== 'HEAD') onEndpoint(`${verb} ${url}`)
    })
  }
  answerProblems(app, (reference, error) => host.report(reference, error))
  allowOrigins(app, options.portalOrigins, ownOrigins)
  if (options.faults) {
    addFaults(app, options.faults, 'bi-host')
    registerPactStates(app, options.faults, biHostStateRules, arrangeBiHost(host.dashboards, conversations))
  }
  await app.register(formbody, { bodyLimit: bodyLimitBytes })
  const release = (): string | undefined => options.faults?.release()
  sessionRoutes(app, host, release)
  const { answer, draw, understand } = modelAnswers(host.warehouse)
  const assistant = conversationOperations({
    conversations,
    // The contract asserts every field of this answer, so it is fixed.
    answer: (question, context) =>
      options.faults && context.conversationId === exampleConversation.conversationId
        ? fixedAnswers(question, context)
        : answer(question, context),
  })
  const sessions = createAnswerSessions()
  const answerService = answerServiceOperations(sessions)
  const operations = {
    ...boardOperations,
    ...answerService,
    GetTableWithHeadlineData: boardOrAnswer(
      boardOperations.GetTableWithHeadlineData,
      answerService.GetTableWithHeadlineData,
    ),
    ...copyOperations(assistantAnswers(conversations, understand)),
    ...answerOperations,
    ...editOperations,
    ...personalViewOperations,
    ...assistant,
    ...answerView(conversations, draw),
  }
  for (const name of Object.keys(operations)) onEndpoint?.(`POST /prism/?op=${name}`)
  boardDataRoutes(app, host, operations)
  answerFileRoutes(app, host, sessions)
  restRoutes(app, host)
  askingRoutes(app, host, sessions)
  const library = { ...host, release }
  metadataRoutes(app, library)
  metadataRoutesV2(app, library)
  methodologyRoutes(app, host.warehouse)
  await serveFrame(app, options.frameFolder, options.portalOrigins, release)
  return app
}
