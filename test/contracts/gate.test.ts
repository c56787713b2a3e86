import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readHistory, recordVerification } from '../../contracts/gate/history'
import { objections } from '../../contracts/gate/status'
import { readPact } from '../../contracts/interactions/pact-file'
import type { Verification, VerifiedInteraction } from '../../contracts/verification/verify'

let folder: string
let pactFile: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-gate-'))
  pactFile = join(folder, 'pact.json')
  await agree('/api/token')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Two interactions; the second may fail for now. */
async function agree(path: string, more: readonly object[] = []): Promise<void> {
  const interaction = (description: string, pending: boolean) => ({
    type: 'Synchronous/HTTP',
    description,
    pending,
    request: { method: 'GET', path },
    response: { status: 200 },
  })
  const interactions = [interaction('a token', false), interaction('a new thing', true), ...more]
  const provider = { name: 'token-service' }
  await writeFile(pactFile, JSON.stringify({ consumer: { name: 'assay-portal' }, provider, interactions }))
}

function record(
  outcomes: readonly VerifiedInteraction['outcome'][],
  environment = 'staging',
  rest: Partial<Verification> = {},
): void {
  const interactions = ['a token', 'a new thing'].map((description, index) => ({
    description,
    states: [],
    method: 'GET',
    path: '/',
    outcome: outcomes[index] ?? 'verified',
    reasons: outcomes[index] === 'failed' ? ['expected 200 but was 500'] : [],
    milliseconds: 1,
  }))
  recordVerification(join(folder, 'results'), pactFile, environment, {
    provider: 'token-service',
    baseUrl: 'http://localhost:1',
    startedAt: '2026-11-20T08:00:00.000Z',
    milliseconds: 2,
    outcome: 'verified',
    interactions,
    output: '',
    ...rest,
  })
}

const found = () => objections([readPact(pactFile)], readHistory(join(folder, 'results')))

describe('a deployment is refused', () => {
  test('while a pact was never verified', () => {
    expect(found()).toEqual(['token-service: its pact was never verified'])
  })

  test('when the last result is red, with the reason', () => {
    record(['failed'])
    expect(found()).toEqual(['token-service in staging: "a token" failed (expected 200 but was 500)'])
  })

  test('when something was not run', () => {
    record(['not-run'])
    expect(found()).toEqual(['token-service in staging: "a token" was not run'])
  })

  test('when the provider could not be reached', () => {
    record([], 'staging', { problem: 'it cannot be reached' })
    expect(found()[0]).toBe('token-service in staging: "a token" failed (it cannot be reached)')
  })

  test('when the pact has changed since, or has grown', async () => {
    record([])
    expect(found()).toEqual([])
    await agree('/api/tokens')
    expect(found()).toEqual([
      'token-service in staging: "a token" has changed since it was verified',
      'token-service in staging: "a new thing" has changed since it was verified',
    ])
    const added = {
      type: 'Synchronous/HTTP',
      description: 'more',
      request: { method: 'GET', path: '/' },
      response: { status: 200 },
    }
    await agree('/api/token', [added])
    expect(found()).toEqual(['token-service in staging: "more" was never verified'])
  })

  test('when one environment of several is red', () => {
    record([], 'staging')
    record(['failed'], 'production')
    expect(found()).toHaveLength(1)
  })
})

describe('a deployment may go on', () => {
  test('when everything was verified as it is, whatever was red before', () => {
    record(['failed'])
    record(['verified'])
    expect(found()).toEqual([])
  })

  test('when only what is pending fails', () => {
    record(['verified', 'pending'])
    expect(found()).toEqual([])
  })
})
