import { join } from 'node:path'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import formbody from '@fastify/formbody'
import { partsOf, type Fold, type Measure, type Source } from '../model/source'
import { abbreviations, formatDay } from '../rendering/format'
import { openWarehouse, type Warehouse } from '../warehouse/warehouse'
import { addFaults, type Faults } from '../../http/faults'
import { registerPactStates, exampleConversation } from '../../provider-states/provider-states'
import { forLog, serveApp, opened, type LocalService } from '../../http/listen'
import type { BiTokens } from '../wire/bi-token'
import { answerView, assistantAnswers, copyOperations } from './routes/assistant-answers'
import { conversationOperations } from './conversation-operations'
import { openConversations, type ConversationStore } from '../assistant/conversations'
import { fixedAnswers } from '../assistant/fixed-answers'
import { modelAnswers } from '../assistant/model-answers'
import { parsePinned } from '../boards/own-board'
import { home } from '../boards/library/home'
import { createModel } from '../model/semantic-model'
import { sources } from '../model/sources'
import { arrangeBiHost, biHostStateRules } from './provider-states'
import { openAnswers, openViews } from '../store/answers-and-views'
import { openDashboards } from '../store/dashboards'
import { damagedIn } from '../store/journal'
import { curatedBoards } from '../boards/library/catalogue'
import { serveFrame } from './frame-files'
import type { Host, Packed } from './host'
import { answerProblems, unreadable, Refusal } from '../warehouse/problem'
import { createResultCache } from '../warehouse/result-cache'
import { answerOperations, answerFileRoutes } from './routes/answers'
import { createBuiltAnswers, createAnswerSessions } from './built-answers'
import { answerServiceOperations, boardOrAnswer } from './routes/answer-service'
import {
  boardDataRoutes,
  boardOperations,
  prepareBoard,
  editOperations,
  personalViewOperations,
} from './routes/boards'
import { metadataRoutes } from './routes/metadata'
import { metadataRoutesV2 } from './routes/metadata-v2'
import { askingRoutes, restRoutes } from './routes/rest-v2'
import { sessionRoutes } from './access'
import { ensureDatabase } from '../data/build'

/** Public page with the definition of every measure. Charts link to it from "About this data". It holds no data. */
function methodologyRoutes(app: FastifyInstance, warehouse: Warehouse): void {
  app.get('/methodology', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
      })
      .send(methodologyPage(warehouse)),
  )
}

const folds: Readonly<Record<Fold, string>> = { sum: 'sum', lowest: 'min', highest: 'max', first: 'first' }

function formulaOf(measure: Measure): string {
  const { top, bottom, scale, folds: by, over } = partsOf(measure)
  const side = (sql: string, fold: Fold): string => `${folds[fold]}(${sql})`
  const value = bottom === null ? side(top, by.top) : `${side(top, by.top)} / ${side(bottom, by.bottom)}`
  const scaled = scale === 1 ? value : `${scale} \u00d7 ${value}`
  return over === 'last-day'
    ? `${scaled}, rows of the last day of the interval`
    : `${scaled}, all rows of the interval`
}

/** How the measure's values may be aggregated. */
function additivityOf(measure: Measure): string {
  if (measure.kind === 'additive') return 'Adds up over names and over days.'
  if (measure.kind === 'semi-additive')
    return 'Adds up over names. Over days it is never added: the last day of an interval stands for it.'
  const days =
    measure.over === 'interval' ? 'over all days of the interval' : 'on the last day of the interval'
  return `Never added: the sides of the ratio are made first, over names and ${days}.`
}

function methodologyPage(warehouse: Warehouse): string {
  const sources = warehouse.model.sources.toSorted((one, other) => one.label.localeCompare(other.label))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Methodology</title><style>${style}</style></head><body><main>
<h1>Methodology</h1>
<p>How every number is made, where it comes from, whether it adds up, and when it may still change. Every day is a UTC day, from 00:00 to 24:00, unless its source says otherwise. Data as of ${formatDay(warehouse.asOf)}.</p>
<nav aria-label="Sources"><ul>${sources.map(({ id, label }) => `<li><a href="#${id}">${escaped(label)}</a></li>`).join('')}</ul></nav>
${sources.map((source) => sectionOf(source, warehouse)).join('\n')}
<section id="abbreviations"><h2>Abbreviations</h2><dl class="short">${Object.entries(abbreviations)
    .map(([short, meaning]) => `<dt>${short}</dt><dd>${escaped(meaning)}</dd>`)
    .join('')}</dl></section>
</main></body></html>`
}

function sectionOf(source: Source, warehouse: Warehouse): string {
  const { id, label, description, tables, carry, tradingDays, measures, attributes } = source
  const { firstDay, lastDay } = warehouse.facts(id)
  const dates = tradingDays ? ' New York trading dates.' : ''
  const carried = carry
    ? ` What has not reported is carried forward ${carry.days} days at most, by ${attributes[carry.unit]?.label.toLowerCase() ?? carry.unit}.`
    : ''
  const facts = {
    Source: `${warehouse.origin(id).source} (${tables.join(', ')})`,
    Days: `${formatDay(firstDay)} to ${formatDay(lastDay)}.${dates}${carried}`,
    Revisions: source.revisions ?? 'Final when it is published.',
    'Broken down by': Object.values(attributes)
      .map((attribute) => attribute.label)
      .join(', '),
  }
  const written = Object.entries(measures).map(
    ([measureId, measure]) => `<article id="${id}.${measureId}"><h3>${escaped(measure.label)}</h3>
<p>${escaped(measure.definition)}</p>${listOf({ Unit: measure.unit, Formula: `<code>${escaped(formulaOf(measure))}</code>`, Additivity: additivityOf(measure) }, ['Formula'])}</article>`,
  )
  return `<section id="${id}"><h2>${escaped(label)}</h2><p>${escaped(description)}</p>${listOf(facts)}${written.join('\n')}</section>`
}

/** Drops empty facts. The facts in `marked` are HTML already and are not escaped. */
function listOf(facts: Readonly<Record<string, string>>, marked: readonly string[] = []): string {
  const rows = Object.entries(facts).filter(([, fact]) => fact !== '')
  return `<dl>${rows.map(([name, fact]) => `<dt>${name}</dt><dd>${marked.includes(name) ? fact : escaped(fact)}</dd>`).join('')}</dl>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `:root{color-scheme:light dark;--line:light-dark(#e3e6ea,#363a42);--dim:light-dark(#5b6472,#9aa4af)}
body{margin:0;background:light-dark(#f6f7f9,#191f26);color:light-dark(#1f2937,#f3f4f6);font:16px/1.5 system-ui,sans-serif}
main{max-width:860px;margin:0 auto;padding:32px 20px 80px}
h1{font-weight:300;font-size:34px;margin:0 0 8px}h2{font-size:22px;font-weight:650;margin:0 0 4px}h3{font-size:16px;margin:0 0 4px}
p{margin:0 0 12px}nav ul{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0 0 16px;padding:0;list-style:none}
a{color:light-dark(#1a5fb4,#88b4ff)}section{margin-top:40px;scroll-margin-top:16px}
article{margin-top:16px;padding:16px;border:1px solid var(--line);border-radius:4px;background:light-dark(#fff,#20262e);scroll-margin-top:16px}
article:target{outline:2px solid light-dark(#c2410c,#ff7a2f)}
dl{display:grid;grid-template-columns:120px 1fr;gap:4px 12px;margin:0;font-size:14px}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
code{font:13px/1.5 ui-monospace,monospace}@media(max-width:560px){dl{grid-template-columns:1fr}dd{margin-bottom:8px}}`

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

interface BiHostOptions {
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
