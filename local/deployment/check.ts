import { adapterMap, type AdapterLine } from '../../src/composition/adapter-map'
import { readConfiguration, type Configuration } from '../../src/composition/configuration'
import type { RawConfiguration } from '../../src/composition/configuration-values'
import { describe, type DescribedProblem } from '../../src/composition/configuration-problems'
import { variables } from '../../src/composition/configuration-table'
import { localValues } from '../../src/composition/local-values'
import { isLocalPage } from '../../src/composition/page-hosts'
import { createCatalogue, datasetKeys } from '../../src/core/catalogue/catalogue'
import type { Asking, Finding } from './ask'
import { tryHosts } from './tries'

export interface Checked {
  /** Problems of the settings themselves. */
  readonly problems: readonly DescribedProblem[]
  /** What the deployment would do, as pairs of a name and a text; empty if there are problems. */
  readonly summary: readonly (readonly [string, string])[]
  readonly findings: readonly Finding[]
}

/** Checks the values of an env file by the portal's own rules, and checks the hosts that they name. */
export async function checkConfiguration(
  raw: Readonly<Record<string, string>>,
  portal: string | null,
  asking: Asking,
): Promise<Checked> {
  const here = portal === null || isLocalPage(new URL(portal))
  const local = here ? localValues : {}
  const read = readConfiguration(raw, local)
  const problems = [...(read.ok ? [] : read.failure.map(describe)), ...localIds(raw)]
  if (read.ok && problems.length === 0)
    return {
      problems: [],
      summary: summaryOf(read.value, portal),
      findings: await tryHosts({ ...asking, configuration: read.value, portal }, []),
    }
  // Hosts with valid settings are checked even so.
  const wrong = problems.map(({ variable }) => variable)
  const rest = readConfiguration(standIns(raw, wrong), local)
  const canTry = rest.ok && !wrong.includes('ASSAY_WIRING')
  const findings = canTry ? await tryHosts({ ...asking, configuration: rest.value, portal }, wrong) : []
  return { problems, summary: [], findings }
}

/**
 * Problems of values that override those of a build, and the required variables that are missing unless the build has them, which cannot
 * be checked from outside.
 */
export function judgeGiven(raw: Readonly<Record<string, string>>): {
  readonly problems: readonly DescribedProblem[]
  readonly missing: readonly string[]
  /** Missing ones that the content security policy needs. */
  readonly missingHosts: readonly string[]
} {
  const read = readConfiguration(raw, localValues)
  const failures = read.ok ? [] : read.failure
  const isGiven = (variable: string): boolean => (raw[variable] ?? '') !== ''
  const missing = failures.map(({ variable }) => variable).filter((variable) => !isGiven(variable))
  const isHost = (variable: string): boolean =>
    variables.some(({ name, kind }) => name === variable && (kind === 'origin' || kind === 'issuer'))
  return {
    problems: failures.filter(({ variable }) => isGiven(variable)).map(describe),
    missing,
    missingHosts: missing.filter(isHost),
  }
}

/** Reports ids copied from `.env.example`: the deployment's hosts do not have them, and no other check would find that. */
function localIds(raw: RawConfiguration): readonly DescribedProblem[] {
  if (raw['ASSAY_WIRING'] !== 'vendor') return []
  return variables
    .filter(({ name, kind }) => kind === 'id' && raw[name] === localValues[name])
    .map(({ name }) => describe({ variable: name, kind: 'local-id', given: '' }))
}

/** The same values, with a valid placeholder for each wrong one, so that the others can be checked. Placeholder hosts are never called. */
function standIns(raw: RawConfiguration, wrong: readonly string[]): RawConfiguration {
  const values = Object.entries(raw).filter(([name]) => !wrong.includes(name))
  const instead = wrong.flatMap((name): readonly (readonly [string, string])[] => {
    const kind = variables.find((variable) => variable.name === name)?.kind
    if (kind === 'origin' || kind === 'issuer') return [[name, 'https://missing.invalid']]
    if (kind === 'id') return [[name, '00000000-0000-4000-8000-000000000000']]
    if (kind === 'sha256') return [[name, 'none']]
    return kind === 'text' ? [[name, 'missing']] : []
  })
  return Object.fromEntries([...values, ...instead])
}

const isShipped = (address: string): boolean => address.startsWith('/open-data/')

function summaryOf(configuration: Configuration, portal: string | null): Checked['summary'] {
  const { wiring, branding, identity, flags, bi, hosts, catalogue, previewSecretSha256, preferencesHost } =
    configuration
  const { datasets } = createCatalogue(catalogue)
  const hidden = datasetKeys.length - datasets.length
  const askable = datasets.filter(({ sourceId }) => sourceId !== undefined)
  const { reads }: AdapterLine = adapterMap.bi.vendors[bi.adapter]
  const hasRestVersion = reads.includes('ASSAY_BI_REST_VERSION')
  const titles = (list: typeof datasets): string => list.map(({ key }) => key).join(', ')
  return [
    ['Wiring', wiring === 'vendor' ? 'vendor' : `${wiring}: works only on this machine`],
    ['Portal', portal ?? 'not given (--portal)'],
    ['Product', branding.productName],
    [
      'Contact Sales',
      isShipped(branding.contactUrl) ? 'Assay’s own page, with an example address' : branding.contactUrl,
    ],
    [
      'Knowledge Base',
      isShipped(branding.knowledgeBaseUrl) ? 'Assay’s own pages' : branding.knowledgeBaseUrl,
    ],
    ['Identity', `${identity.adapter} at ${identity.issuer}, client ${identity.clientId}`],
    ['Token service', hosts.production.tokenHost],
    [
      'BI',
      `${bi.adapter} at ${hosts.production.biHost}${hasRestVersion ? `, REST version ${bi.restVersion}` : ''}`,
    ],
    ['Preferences', preferencesHost === '' ? 'in each browser' : preferencesHost],
    [
      'Flags',
      flags.adapter === 'defaults'
        ? 'none: every flag has its default'
        : `${flags.adapter} at ${flags.host || 'the portal’s own origin'}`,
    ],
    [
      'Staging',
      hosts.staging === null
        ? 'none: a page with "staging" in its host name shows that it is not set up'
        : `${hosts.staging.biHost}, tokens from ${hosts.staging.tokenHost}`,
    ],
    ['Preview', previewSecretSha256 === null ? 'none' : 'protected by a secret'],
    ['Dashboards', `${titles(datasets)}${hidden > 0 ? ` (${hidden} hidden: no ID given)` : ''}`],
    [
      'Deep Research',
      !bi.offers.includes('conversation')
        ? `hidden: ${bi.adapter} does not offer it`
        : askable.length === 0
          ? 'hidden: no model given'
          : `beside ${titles(askable)}`,
    ],
  ]
}

/** 0: no problems. 1: at least one problem. 2: no problems, but some checks could not run. */
export function exitCodeOf({ problems, findings }: Checked): number {
  if (problems.length > 0 || findings.some(({ verdict }) => verdict === 'failed')) return 1
  return findings.some(({ verdict }) => verdict === 'open') ? 2 : 0
}

const signs = { ok: 'ok    ', failed: 'FAILED', open: 'open  ' } as const

/** Plain text for a terminal or a ticket. */
export function reportOf(file: string, checked: Checked): string {
  const { problems, summary, findings } = checked
  const verdict = {
    0: 'Ready: all checks passed.',
    1: 'Not ready: fix each line marked FAILED, then run this again.',
    2: 'No problems found, but the checks marked open could not be completed.',
  }[exitCodeOf(checked)]
  const width = Math.max(...summary.map(([name]) => name.length), 0)
  return [
    `Configuration ${file}`,
    ...(problems.length === 0
      ? ['', 'This deployment', ...summary.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)]
      : [
          '',
          `Settings: ${problems.length} to fix`,
          ...problems.map(({ variable, problem }) => `  FAILED  ${variable}: ${problem}.`),
        ]),
    ...(findings.length === 0
      ? ['', 'No host was checked. Fix the settings first.']
      : [
          '',
          problems.length === 0 ? 'Hosts' : 'Hosts, as far as their settings are valid',
          ...findings.map((one) => `  ${signs[one.verdict]}  ${one.what}: ${one.text}.`),
        ]),
    '',
    verdict ?? '',
  ].join('\n')
}
