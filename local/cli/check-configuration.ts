import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checkConfiguration, exitCodeOf, reportOf } from '../deployment/check'
import { inlineHashes, portalPeers, type PortalConfiguration } from '../portal/configuration'
import { securityHeaders } from '../portal/security-headers'
import { envFile, originOf } from './headers'
import { Refusal } from './progress'

const usage = `Usage: npm run check-configuration -- <env file> [--portal <origin>] [--headers]
  <env file>         values, named as in .env.example
  --portal <origin>  origin that serves, or will serve, the portal: needed to check CORS, embedding and the client at the provider
  --headers          also prints the headers that a server must send with the build in dist/portal
Exit code: 0 no problems, 1 at least one problem, 2 no problems but some checks could not run.`

const deadlineMs = 8_000

/** `npm run check-configuration`: reports what a deployment with this env file would do, and checks the hosts that it names. */
export async function run(parameters: readonly string[]): Promise<number> {
  const { file, portal, headers } = read(parameters)
  const values = await envFile(file, usage)
  const checked = await checkConfiguration(values, portal, { deadlineMs, fetch })
  console.log(reportOf(file, checked))
  if (headers && checked.problems.length === 0)
    console.log(`\nHeaders\n${headersOf(values, await builtPage())}`)
  return exitCodeOf(checked)
}

async function builtPage(): Promise<string> {
  return readFile('dist/portal/index.html', 'utf8').catch(() => {
    throw new Refusal('--headers needs a built portal. Run "npm run build" with the same env file first.')
  })
}

/** The headers that the local server sends for these values and this document, as `Name: value`, one per line. */
export function headersOf(values: PortalConfiguration, page: string): string {
  const headers = securityHeaders(portalPeers(values), inlineHashes(page))
  return Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}`)
    .join('\n')
}

interface Asked {
  readonly file: string
  readonly portal: string | null
  readonly headers: boolean
}

function read(parameters: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args: [...parameters],
      options: { portal: { type: 'string' }, headers: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new Error('Name one env file.')
    const { portal, headers } = values
    if (portal === undefined) return { file, portal: null, headers }
    return { file, portal: originOf('--portal', portal), headers }
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
