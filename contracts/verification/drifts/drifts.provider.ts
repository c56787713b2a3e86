import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { playInteraction, type AddInteraction } from '../../interactions/contract'
import {
  startLocalBiHost,
  startLocalTokenService,
  type LocalBiHost,
  type LocalTokenService,
} from '../local-services'
import { callOf } from '../../interactions/operations'
import { contracts } from '../../interactions/all'
import { pactFileName, pactFolder, readPact } from '../../interactions/pact-file'
import { startNativeVerifier, type NativeVerifier } from '../native'
import { verify } from '../verify'
import { driftingFetch } from './drifting-fetch'
import { startDriftingService } from './drifting-service'
import { replyDrifts } from './reply-drifts'
import { requestDrifts } from './request-drifts'

/*
 * The mutation table: something is renamed in one adapter or one service, and exactly the rows that are about it turn red. Printed
 * at the end.
 */

const table: { side: string; provider: string; drift: string; red: string }[] = []
const note = (side: string, provider: string, drift: string, red: number, all: number): void => {
  table.push({ side, provider, drift, red: `${red} of ${all}` })
}
afterAll(() => console.table(table))

const pactOf = (provider: string) => readPact(join(pactFolder, pactFileName(provider)))

/** Descriptions of the interactions that fail when the adapter is driven through them. */
async function failingIn(provider: string, folder: string): Promise<readonly string[]> {
  const failed: string[] = []
  const played: Parameters<AddInteraction>[] = []
  contracts[provider]?.((...one) => void played.push(one))
  // Pact says at length what is expected here.
  const quiet = vi.spyOn(console, 'log').mockReturnValue(undefined)
  for (const [description, interaction, drive] of played) {
    await playInteraction({ provider, folder, description, interaction }, drive).catch(() => {
      failed.push(description)
    })
  }
  quiet.mockRestore()
  return failed.toSorted()
}

describe('a change in an adapter', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-drifts-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(Object.keys(contracts))('without one, nothing of %s is red', async (provider) => {
    expect(await failingIn(provider, folder)).toEqual([])
  })

  test.each(requestDrifts)('$provider: $drift', async ({ provider, drift, change, red }) => {
    const { interactions } = pactOf(provider)
    const expected =
      'calls' in red
        ? interactions.filter((one) => red.calls.includes(callOf(one))).map(({ description }) => description)
        : red.interactions
    vi.stubGlobal('fetch', driftingFetch(change, fetch))
    expect(await failingIn(provider, folder)).toEqual(expected.toSorted())
    note('adapter', provider, drift, expected.length, interactions.length)
  })
})

describe('a change in a service', () => {
  let services: LocalTokenService
  let host: LocalBiHost
  let native: NativeVerifier
  beforeAll(async () => {
    ;[services, host] = await Promise.all([startLocalTokenService(), startLocalBiHost()])
    native = startNativeVerifier()
  })
  afterAll(async () => {
    await native.close()
    await Promise.all([services.close(), host.close()])
  })

  test.each(replyDrifts)('$provider: $drift', async (planted) => {
    const { provider, drift, red } = planted
    const [origin, token] =
      provider === 'token-service' || provider === 'flag-evaluation'
        ? [services.origin, services.accessToken]
        : [host.origin, host.biToken]
    const service = await startDriftingService(origin, planted)
    const pactFile = join(pactFolder, pactFileName(provider))
    const { interactions } = await verify({ pactFile, baseUrl: service.origin, token, native })
    await service.close()
    const failed = interactions.filter(({ outcome }) => outcome !== 'verified')
    expect(failed.map(({ description }) => description).toSorted()).toEqual(red.toSorted())
    note('service', provider, drift, red.length, interactions.length)
  })
})
