import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { listen, type LocalService } from '../../http/listen'
import { healthy, runLogged, runs, spawnLogged, stop, type Say } from '../services'
import template from './nginx.conf?raw'

export interface Nginx {
  readonly program: string
  /** Path of the module that serves precompressed .br files; Debian: libnginx-mod-http-brotli-static. */
  readonly brotli: string
}

const packages = ['nginx', 'libnginx-mod-http-brotli-static'] as const

/** nginx from the path, or the one unpacked below `home`; null if none with the module runs. */
async function findNginx(home: string): Promise<Nginx | null> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  for (const folder of [...folders, join(home, 'nginx/usr/sbin')]) {
    const program = join(folder, 'nginx')
    const brotli = join(dirname(folder), 'lib/nginx/modules/ngx_http_brotli_static_module.so')
    if (existsSync(program) && existsSync(brotli) && (await runs(program, ['-v']))) return { program, brotli }
  }
  return null
}

/** Why nginx is unavailable, as the middle of a sentence; null if it is installed or can be. */
export async function nginxMissing(home: string): Promise<string | null> {
  const canFetch = process.getuid?.() === 0 && (await runs('apt-get', ['--version']))
  return canFetch || (await findNginx(home)) !== null
    ? null
    : 'nginx with its brotli module was not found, and downloading it needs root on Debian'
}

/**
 * Finds nginx. As root on Debian, downloads it with apt and unpacks it below `home`, which starts no service and changes nothing else on
 * the machine. If there is none, prints why and returns null.
 */
export async function ensureNginx(home: string, say: Say): Promise<Nginx | null> {
  const found = await findNginx(home)
  if (found !== null) return found
  const none = (why: string): null => {
    say(`The local server serves the portal instead of nginx: ${why}.`)
    return null
  }
  const missing = await nginxMissing(home)
  if (missing !== null) return none(missing)
  const started = performance.now()
  say('Downloading nginx …')
  const packagesFolder = join(home, `nginx-packages.${process.pid}`)
  const archives = join(packagesFolder, 'archives')
  const lists = join(packagesFolder, 'lists')
  const unpackedFolder = join(home, 'nginx')
  const log = join(home, 'nginx-install.log')
  const failed = 'nginx could not be downloaded'
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
    // A fresh machine has empty package lists, and an old one's may name removed files. Then try with separate, new lists.
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
    return none('the nginx that apt has downloaded does not run here')
  }
  say(`Downloaded nginx in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return unpacked
}

/** Loopback addresses of this machine. */
export function loopbackAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return ['127.0.0.1', ...(all.some(({ address }) => address === '::1') ? ['[::1]'] : [])]
}

export interface NginxOptions {
  readonly nginx: Nginx
  /** Folder of its configuration, log and temporary files. */
  readonly folder: string
  /** Configuration by `npm run headers -- --for nginx`, listening on loopback. */
  readonly configuration: string
  /** Origin of the portal. */
  readonly origin: string
}

/** Starts nginx with its own configuration, without touching the machine's. */
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
