import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../local/cli/ports'
import type { LocalService } from '../../local/http/listen'
import { ensureNginx, loopbackAddresses, startNginx } from '../../local/open-stack/nginx/service'
import { hostingFiles } from '../../local/portal/hosting'
import { portalAnswers } from '../../local/portal/server'
import { holdsToRequests, layPortal, peers } from '../local/portal/requests'

let folder: string
let origin: string
let service: LocalService

beforeAll(async () => {
  const nginx = await ensureNginx(resolve('.local/open-stack'), console.log)
  if (nginx === null) throw new Error('There is no nginx.')
  folder = await mkdtemp(join(tmpdir(), 'assay-nginx-'))
  const root = join(folder, 'portal')
  await mkdir(root)
  await layPortal(root)
  origin = `http://localhost:${(await freePorts()).portal}`
  const answers = await portalAnswers(root, peers)
  const addresses = loopbackAddresses()
  const files = hostingFiles('nginx', { answers, peers, portal: origin, root, flags: null, addresses })
  service = await startNginx({ nginx, folder, configuration: files['assay.conf'] ?? '', origin })
}, 300_000)
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

holdsToRequests(() => origin)

test('asked by another name, it names its own', async () => {
  const { port } = new URL(origin)
  const reply = await fetch(`http://127.0.0.1:${port}/home?a=1`, { redirect: 'manual' })
  expect([reply.status, reply.headers.get('location')]).toEqual([307, `${origin}/home?a=1`])
})
