import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pactFileName, pactFolder } from '../../../contracts/interactions/pact-file'
import { textReport } from '../../../contracts/verification/report'
import { verify, type VerifyOptions } from '../../../contracts/verification/verify'
import { createFaults, addFaults } from '../../../local/http/faults'
import {
  registerPactStates,
  gatewayStates,
  type StateRules,
} from '../../../local/provider-states/provider-states'
import { startDoubleStage, type DoubleStage, newcomer, portal, startStage, type Stage } from './stage'

const rules: StateRules = Object.fromEntries(Object.values(gatewayStates).map((state) => [state, []]))

let world: DoubleStage
let stage: Stage
let token: string
let credentials: NonNullable<VerifyOptions['credentials']>
const person = newcomer()

beforeAll(async () => {
  world = await startDoubleStage()
  token = await world.stage.provider.accessToken(person)
  const past = Math.floor(Date.now() / 1_000) - 3_600
  credentials = {
    expired: await world.stage.provider.accessToken(person, { iat: past - 300, exp: past }),
    foreignAudience: await world.stage.provider.accessToken(person, { aud: 'https://another.invalid' }),
  }
  const faults = createFaults()
  const own = await world.stage.as(person)
  /** Deletes the previous dashboards, and creates what the state requires. */
  async function arrange({
    state,
    action,
  }: {
    readonly state: string
    readonly action: string
  }): Promise<Readonly<Record<string, string>> | void> {
    if (action !== 'setup') return
    const listed = await own('GET', '/v1/dashboards?page=1&pageSize=100')
    const { dashboards } = listed.body as { readonly dashboards: readonly { readonly id: string }[] }
    for (const { id } of dashboards) await own('DELETE', `/v1/dashboards/${id}`)
    if (state === gatewayStates.hasMore)
      for (let number = 1; number <= 26; number += 1)
        await own('POST', '/v1/dashboards', { title: `Note ${number}` })
    if (state !== gatewayStates.hasDashboards) return
    const made = await own('POST', '/v1/dashboards', { title: 'Morning note' })
    return { dashboardId: (made.body as { readonly id: string }).id }
  }
  const { provider, curated, superset } = world.stage
  stage = await startStage({
    provider,
    curated,
    superset,
    extend(scope) {
      addFaults(scope, faults, 'gateway')
      registerPactStates(scope, faults, rules, arrange)
    },
  })
})
afterAll(async () => {
  await stage.close()
  await world.close()
})

test.each(['gateway-tokens', 'gateway-dashboards'])('the gateway keeps to the contract %s', async (name) => {
  const pactFile = join(pactFolder, pactFileName(name))
  const verification = await verify({
    pactFile,
    baseUrl: stage.origin,
    token,
    credentials,
    origin: portal,
    healthPath: '/health',
  })
  expect([verification.outcome, textReport(verification)]).toEqual(['verified', expect.any(String)])
})
