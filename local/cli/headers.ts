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
  <env file>         values, named as in .env.example; default those that npm run configure wrote into the build;
                     both override those of the environment and .env, which the build was made with
  --for <host>       server or host of the portal
  --portal <origin>  origin of the portal (nginx, caddy)
  --root <folder>    folder of the built portal on that server (nginx, caddy)
  --flags <origin>   flag service that requests to /ofrep/ are proxied to (nginx, caddy)
  --resolver <ip>    DNS server with which nginx resolves the flag service while it runs, and not only at its start
Writes the files for the build in dist/portal into dist/hosting/<host>.`

const built = 'dist/portal'

/** `npm run headers`: writes a host's configuration, made from the local server's responses for the same build. */
export async function run(parameters: readonly string[]): Promise<void> {
  const asked = read(parameters)
  const page = await readFile(join(built, 'index.html'), 'utf8').catch(() => {
    throw new Refusal(
      'There is no built portal in dist/portal. Run "npm run build" with the values of the deployment first.',
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
      `nginx resolves ${new URL(flags).hostname} only once: it does not start if that fails, and does not notice a new address. Name a DNS server with --resolver to have it resolved while nginx runs.`,
    )
  if (values['ASSAY_WIRING'] !== 'vendor')
    console.log(
      'The content security policy names hosts of the local stack, because ASSAY_WIRING is not vendor. For a deployment, put all its values into an env file, or into .env as for the build.',
    )
}

/**
 * Values as the portal reads them: run-time values override those of the build.
 * @throws Refusal if the policy would lack a host that the portal needs
 */
export function deployedValues(given: PortalConfiguration, built: PortalConfiguration): PortalConfiguration {
  const values = { ...built, ...given }
  if (values['ASSAY_WIRING'] !== 'vendor') return portalConfiguration(originsOf(defaultPorts), values)
  const { missingHosts } = judgeGiven(values)
  if (missingHosts.length > 0)
    throw new Refusal(
      `Nothing was written: these values are missing, and the content security policy would block their hosts: ${missingHosts.join(', ')}. Put them into the env file, or into .env as for the build.`,
    )
  return values
}

/** The `ASSAY_` values of an env file, without ports. */
export async function envFile(file: string, help: string): Promise<PortalConfiguration> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) throw new Refusal(`There is no file ${file}.\n\n${help}`)
    throw new Refusal(`${file} could not be read: ${String(error)}`)
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
        `--flags is for nginx and caddy: ${host}’s files cannot proxy requests. Set ASSAY_FLAGS_HOST to the service instead.`,
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

/** Whether the text is an IP address, with or without a port; IPv6 in brackets. */
function isAddress(text: string): boolean {
  const [, six = '', four = ''] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? []
  return isIP(six) === 6 || isIP(four) === 4
}

/** @throws Error if the text is not an origin, or has a path */
export function originOf(option: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`${option} is "${text}"; it must be an origin, such as https://portal.example.com.`)
  const { origin, pathname, search } = new URL(text)
  if (pathname + search !== '/')
    throw new Error(`${option} is "${text}", with a path; it must be an origin of its own: ${origin}.`)
  return origin
}
