import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { mkdir, writeFile } from 'node:fs/promises'
import { callOf, operationsOf, providers } from '../interactions/operations'
import { pactFolder, readPact, type Pact, type PactInteraction } from '../interactions/pact-file'
import { statusesOf, worst, readHistory, type VerificationRecord, type VerificationStatus } from './history'
import { identityProfile } from '../interactions/identity'
import { page, pageAsset, html, type Html } from '../../local/http/page'
import styles from './contract-report.css?raw'

interface Body {
  readonly content?: unknown
}

/** The request of an interaction as a command line; `$BASE` is the provider's URL. */
function sampleCall({ request }: PactInteraction): string {
  const query = new URLSearchParams(
    Object.entries((request['query'] ?? {}) as Readonly<Record<string, readonly string[]>>).flatMap(
      ([name, values]) => values.map((value) => [name, value]),
    ),
  ).toString()
  const address = `"$BASE${request.path}${query === '' ? '' : `?${query}`}"`
  const method = request.method === 'GET' ? '' : `-X ${request.method} `
  const headers = Object.entries(request.headers).map(([name, values]) => {
    const value = name === 'Authorization' ? 'Bearer $TOKEN' : values.join(', ')
    return value.includes('$') ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`
  })
  const content = (request['body'] as Body | undefined)?.content
  const text = typeof content === 'string' ? content : content === undefined ? null : oneLine(content)
  const data = text === null ? [] : [`--data ${quoted(text)}`]
  return [`curl ${method}${address}`, ...headers, ...data].join(' \\\n  ')
}

/** JSON with GraphQL documents on one line. */
function oneLine(content: unknown): string {
  return JSON.stringify(content, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : value,
  )
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Content of the contract page, made from the pacts, the identity profile, the adapters' route tables and the last verifications. */
interface ContractReport {
  readonly kind: VerificationStatus['kind']
  readonly providers: readonly ProviderRow[]
}

interface ProviderRow {
  readonly name: string
  readonly port: string
  readonly kind: VerificationStatus['kind']
  /** Path of the contract in the repository. */
  readonly agreed: string
  readonly interactions: number
  readonly screens: readonly string[]
  /** Last verifications, one for each environment. */
  readonly runs: readonly Pick<VerificationRecord, 'environment' | 'startedAt' | 'milliseconds'>[]
  readonly operations: readonly OperationRow[]
}

interface OperationRow {
  readonly name: string
  readonly call: string
  readonly kind: VerificationStatus['kind']
  readonly sample: string | null
  readonly interactions: readonly InteractionRow[]
}

interface InteractionRow {
  readonly description: string
  readonly states: PactInteraction['providerStates']
  /** Status of the response; null if the row is not about a single response. */
  readonly httpStatus: number | null
  readonly statuses: readonly VerificationStatus[]
}

/** Every committed pact. */
export function readPacts(): readonly Pact[] {
  return existsSync(pactFolder)
    ? readdirSync(pactFolder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => readPact(join(pactFolder, name)))
    : []
}

export function contractReportOf(
  pacts: readonly Pact[],
  history: readonly VerificationRecord[],
): ContractReport {
  const rows = providers.map(({ name, port, routes, screens }): ProviderRow => {
    const pact = pacts.find((one) => one.provider.name === name)
    const records = history.filter(({ provider }) => provider === name)
    const operations = operationsOf(routes).map((operation): OperationRow => {
      const own = (pact?.interactions ?? []).filter((one) => callOf(one) === operation.call)
      // Successful responses first, in the order of the pact.
      const ordered = own.toSorted((a, b) => a.response.status - b.response.status)
      const interactions = ordered.map((one) => ({
        description: one.description,
        states: one.providerStates,
        httpStatus: one.response.status,
        statuses: statusesOf(one, records),
      }))
      const [first] = ordered
      return {
        ...operation,
        kind: worst(interactions.flatMap(({ statuses }) => statuses.map(({ kind }) => kind))),
        sample: first === undefined ? null : sampleCall(first),
        interactions,
      }
    })
    return {
      name,
      port,
      kind: worst(operations.map(({ kind }) => kind)),
      agreed: `contracts/pacts/assay-portal-${name}.json`,
      interactions: pact?.interactions.length ?? 0,
      screens,
      runs: records,
      operations,
    }
  })
  const all = [...rows, identityRow(history)]
  return { kind: worst(all.map(({ kind }) => kind)), providers: all }
}

/** Identity has no pact: the rows are the same for every issuer, and one run covers them all. */
function identityRow(history: readonly VerificationRecord[]): ProviderRow {
  const { name } = identityProfile.provider
  const runs = history.filter(({ provider }) => provider === name)
  const interactions = identityProfile.interactions.map((one) => ({
    description: one.description,
    states: one.providerStates,
    httpStatus: null,
    statuses: statusesOf(one, runs),
  }))
  const kind = worst(interactions.flatMap(({ statuses }) => statuses.map((status) => status.kind)))
  return {
    name,
    port: 'identityProvider',
    kind,
    agreed: 'contracts/interactions/identity.ts',
    interactions: interactions.length,
    screens: ['Sign-in, and every page for who is signed in'],
    runs,
    operations: [
      { name: 'OpenID Connect', call: 'authorization code with PKCE', kind, sample: null, interactions },
    ],
  }
}

/** Folder of the built page. Git ignores it, and the local stack serves it. */
export const reportFolder = 'dist/contracts'
/** Default folder of the last verifications. */
export const historyFolder = `${reportFolder}/results`

/** Writes the page and its assets, from the current pacts and last verifications. */
export async function buildReport(history = historyFolder, folder = reportFolder): Promise<ContractReport> {
  const report = contractReportOf(readPacts(), readHistory(history))
  await mkdir(folder, { recursive: true })
  for (const name of ['pages.css', 'urbanist.woff2', 'urbanist-extended.woff2']) {
    const asset = await pageAsset(`/assets/${name}`)
    const body = asset?.body ?? ''
    const isSheet = typeof body === 'string'
    await writeFile(join(folder, name), isSheet ? `${body.replaceAll('/assets/', '')}\n${styles}` : body)
  }
  await writeFile(join(folder, 'index.html'), reportPage(report))
  return report
}

const words: Readonly<Record<VerificationStatus['kind'], string>> = {
  verified: 'Verified',
  pending: 'Pending',
  'may-not-run': 'Need not run',
  failed: 'Failed',
  'not-run': 'Not run',
  changed: 'Changed since',
  never: 'Never verified',
}

/** The whole page, with style sheet and fonts in the same folder. Works without scripts and from a file. */
export function reportPage({ kind, providers }: ContractReport): string {
  const interactions = providers.reduce((sum, one) => sum + one.interactions, 0)
  const operations = providers.reduce((sum, one) => sum + one.operations.length, 0)
  return (
    page({
      title: 'Contracts · Assay',
      product: 'Assay',
      foot: 'Built by npm run contracts. Nothing on this page is written by hand.',
      body: html`<div class="panel report-head">
          <div>
            <h1>Contracts</h1>
            <p>
              What the portal asks of the services behind it: ${operations} operations, ${interactions}
              interactions, ${providers.length} providers.
            </p>
          </div>
          ${chip(kind)}
        </div>
        <nav aria-label="Providers">
          <ul class="tiles">
            ${providers.map(tile)}
          </ul>
        </nav>
        ${providers.map(section)}`,
    })
      .replaceAll('"/assets/', '"')
      // Preloading does not work from a file.
      .replace(/<link rel="preload"[^>]*>/, '')
  )
}

function chip(kind: VerificationStatus['kind']): Html {
  return html`<span class="chip ${kind}">${words[kind]}</span>`
}

function tile({ name, kind, interactions, runs }: ProviderRow): Html {
  const last = runs.at(-1)
  return html`<li>
    <a class="tile ${kind}" href="#${name}">
      <strong>${name}</strong>
      ${chip(kind)}
      <span class="quiet">
        ${interactions} interactions${last === undefined ? '' : html` · ${time(last.startedAt)}`}
      </span>
    </a>
  </li>`
}

function section({ name, port, agreed, screens, runs, operations }: ProviderRow): Html {
  return html`<section class="provider" id="${name}" aria-labelledby="${name}-title">
    <h2 id="${name}-title">${name}</h2>
    <dl class="facts">
      <div>
        <dt>Port</dt>
        <dd><code>${port}</code></dd>
      </div>
      <div>
        <dt>Agreed in</dt>
        <dd><code>${agreed}</code></dd>
      </div>
      <div>
        <dt>Last verification</dt>
        <dd>
          ${
            runs.length === 0
              ? html`<span class="bad">never</span>`
              : runs.map(
                  (run) =>
                    html`<span class="run"
                      >${run.environment}, ${time(run.startedAt)}, ${(run.milliseconds / 1000).toFixed(1)}
                      s</span
                    >`,
                )
          }
        </dd>
      </div>
      <div>
        <dt>Screens that break with it</dt>
        <dd>
          ${
            screens.length === 0
              ? 'none yet'
              : html`<ul class="screens">
                  ${screens.map((one) => html`<li>${one}</li>`)}
                </ul>`
          }
        </dd>
      </div>
    </dl>
    ${operations.map(operation)}
  </section>`
}

function operation({ name, call, kind, sample, interactions }: OperationRow): Html {
  return html`<details class="operation ${kind}">
    <summary>
      <span class="name">${name}</span>
      <code>${call}</code>
      <span class="quiet">${interactions.length} interactions</span>
      ${chip(kind)}
    </summary>
    <ul class="interactions">
      ${interactions.map(interaction)}
    </ul>
    ${
      sample !== null &&
      html`<figure class="sample">
        <figcaption>Sample call</figcaption>
        <pre tabindex="0" role="region" aria-label="Sample call of ${name}"><code>${sample}</code></pre>
      </figure>`
    }
  </details>`
}

function interaction({ description, states, httpStatus, statuses }: InteractionRow): Html {
  return html`<li>
    <div class="what">
      <p>${description}</p>
      ${states.map(
        ({ name, params }) =>
          html`<p class="quiet">
            given ${name}${Object.keys(params).length > 0 && html` <code>${JSON.stringify(params)}</code>`}
          </p>`,
      )}
      ${statuses.flatMap(({ reasons }) => reasons.map((reason) => html`<p class="bad">${reason}</p>`))}
    </div>
    ${httpStatus === null ? html`<span></span>` : html`<span class="status" title="Status of the answer">${httpStatus}</span>`}
    <div class="results">
      ${statuses.map(
        ({ kind, environment, at }) =>
          html`<div>
            ${chip(kind)}
            <span class="quiet">${environment}${at !== null && html` ${time(at)}`}</span>
          </div>`,
      )}
    </div>
  </li>`
}

/** To the minute, in UTC, because the page may be read in another time zone than it was built in. */
function time(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}
