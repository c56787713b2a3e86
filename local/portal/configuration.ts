import { localAudience, localClientIds, localEnvironmentId, type StackOrigins } from '../http/addresses'
import { dashboardVariable, variables } from '../../src/composition/configuration-table'
import { createCatalogue, datasetKeys } from '../../src/core/catalogue/catalogue'
import { adapterMap, type AdapterLine } from '../../src/composition/adapter-map'
import type { PortalPeers, InlineHashes } from './security-headers'
import { createHash } from 'node:crypto'
/** Values by the names of `.env.example`. */
export type PortalConfiguration = Readonly<Record<string, string>>

/**
 * What the embedded stack configures in the portal: where its own parts listen. What a person has set themselves stands above
 * that, so that one part of a vendor's can be tried with the rest at home.
 */
export function portalConfiguration(
  origins: StackOrigins,
  given: PortalConfiguration = {},
): PortalConfiguration {
  // The portal reads values so; the policy is made from the same ones.
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
    // The one test origin: the same host by its other name, so that the override can be tried.
    ASSAY_BI_HOSTS_ALLOWED: `http://localhost:${new URL(origins.biHost).port}`,
    ASSAY_FLAGS: 'launchdarkly',
    ASSAY_FLAGS_CLIENT_ID: localEnvironmentId,
    ASSAY_FLAGS_HOST: origins.services,
    ASSAY_FLAGS_STREAM_HOST: origins.flagStream,
    ...set,
    // On this machine an empty value is the embedded stack's, so the portal's own origin is written out.
    ...(set['ASSAY_FLAGS'] === 'ofrep' &&
      set['ASSAY_FLAGS_HOST'] === '' && { ASSAY_FLAGS_HOST: origins.portal }),
  }
}

/** Dashboards of a vendor's own, by the last part of their page's path. */
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

/** A value that is no address, by its name. */
class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/**
 * Whom the portal may speak to and show: the same configuration, read for the policy by the map of adapters.
 * @throws AddressRefused for what no policy can name
 */
export function portalPeers(configuration: PortalConfiguration): PortalPeers {
  const value = (name: string): string => {
    const text = configuration[name] ?? ''
    // As the portal reads it: a provider that is named by no issuer is the one of the domain.
    return text === '' && name === 'ASSAY_IDENTITY_ISSUER' ? value('ASSAY_IDENTITY_DOMAIN') : text
  }
  const origins = (names: readonly string[]): readonly string[] => [
    ...new Set(
      names.flatMap((name) => {
        const addresses = value(name)
          .split(/[\s,]+/)
          .filter((address) => address !== '')
        const odd = addresses.find(
          (address) => !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol),
        )
        if (odd !== undefined)
          throw new AddressRefused(`${name} must be an http or https address, not "${odd}".`)
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

/** The vendor's line; the first where the name is nobody's: the portal itself says so, on a page that has to be served for that. */
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

/** Identifier of the element that carries the run-time configuration. */
const configurationElement = 'portal-configuration'

/** The page as a deployment serves it. */
export const configuredPage = (html: string, configuration: Readonly<Record<string, unknown>>): string =>
  branded(withoutIdleHints(withConfiguration(html, configuration), configuration), configuration)

/**
 * What of the operator's own a browser shows before the first script runs, and where none does: name and icon. The first frame then has
 * no sign: it cannot know which of two files the theme asks for.
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
 * Writes the configuration into the document as a data block, in the place of one that is there already or at the end
 * of the head. No value can end the element, whatever is in it.
 */
export function withConfiguration(html: string, configuration: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(configuration)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  const block = `<script type="application/json" id="${configurationElement}">${json}</script>`
  const present = new RegExp(`<script[^>]*\\bid="${configurationElement}"[^>]*>[^<]*</script>`)
  if (present.test(html)) return html.replace(present, () => block)
  if (!html.includes('</head>')) throw new Error('The document has no head to write the configuration into.')
  return html.replace('</head>', () => `${block}</head>`)
}

/** The configuration that a document carries; null where it carries none. */
export function configurationIn(html: string): PortalConfiguration | null {
  const [, json] =
    new RegExp(`<script[^>]*\\bid="${configurationElement}"[^>]*>([^<]*)</script>`).exec(html) ?? []
  return json === undefined ? null : (JSON.parse(json) as PortalConfiguration)
}

/**
 * Leaves out the hints for files that this configuration has no use for. The build marks them: `data-for` names the variable and
 * the value that they belong to.
 */
export function withoutIdleHints(html: string, configuration: Readonly<Record<string, unknown>>): string {
  return html.replaceAll(
    /<link\b[^>]*\bdata-for="(\w+)=(\w+)"[^>]*>\s*/g,
    (hint: string, variable: string, value: string) =>
      (configuration[variable] ?? value) === value ? hint : '',
  )
}

/** Hashes of the script and style elements that a document carries in itself. Data blocks are not scripts. */
export function inlineHashes(html: string): InlineHashes {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes) && runs(attributes))
    .map(([, , content = '']) => sha256(content))
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, content = '']) =>
    sha256(content),
  )
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] }
}

/** Only an element without a type, or with one of these, is executed and so judged by the policy. */
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
