import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checkConfiguration, exitCodeOf, reportOf } from '../deployment/check'
import { isSystemError } from '../http/listen'
import { Refusal } from './progress'

const usage = `Usage: npm run check-configuration -- <env file> [--portal <origin>]
  <env file>         values by the names of .env.example
  --portal <origin>  where the portal is, or will be, served: needed to try CORS, embedding and the client at the provider
Exit code: 0 all right, 1 something is wrong, 2 nothing is wrong but something could not be tried.`

const deadlineMs = 8_000

/** `npm run check-configuration`: says what a deployment with this env file would do, and tries the hosts that it names. */
export async function run(parameters: readonly string[]): Promise<number> {
  const { file, portal } = read(parameters)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) throw new Refusal(`There is no file ${file}.\n\n${usage}`)
    throw new Refusal(`${file} cannot be read: ${String(error)}`)
  })
  const checked = await checkConfiguration(text, portal, { deadlineMs, fetch })
  console.log(reportOf(file, checked))
  return exitCodeOf(checked)
}

function read(parameters: readonly string[]): { readonly file: string; readonly portal: string | null } {
  try {
    const { values, positionals } = parseArgs({
      args: [...parameters],
      options: { portal: { type: 'string' } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new Error('Name one env file.')
    const { portal } = values
    if (portal === undefined) return { file, portal: null }
    if (!URL.canParse(portal) || !/^https?:$/.test(new URL(portal).protocol))
      throw new Error(`--portal is "${portal}"; it must be an origin, such as https://portal.example.com.`)
    return { file, portal: new URL(portal).origin }
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
