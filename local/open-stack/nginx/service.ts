import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { listen, type LocalService } from '../../http/listen'
import { healthy, runLogged, runs, spawnLogged, stop } from '../processes'
import type { Say } from '../services'
import template from './nginx.conf?raw'

export interface Nginx {
  readonly program: string
  /** The module that sends the twins made by brotli; Debian: libnginx-mod-http-brotli-static. */
  readonly brotli: string
}

const packages = ['nginx', 'libnginx-mod-http-brotli-static'] as const

/** The one on the path, or the one that was unpacked below `home`; null where none with its module runs. */
async function findNginx(home: string): Promise<Nginx | null> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  for (const folder of [...folders, join(home, 'nginx/usr/sbin')]) {
    const program = join(folder, 'nginx')
    const brotli = join(dirname(folder), 'lib/nginx/modules/ngx_http_brotli_static_module.so')
    if (existsSync(program) && existsSync(brotli) && (await runs(program, ['-v']))) return { program, brotli }
  }
  return null
}

/** Why there can be none, as the middle of a sentence; null when there is one or can be. */
export async function nginxMissing(home: string): Promise<string | null> {
  const canFetch = process.getuid?.() === 0 && (await runs('apt-get', ['--version']))
  return canFetch || (await findNginx(home)) !== null
    ? null
    : 'there is no nginx with its module for brotli, and only root on Debian can have it fetched'
}

/**
 * As root on Debian: fetched by apt and unpacked below `home`, so that no service is started and nothing on the machine is changed.
 * Null, and a sentence that says so, where there is none and none can be had.
 */
export async function ensureNginx(home: string, say: Say): Promise<Nginx | null> {
  const found = await findNginx(home)
  if (found !== null) return found
  const none = (why: string): null => {
    say(`The portal is served by the local server: ${why}.`)
    return null
  }
  const missing = await nginxMissing(home)
  if (missing !== null) return none(missing)
  const started = performance.now()
  say('Fetching nginx …')
  const packagesFolder = join(home, `nginx-packages.${process.pid}`)
  const archives = join(packagesFolder, 'archives')
  const lists = join(packagesFolder, 'lists')
  const unpackedFolder = join(home, 'nginx')
  const log = join(home, 'nginx-install.log')
  const failed = 'nginx could not be fetched'
  try {
    for (const made of [archives, lists]) await mkdir(join(made, 'partial'), { recursive: true })
    await rm(unpackedFolder, { recursive: true, force: true })
    const fetch = [
      'install',
      '-y',
      '--download-only',
      '--no-install-recommends',
      '-o',
      `Dir::Cache=${packagesFolder}`,
      ...packages,
    ]
    // The lists of a fresh machine are empty, those of an old one name files that have gone: then by lists of our own.
    await runLogged('apt-get', fetch, log, failed).catch(async () => {
      const own = ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${packagesFolder}`]
      await runLogged('apt-get', ['update', ...own], log, failed)
      await runLogged('apt-get', [...fetch, ...own], log, failed)
    })
    for (const name of await readdir(archives))
      if (name.endsWith('.deb'))
        await runLogged('dpkg-deb', ['-x', join(archives, name), unpackedFolder], log, failed)
  } catch (error) {
    return none(error instanceof Error ? error.message.replace(/\.$/, '') : failed)
  } finally {
    await rm(packagesFolder, { recursive: true, force: true })
  }
  const unpacked = await findNginx(home)
  if (unpacked === null) {
    await rm(unpackedFolder, { recursive: true, force: true })
    return none('the nginx that apt has fetched does not run here')
  }
  say(`Fetched nginx in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return unpacked
}

/** Loopback, as far as this machine has it. */
export function loopbackAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return ['127.0.0.1', ...(all.some(({ address }) => address === '::1') ? ['[::1]'] : [])]
}

export interface NginxOptions {
  readonly nginx: Nginx
  /** Its configuration, its log and what it writes meanwhile. */
  readonly folder: string
  /** What `npm run headers -- --for nginx` writes, listening on loopback. */
  readonly configuration: string
  /** The portal's. */
  readonly origin: string
}

/** nginx with a configuration of its own; the machine's is left alone. */
export async function startNginx(options: NginxOptions): Promise<LocalService> {
  const { nginx, folder, configuration, origin } = options
  await mkdir(folder, { recursive: true })
  const port = Number(new URL(origin).port)
  const handler = (_: unknown, response: { end(): void }): void => response.end()
  await (await listen({ name: 'portal', port, variable: 'ASSAY_PORTAL_PORT', handler })).close()
  const isRoot = process.getuid?.() === 0
  const values = { brotli: nginx.brotli, folder, user: isRoot ? 'user root;' : '' }
  const text = template.replaceAll(/@(\w+)@/g, (_, name: string) => values[name as keyof typeof values])
  await writeFile(join(folder, 'nginx.conf'), text)
  await writeFile(join(folder, 'assay.conf'), configuration)
  const log = join(folder, 'nginx.log')
  const child = spawnLogged(nginx.program, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], log)
  try {
    await healthy('nginx', child, `${origin}/`, log)
  } catch (error) {
    await stop(child)
    throw error
  }
  return { name: 'portal, by nginx', origin, close: () => stop(child) }
}
