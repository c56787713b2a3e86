import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBiTokens } from '../../../local/bi-host/wire/bi-token'
import { createFaults, type Faults } from '../../../local/http/faults'
import { startServices } from '../../../local/services'

export const portal = 'http://localhost:4988'

export interface FlagService {
  readonly origin: string
  readonly streamOrigin: string
  readonly faults: Faults
  readonly file: string
  save(document: unknown): Promise<void>
  read(): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** Both origins, with a folder of their own. Flags do not need the identity provider. */
export async function startFlagService(text?: string): Promise<FlagService> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-flags-'))
  const file = join(folder, 'flags.json')
  if (text !== undefined) await writeFile(file, text)
  const faults = createFaults()
  const [services, stream] = await startServices({
    ports: { services: 0, flagStream: 0 },
    identity: { issuer: 'http://localhost:1/', jwksUri: 'http://localhost:1/keys' },
    portalOrigins: [portal],
    tokens: await createBiTokens({ lifetimeSeconds: 60 }),
    dataDir: folder,
    faults,
  })
  return {
    origin: services.origin,
    streamOrigin: stream.origin,
    faults,
    file,
    save: (document) => writeFile(file, JSON.stringify(document)),
    read: async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>,
    async close() {
      await services.close()
      await stream.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A context as LaunchDarkly's SDKs encode it in a URL. */
export function address(context: unknown): string {
  return Buffer.from(JSON.stringify(context)).toString('base64url')
}

export interface StreamEvent {
  readonly event: string
  readonly data: string
}

export interface EventReader {
  readonly reply: Response
  /** Waits for the next event; `null` after the end of the stream. */
  next(): Promise<StreamEvent | null>
  close(): void
}

/** Reads server-sent events as a browser would. Comments are returned as events named ":". */
export async function readEvents(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const stop = new AbortController()
  const reply = await fetch(url, { signal: stop.signal, headers })
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    reply,
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end !== -1) {
          const lines = text.slice(0, end).split('\n')
          text = text.slice(end + 2)
          const field = (name: string) =>
            lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
          const comment = lines.every((line) => line.startsWith(':'))
          return { event: field('event') ?? (comment ? ':' : 'message'), data: field('data') ?? '' }
        }
        const part = await reader?.read().catch(() => undefined)
        if (part === undefined || part.done) return null
        text += part.value
      }
    },
    close: () => stop.abort(),
  }
}
