import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { startProvider, startStage, type Provider, type Stage } from './stage'
import { supersetClaims } from './superset-claims'
import { startSupersetDouble, type SupersetDouble } from './superset-double'

const settings = {
  userName: 'gateway',
  password: 'gateway-password',
  guestSecret: 'g'.repeat(40),
  guestAudience: 'superset',
  personRole: 'EmbeddedGuest',
}
const curated = [
  { slug: 'home', embeddedId: randomUUID(), public: true },
  { slug: 'etf', embeddedId: randomUUID(), public: false },
]

let provider: Provider
let double: SupersetDouble
let stage: Stage
beforeAll(async () => {
  provider = await startProvider()
  double = await startSupersetDouble(settings)
  for (const { slug, embeddedId } of curated) double.addCurated(slug, embeddedId)
  stage = await startStage({ provider, curated, superset: { ...settings, address: double.origin } })
})
afterAll(async () => {
  await stage.close()
  await double.close()
  await provider.close()
})

describe('before a double of Superset', () => {
  test.each(supersetClaims)('$name', ({ run }) => run(stage))
})
