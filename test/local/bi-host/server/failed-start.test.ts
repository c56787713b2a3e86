import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startBiHost } from '../../../../local/bi-host/server/server'
import { createBiTokens } from '../../../../local/bi-host/wire/bi-token'
import { listen, PortTaken } from '../../../../local/http/listen'
import { madeSampleData, sampleDataFolder } from '../../../../local/cli/build'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bi-host-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Files in the folder that this process has open, on systems with /proc; elsewhere none. */
async function openFiles(): Promise<readonly string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const files = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')))
  return files.filter((file) => file.startsWith(folder))
}

it('closes everything it has opened when its port is taken', async () => {
  await madeSampleData()
  await writeFile(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  const holder = await listen({
    name: 'somebody else',
    port: 0,
    variable: 'NONE',
    handler: (_request, response) => response.end(),
  })
  const starting = startBiHost({
    port: holder.port,
    portalOrigins: [],
    tokens: await createBiTokens({ lifetimeSeconds: 300 }),
    dataFolder: sampleDataFolder,
    storeFolder: join(folder, 'store'),
    frameFolder: folder,
  })
  await expect(starting).rejects.toThrow(PortTaken)
  expect(await readdir(join(folder, 'store'))).toHaveLength(4)
  expect(await openFiles()).toEqual([])
  await holder.close()
})
