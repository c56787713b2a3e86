import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { hostingFiles } from '../../local/portal/hosting'
import { portalAnswers } from '../../local/portal/server'
import { holdsToRequests, layPortal, peers } from '../local/portal/requests'

/** nginx as it is on the path, with the module for brotli beside it (Debian: nginx, libnginx-mod-http-brotli-static). */
function installed(): { readonly program: string; readonly brotli: string } {
  const folders = (process.env['PATH'] ?? '').split(delimiter).concat('/usr/sbin')
  const program = folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file))
  if (program === undefined) throw new Error('There is no nginx on the path.')
  return { program, brotli: join(dirname(program), '../lib/nginx/modules/ngx_http_brotli_static_module.so') }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

let folder: string
let origin: string
let nginx: ChildProcess

beforeAll(async () => {
  const { program, brotli } = installed()
  folder = await mkdtemp(join(tmpdir(), 'assay-nginx-'))
  const root = join(folder, 'portal')
  await mkdir(root)
  await layPortal(root)
  origin = `http://localhost:${await freePort()}`
  const answers = await portalAnswers(root, peers)
  const files = hostingFiles('nginx', { answers, peers, portal: origin, root, flags: null })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    join(folder, 'nginx.conf'),
    `load_module ${brotli};
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { }
http {
  access_log off;
${paths.map((name) => `  ${name}_temp_path ${folder}/${name};\n`).join('')}  include assay.conf;
}
`,
  )
  // The workers of a server that root starts are nobody's.
  await chmod(folder, 0o755)
  nginx = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await vi.waitFor(async () => expect((await fetch(origin)).status).toBe(200), 20_000)
}, 30_000)
afterAll(async () => {
  const ended = new Promise((resolve) => nginx.once('exit', resolve))
  nginx.kill('SIGQUIT')
  await ended
  await rm(folder, { recursive: true, force: true })
})

holdsToRequests(() => origin)
