import { expect } from 'vitest'
import { fail, ok } from '../../src/core/kernel/result'
import type { PreferenceFailure, PreferenceService } from '../../src/core/ports/preference-service'
import { defineSuite } from './suite'

export interface PreferenceWorld {
  readonly service: PreferenceService
  readonly accessToken: string
  readonly meet: (failure: PreferenceFailure) => void
  readonly close?: () => Promise<void>
}

const text = '{"version":1,"favourites":[{"kind":"dashboard","id":"a","name":"ä€😀 <b>"}]}'
const other = '{"version":1,"favourites":[]}'

export const preferenceServiceSuite = defineSuite<PreferenceWorld>('PreferenceService', {
  'has nothing of somebody new': async ({ service, accessToken }) => {
    expect(await service.read(accessToken)).toEqual(ok({ text: null, version: null }))
  },
  'gives back what was written, under the version that the write answered': async ({
    service,
    accessToken,
  }) => {
    const written = await service.write(accessToken, text, null)
    const version = written.ok ? written.value.version : ''
    expect(await service.read(accessToken)).toEqual(ok({ text, version }))
  },
  'takes another only in place of what was read': async ({ service, accessToken }) => {
    const first = await service.write(accessToken, text, null)
    const version = first.ok ? first.value.version : ''
    const changed = fail({ kind: 'preferences-changed' })
    expect(await service.write(accessToken, other, null)).toEqual(changed)
    expect((await service.write(accessToken, other, version)).ok).toBe(true)
    expect(await service.write(accessToken, text, version)).toEqual(changed)
    const read = await service.read(accessToken)
    expect(read.ok && read.value.text).toBe(other)
  },
  'says why it could not, does nothing then, and is well again': async ({ service, accessToken, meet }) => {
    for (const failure of [
      { kind: 'preferences-refused', status: 401 },
      { kind: 'preferences-unavailable', status: 503 },
      { kind: 'preferences-unreachable' },
      { kind: 'preferences-timeout' },
      { kind: 'preferences-malformed' },
    ] as const) {
      meet(failure)
      expect(await service.write(accessToken, text, null)).toEqual(fail(failure))
      meet(failure)
      expect(await service.read(accessToken)).toEqual(fail(failure))
    }
    expect(await service.read(accessToken)).toEqual(ok({ text: null, version: null }))
  },
})
