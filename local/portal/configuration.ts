import { localAudience, localClientIds, localEnvironmentId, type StackOrigins } from '../http/addresses'
import { dashboardVariable, variables } from '../../src/composition/configuration-table'
import { createCatalogue, datasetKeys } from '../../src/core/catalogue/catalogue'
import { adapterMap, type AdapterLine } from '../../src/composition/adapter-map'
import type { PortalPeers, InlineHashes } from './security-headers'
import { createHash } from 'node:crypto'
/** Values, named as in `.env.example`. */
export type PortalConfiguration = Readonly<Record<string, string>>

/**
 * The portal's configuration for the embedded stack. The developer's own values override it, so that one real vendor can be combined
 * with embedded services.
 */
export function portalConfiguration(
  origins: StackOrigins,
  given: PortalConfiguration = {},
): PortalConfiguration {
  // Trimmed as the portal does it, because the content security policy is made from these values too.
  const set = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.trim()]))
  const adapter = set['ASSAY_IDENTITY'] === 'oidc' ? 'oidc' : 'auth0'
  return {
    ASSAY_WIRING: 'local',
    ASSAY_IDENTITY: adapter,
    ASSAY_IDENTITY_DOMAIN: origins.identity,
    ASSAY_IDENTITY_CLIENT_ID: localClientIds[adapter],
    ASSAY_IDENTITY_AUDIENCE: localAudience,
    ASSAY_TOKEN_HOST: origins.services,
    ASSAY_TOKEN_HOST_STAGING: origins.services,
    ASSAY_BI: 'thoughtspot',
    ASSAY_BI_HOST: origins.biHost,
    ASSAY_BI_HOST_STAGING: origins.biHost,
    // One allowed test origin: the same host under its other name, so that the override can be tried.
    ASSAY_BI_HOSTS_ALLOWED: `http://localhost:${new URL(origins.biHost).port}`,
    ASSAY_FLAGS: 'launchdarkly',
    ASSAY_FLAGS_CLIENT_ID: localEnvironmentId,
    ASSAY_FLAGS_HOST: origins.services,
    ASSAY_FLAGS_STREAM_HOST: origins.flagStream,
    ...set,
    // With local wiring an empty value means the embedded stack's flag service, so the portal's own origin is spelled out.
    ...(set['ASSAY_FLAGS'] === 'ofrep' &&
      set['ASSAY_FLAGS_HOST'] === '' && { ASSAY_FLAGS_HOST: origins.portal }),
  }
}

/** Configuration for a vendor's dashboards. Each slug is the last segment of its page's path. */
export function dashboardsConfiguration(
  dashboards: readonly { readonly slug: string; readonly embeddedId: string }[],
): PortalConfiguration {
  const dashboardIds = Object.fromEntries(datasetKeys.map((key) => [key, key]))
  const pages = createCatalogue({ productName: '', dashboardIds, sourceIds: {} }).datasets
  return Object.fromEntries(
    pages.flatMap(({ key, path }) => {
      const own = dashboards.find(({ slug }) => path.endsWith(`/${slug}`))
      return own === undefined ? [] : [[dashboardVariable(key), own.embeddedId]]
    }),
  )
}

/** A configured URL is invalid. The message names its variable. */
class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/**
 * The origins that the portal may call and embed, read from its configuration through the adapter map, for the content security policy.
 * @throws AddressRefused for a value that is not an http(s) URL
 */
export function portalPeers(configuration: PortalConfiguration): PortalPeers {
  const value = (name: string): string => {
    const text = configuration[name] ?? ''
    // As in the portal: without an issuer, the provider is that of the domain.
    return text === '' && name === 'ASSAY_IDENTITY_ISSUER' ? value('ASSAY_IDENTITY_DOMAIN') : text
  }
  const origins = (names: readonly string[]): readonly string[] => [
    ...new Set(
      names.flatMap((name) => {
        const addresses = value(name)
          .split(/[\s,]+/)
          .filter((address) => address !== '')
        const invalid = addresses.find(
          (address) => !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol),
        )
        if (invalid !== undefined)
          throw new AddressRefused(`${name} must be an http or https URL, not "${invalid}".`)
        return addresses
      }),
    ),
  ]
  const { bi, identity, flags } = adapterMap
  const chosen = [bi, identity, flags].map((choice) => chosenLine(choice, configuration))
  return {
    connect: origins([
      ...chosen.flatMap((line) => line.connect),
      'ASSAY_TOKEN_HOST',
      'ASSAY_TOKEN_HOST_STAGING',
      'ASSAY_PREFERENCES_HOST',
    ]),
    frame: origins(chosen.flatMap((line) => line.frame)),
    forms: origins(chosen.flatMap((line) => line.forms ?? [])),
    bi: origins(chosenLine(bi, configuration).frame),
    images: Object.keys(configuration)
      .filter((name) => name.startsWith('ASSAY_LOGO_'))
      .map(value)
      .filter((address) => /^https?:/i.test(address)),
  }
}

/** The adapter map's line of the chosen vendor. For an unknown vendor the first line, since the portal's page must load to report the error. */
function chosenLine(
  {
    variable,
    vendors,
  }: { readonly variable: string; readonly vendors: Readonly<Record<string, AdapterLine>> },
  configuration: PortalConfiguration,
): Pick<AdapterLine, 'connect' | 'frame' | 'forms'> {
  const name = configuration[variable] ?? ''
  const [first] = Object.values(vendors)
  return (Object.hasOwn(vendors, name) ? vendors[name] : first) ?? { connect: [], frame: [] }
}

/** Id of the element with the run-time configuration. */
const configurationElement = 'portal-configuration'

/** The page with a deployment's configuration, as it is served. */
export const configuredPage = (html: string, configuration: Readonly<Record<string, unknown>>): string =>
  branded(withoutIdleHints(withConfiguration(html, configuration), configuration), configuration)

/**
 * Writes the operator's name and icon into the page, for the time before the first script runs and for browsers without scripts. With an
 * own icon, the first paint has no logo, because it cannot know which of the two files the theme needs.
 */
export function branded(html: string, configuration: Readonly<Record<string, unknown>>): string {
  const given = (name: string): string => {
    const value = configuration[name]
    return typeof value === 'string' ? escaped(value.trim()) : ''
  }
  const name = given('ASSAY_PRODUCT_NAME')
  const symbol = given('ASSAY_LOGO_SYMBOL_DARK')
  const named = name === '' ? html : html.replace(/(?<=<title>)[^<]*/, () => name)
  if (symbol === '' || symbol === ownSymbol) return named
  return named
    .replace(/<link\s+rel="icon"[^>]*>/, () => `<link rel="icon" href="${symbol}">`)
    .replace(/(<div class="start-side">\s*<svg[^>]*>)[^]*?(?=<\/svg>)/, '$1')
}

const ownSymbol = variables.find(({ name }) => name === 'ASSAY_LOGO_SYMBOL_DARK')?.fallback

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * Writes the configuration into the document as a data block, replacing an existing one, or at the end of the head.
 * Escapes values so that none can end the element.
 */
export function withConfiguration(html: string, configuration: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(configuration)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  const block = `<script type="application/json" id="${configurationElement}">${json}</script>`
  const present = new RegExp(`<script[^>]*\\bid="${configurationElement}"[^>]*>[^<]*</script>`)
  if (present.test(html)) return html.replace(present, () => block)
  if (!html.includes('</head>'))
    throw new Error('The document has no </head>, before which the configuration is written.')
  return html.replace('</head>', () => `${block}</head>`)
}

/** The configuration in a document; null if it has none. */
export function configurationIn(html: string): PortalConfiguration | null {
  const [, json] =
    new RegExp(`<script[^>]*\\bid="${configurationElement}"[^>]*>([^<]*)</script>`).exec(html) ?? []
  return json === undefined ? null : (JSON.parse(json) as PortalConfiguration)
}

/**
 * Removes preload hints for files that this configuration does not use. The build marks hints with `data-for`, the variable and value
 * that need the file.
 */
export function withoutIdleHints(html: string, configuration: Readonly<Record<string, unknown>>): string {
  return html.replaceAll(
    /<link\b[^>]*\bdata-for="(\w+)=(\w+)"[^>]*>\s*/g,
    (hint: string, variable: string, value: string) =>
      (configuration[variable] || value) === value ? hint : '',
  )
}

/** Hashes of a document's inline script and style elements. Data blocks are not scripts. */
export function inlineHashes(html: string): InlineHashes {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes) && runs(attributes))
    .map(([, , content = '']) => sha256(content))
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, content = '']) =>
    sha256(content),
  )
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] }
}

/** Only an element without a type, or with one of these, is executed and so subject to the content security policy. */
function runs(attributes: string): boolean {
  const type = /\btype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1]?.toLowerCase() ?? ''
  return [
    '',
    'module',
    'text/javascript',
    'application/javascript',
    'importmap',
    'speculationrules',
  ].includes(type)
}

function sha256(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
