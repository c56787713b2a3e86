import {
  datasetKeys,
  type Branding,
  type CatalogueConfiguration,
  type DatasetKey,
} from '../core/catalogue/catalogue'
import { fail, ok, type Result } from '../core/kernel/result'
import type { Offer } from '../core/ports'
import { adapterMap, type AdapterLine, type Vendor } from './adapter-map'
import {
  alwaysNeeded,
  dashboardVariable,
  variables,
  sourceVariable,
  type Variable,
} from './configuration-table'

/** The part of the configuration that the shell's first paint needs. `configuration.ts` assembles the rest later. */
export interface ShellConfiguration {
  readonly branding: Branding
  readonly catalogue: CatalogueConfiguration
  readonly hosts: {
    readonly production: { readonly tokenHost: string; readonly biHost: string }
    /** Null when the installation has no staging page. */
    readonly staging: { readonly tokenHost: string; readonly biHost: string } | null
    /** All origins that a BI frame may have. The content security policy is built from the same list. */
    readonly allowedBiOrigins: readonly string[]
  }
  readonly bi: { readonly adapter: Vendor<'bi'>; readonly offers: readonly Offer[] }
}

/** Returns a variable's validated value; empty when it has none. */
export type Values = (name: string) => string

/** A problem with one variable. A configuration with any problem is not used at all. The texts are in `configuration-problems.ts`. */
export interface ConfigurationProblem {
  readonly variable: string
  readonly kind: ProblemKind
  /** The value as it was read; empty when there is none. */
  readonly given: string
}

export type ProblemKind =
  | Exclude<Variable['kind'], 'origins' | 'switch' | 'issuer'>
  | 'uuid'
  | 'not-text'
  | 'missing'
  | 'missing-preview'
  | 'missing-staging'
  | 'missing-here'
  | 'public-preview'
  | 'local-id'
  | 'unknown'
  | 'credentials'
  | 'not-bare'
  | 'http'
  | 'query'

export type RawConfiguration = Readonly<Record<string, unknown>>

/** The server's values override build-time values. `readValues` rejects variables that are not in the table. */
export function mergeConfiguration(build: RawConfiguration, server: RawConfiguration): RawConfiguration {
  return { ...build, ...server }
}

/**
 * Validates the whole configuration once. A pure function. `local` has the embedded stack's values for variables without a fallback. It is
 * ignored with the vendor wiring.
 */
export function readValues(
  raw: RawConfiguration,
  local: Readonly<Record<string, string>>,
): Result<Values, readonly ConfigurationProblem[]> {
  const vendor = isVendor(raw)
  const values = new Map<string, string | null>(
    variables.map((variable) => [variable.name, valueOf(variable, raw[variable.name], vendor ? {} : local)]),
  )
  const value: Values = (name) => values.get(name) ?? ''
  const needed = neededBy(value)
  const ids = (adapterMap.bi.vendors as Readonly<Record<string, AdapterLine>>)[value('ASSAY_BI')]?.ids ?? 'id'
  const problems: ConfigurationProblem[] = []
  for (const variable of variables) {
    const { name } = variable
    const given = values.get(name) ?? null
    const kind =
      given === null
        ? 'not-text'
        : given === ''
          ? needed(name)
          : vendor && name === previewVariable && given.toLowerCase().startsWith(publicPreviewHash)
            ? 'public-preview'
            : check(variable, given, vendor, ids)
    if (kind !== null) problems.push({ variable: name, kind, given: given ?? '' })
  }
  for (const name of Object.keys(raw)) {
    if (name.startsWith('ASSAY_') && !values.has(name))
      problems.push({ variable: name, kind: 'unknown', given: '' })
  }
  return problems.length > 0 ? fail(problems) : ok(value)
}

export const previewVariable = 'ASSAY_PREVIEW_SECRET_SHA256'

/** Prefix of the hash of the local stack's secret, which the README prints. Rejected with the vendor wiring. */
const publicPreviewHash = 'a669bbf2260b'

/** The value that disables the preview. */
export const noPreview = 'none'

const isVendor = (raw: RawConfiguration): boolean => {
  const given = raw['ASSAY_WIRING']
  return typeof given === 'string' && given.trim() === 'vendor'
}

/** Returns the problem with a variable that has no value; null when it is optional. */
function neededBy(value: Values): (name: string) => ProblemKind | null {
  const needs = Object.values(adapterMap).flatMap<string>(({ variable, vendors }) => {
    const lines = Object.entries<AdapterLine>(vendors)
    const chosen = lines.filter(([vendor]) => vendor === value(variable))
    // If the vendor is unknown: the variables that all vendors of its kind need.
    const [first, ...others] = chosen.length > 0 ? chosen : lines
    return first?.[1].needs.filter((name) => others.every(([, line]) => line.needs.includes(name))) ?? []
  })
  const names = new Set([...alwaysNeeded, ...needs])
  return (name) => {
    if (name === previewVariable) return 'missing-preview'
    // The issuer defaults to the domain.
    if (name === 'ASSAY_IDENTITY_ISSUER' && value('ASSAY_IDENTITY_DOMAIN') !== '') return null
    if (names.has(name)) return 'missing'
    // Only the other one can have a value.
    return staging.includes(name) && staging.some((one) => value(one) !== '') ? 'missing-staging' : null
  }
}

export const staging: readonly string[] = ['ASSAY_TOKEN_HOST_STAGING', 'ASSAY_BI_HOST_STAGING']

/** Reads a raw value, trimmed, or its default. Null when it is not text, a number or a boolean. */
function valueOf(
  { name, kind, fallback }: Variable,
  given: unknown,
  local: Readonly<Record<string, string>>,
): string | null {
  const defaultValue = fallback ?? local[name] ?? ''
  if (given === undefined) return defaultValue
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') return null
  const text = String(given).trim()
  return text === '' && !optionalKinds.has(kind) ? defaultValue : text
}

function check(
  { kind, choices }: Variable,
  value: string,
  vendor: boolean,
  ids: 'id' | 'uuid',
): ProblemKind | null {
  if (kind === 'choice' || kind === 'switch')
    return (choices ?? switchChoices).includes(value) ? null : 'choice'
  if (kind === 'origin') return originProblem(value, vendor)
  if (kind === 'issuer') return issuerProblem(value, vendor)
  const form = kind === 'id' ? ids : kind
  if (form !== 'origins') return forms[form](value) ? null : form
  const problems = splitOrigins(value).map((origin) => originProblem(origin, vendor))
  return problems.find((problem) => problem !== null) ?? null
}

export const switchChoices = ['true', 'false']

const forms: Readonly<
  Record<
    'uuid' | Exclude<Variable['kind'], 'choice' | 'switch' | 'origin' | 'origins' | 'issuer'>,
    (value: string) => boolean
  >
> = {
  text: (value) => value.length <= 200,
  // Without its leading slash, a path would lead elsewhere on each page.
  address: (value) =>
    /^($|\/(?![/\\])|https?:\/\/|mailto:)/i.test(value) && URL.canParse(value, 'https://portal.invalid'),
  // The rule of `isPlainId`, repeated to keep its module out of the first view.
  id: (value) => /^[\w-]{1,64}$/.test(value),
  uuid: (value) => uuid.test(value),
  sha256: (value) => value === noPreview || /^[0-9a-f]{64}$/i.test(value),
  seconds: (value) => /^\d+$/.test(value) && Number(value) >= 5 && Number(value) <= 86_400,
  scope: (value) => value.split(' ').includes('openid'),
  pairs: (value) => /^([\w-]+=([!-$&-+\--~]|%[2-7][\da-f])+(, *(?=.)|$))+$/i.test(value),
  zone(timeZone) {
    try {
      return Intl.DateTimeFormat('en', { timeZone }) !== null
    } catch {
      return false
    }
  },
}

/** Kinds for which an empty value is valid and does not select the default. */
const optionalKinds = new Set(['origins', 'id', 'issuer', 'pairs'])

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

export function splitOrigins(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '')
}

/** @param vendor whether http is rejected for loopback hosts too */
export function originProblem(text: string, vendor: boolean): ProblemKind | null {
  const url = parsed(text)
  // Browsers accept `*`, `;` and `$` in a host name, but they have a special meaning in policies and server settings.
  if (url === null || !/^https?:\/\/[\w.:[\]-]+$/.test(url.origin)) return 'origin'
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (text !== url.origin) return 'not-bare'
  return url.protocol === 'http:' && (vendor || !loopback.has(url.hostname)) ? 'http' : null
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function issuerProblem(text: string, vendor: boolean): ProblemKind | null {
  const url = parsed(text)
  if (url === null) return 'origin'
  if (url.search !== '' || url.hash !== '') return 'query'
  if (url.username !== '' || url.password !== '') return 'credentials'
  return originProblem(url.origin, vendor)
}

export function shellConfiguration(value: Values): ShellConfiguration {
  const ids = (variableOf: (key: string) => string): Partial<Record<DatasetKey, string>> =>
    Object.fromEntries(datasetKeys.map((key) => [key, value(variableOf(key))]).filter(([, id]) => id !== ''))
  const adapter = value('ASSAY_BI') as Vendor<'bi'>
  const production = { tokenHost: value('ASSAY_TOKEN_HOST'), biHost: value('ASSAY_BI_HOST') }
  const stagingHosts = {
    tokenHost: value('ASSAY_TOKEN_HOST_STAGING'),
    biHost: value('ASSAY_BI_HOST_STAGING'),
  }
  return {
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
    hosts: {
      production,
      staging: stagingHosts.biHost === '' ? null : stagingHosts,
      allowedBiOrigins: [
        ...new Set(
          [production.biHost, stagingHosts.biHost, ...splitOrigins(value('ASSAY_BI_HOSTS_ALLOWED'))].filter(
            (origin) => origin !== '',
          ),
        ),
      ],
    },
    bi: {
      adapter,
      offers: adapterMap.bi.vendors[adapter].offers.filter(
        (offer: Offer) => offer !== 'dates' || value('ASSAY_BI_DATE_COLUMN') !== '',
      ),
    },
  }
}
