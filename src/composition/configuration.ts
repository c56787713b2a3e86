import {
  datasetKeys,
  type Branding,
  type CatalogueConfiguration,
  type DatasetKey,
} from '../core/catalogue/catalogue'
import { fail, ok, type Result } from '../core/kernel/result'
import type { Vendor } from './adapter-map'
import type { VendorSettings } from './surroundings'
import { liveboardVariable, variables, worksheetVariable, type Variable } from './configuration-table'

export interface Configuration {
  readonly wiring: 'local' | 'vendor' | 'test'
  readonly branding: Branding
  readonly catalogue: CatalogueConfiguration
  readonly identity: VendorSettings['identity'] & { readonly adapter: Vendor<'identity'> }
  readonly hosts: {
    readonly production: { readonly tokenHost: string; readonly biHost: string }
    readonly staging: { readonly tokenHost: string; readonly biHost: string }
    /** Every origin a BI frame may have; the content-security policy is made from the same list. */
    readonly allowedBiOrigins: readonly string[]
  }
  readonly biTokenLifetimeMs: number
  readonly bi: VendorSettings['bi'] & { readonly adapter: Vendor<'bi'> }
  readonly conversation: VendorSettings['conversation']
  readonly silence: VendorSettings['silence']
  readonly flags: VendorSettings['flags'] & { readonly adapter: Vendor<'flags'> }
  readonly previewSecretSha256: string
}

/** Everything that is wrong, each naming its variable. Nothing is used until all of it is right. */
export interface ConfigurationProblem {
  readonly variable: string
  readonly problem: string
}

export type RawConfiguration = Readonly<Record<string, unknown>>

/** Build-time values first, the server's laid over them; neither can add a variable that the table does not have. */
export function mergeConfiguration(build: RawConfiguration, server: RawConfiguration): RawConfiguration {
  return { ...build, ...server }
}

/** Parses the whole configuration once. Pure: the same raw values always give the same answer. */
export function readConfiguration(
  raw: RawConfiguration,
): Result<Configuration, readonly ConfigurationProblem[]> {
  const problems: ConfigurationProblem[] = []
  const values = new Map<string, string | null>(
    variables.map((variable) => [variable.name, valueOf(variable, raw[variable.name])]),
  )
  const value = (name: string): string => values.get(name) ?? ''
  for (const variable of variables) {
    const problem =
      values.get(variable.name) === null
        ? 'it is not text'
        : check(variable, value(variable.name), value('ASSAY_WIRING') === 'vendor')
    if (problem !== null) problems.push({ variable: variable.name, problem })
  }
  for (const name of Object.keys(raw)) {
    if (name.startsWith('ASSAY_') && !values.has(name))
      problems.push({ variable: name, problem: 'there is no such variable' })
  }
  return problems.length > 0 ? fail(problems) : ok(assemble(value))
}

/** The only reading of a raw value: no rule ever sees the space around it. Null for what cannot be written as text. */
function valueOf({ kind, fallback }: Variable, given: unknown): string | null {
  if (given === undefined) return fallback
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') return null
  const text = String(given).trim()
  return text === '' && !optionalKinds.has(kind) ? fallback : text
}

/** One message for people: every problem, one a line. */
export function configurationMessage(problems: readonly ConfigurationProblem[]): string {
  return [
    'The configuration cannot be used:',
    ...problems.map(({ variable, problem }) => `- ${variable}: ${problem}.`),
  ].join('\n')
}

function check(variable: Variable, value: string, vendor: boolean): string | null {
  switch (variable.kind) {
    case 'text':
      return value.length > 200 ? 'it is longer than 200 characters' : null
    case 'choice':
      return variable.choices?.includes(value) === true
        ? null
        : `"${value}" is none of ${variable.choices?.join(', ') ?? ''}`
    case 'origin':
      return originProblem(value, vendor)
    case 'origins':
      return (
        splitOrigins(value)
          .map((origin) => originProblem(origin, vendor))
          .find((problem) => problem !== null) ?? null
      )
    case 'address':
      return addressProblem(value)
    case 'issuer':
      return value === '' ? null : issuerProblem(value, vendor)
    case 'uuid':
      return uuid.test(value) ? null : `"${value}" is not a UUID`
    case 'optional-uuid':
      return value === '' || uuid.test(value) ? null : `"${value}" is not a UUID`
    case 'sha256':
      return /^[0-9a-f]{64}$/i.test(value) ? null : 'it is not a SHA-256 in hex (64 characters)'
    case 'seconds':
      return /^\d+$/.test(value) && Number(value) >= 5 && Number(value) <= 86_400
        ? null
        : `"${value}" is not a number of seconds from 5 to 86400`
    case 'scope':
      return value.split(' ').includes('openid') ? null : 'it lacks the scope "openid"'
    case 'switch':
      return value === 'true' || value === 'false' ? null : `"${value}" is neither true nor false`
  }
}

/** Empty is a value of its own. */
const optionalKinds = new Set(['origins', 'optional-uuid', 'issuer'])

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function splitOrigins(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '')
}

function originProblem(text: string, vendor: boolean): string | null {
  const url = parsed(text)
  if (url === null) return `"${text}" is not an address`
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `"${text}" is neither https nor http`
  if (url.username !== '' || url.password !== '') return 'it carries credentials'
  if (text !== url.origin) return `"${text}" must be a bare origin, as in "${url.origin}"`
  if (url.protocol === 'http:' && (vendor || !loopback.has(url.hostname))) return `"${text}" must use https`
  return null
}

function parsed(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null
}

function issuerProblem(text: string, vendor: boolean): string | null {
  const url = parsed(text)
  if (url === null) return `"${text}" is not an address`
  if (url.search !== '' || url.hash !== '') return 'it has a query or a fragment'
  return originProblem(url.origin, vendor)
}

function addressProblem(text: string): string | null {
  const url = parsed(text, 'https://portal.invalid')
  if (url === null) return `"${text}" is not an address`
  return url.protocol === 'https:' || url.protocol === 'http:' || url.protocol === 'mailto:'
    ? null
    : `"${text}" is not a web address`
}

function assemble(value: (name: string) => string): Configuration {
  const ids = (variableOf: (key: string) => string): Record<DatasetKey, string> =>
    Object.fromEntries(datasetKeys.map((key) => [key, value(variableOf(key))])) as Record<DatasetKey, string>
  const on = (name: string): boolean => value(`ASSAY_CONVERSATION_${name}`) === 'true'
  const worksheets = Object.entries(ids(worksheetVariable)).filter(([, id]) => id !== '')
  const production = { tokenHost: value('ASSAY_TOKEN_HOST'), biHost: value('ASSAY_BI_HOST') }
  const staging = { tokenHost: value('ASSAY_TOKEN_HOST_STAGING'), biHost: value('ASSAY_BI_HOST_STAGING') }
  return {
    wiring: value('ASSAY_WIRING') as Configuration['wiring'],
    branding: {
      productName: value('ASSAY_PRODUCT_NAME'),
      logos: {
        wideLight: value('ASSAY_LOGO_WIDE_LIGHT'),
        wideDark: value('ASSAY_LOGO_WIDE_DARK'),
        symbolLight: value('ASSAY_LOGO_SYMBOL_LIGHT'),
        symbolDark: value('ASSAY_LOGO_SYMBOL_DARK'),
      },
      contactUrl: value('ASSAY_CONTACT_URL'),
      knowledgeBaseUrl: value('ASSAY_KNOWLEDGE_BASE_URL'),
    },
    catalogue: {
      productName: value('ASSAY_PRODUCT_NAME'),
      liveboardIds: ids(liveboardVariable),
      worksheetIds: Object.fromEntries(worksheets),
    },
    identity: {
      adapter: value('ASSAY_IDENTITY') as Vendor<'identity'>,
      domain: value('ASSAY_IDENTITY_DOMAIN'),
      issuer: value('ASSAY_IDENTITY_ISSUER') || `${value('ASSAY_IDENTITY_DOMAIN')}/`,
      clientId: value('ASSAY_IDENTITY_CLIENT_ID'),
      audience: value('ASSAY_IDENTITY_AUDIENCE'),
      scope: value('ASSAY_IDENTITY_SCOPE'),
    },
    hosts: {
      production,
      staging,
      allowedBiOrigins: [
        ...new Set([production.biHost, staging.biHost, ...splitOrigins(value('ASSAY_BI_HOSTS_ALLOWED'))]),
      ],
    },
    bi: {
      adapter: value('ASSAY_BI') as Vendor<'bi'>,
      restVersion: value('ASSAY_BI_REST_VERSION') === 'v2' ? 2 : 1,
    },
    biTokenLifetimeMs: Number(value('ASSAY_BI_TOKEN_LIFETIME')) * 1_000,
    silence: {
      afterLoad: Number(value('ASSAY_BI_SILENCE_AFTER_LOAD')) * 1_000,
      withoutLoad: Number(value('ASSAY_BI_SILENCE_WITHOUT_LOAD')) * 1_000,
    },
    conversation: {
      disableSourceSelection: on('DISABLE_SOURCE_SELECTION'),
      hideSourceSelection: on('HIDE_SOURCE_SELECTION'),
      dataPanelV2: on('DATA_PANEL_V2'),
      showSpotterLimitations: on('SHOW_LIMITATIONS'),
      hideSampleQuestions: on('HIDE_SAMPLE_QUESTIONS'),
    },
    flags: {
      adapter: value('ASSAY_FLAGS') as Vendor<'flags'>,
      clientId: value('ASSAY_FLAGS_CLIENT_ID'),
      host: value('ASSAY_FLAGS_HOST'),
      streamHost: value('ASSAY_FLAGS_STREAM_HOST'),
    },
    previewSecretSha256: value('ASSAY_PREVIEW_SECRET_SHA256'),
  }
}
