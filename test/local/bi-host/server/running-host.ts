import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBiTokens, type BiBearer, type BiTokens } from '../../../../local/bi-host/wire/bi-token'
import type { HostProblem } from '../../../../local/bi-host/wire/board'
import { startBiHost } from '../../../../local/bi-host/server/server'
import { createFaults, type Faults } from '../../../../local/http/faults'
import { madeSampleData, sampleDataFolder } from '../../../../local/cli/build'

export const portalOrigin = 'http://localhost:4999'
export const ana: BiBearer = { kind: 'person', subject: 'local|ana', email: 'ana@example.com', name: 'Ana' }
export const ben: BiBearer = { kind: 'person', subject: 'local|ben', email: 'ben@example.com', name: 'Ben' }
export const visitor: BiBearer = { kind: 'anonymous' }

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

export interface Ask {
  readonly as?: BiBearer | null
  readonly token?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent unchanged, with this content type. */
  readonly raw?: { readonly type: string; readonly text: string }
}

/** The real host on a free port over the sample data, with its own store and frame. */
export interface RunningHost {
  readonly origin: string
  readonly tokens: BiTokens
  readonly faults: Faults
  /** All endpoints by method and path, data calls by their operation. */
  readonly endpoints: readonly string[]
  ask(path: string, ask?: Ask): Promise<Answer>
  /** Folder of everything that users save. */
  readonly storeFolder: string
  /** Stops the host and starts it again on the same store. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function runningHost(): Promise<RunningHost> {
  const folder = await mkdtemp(join(tmpdir(), 'bi-host-'))
  const [frameFolder, storeFolder] = [join(folder, 'frame'), join(folder, 'store')]
  await mkdir(join(frameFolder, 'assets'), { recursive: true })
  await writeFile(
    join(frameFolder, 'index.html'),
    '<!doctype html><html><head><title>Frame</title><script type="application/json" id="host-config">{}</script></head><body></body></html>',
  )
  await writeFile(join(frameFolder, 'assets/main-AbCd1234.js'), `console.log(${'1+'.repeat(900)}1)`)
  const tokens = await createBiTokens({ lifetimeSeconds: 300 })
  const faults = createFaults()
  const endpoints = new Set<string>()
  await madeSampleData()
  const start = () =>
    startBiHost({
      onEndpoint: (endpoint) => endpoints.add(endpoint),
      port: 0,
      portalOrigins: [portalOrigin],
      tokens,
      dataFolder: sampleDataFolder,
      storeFolder,
      frameFolder,
      faults,
    })
  let service = await start()

  const ask = async (
    path: string,
    { as, token, method, headers, form, body, raw }: Ask = {},
  ): Promise<Answer> => {
    const bearer = token ?? (as ? await tokens.issue(as) : undefined)
    const content = raw
      ? { type: raw.type, text: raw.text }
      : form
        ? { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() }
        : body === undefined
          ? null
          : { type: 'application/json', text: JSON.stringify(body) }
    const reply = await fetch(`${service.origin}${path}`, {
      method: method ?? (content ? 'POST' : 'GET'),
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(content ? { 'content-type': content.type } : {}),
        ...headers,
      },
      ...(content ? { body: content.text } : {}),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: reply.status, headers: reply.headers, text, json: isJson ? JSON.parse(text) : null }
  }

  return {
    get origin() {
      return service.origin
    },
    tokens,
    faults,
    endpoints: [...endpoints],
    ask,
    storeFolder,
    async restart() {
      await service.close()
      service = await start()
    },
    async close() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The refusal in an answer. @throws if it is not a refusal, or contains more than it should */
export function refusalOf(answer: Answer): HostProblem['error'] {
  const { error } = (answer.json ?? {}) as Partial<HostProblem>
  if (!error || typeof error.message !== 'string' || !/^[\w-]{4,}$/.test(error.reference)) {
    throw new Error(`Not a refusal: ${answer.status} ${answer.text.slice(0, 300)}`)
  }
  if (/\n\s+at |node_modules|\.ts:\d|DuckDB|Binder Error|select /i.test(answer.text))
    throw new Error(`Says too much: ${answer.text}`)
  return error
}
