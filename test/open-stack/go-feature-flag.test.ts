import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { freePorts } from '../../local/cli/ports'
import type { FlagDocument } from '../../local/flags/flag-document'
import { healthy, spawnLogged, stop } from '../../local/open-stack/services'
import { holdsPlainService, type Server } from './plain-flag-service'

// The relay proxy of GO Feature Flag, from the program that GO_FEATURE_FLAG names; docs/operations.md explains its build.

/** A flag of the suite in its format. */
function relayFlag({ value, rules = [] }: FlagDocument[string]): object {
  const values = [...new Set([value, ...rules.map((rule) => rule.value)])]
  const nameOf = (wanted: unknown): string => `v${values.indexOf(wanted as (typeof values)[number])}`
  const targeting = rules.flatMap(({ attribute, values: wanted, value: given }) => {
    const path = attribute.replace(/^\//, '').replaceAll('/', '.')
    const query = wanted.map((one) => `(${path} eq ${JSON.stringify(one)})`).join(' or ')
    return [{ query, variation: nameOf(given) }]
  })
  return {
    variations: Object.fromEntries(values.map((one) => [nameOf(one), one])),
    ...(targeting.length > 0 && { targeting }),
    defaultRule: { variation: nameOf(value) },
  }
}

const relayFlags = (document: FlagDocument): object =>
  Object.fromEntries(Object.entries(document).map(([key, flag]) => [key, relayFlag(flag)]))

/** A flag that is in the file for a moment, to show that the file is loaded. */
const mark = 'of-this-file'

async function startRelay(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-relay-'))
  const [file, settings, log] = ['flags.json', 'relay.yaml', 'relay.log'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const { services: port } = await freePorts()
  const put = async (content: string): Promise<void> => {
    await writeFile(`${file}.new`, content)
    await rename(`${file}.new`, file)
  }
  await put(JSON.stringify(relayFlags({ 'of-nobody': { value: true } })))
  await writeFile(
    settings,
    JSON.stringify({
      server: { mode: 'http', host: '127.0.0.1', port },
      pollingInterval: 1000,
      fileFormat: 'json',
      retriever: { kind: 'file', path: file },
    }),
  )
  const origin = `http://127.0.0.1:${port}`
  const child = spawnLogged(process.env['GO_FEATURE_FLAG'] ?? '', ['--config', settings], log)
  await healthy('The relay proxy', child, `${origin}/health`, log)
  const answer = async (): Promise<string> => {
    const reply = await fetch(`${origin}/ofrep/v1/evaluate/flags`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ context: { targetingKey: 'anonymous' } }),
    })
    return reply.text()
  }
  const problems = async (): Promise<number> =>
    (await readFile(log, 'utf8')).split('Error while updating the cache').length
  return {
    name: 'GO Feature Flag',
    origin,
    async write(content) {
      const marked = { ...(JSON.parse(content) as object), ...relayFlags({ [mark]: { value: true } }) }
      for (const [text, isMarked] of [
        [JSON.stringify(marked), true],
        [content, false],
      ] as const) {
        await put(text)
        await vi.waitFor(async () => expect((await answer()).includes(mark)).toBe(isMarked), {
          timeout: 20_000,
          interval: 50,
        })
      }
    },
    async writeRaw(content) {
      const before = await problems()
      await (content === null ? rm(file) : put(content))
      await vi.waitFor(async () => expect(await problems()).toBeGreaterThan(before), 20_000)
    },
    async close() {
      await stop(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

holdsPlainService({
  name: 'GO Feature Flag',
  install: () => Promise.resolve(),
  start: startRelay,
  file: (document) => JSON.stringify(relayFlags(document)),
  // A rollout by a context member that does not exist.
  oneAstray: JSON.stringify({
    ...relayFlags({ 'miu-app-enabled': { value: true } }),
    'miu-deep-research-enabled': {
      variations: { on: true, off: false },
      bucketingKey: 'team',
      defaultRule: { percentage: { on: 50, off: 50 } },
    },
  }),
})
