import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followNetworkLog } from '../../support/network-log'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-log-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const types = { TCP_CONNECT_ATTEMPT: 1, UDP_CONNECT: 2, UDP_BYTES_SENT: 3, URL_REQUEST_START_JOB: 4 }

/** Laid out as Chromium does: the constants on the first line, then one event a line. */
async function judged(...events: readonly { type: keyof typeof types; id?: number; address?: string }[]) {
  const lines = events.map(({ type, id = 1, address }) =>
    JSON.stringify({
      params: { ...(address && { address }) },
      phase: 1,
      source: { id, type: 5 },
      time: '1',
      type: types[type],
    }),
  )
  const file = join(folder, `${Math.random()}.json`)
  await writeFile(
    file,
    `{"constants":${JSON.stringify({ logEventTypes: types })},\n"events": [\n${lines.join(',\n')}]}\n`,
  )
  return followNetworkLog(file)()
}

it('names every address outside that was connected to', async () => {
  const outside = await judged(
    { type: 'TCP_CONNECT_ATTEMPT', address: '127.0.0.1:4300' },
    { type: 'TCP_CONNECT_ATTEMPT', address: '192.0.2.1:443' },
    { type: 'TCP_CONNECT_ATTEMPT', address: '[::1]:4300' },
    { type: 'TCP_CONNECT_ATTEMPT', address: '[2001:db8::1]:443' },
  )
  expect(outside).toEqual(['192.0.2.1:443', '[2001:db8::1]:443'])
})

it('tells a route that is only looked up from one that is used', async () => {
  const lookedUp = { type: 'UDP_CONNECT', id: 7, address: '[2001:db8::1]:443' } as const
  expect(await judged(lookedUp)).toEqual([])
  expect(await judged(lookedUp, { type: 'UDP_BYTES_SENT', id: 8 })).toEqual([])
  expect(await judged(lookedUp, { type: 'UDP_BYTES_SENT', id: 7 })).toEqual(['[2001:db8::1]:443'])
})

it('does not take another file for a clean log', async () => {
  const file = join(folder, 'other.json')
  await writeFile(file, '{}\n')
  await expect(followNetworkLog(file)()).rejects.toThrow('no network log')
})

it('reads on from where it was, and leaves a line alone until it is whole', async () => {
  const event = (address: string): string =>
    JSON.stringify({ params: { address }, source: { id: 1 }, type: types.TCP_CONNECT_ATTEMPT })
  const file = join(folder, 'growing.json')
  const more = followNetworkLog(file)
  await writeFile(file, `{"constants":${JSON.stringify({ logEventTypes: types })},\n"events": [\n`)
  await appendFile(file, `${event('192.0.2.1:443')},\n${event('192.0.2.2:443').slice(0, 30)}`)
  expect(await more()).toEqual(['192.0.2.1:443'])
  expect(await more()).toEqual([])
  await appendFile(file, `${event('192.0.2.2:443').slice(30)},\n`)
  expect(await more()).toEqual(['192.0.2.2:443'])
})
