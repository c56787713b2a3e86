import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { portVariables } from '../../../local/http/addresses'
import { listen } from '../../../local/http/listen'
import { freePorts } from '../../../local/cli/ports'
import { startStack } from '../../../local/cli/stack'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-stack-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it.each(['portal', 'biHost', 'identity', 'services', 'flagStream'] as const)(
  'names the port of the %s at once when it is taken, before it starts or writes anything',
  async (part) => {
    const ports = await freePorts()
    const holder = await listen({
      name: 'somebody else',
      port: ports[part],
      variable: 'NONE',
      handler: (_request, response) => response.end(),
    })
    const printed: string[] = []
    const starting = startStack({
      ports,
      dataFolder: join(folder, 'data'),
      portalFolder: null,
      frameFolder: join(folder, 'frame'),
      onProgress: (line) => printed.push(line),
    })
    await expect(starting).rejects.toThrow(`Port ${ports[part]}, wanted by the`)
    await expect(starting).rejects.toThrow(`choose another with ${portVariables[part]}=<port>`)
    expect(printed).toEqual([])
    expect(await readdir(folder)).toEqual([])
    await holder.close()
  },
)
