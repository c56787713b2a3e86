import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CuratedDashboard } from '../../local/gateway/configuration'
import { startProvider, startStage, type Provider, type Stage } from '../local/gateway/stage'
import { supersetClaims } from '../local/gateway/superset-claims'

const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: it says where the running Superset is.`)
  return value
}

let provider: Provider
let stage: Stage
beforeAll(async () => {
  const curated = JSON.parse(readFileSync(setting('GATEWAY_DASHBOARDS_FILE'), 'utf8')) as CuratedDashboard[]
  // One that everybody sees comes first, as in the double.
  const open = curated.find((one) => one.public)
  const closed = curated.find((one) => !one.public)
  if (open === undefined || closed === undefined)
    throw new Error('One public dashboard and one other are needed.')
  provider = await startProvider()
  stage = await startStage({
    provider,
    curated: [open, closed],
    superset: {
      address: setting('GATEWAY_SUPERSET_URL'),
      userName: setting('GATEWAY_SUPERSET_USER'),
      password: setting('GATEWAY_SUPERSET_PASSWORD'),
      guestSecret: setting('GATEWAY_GUEST_SECRET'),
      guestAudience: 'superset',
      personRole: 'EmbeddedGuest',
    },
  })
})
afterAll(async () => {
  await stage.close()
  await provider.close()
})

describe('before the running Superset', () => {
  test.each(supersetClaims)('$name', ({ run }) => run(stage))
})

test('the gateway sees that Superset is up', async () => {
  expect((await stage.ask('GET', '/health')).body).toEqual({ status: 'ok', dashboards: 'up' })
})
