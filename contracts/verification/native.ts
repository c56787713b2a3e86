import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pact } from '../interactions/pact-file'
import * as v from 'valibot'

const mismatchSchema = v.looseObject({
  path: v.optional(v.string()),
  mismatch: v.optional(v.string()),
})

const errorSchema = v.looseObject({
  interaction: v.string(),
  mismatch: v.looseObject({
    message: v.optional(v.string()),
    mismatches: v.optional(v.array(mismatchSchema), []),
  }),
})

const resultsSchema = v.looseObject({
  interactionResults: v.array(
    v.looseObject({ description: v.string(), duration: v.optional(v.string(), ''), result: v.string() }),
  ),
  errors: v.array(errorSchema),
  pendingErrors: v.array(errorSchema),
})

export interface NativeOutcome {
  readonly passed: boolean
  /** Differences, as sentences; empty if it passed. */
  readonly differences: readonly string[]
  readonly milliseconds: number
}

/**
 * The native verifier's results, by interaction description.
 * @throws if the output has another format
 */
function readNativeResults(text: string): ReadonlyMap<string, NativeOutcome> {
  const results = v.parse(resultsSchema, JSON.parse(text))
  const errors = [...results.errors, ...results.pendingErrors]
  return new Map(
    results.interactionResults.map(({ description, duration, result }) => {
      const differences = errors
        .filter((error) => error.interaction.endsWith(` - ${description}`))
        .flatMap(({ mismatch }) => [
          ...(mismatch.message === undefined ? [] : [mismatch.message]),
          ...mismatch.mismatches.map(({ path, mismatch: text = 'differs' }) =>
            path === undefined || path === '$' ? text : `${path}: ${text}`,
          ),
        ])
      return [
        description,
        { passed: result === 'OK', differences, milliseconds: Number.parseFloat(duration) || 0 },
      ]
    }),
  )
}

/** Pact's own verifier in a separate process, which can verify several pacts in sequence. */
export interface NativeVerifier {
  /** Outcomes by description; null if the verifier failed before it had any. */
  run(
    pact: Pact,
    addresses: { readonly baseUrl: string; readonly stateUrl: string },
  ): Promise<ReadonlyMap<string, NativeOutcome> | null>
  /** Ends the process and returns its output. */
  close(): Promise<string>
}

export const workerFile = fileURLToPath(new URL('worker.cjs', import.meta.url))

/** Removes proxy variables, because a proxy would be used even for the loopback address. */
function withoutProxies(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const allowed = Object.entries(environment).filter(([name]) => !/^(https?|all)_proxy$/i.test(name))
  return Object.fromEntries(allowed)
}

export function startNativeVerifier(): NativeVerifier {
  const worker = fork(workerFile, { silent: true, env: withoutProxies(process.env) })
  const output: string[] = []
  for (const stream of [worker.stdout, worker.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => output.push(part))
  }
  let ended = false
  const closed = new Promise<void>((resolve) => {
    const end = (): void => {
      ended = true
      resolve()
    }
    worker.once('close', end)
    worker.once('error', end)
  })

  async function verified(file: string, pact: Pact, baseUrl: string, stateUrl: string) {
    if (ended) return null
    const answer = new Promise<string | null>((resolve) => {
      worker.once('message', (message: { readonly results: string }) => resolve(message.results))
      void closed.then(() => resolve(null))
    })
    worker.send({
      provider: pact.provider.name,
      providerBaseUrl: baseUrl,
      providerStatesSetupUrl: stateUrl,
      pactUrls: [file],
      logLevel: 'error',
      timeout: 15_000,
    })
    return answer
  }

  return {
    async run(pact, { baseUrl, stateUrl }) {
      if (pact.interactions.length === 0) return new Map()
      const folder = await mkdtemp(join(tmpdir(), 'assay-verification-'))
      const file = join(folder, 'pact.json')
      try {
        await writeFile(file, JSON.stringify(pact))
        return parsed(await verified(file, pact, baseUrl, stateUrl))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    async close() {
      // The worker disconnects by itself, once its output is complete.
      if (worker.connected) worker.send('end')
      await closed
      return output.join('')
    },
  }
}

function parsed(text: string | null): ReadonlyMap<string, NativeOutcome> | null {
  try {
    return text === null ? null : readNativeResults(text)
  } catch {
    return null
  }
}
