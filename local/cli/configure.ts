import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { judgeGiven } from '../deployment/check'
import {
  configurationIn,
  configuredPage,
  inlineHashes,
  type PortalConfiguration,
} from '../portal/configuration'
import { compressFile } from './build-steps'
import { envFile } from './headers'
import { Refusal } from './progress'

const usage = `Usage: npm run configure -- <folder> <env file>
  <folder>    a built portal, such as dist/portal
  <env file>  values, named as in .env.example; they override those of the build`

/** `npm run configure`: writes the run-time configuration into a built portal's page, and both compressed copies of the page. */
export async function run(parameters: readonly string[]): Promise<void> {
  const [folder, file, ...more] = parameters
  if (folder === undefined || file === undefined || more.length > 0)
    throw new Refusal(`Name a folder and an env file.\n\n${usage}`)
  const values = await envFile(file, usage)
  await configure(folder, values)
  console.log(
    `Wrote ${Object.keys(values).length} values into ${join(folder, 'index.html')}, with its .br and .gz`,
  )
  const { missing } = judgeGiven(values)
  if (missing.length > 0)
    console.log(`Not in the env file, so the build must already have: ${missing.join(', ')}`)
}

/**
 * Writes the values into the page. A copy of the page as built stays in `.vite`, which is not served, so that other values can be
 * written later.
 * @throws Refusal if the portal would refuse the values, the folder has no built portal, or its copy is of another build
 */
export async function configure(folder: string, values: PortalConfiguration): Promise<void> {
  const page = join(folder, 'index.html')
  const first = join(folder, '.vite/index.html')
  const present = await readFile(page, 'utf8').catch(() => {
    throw new Refusal(`There is no built portal in ${folder}. Run "npm run build" first.`)
  })
  const { problems } = judgeGiven(values)
  if (problems.length > 0)
    throw new Refusal(
      `Nothing was written:\n${problems.map(({ variable, problem }) => `- ${variable}: ${problem}.`).join('\n')}`,
    )
  const isFresh = configurationIn(present) === null
  if (isFresh) {
    await mkdir(dirname(first), { recursive: true })
    await writeFile(first, present)
  }
  const html = isFresh
    ? present
    : await readFile(first, 'utf8').catch(() => {
        throw new Refusal(
          `${folder} is configured already, but ${first}, the page as built, is missing. Copy the built portal again, including its hidden folder .vite.`,
        )
      })
  // A release that came without its copy leaves that of the release before, whose files may be gone.
  if (buildOf(html) !== buildOf(present))
    throw new Refusal(
      `Nothing was written: ${first}, the page as built, is of another build than ${page}. Copy the built portal again, including its hidden folder .vite.`,
    )
  const configured = `${page}.new`
  await writeFile(configured, configuredPage(html, values))
  // An old compressed copy would be served in place of the new page to every browser that accepts compression.
  await Promise.all(['br', 'gz'].map((ending) => rm(`${page}.${ending}`, { force: true })))
  await rename(configured, page)
  await compressFile(page)
}

/** What the page loads and what its headers allow: the same for a page as built and for the configured one. */
const buildOf = (html: string): string =>
  JSON.stringify([html.match(/<script\b[^>]*\bsrc=[^>]*>/gi), inlineHashes(html)])
