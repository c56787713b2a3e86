import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageAsset } from '../../local/http/page'
import styles from './contract-report.css?raw'
import { cockpitOf, readPacts, type Cockpit } from './contract-report'
import { cockpitPage } from './report-page'
import { readLedger } from './history'

/** Where the cockpit is built; git ignores it, and the local stack serves it. */
export const cockpitFolder = 'dist/contracts'
/** Last verifications, unless another folder is named. */
export const ledgerFolder = `${cockpitFolder}/results`

/** Writes the page with what it needs beside it, from the pacts and the ledger as they are now. */
export async function buildCockpit(ledger = ledgerFolder, folder = cockpitFolder): Promise<Cockpit> {
  const cockpit = cockpitOf(readPacts(), readLedger(ledger))
  await mkdir(folder, { recursive: true })
  for (const name of ['pages.css', 'urbanist.woff2', 'urbanist-extended.woff2']) {
    const asset = await pageAsset(`/assets/${name}`)
    const body = asset?.body ?? ''
    const isSheet = typeof body === 'string'
    await writeFile(join(folder, name), isSheet ? `${body.replaceAll('/assets/', '')}\n${styles}` : body)
  }
  await writeFile(join(folder, 'index.html'), cockpitPage(cockpit))
  return cockpit
}
