import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checkConfiguration, exitCodeOf, reportOf } from '../deployment/check'
import { inlineHashes, portalPeers, type PortalConfiguration } from '../portal/configuration'
import { securityHeaders } from '../portal/security-headers'
import { envFile, originOf } from './headers'
import { Refusal } from './progress'

const usage = `Usage: npm run check-configuration -- <env file> [--portal <origin>] [--headers]
  <env file>         values by the names of .env.example
  --portal <origin>  where the portal is, or will be, served: needed to try CORS, embedding and the client at the provider
  --headers          also prints the headers that a server has to send with what is built in dist/portal
Exit code: 0 all right, 1 something is wrong, 2 nothing is wrong but something could not be tried.`

const deadlineMs = 8_000

/** `npm run check-configuration`: says what a deployment with this env file would do, and tries the hosts that it names. */
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
    throw new Refusal('For --headers the portal has to be built: npm run build, with the same env file.')
  })
}

/** What the local server sends for these values and this document, as `Name: value`, one a line. */
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
