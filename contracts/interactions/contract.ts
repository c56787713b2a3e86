import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MatchersV3, PactV3, PactV4, SpecificationVersion } from '@pact-foundation/pact'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consumerName, pactFileName, pactFolder, readPact } from './pact-file'

// Consumer tests call nobody, but nothing here may ever do so.
process.env['PACT_DO_NOT_TRACK'] = 'true'

/** A header or form value: exactly this, or anything of this shape. `pattern` is anchored at both ends. */
export type Expected =
  | string
  | { readonly example: string; readonly pattern: string }
  /** A value the provider gave with the state, by this name. */
  | { readonly example: string; readonly fromState: string }

export interface ContractRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, Expected>>
  readonly query?: Readonly<Record<string, string>>
  /** Fields are all strings, as a form sends them. */
  readonly form?: Readonly<Record<string, Expected>>
  /** Compared exactly, save where it holds matchers. */
  readonly json?: unknown
}

export interface ContractResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, Expected>>
  readonly json?: unknown
  /** A text, of this media type and this shape. */
  readonly text?: { readonly type: string; readonly example: string; readonly pattern: string }
}

export interface Interaction {
  /** What has to be so at the provider; see contracts/README.md. */
  readonly given: string
  readonly parameters?: Readonly<Record<string, string>>
  /** The provider has not built it yet and may fail it; for JSON only. */
  readonly pending?: boolean
  readonly request: ContractRequest
  readonly response: ContractResponse
}

/** Adds one interaction: the adapter is driven against Pact's own server at `baseUrl`. Descriptions are unique per provider. */
export type AddInteraction = (
  description: string,
  interaction: Interaction,
  drive: (baseUrl: string) => Promise<void>,
) => void

/** All interactions with one provider. */
export type Contract = (add: AddInteraction) => void

/**
 * The contract with one provider; The tests run in
 * random order and the pact they write must be, byte for byte, the committed one. With `ASSAY_PACTS=write` it becomes the committed one.
 */
export function contract(provider: string, define: Contract): void {
  describe.shuffle(`${consumerName} and ${provider}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-pacts-'))
    const descriptions = new Set<string>()
    const passed = new Set<string>()
    let begun = 0

    const add: AddInteraction = (description, interaction, drive) => {
      // Pact would let the later one silently take the earlier one's place.
      if (descriptions.has(description)) throw new Error(`two interactions are called "${description}"`)
      descriptions.add(description)
      test(description, async () => {
        begun += 1
        await playInteraction({ provider, folder, description, interaction }, drive)
        passed.add(description)
      })
    }

    beforeAll(() => rmSync(join(folder, pactFileName(provider)), { force: true }))
    define(add)
    afterAll(() => {
      try {
        // Some tests were left out on purpose, or have failed and say so themselves.
        if (begun === descriptions.size && passed.size === begun) settle(provider, folder, descriptions)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
  })
}

function settle(provider: string, folder: string, descriptions: ReadonlySet<string>): void {
  const fresh = join(folder, pactFileName(provider))
  const committed = join(pactFolder, pactFileName(provider))
  const written = readPact(fresh).interactions.map((interaction) => interaction.description)
  expect(written.toSorted()).toEqual([...descriptions].sort())
  if (process.env['ASSAY_PACTS'] === 'write') {
    mkdirSync(pactFolder, { recursive: true })
    copyFileSync(fresh, committed)
    return
  }
  const before = existsSync(committed) ? readFileSync(committed, 'utf8') : ''
  expect(readFileSync(fresh, 'utf8'), `${committed} is out of date: npm run contracts`).toBe(before)
}

export interface Played {
  readonly provider: string
  readonly folder: string
  readonly description: string
  readonly interaction: Interaction
}

interface MockServer {
  readonly url: string
  readonly port: number
}

/** Drives an adapter against Pact's own server, and writes the interaction into the folder when both agree. */
export async function playInteraction(
  { provider, folder, description, interaction }: Played,
  drive: (baseUrl: string) => Promise<void>,
): Promise<void> {
  const options = { consumer: consumerName, provider, dir: folder, logLevel: 'error' } as const
  const { given, parameters, request, response, pending = false } = interaction
  if (request.form === undefined && response.text === undefined) {
    const started = new PactV4(options)
      .addInteraction()
      .given(given, parameters)
      .uponReceiving(description)
      .pending(pending)
      .withRequest(request.method, request.path, (builder) => {
        builder.headers(templates(request.headers)).query(request.query ?? {})
        if (request.json !== undefined) builder.jsonBody(request.json)
      })
      .willRespondWith(response.status, (builder) => {
        builder.headers(templates(response.headers))
        if (response.json !== undefined) builder.jsonBody(response.json)
      })
    await started.executeTest(async (server) => {
      await drive(server.url)
      await writtenDown(started, server)
    })
    return
  }
  if (pending) throw new Error(`"${description}" is a text or a form, which cannot be pending`)
  // Texts and forms need the older interface, which writes the same V4 file: the newer one checks only their media type.
  const pact = new PactV3({ ...options, spec: SpecificationVersion.SPECIFICATION_VERSION_V4 })
  pact
    .given(given, parameters)
    .uponReceiving(description)
    .withRequest({
      method: request.method,
      path: request.path,
      query: { ...request.query },
      headers: {
        ...templates(request.headers),
        ...(request.form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
      ...bodyOf(request),
    })
    .willRespondWith({
      status: response.status,
      headers: {
        ...templates(response.headers),
        ...(response.text && { 'Content-Type': response.text.type }),
      },
      ...(response.text ? { body: response.text.example } : bodyOf(response)),
    })
  if (response.text !== undefined) {
    // A matcher in the body's place would be sent as its own JSON. Method and path alone: headers would be written twice.
    const rules = [MatchersV3.regex(anchored(response.text.pattern), response.text.example)]
    pact.withResponseMatchingRules(
      { method: request.method, path: request.path },
      { body: { path: '$', rules } },
    )
  }
  await pact.executeTest(async (server) => {
    await drive(server.url)
    await writtenDown(pact, server)
  })
}

/**
 * The mock server writes a request down a moment after it has answered it; an adapter that is quicker would fail for a request that
 * never came.
 */
async function writtenDown(interaction: object, { port }: MockServer): Promise<void> {
  const { pact } = interaction as { readonly pact: { mockServerMatchedSuccessfully(port: number): boolean } }
  for (let look = 0; look < 400 && !pact.mockServerMatchedSuccessfully(port); look += 1) await wait(5)
}

function bodyOf({ form, json }: { form?: ContractRequest['form']; json?: unknown }): { body?: unknown } {
  if (form !== undefined) return { body: templates(form) }
  return json === undefined ? {} : { body: json }
}

function templates(
  values: Readonly<Record<string, Expected>> = {},
): Record<string, string | MatchersV3.Matcher<string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, template(value)]))
}

function template(value: Expected): string | MatchersV3.Matcher<string> {
  if (typeof value === 'string') return value
  if ('pattern' in value) return MatchersV3.regex(anchored(value.pattern), value.example)
  return MatchersV3.fromProviderState(`\${${value.fromState}}`, value.example)
}

/** Pact matches the whole text and an anchor left out in one implementation is implied in another: always both. */
function anchored(pattern: string): string {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) {
    throw new Error(`the pattern ${pattern} must begin with ^ and end with $`)
  }
  return pattern
}
