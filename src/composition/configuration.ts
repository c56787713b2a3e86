import {
  datasetKeys,
  type Branding,
  type CatalogueConfiguration,
  type DatasetKey,
} from '../core/catalogue/catalogue'
import { fail, ok, type Result } from '../core/kernel/result'
import type { SurfaceCapabilities } from '../core/ports/dashboard-surface'
import { adapterMap, type AdapterLine, type Vendor } from './adapter-map'
import type { VendorSettings } from './surroundings'
import {
  alwaysNeeded,
  dashboardVariable,
  variables,
  sourceVariable,
  type Variable,
} from './configuration-table'

export interface Configuration {
  readonly wiring: 'local' | 'vendor' | 'test'
  readonly branding: Branding
  readonly catalogue: CatalogueConfiguration
  readonly identity: VendorSettings['identity'] & { readonly adapter: Vendor<'identity'> }
  readonly hosts: {
    readonly production: { readonly tokenHost: string; readonly biHost: string }
    /** Null where no staging page is wanted. */
    readonly staging: { readonly tokenHost: string; readonly biHost: string } | null
    /** Every origin a BI frame may have; the content-security policy is made from the same list. */
    readonly allowedBiOrigins: readonly string[]
  }
  readonly biTokenLifetimeMs: number
  readonly bi: VendorSettings['bi'] & {
    readonly adapter: Vendor<'bi'>
    readonly offers: SurfaceCapabilities['views']
  }
  readonly conversation: VendorSettings['conversation']
  readonly silence: VendorSettings['silence']
  readonly flags: VendorSettings['flags'] & { readonly adapter: Vendor<'flags'> }
  /** Null where nobody is to see a preview. */
  readonly previewSecretSha256: string | null
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

/**
 * Parses the whole configuration once. Pure: the same values always give the same answer. `local` is what the embedded stack has for
 * what is every installation's own; with the vendor wiring it does not hold, and no part of it is taken.
 */
export function readConfiguration(
  raw: RawConfiguration,
  local: Readonly<Record<string, string>>,
): Result<Configuration, readonly ConfigurationProblem[]> {
  const vendor = isVendor(raw)
  const values = new Map<string, string | null>(
    variables.map((variable) => [variable.name, valueOf(variable, raw[variable.name], vendor ? {} : local)]),
  )
  const value = (name: string): string => values.get(name) ?? ''
  const needed = neededBy(value)
  const problems: ConfigurationProblem[] = []
  for (const variable of variables) {
    const { name } = variable
    const given = values.get(name) ?? null
    const problem =
      given === null
        ? 'it is not text'
        : given === ''
          ? needed(name)
          : vendor && name === previewVariable && given.toLowerCase().startsWith(publicPreviewHash)
            ? 'it is that of the local stack, which everybody can read; give your own, or "none"'
            : check(variable, given, vendor)
    if (problem !== null) problems.push({ variable: name, problem })
  }
  for (const name of Object.keys(raw)) {
    if (name.startsWith('ASSAY_') && !values.has(name))
      problems.push({ variable: name, problem: 'there is no such variable' })
  }
  return problems.length > 0 ? fail(problems) : ok(assemble(value))
}

const previewVariable = 'ASSAY_PREVIEW_SECRET_SHA256'

/** How the hash of the secret begins that the README prints for the local stack: enough to refuse it everywhere else. */
const publicPreviewHash = 'a669bbf2260b'

/** How a deployment says that it has no preview. */
const noPreview = 'none'

const isVendor = (raw: RawConfiguration): boolean => {
  const given = raw['ASSAY_WIRING']
  return typeof given === 'string' && given.trim() === 'vendor'
}

/** Says of a variable without a value what it is needed for; null where it can be left out. */
function neededBy(value: (name: string) => string): (name: string) => string | null {
  const needs = Object.values(adapterMap).flatMap<string>(({ variable, vendors }) => {
    const lines = Object.entries<AdapterLine>(vendors)
    const chosen = lines.filter(([vendor]) => vendor === value(variable))
    // Of a name that nobody knows: what every vendor of its kind needs.
    const [first, ...others] = chosen.length > 0 ? chosen : lines
    return first?.[1].needs.filter((name) => others.every(([, line]) => line.needs.includes(name))) ?? []
  })
  const names = new Set([...alwaysNeeded, ...needs])
  return (name) => {
    if (name === previewVariable)
      return `it must be given: the SHA-256 of a secret, or "${noPreview}" for no preview`
    // An issuer that nobody names is the domain's.
    if (name === 'ASSAY_IDENTITY_ISSUER' && value('ASSAY_IDENTITY_DOMAIN') !== '') return null
    if (names.has(name)) return 'it must be given'
    const other = staging.find((one) => one !== name)
    return staging.includes(name) && other !== undefined && value(other) !== ''
      ? `it must be given, as ${other} is: a staging page needs both`
      : null
  }
}

const staging: readonly string[] = ['ASSAY_TOKEN_HOST_STAGING', 'ASSAY_BI_HOST_STAGING']

/** The only reading of a raw value: no rule ever sees the space around it. Null for what cannot be written as text. */
function valueOf(
  { name, kind, fallback }: Variable,
  given: unknown,
  local: Readonly<Record<string, string>>,
): string | null {
  const otherwise = fallback ?? local[name] ?? ''
  if (given === undefined) return otherwise
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') return null
  const text = String(given).trim()
  return text === '' && !optionalKinds.has(kind) ? otherwise : text
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
    case 'switch': {
      const choices = variable.choices ?? ['true', 'false']
      return choices.includes(value) ? null : `"${value}" is none of ${choices.join(', ')}`
    }
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
      return issuerProblem(value, vendor)
    case 'uuid':
      return uuid.test(value) ? null : `"${value}" is not a UUID`
    case 'sha256':
      return value === noPreview || /^[0-9a-f]{64}$/i.test(value)
        ? null
        : `it is neither a SHA-256 in hex (64 characters) nor "${noPreview}"`
    case 'seconds':
      return /^\d+$/.test(value) && Number(value) >= 5 && Number(value) <= 86_400
        ? null
        : `"${value}" is not a number of seconds from 5 to 86400`
    case 'scope':
      return value.split(' ').includes('openid') ? null : 'it lacks the scope "openid"'
    case 'pairs':
      return /^([\w-]+=([!-$&-+\--~]|%[2-7][\da-f])+(, *(?=.)|$))+$/i.test(value)
        ? null
        : 'it is not "name=value,name=value", percent-encoded'
  }
}

/** Empty is a value of its own. */
const optionalKinds = new Set(['origins', 'uuid', 'issuer', 'pairs'])

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function splitOrigins(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '')
}

function originProblem(text: string, vendor: boolean): string | null {
  const url = parsed(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return `"${text}" does not begin with https://`
  if (url.username !== '' || url.password !== '') return 'it carries credentials'
  const isOpen = url.protocol === 'http:' && (vendor || !loopback.has(url.hostname))
  const origin = isOpen ? `https://${url.host}` : url.origin
  if (text !== url.origin) return `"${text}" must be a bare origin, as in "${origin}"`
  return isOpen ? `"${text}" must use https` : null
}

function parsed(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null
}

function issuerProblem(text: string, vendor: boolean): string | null {
  const url = parsed(text)
  if (url === null) return originProblem(text, vendor)
  if (url.search !== '' || url.hash !== '') return 'it has a query or a fragment'
  return originProblem(url.origin, vendor)
}

function addressProblem(text: string): string | null {
  const url = parsed(text, 'https://portal.invalid')
  return url !== null && /^(https?|mailto):$/.test(url.protocol) ? null : `"${text}" is not a web address`
}

function assemble(value: (name: string) => string): Configuration {
  const ids = (variableOf: (key: string) => string): Partial<Record<DatasetKey, string>> =>
    Object.fromEntries(datasetKeys.map((key) => [key, value(variableOf(key))]).filter(([, id]) => id !== ''))
  const on = (name: string): boolean => value(`ASSAY_CONVERSATION_${name}`) === 'true'
  const bi = value('ASSAY_BI') as Vendor<'bi'>
  const production = { tokenHost: value('ASSAY_TOKEN_HOST'), biHost: value('ASSAY_BI_HOST') }
  const tried = { tokenHost: value('ASSAY_TOKEN_HOST_STAGING'), biHost: value('ASSAY_BI_HOST_STAGING') }
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
      dashboardIds: ids(dashboardVariable),
      sourceIds: ids(sourceVariable),
    },
    identity: {
      adapter: value('ASSAY_IDENTITY') as Vendor<'identity'>,
      domain: value('ASSAY_IDENTITY_DOMAIN'),
      issuer: value('ASSAY_IDENTITY_ISSUER') || `${value('ASSAY_IDENTITY_DOMAIN')}/`,
      clientId: value('ASSAY_IDENTITY_CLIENT_ID'),
      audience: value('ASSAY_IDENTITY_AUDIENCE'),
      scope: value('ASSAY_IDENTITY_SCOPE'),
      parameters: value('ASSAY_IDENTITY_PARAMETERS'),
      silent: value('ASSAY_IDENTITY_SILENT') as 'frame' | 'redirect' | 'none',
    },
    hosts: {
      production,
      staging: tried.biHost === '' ? null : tried,
      allowedBiOrigins: [
        ...new Set(
          [production.biHost, tried.biHost, ...splitOrigins(value('ASSAY_BI_HOSTS_ALLOWED'))].filter(
            (origin) => origin !== '',
          ),
        ),
      ],
    },
    bi: {
      adapter: bi,
      offers: adapterMap.bi.vendors[bi].offers,
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
      headers: value('ASSAY_FLAGS_HEADERS'),
      pollInterval: value('ASSAY_FLAGS_POLL_INTERVAL'),
    },
    previewSecretSha256: value(previewVariable) === noPreview ? null : value(previewVariable),
  }
}
