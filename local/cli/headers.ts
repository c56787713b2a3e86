import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { judgeGiven } from '../deployment/check'
import { defaultPorts, originsOf } from '../http/addresses'
import { isSystemError } from '../http/listen'
import {
  configurationIn,
  portalConfiguration,
  portalPeers,
  type PortalConfiguration,
} from '../portal/configuration'
import { hostingFiles, hosts, type Host } from '../portal/hosting'
import { portalAnswers } from '../portal/server'
import { givenValues } from './env-files'
import { Refusal } from './progress'

const usage = `Usage: npm run headers -- [<env file>] --for ${hosts.join('|')} [--portal <origin>] [--root <folder>] [--flags <origin>] [--resolver <ip>]
  <env file>         values by the names of .env.example; without one those that npm run configure wrote into the build;
                     both lie over those of the environment and .env, with which it was built
  --for <host>       what serves the portal
  --portal <origin>  where the portal is served (nginx, caddy)
  --root <folder>    where the built portal lies on that server (nginx, caddy)
  --flags <origin>   hands /ofrep/ on to this flag service (nginx, caddy)
  --resolver <ip>    DNS server that nginx asks for the flag service's address while it runs, and not only at its start
Writes into dist/hosting/<host>, made of what is built in dist/portal.`

const built = 'dist/portal'

/** `npm run headers`: writes a host's configuration from the local server's own answers to the same build. */
export async function run(parameters: readonly string[]): Promise<void> {
  const asked = read(parameters)
  const page = await readFile(join(built, 'index.html'), 'utf8').catch(() => {
    throw new Refusal(
      'There is no built portal in dist/portal: npm run build, with the values of the deployment.',
    )
  })
  const given = asked.file === null ? (configurationIn(page) ?? {}) : await envFile(asked.file, usage)
  const values = deployedValues(given, givenValues(process.cwd(), 'ASSAY_'))
  const peers = portalPeers(values)
  const answers = await portalAnswers(built, peers)
  const folder = join('dist/hosting', asked.host)
  for (const [name, text] of Object.entries(hostingFiles(asked.host, { ...asked, answers, peers }))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
    console.log(`Wrote ${join(folder, name)}`)
  }
  const { flags } = asked
  if (asked.host === 'nginx' && flags !== null && asked.resolver === null && !isAddress(new URL(flags).host))
    console.log(
      `nginx will start only while ${new URL(flags).hostname} can be looked up, and keep the address it then has: name a DNS server with --resolver to have it looked up as it runs.`,
    )
  if (values['ASSAY_WIRING'] !== 'vendor')
    console.log(
      'The policy in it names hosts of the local stack, since ASSAY_WIRING is not vendor: for a deployment give all its values, in an env file or in .env as the build had them.',
    )
}

/**
 * As the portal reads them: what is given at run time lies over what the build was made with.
 * @throws Refusal where the policy would not name a host that the portal needs
 */
export function deployedValues(given: PortalConfiguration, built: PortalConfiguration): PortalConfiguration {
  const values = { ...built, ...given }
  if (values['ASSAY_WIRING'] !== 'vendor') return portalConfiguration(originsOf(defaultPorts), values)
  const { missingHosts } = judgeGiven(values)
  if (missingHosts.length > 0)
    throw new Refusal(
      `Nothing was written: the policy would block what is not given: ${missingHosts.join(', ')}. Give them in the env file, or in .env as the build had them.`,
    )
  return values
}

/** The values of an env file that exist, as text. */
export async function envFile(file: string, help: string): Promise<PortalConfiguration> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) throw new Refusal(`There is no file ${file}.\n\n${help}`)
    throw new Refusal(`${file} cannot be read: ${String(error)}`)
  })
  const values = Object.entries(parseEnv(text)).map(([name, value]) => [name, (value ?? '').trim()] as const)
  return Object.fromEntries(values.filter(([name]) => name.startsWith('ASSAY_') && !name.endsWith('_PORT')))
}

interface Asked {
  readonly file: string | null
  readonly host: Host
  readonly portal: string
  readonly root: string
  readonly flags: string | null
  readonly resolver: string | null
}

function read(parameters: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args: [...parameters],
      options: {
        for: { type: 'string' },
        portal: { type: 'string', default: 'https://portal.example.com' },
        root: { type: 'string', default: built },
        flags: { type: 'string' },
        resolver: { type: 'string' },
      },
      allowPositionals: true,
    })
    const [file = null, ...more] = positionals
    if (more.length > 0) throw new Error('Name one env file at most.')
    const host = hosts.find((one) => one === values.for)
    if (host === undefined) throw new Error(`--for must be one of ${hosts.join(', ')}.`)
    const flags = values.flags === undefined ? null : originOf('--flags', values.flags)
    if (flags !== null && host !== 'nginx' && host !== 'caddy')
      throw new Error(
        `--flags is for nginx and caddy: in ${host}’s files nothing is handed on. Name the service in ASSAY_FLAGS_HOST.`,
      )
    const { resolver = null } = values
    if (resolver !== null && !isAddress(resolver))
      throw new Error(`--resolver is "${resolver}"; it must be an IP address, such as 127.0.0.11.`)
    const portal = originOf('--portal', values.portal)
    return { file, host, portal, root: resolve(values.root), flags, resolver }
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** Of an IP address, with a port or without; one of IPv6 in brackets. */
function isAddress(text: string): boolean {
  const [, six = '', four = ''] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? []
  return isIP(six) === 6 || isIP(four) === 4
}

/** @throws Error for what is no origin, or more than one */
export function originOf(option: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`${option} is "${text}"; it must be an origin, such as https://portal.example.com.`)
  const { origin, pathname, search } = new URL(text)
  if (pathname + search !== '/')
    throw new Error(`${option} is "${text}", with a path; it must be an origin of its own: ${origin}.`)
  return origin
}
