import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { judgeGiven } from '../deployment/check'
import { configurationIn, configuredPage, type PortalConfiguration } from '../portal/configuration'
import { compressFile } from './build-steps'
import { envFile } from './headers'
import { Refusal } from './progress'

const usage = `Usage: npm run configure -- <folder> <env file>
  <folder>    a built portal, such as dist/portal
  <env file>  values by the names of .env.example, laid over those of the build`

/** `npm run configure`: writes the run-time configuration into a built portal, and both compressed twins of its page. */
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
    console.log(`Not among them, so the build has to have been made with: ${missing.join(', ')}`)
}

/**
 * The page as it was built stays beside the build's manifest, where nobody is served from, so that other values can be written later.
 * @throws Refusal for values that the portal would refuse, and for a folder without a built portal
 */
export async function configure(folder: string, values: PortalConfiguration): Promise<void> {
  const page = join(folder, 'index.html')
  const first = join(folder, '.vite/index.html')
  const present = await readFile(page, 'utf8').catch(() => {
    throw new Refusal(`There is no built portal in ${folder}; run "npm run build".`)
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
          `${folder} is configured already, but ${first}, its page as it was built, is not there: copy the built portal again, with its hidden folder .vite.`,
        )
      })
  const configured = `${page}.new`
  await writeFile(configured, configuredPage(html, values))
  // A twin of the page before would hide the new one from every browser that compresses.
  await Promise.all(['br', 'gz'].map((ending) => rm(`${page}.${ending}`, { force: true })))
  await rename(configured, page)
  await compressFile(page)
}
