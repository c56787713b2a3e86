import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { freePorts } from '../../local/cli/ports'
import type { FlagDocument } from '../../local/flags/flag-document'
import { flagService } from '../../local/open-stack/flags/service'
import { holdsPlainService, type Server } from './plain-flag-service'

const home = resolve('.local/open-stack')

/** A flag of the suite in flagd's format, whose paths have dots. */
function flagdFlag({ value, rules = [] }: FlagDocument[string]): object {
  const values = [...new Set([value, ...rules.map((rule) => rule.value)])]
  const nameOf = (wanted: unknown): string => `v${values.findIndex((one) => one === wanted)}`
  const variants = Object.fromEntries(values.map((one) => [nameOf(one), one]))
  const steps = rules.flatMap((rule) => {
    const path = rule.attribute.replace(/^\//, '').replaceAll('/', '.')
    return [{ in: [{ var: path }, rule.values] }, nameOf(rule.value)]
  })
  const targeting = rules.length === 0 ? {} : { targeting: { if: [...steps, nameOf(value)] } }
  return { state: 'ENABLED', variants, defaultVariant: nameOf(value), ...targeting }
}

const flagdFile = (document: FlagDocument): string =>
  JSON.stringify({
    flags: Object.fromEntries(Object.entries(document).map(([key, flag]) => [key, flagdFlag(flag)])),
  })

/** flagd's core on a free port, with its own file. */
async function startServer(portalOrigin: string): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-flagd-'))
  const file = join(folder, 'flags.json')
  await writeFile(file, flagdFile({}))
  const { services: port } = await freePorts()
  const options = { port, variable: 'ASSAY_FLAGS_PORT', root: process.cwd(), home, folder, file }
  const service = await flagService({ ...options, portalOrigins: [portalOrigin] }).start(() => undefined)
  const health = async () =>
    (await (await fetch(`${service.origin}/health`)).json()) as { read: string; problem: string }
  const put = async (content: string): Promise<void> => {
    await writeFile(`${file}.new`, content)
    await rename(`${file}.new`, file)
  }
  return {
    ...service,
    async write(content) {
      const sum = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(content))).toString('hex')
      await put(content)
      await vi.waitFor(async () => expect(await health()).toEqual({ read: sum, problem: '' }), 20_000)
    },
    async writeRaw(content) {
      await (content === null ? rm(file) : put(content))
      await vi.waitFor(async () => expect((await health()).problem).not.toBe(''), 20_000)
    },
    async close() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const { flags } = JSON.parse(flagdFile({ 'miu-app-enabled': { value: true } })) as { flags: object }
const astray = { ...flagdFlag({ value: true }), targeting: { if: [true, 'no such variant'] } }

holdsPlainService({
  name: 'flagd’s core',
  async install() {
    const service = flagService({
      port: 0,
      variable: '',
      root: process.cwd(),
      home,
      folder: home,
      portalOrigins: [],
    })
    await service.install(() => undefined)
  },
  start: startServer,
  file: flagdFile,
  oneAstray: JSON.stringify({ flags: { ...flags, 'miu-deep-research-enabled': astray } }),
})

test('a missing file or one with an invalid flag changes nothing, and a restored file is applied', async () => {
  const server = await startServer('http://localhost:4300')
  const shown = async () => {
    const reply = await fetch(`${server.origin}/ofrep/v1/evaluate/flags`, { method: 'POST', body: '{}' })
    return ((await reply.json()) as { flags: { key: string; value: unknown }[] }).flags.map(
      ({ key, value }) => [key, value],
    )
  }
  try {
    await server.write(flagdFile({ 'UI-403': { value: true } }))
    await server.writeRaw('{"flags": {"UI-403": 3}}')
    expect(await shown()).toEqual([['UI-403', true]])
    await server.write(flagdFile({ 'UI-403': { value: true } }))
    await server.writeRaw(null)
    expect(await shown()).toEqual([['UI-403', true]])
    await server.write(flagdFile({ 'UI-403': { value: false } }))
    expect(await shown()).toEqual([['UI-403', false]])
  } finally {
    await server.close()
  }
})
