import { join } from 'node:path'
import { signatureAlgorithms, type AccessTokenOptions } from '../http/access-token'
import { localAudience, type StackOrigins } from '../http/addresses'
import { people, seededPassword } from '../identity/people'
import { givenValues } from './env-files'
import { portsFrom } from './ports'
import type { StackOptions } from './stack'
import { Refusal } from './progress'
import type * as StackModule from './stack'

/** Node's own `import()` of a file by its full path. */
export type ImportFile = <Module>(file: string) => Promise<Module>

/** Loads the built stack: one plain JavaScript file, no TypeScript at run time. */
export function loadStack(root: string, importFile: ImportFile): Promise<typeof StackModule> {
  return importFile(join(root, 'dist/local/stack.mjs'))
}

/** The stack's data folder. Git ignores it, and `npm run reset` empties it. */
export const dataFolder = '.local'

/** Settings of the developer's own stack, from the environment and `.env`. */
export function stackSettings(
  root: string,
): Omit<StackOptions, 'onProgress'> & { readonly portalFolder: string } {
  const given = givenValues(root, 'ASSAY_')
  const identity = wantedAccessTokens(givenValues(root, tokenService))
  return {
    ...(identity !== undefined && { identity }),
    ports: wantedPorts(given),
    dataFolder: join(root, dataFolder),
    portalFolder: join(root, 'dist/portal'),
    frameFolder: join(root, 'dist/bi-frame'),
    contractsFolder: join(root, 'dist/contracts'),
    configuration: Object.fromEntries(Object.entries(given).filter(([name]) => !name.endsWith('_PORT'))),
  }
}

/** The same for measurements and tests, without the developer's own configuration. */
export function withoutOwn<Settings extends Partial<StackOptions>>({
  identity: _identity,
  ...settings
}: Settings) {
  return { ...settings, configuration: {} }
}

function wantedPorts(given: Readonly<Record<string, string>>) {
  try {
    return portsFrom(given)
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(error.message)
    throw error
  }
}

const tokenService = 'TOKEN_SERVICE_'

/**
 * Access tokens that the token service accepts, if the developer names another issuer than the embedded provider. The variables have
 * the gateway's names.
 * @throws Refusal naming the invalid variable
 */
export function wantedAccessTokens(given: Readonly<Record<string, string>>): AccessTokenOptions | undefined {
  const value = (name: string): string => given[`${tokenService}${name}`]?.trim() ?? ''
  const issuer = value('ISSUER')
  if (issuer === '') return undefined
  const jwksUri = value('JWKS_URI')
  if (!URL.canParse(jwksUri))
    throw new Refusal(`${tokenService}JWKS_URI must be the URL of the keys of ${issuer}, not "${jwksUri}".`)
  const wanted = value('ALGORITHMS')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  const algorithms = signatureAlgorithms.filter((one) => wanted.length === 0 || wanted.includes(one))
  if (algorithms.length < wanted.length)
    throw new Refusal(
      `${tokenService}ALGORITHMS is "${wanted.join(' ')}"; it must be among ${signatureAlgorithms.join(', ')}.`,
    )
  return { issuer, jwksUri, audience: value('AUDIENCE') || localAudience, algorithms }
}

/** Printed once everything runs. */
export function welcome(origins: StackOrigins): string {
  const welcomed = people.filter(({ fate }) => fate.kind === 'signs-in').map(({ email }) => email)
  return [
    '',
    `  Assay is running at ${origins.portal}`,
    '',
    `  Sign in as ${welcomed.join(' or ')}; the password is "${seededPassword}".`,
    '  For this machine only: users and figures are made up. Ctrl-C stops it.',
    '',
  ].join('\n')
}
