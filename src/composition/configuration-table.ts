import { datasetKeys } from '../core/catalogue/catalogue'
import { timings } from '../core/kernel/limits'

/** One configuration variable. `.env.example` describes its purpose. */
export interface Variable {
  readonly name: `ASSAY_${string}`
  /** The default. Absent when every installation has its own value; `local-values.ts` has the embedded stack's. */
  readonly fallback?: string
  readonly kind:
    | 'text'
    | 'origin'
    | 'origins'
    | 'address'
    | 'issuer'
    | 'id'
    | 'sha256'
    | 'seconds'
    | 'choice'
    | 'scope'
    | 'pairs'
    | 'switch'
    | 'zone'
  readonly choices?: readonly string[]
}

const constantCase = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
export const dashboardVariable = (key: string): `ASSAY_${string}` => `ASSAY_DASHBOARD_${constantCase(key)}`
export const sourceVariable = (key: string): `ASSAY_${string}` => `ASSAY_SOURCE_${constantCase(key)}`

/**
 * All variables of the portal. Build-time values come from the environment, the server's run-time values override them, and the fallbacks
 * apply where both are missing. `.env.example` describes each; its names and values are tested against this table. `adapterMap` lists the
 * variables that each vendor requires.
 */
export const variables: readonly Variable[] = [
  {
    name: 'ASSAY_WIRING',
    kind: 'choice',
    choices: ['local', 'vendor', 'test'],
    fallback: 'local',
  },
  {
    name: 'ASSAY_PRODUCT_NAME',
    kind: 'text',
    fallback: 'Assay',
  },
  {
    name: 'ASSAY_LOGO_WIDE_LIGHT',
    kind: 'address',
    fallback: '/open-data/logo/logo-wide-light.svg',
  },
  {
    name: 'ASSAY_LOGO_WIDE_DARK',
    kind: 'address',
    fallback: '/open-data/logo/logo-wide-dark.svg',
  },
  {
    name: 'ASSAY_LOGO_SYMBOL_LIGHT',
    kind: 'address',
    fallback: '/open-data/logo/symbol-light.svg',
  },
  {
    name: 'ASSAY_LOGO_SYMBOL_DARK',
    kind: 'address',
    fallback: '/open-data/logo/symbol-dark.svg',
  },
  {
    name: 'ASSAY_CONTACT_URL',
    kind: 'address',
    fallback: '/open-data/contact/',
  },
  {
    name: 'ASSAY_KNOWLEDGE_BASE_URL',
    kind: 'address',
    fallback: '/open-data/knowledge-base/',
  },
  {
    name: 'ASSAY_IDENTITY',
    kind: 'choice',
    choices: ['auth0', 'oidc'],
    fallback: 'auth0',
  },
  {
    name: 'ASSAY_IDENTITY_DOMAIN',
    kind: 'origin',
  },
  {
    name: 'ASSAY_IDENTITY_ISSUER',
    kind: 'issuer',
  },
  {
    name: 'ASSAY_IDENTITY_CLIENT_ID',
    kind: 'text',
  },
  {
    name: 'ASSAY_IDENTITY_AUDIENCE',
    kind: 'text',
  },
  {
    name: 'ASSAY_IDENTITY_SCOPE',
    kind: 'scope',
    fallback: 'openid profile email',
  },
  { name: 'ASSAY_IDENTITY_PARAMETERS', kind: 'pairs', fallback: '' },
  {
    name: 'ASSAY_IDENTITY_SILENT',
    kind: 'choice',
    choices: ['frame', 'redirect', 'none'],
    fallback: 'frame',
  },
  { name: 'ASSAY_IDENTITY_ORIGINS', kind: 'origins', fallback: '' },
  {
    name: 'ASSAY_TOKEN_HOST',
    kind: 'origin',
  },
  {
    name: 'ASSAY_TOKEN_HOST_STAGING',
    kind: 'origin',
  },
  { name: 'ASSAY_PREFERENCES_HOST', kind: 'origin' },
  {
    name: 'ASSAY_BI_TOKEN_LIFETIME',
    kind: 'seconds',
    fallback: '300',
  },
  {
    name: 'ASSAY_BI',
    kind: 'choice',
    choices: ['thoughtspot', 'superset'],
    fallback: 'thoughtspot',
  },
  { name: 'ASSAY_BI_HOST', kind: 'origin' },
  {
    name: 'ASSAY_BI_HOST_STAGING',
    kind: 'origin',
  },
  {
    name: 'ASSAY_BI_HOSTS_ALLOWED',
    kind: 'origins',
    fallback: '',
  },
  { name: 'ASSAY_BI_DATE_COLUMN', kind: 'text' },
  { name: 'ASSAY_BI_TIME_ZONE', kind: 'zone' },
  { name: 'ASSAY_BI_REST_VERSION', kind: 'choice', choices: ['v1', 'v2'], fallback: 'v1' },
  {
    name: 'ASSAY_BI_SILENCE_AFTER_LOAD',
    kind: 'seconds',
    fallback: String(timings.silentFrameTimeout / 1_000),
  },
  {
    name: 'ASSAY_BI_SILENCE_WITHOUT_LOAD',
    kind: 'seconds',
    fallback: String(timings.unloadedFrameTimeout / 1_000),
  },
  { name: 'ASSAY_CONVERSATION_DISABLE_SOURCE_SELECTION', kind: 'switch', fallback: 'false' },
  { name: 'ASSAY_CONVERSATION_HIDE_SOURCE_SELECTION', kind: 'switch', fallback: 'false' },
  { name: 'ASSAY_CONVERSATION_DATA_PANEL_V2', kind: 'switch', fallback: 'true' },
  { name: 'ASSAY_CONVERSATION_SHOW_LIMITATIONS', kind: 'switch', fallback: 'true' },
  { name: 'ASSAY_CONVERSATION_HIDE_SAMPLE_QUESTIONS', kind: 'switch', fallback: 'false' },
  {
    name: 'ASSAY_FLAGS',
    kind: 'choice',
    choices: ['launchdarkly', 'ofrep', 'defaults'],
    fallback: 'launchdarkly',
  },
  {
    name: 'ASSAY_FLAGS_CLIENT_ID',
    kind: 'text',
  },
  {
    name: 'ASSAY_FLAGS_HOST',
    kind: 'origin',
  },
  {
    name: 'ASSAY_FLAGS_STREAM_HOST',
    kind: 'origin',
  },
  { name: 'ASSAY_FLAGS_PEOPLE', kind: 'choice', choices: ['named', 'hashed'], fallback: 'named' },
  { name: 'ASSAY_FLAGS_HEADERS', kind: 'pairs', fallback: '' },
  { name: 'ASSAY_FLAGS_POLL_INTERVAL', kind: 'seconds', fallback: '60' },
  {
    name: 'ASSAY_PREVIEW_SECRET_SHA256',
    kind: 'sha256',
  },
  ...datasetKeys.map<Variable>((key) => ({ name: dashboardVariable(key), kind: 'id' })),
  ...datasetKeys.map<Variable>((key) => ({ name: sourceVariable(key), kind: 'id' })),
]

/** Variables required with any vendors. Home is included because it is every user's start page. */
export const alwaysNeeded: readonly string[] = [
  'ASSAY_TOKEN_HOST',
  'ASSAY_PREVIEW_SECRET_SHA256',
  dashboardVariable('home'),
]
