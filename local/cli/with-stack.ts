import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { startOpenStack } from '../open-stack/services'
import { openServices, openStackFolder, type OpenPorts } from './open-stack'
import { freePorts } from './ports'
import type { Stack } from './stack'
import { launchBrowser, findBrowser } from './browser'
import { dataFolder, loadStack, stackSettings, withoutOwn, type ImportFile } from './stack-settings'

/**
 * Runs `work` with a browser and the built stack: on free ports, with an empty data folder and the existing sample data. Stops both
 * afterwards, even after an error.
 */
export async function withStack<Outcome>(
  importFile: ImportFile,
  say: (line: string) => void,
  work: (stack: Stack, browser: Browser) => Promise<Outcome>,
  otherOrigins: readonly string[] = [],
): Promise<Outcome> {
  const root = process.cwd()
  const executablePath = await findBrowser(say)
  const { startStack } = await loadStack(root, importFile)
  const temporary = await mkdtemp(join(tmpdir(), 'assay-stack-'))
  process.env['NODE_ENV'] = 'development'
  try {
    const stack = await startStack({
      ...stackSettings(root),
      ports: await freePorts(),
      dataFolder: temporary,
      sampleFolder: join(root, dataFolder),
      otherOrigins,
      onProgress: say,
    })
    try {
      const browser = await launchBrowser({ executablePath, fullSpeed: true })
      try {
        return await work(stack, browser)
      } finally {
        await browser.close()
      }
    } finally {
      await stack.close()
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Two measurements in sequence, in milliseconds. */
export interface Pair {
  readonly one: number
  readonly other: number
}

/** The same with these services of the open stack. The caller provides the browser. */
export async function withOpenStack<Outcome>(
  importFile: ImportFile,
  say: (line: string) => void,
  { chosen, otherOrigins }: { readonly chosen: readonly string[]; readonly otherOrigins?: readonly string[] },
  work: (stack: { readonly portal: string; readonly ports: OpenPorts }) => Promise<Outcome>,
): Promise<Outcome> {
  const root = process.cwd()
  const temporary = await mkdtemp(join(tmpdir(), 'assay-open-'))
  const [own, embedded] = [await freePorts(), await freePorts()]
  const ports: OpenPorts = {
    superset: own.biHost,
    gateway: own.services,
    flags: own.flagStream,
    keycloak: own.identity,
    keycloakManagement: own.portal,
  }
  const services = openServices({
    root,
    home: join(root, dataFolder, openStackFolder),
    folder: temporary,
    chosen: new Set(chosen),
    ports,
    ...(otherOrigins && { otherOrigins }),
    settings: {
      ...withoutOwn(stackSettings(root)),
      ports: embedded,
      dataFolder: join(temporary, 'data'),
      sampleFolder: join(root, dataFolder),
    },
    importFile,
    say,
  })
  try {
    const stack = await startOpenStack(services, say)
    try {
      return await work({ portal: stack.services.at(-1)?.origin ?? '', ports })
    } finally {
      await stack.close()
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** So many saved dashboards of one user, in the BI host's list format. */
export function listedDashboards(
  count: number,
  author: string,
  nameOf: (index: number) => string,
): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: nameOf(index),
    authorName: author,
    description: 'Created from dashboard page',
    created: 1_700_000_000_000 + index,
  }))
}
