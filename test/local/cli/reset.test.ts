import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { originsOf } from '../../../local/http/addresses'
import { reset } from '../../../local/cli/reset'
import { listen } from '../../../local/http/listen'
import { freePorts } from '../../../local/cli/ports'
import { markRunning } from '../../../local/cli/running-stack'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-reset-'))
  await writeFile(join(folder, 'flags.json'), '{}')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const names = () => readdir(folder)

/** A stack as far as the folder knows of it: its word, and somebody who answers. */
async function startStack() {
  const ports = await freePorts()
  const service = await listen({
    name: 'token service and flags',
    port: ports.services,
    variable: 'NONE',
    handler: (_request, response) => response.end(),
  })
  const origins = originsOf(ports)
  const unmark = await markRunning([folder, folder], origins)
  return { origins, service, unmark }
}

it('removes what the stack saved and says what, or that there is nothing', async () => {
  const printed: string[] = []
  await reset(folder, (line) => printed.push(line))
  await reset(folder, (line) => printed.push(line))
  expect(printed).toEqual([
    expect.stringMatching(/^Removed .*\/flags\.json$/),
    expect.stringMatching(/^Nothing to remove: .*\/ is empty\.$/),
  ])
})

it('leaves everything to a stack that runs, and says where that is; once it has stopped, nothing of it is in the way', async () => {
  const { origins, service, unmark } = await startStack()
  const before = await names()
  await expect(reset(folder, () => undefined)).rejects.toThrow(
    `Assay is running at ${origins.portal} (process ${process.pid}) and uses these files. Stop it with Ctrl-C and reset again; nothing was removed.`,
  )
  expect(await names()).toEqual(before)
  await unmark()
  await service.close()
  expect(await names()).toEqual(['flags.json'])
  await reset(folder, () => undefined)
  expect(await names()).toEqual([])
})

it('is not held up by the mark of a stack that was killed, even where the port or the process is somebody else’s', async () => {
  const { origins, service } = await startStack()
  const [name = ''] = (await names()).filter((file) => file.startsWith('running-'))
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  await writeFile(join(folder, name), JSON.stringify({ process: child.pid, ...origins }))
  await reset(folder, () => undefined)
  expect(await names()).toEqual([])
  await service.close()
  await markRunning([folder], origins)
  await writeFile(join(folder, 'running-1.json'), 'half a wo')
  await reset(folder, () => undefined)
  expect(await names()).toEqual([])
})
