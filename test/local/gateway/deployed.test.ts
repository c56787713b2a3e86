import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Outside the repository and away from its packages, like a deployment. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-gateway-'))
  await build({ configFile: 'local/gateway/vite.config.ts', logLevel: 'error', build: { outDir: folder } })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = promisify(execFile)

test('is one file, and the licenses of the packages in it', async () => {
  expect(await readdir(folder)).toEqual(['gateway-licenses.txt', 'gateway.mjs'])
})

test('names all missing settings, and exits with 1', async () => {
  const ended = run(process.execPath, ['gateway.mjs'], { cwd: folder, env: {} })
  await expect(ended).rejects.toMatchObject({ code: 1, stdout: '' })
  const { stderr } = await ended.catch((error: { stderr: string }) => error)
  expect(stderr.match(/^- GATEWAY_\w+/gm)?.length).toBe(9)
  expect(stderr).not.toContain('    at ')
})

test('starts from settings and files, signs, and stops on a signal', async () => {
  const id = '11111111-1111-4111-8111-111111111111'
  await writeFile(
    join(folder, 'dashboards.json'),
    JSON.stringify([{ slug: 'home', embeddedId: id, public: true }]),
  )
  await writeFile(join(folder, 'secret'), `${'s'.repeat(40)}\n`)
  const child = spawn(process.execPath, ['gateway.mjs'], {
    cwd: folder,
    env: {
      GATEWAY_HOST: '127.0.0.1',
      // Any free port.
      GATEWAY_PORT: '0',
      GATEWAY_PORTAL_ORIGINS: 'https://portal.example.com',
      GATEWAY_ISSUER: 'https://id.example.com/',
      GATEWAY_JWKS_URI: 'https://id.example.com/jwks',
      GATEWAY_AUDIENCE: 'gateway',
      GATEWAY_SUPERSET_URL: 'http://127.0.0.1:9',
      GATEWAY_SUPERSET_USER: 'gateway',
      GATEWAY_SUPERSET_PASSWORD_FILE: 'secret',
      GATEWAY_GUEST_SECRET_FILE: 'secret',
      GATEWAY_DASHBOARDS_FILE: 'dashboards.json',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const first = await lines.next()
    const { event, origin } = JSON.parse(String(first.value)) as { event: string; origin: string }
    expect(event).toBe('started')
    const reply = await fetch(`${origin}/v1/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"dashboards":[]}',
    })
    expect([reply.status, ((await reply.json()) as { dashboards: string[] }).dashboards]).toEqual([200, [id]])
    expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: 'degraded', dashboards: 'down' })
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
})
