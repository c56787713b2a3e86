import { readConfiguration, type Configuration } from '../../src/composition/configuration'
import type { RawConfiguration } from '../../src/composition/configuration-values'
import { describe, type DescribedProblem } from '../../src/composition/configuration-problems'
import { variables } from '../../src/composition/configuration-table'
import { localValues } from '../../src/composition/local-values'
import { onThisMachine } from '../../src/composition/page-hosts'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import type { Asking, Finding } from './ask'
import { tryHosts } from './tries'

export interface Checked {
  /** What is wrong with the settings themselves. */
  readonly problems: readonly DescribedProblem[]
  /** What the deployment would do, as pairs of a name and a text; empty while the settings are wrong. */
  readonly summary: readonly (readonly [string, string])[]
  readonly findings: readonly Finding[]
}

/** Holds the values of an env file to what the portal itself asks of them, and tries the hosts they name. */
export async function checkConfiguration(
  raw: Readonly<Record<string, string>>,
  portal: string | null,
  asking: Asking,
): Promise<Checked> {
  const here = portal === null || onThisMachine(new URL(portal))
  const local = here ? localValues : {}
  const read = readConfiguration(raw, local)
  const problems = [...(read.ok ? [] : read.failure.map(describe)), ...localIds(raw)]
  if (read.ok && problems.length === 0)
    return {
      problems: [],
      summary: summaryOf(read.value, portal),
      findings: await tryHosts({ ...asking, configuration: read.value, portal }, []),
    }
  // What is right is tried all the same.
  const wrong = problems.map(({ variable }) => variable)
  const rest = readConfiguration(standIns(raw, wrong), local)
  const canTry = rest.ok && !wrong.includes('ASSAY_WIRING')
  const findings = canTry ? await tryHosts({ ...asking, configuration: rest.value, portal }, wrong) : []
  return { problems, summary: [], findings }
}

/**
 * What is wrong with values that are laid over those of a build, and the variables that nobody gives unless the build does: whether it
 * has them cannot be seen from outside.
 */
export function judgeGiven(raw: Readonly<Record<string, string>>): {
  readonly problems: readonly DescribedProblem[]
  readonly missing: readonly string[]
  /** Those among them that the policy has to name. */
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

/** Ids that a copy of `.env.example` brings into a deployment: its hosts do not know them, and nothing else would say so. */
function localIds(raw: RawConfiguration): readonly DescribedProblem[] {
  if (raw['ASSAY_WIRING'] !== 'vendor') return []
  return variables
    .filter(({ name, kind }) => kind === 'id' && raw[name] === localValues[name])
    .map(({ name }) => describe({ variable: name, kind: 'local-id', given: '' }))
}

/** The same values, with something readable in the place of each that is wrong; nobody is asked by it. */
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
  const hidden = 12 - datasets.length
  const askable = datasets.filter(({ sourceId: worksheetId }) => worksheetId !== undefined)
  const titles = (list: typeof datasets): string => list.map(({ key }) => key).join(', ')
  return [
    ['Wiring', wiring === 'vendor' ? 'vendor' : `${wiring}: only for pages of this machine`],
    ['Portal', portal ?? 'not said (--portal)'],
    ['Product', branding.productName],
    [
      'Contact Sales',
      isShipped(branding.contactUrl)
        ? 'the shipped page: Assay’s, with an example address'
        : branding.contactUrl,
    ],
    [
      'Knowledge Base',
      isShipped(branding.knowledgeBaseUrl) ? 'the shipped pages: Assay’s' : branding.knowledgeBaseUrl,
    ],
    ['Identity', `${identity.adapter} at ${identity.issuer}, client ${identity.clientId}`],
    ['Token service', hosts.production.tokenHost],
    ['BI', `${bi.adapter} at ${hosts.production.biHost}, REST version ${bi.restVersion}`],
    ['Preferences', preferencesHost === '' ? 'in each browser' : preferencesHost],
    [
      'Flags',
      flags.adapter === 'defaults'
        ? 'none: the defaults hold'
        : `${flags.adapter} at ${flags.host || 'the portal’s own origin'}`,
    ],
    [
      'Staging',
      hosts.staging === null
        ? 'none: a page whose name contains "staging" says that it is not set up'
        : `${hosts.staging.biHost}, tokens from ${hosts.staging.tokenHost}`,
    ],
    ['Preview', previewSecretSha256 === null ? 'none' : 'by a secret whose hash is given'],
    ['Dashboards', `${titles(datasets)}${hidden > 0 ? ` (${hidden} hidden: no liveboard given)` : ''}`],
    ['Deep Research', askable.length === 0 ? 'hidden: no worksheet given' : `beside ${titles(askable)}`],
  ]
}

/** 0: all right. 1: something is wrong. 2: nothing is, but something could not be tried. */
export function exitCodeOf({ problems, findings }: Checked): number {
  if (problems.length > 0 || findings.some(({ verdict }) => verdict === 'failed')) return 1
  return findings.some(({ verdict }) => verdict === 'open') ? 2 : 0
}

const signs = { ok: 'ok    ', failed: 'FAILED', open: 'open  ' } as const

/** Plain text for a terminal or a ticket. */
export function reportOf(file: string, checked: Checked): string {
  const { problems, summary, findings } = checked
  const verdict = {
    0: 'All right.',
    1: 'Not ready: put right what FAILED.',
    2: 'Nothing is wrong, but not everything could be tried.',
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
      ? ['', 'No host was tried: the settings come first.']
      : [
          '',
          problems.length === 0 ? 'Tried' : 'Tried, with the settings that are right',
          ...findings.map((one) => `  ${signs[one.verdict]}  ${one.what}: ${one.text}.`),
        ]),
    '',
    verdict ?? '',
  ].join('\n')
}
