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
  'is empty for a new user': async ({ service, accessToken }) => {
    expect(await service.read(accessToken)).toEqual(ok({ text: null, version: null }))
  },
  'returns what was written, with the version that the write returned': async ({ service, accessToken }) => {
    const written = await service.write(accessToken, text, null)
    const version = written.ok ? written.value.version : ''
    expect(await service.read(accessToken)).toEqual(ok({ text, version }))
  },
  'accepts a write only over the version that was read': async ({ service, accessToken }) => {
    const first = await service.write(accessToken, text, null)
    const version = first.ok ? first.value.version : ''
    const changed = fail({ kind: 'preferences-changed' })
    expect(await service.write(accessToken, other, null)).toEqual(changed)
    expect((await service.write(accessToken, other, version)).ok).toBe(true)
    expect(await service.write(accessToken, text, version)).toEqual(changed)
    const read = await service.read(accessToken)
    expect(read.ok && read.value.text).toBe(other)
  },
  'reports why a call failed, writes nothing, and recovers': async ({ service, accessToken, meet }) => {
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
