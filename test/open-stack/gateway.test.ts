import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayConfiguration } from '../../local/open-stack/gateway'
import {
  newcomer,
  portal,
  startProvider,
  startStage,
  type Provider,
  type Stage,
} from '../local/gateway/stage'
import { numberOf, supersetClaims, supersetSays } from '../local/gateway/superset-claims'

/** The data folder of `npm run open-stack`. */
const home = '.local/open-stack'

let provider: Provider
let stage: Stage
beforeAll(async () => {
  provider = await startProvider()
  const { superset, guest, curated } = await gatewayConfiguration({
    home,
    folder: `${home}/gateway-test`,
    port: 4306,
    portalOrigins: [portal],
    superset: `http://127.0.0.1:${process.env['ASSAY_SUPERSET_PORT'] ?? '4305'}`,
    identity: provider.identity,
    environment: process.env,
  })
  stage = await startStage({
    provider,
    curated,
    superset: { ...superset, guestSecret: guest.secret, guestAudience: guest.audience },
  })
})
afterAll(async () => {
  await stage.close()
  await provider.close()
})

describe('the gateway in front of a running Superset', () => {
  test.each(supersetClaims)('$name', ({ run }) => run(stage))
})

test('the gateway reports that Superset is up', async () => {
  expect((await stage.ask('GET', '/health')).body).toEqual({ status: 'ok', dashboards: 'up' })
})

interface Dataset {
  readonly id: number
  readonly table_name: string
}

/** The assets that a guest token reads from a dataset of Home. */
async function assetsFor(token: string, dataset: Dataset, number: string): Promise<readonly string[]> {
  const reply = await fetch(`${stage.superset.address}/api/v1/chart/data`, {
    method: 'POST',
    headers: { 'x-guesttoken': token, 'content-type': 'application/json' },
    body: JSON.stringify({
      datasource: { id: dataset.id, type: 'table' },
      queries: [{ columns: ['asset'], metrics: [], row_limit: 50, orderby: [] }],
      form_data: { dashboardId: Number(number) },
      result_format: 'json',
      result_type: 'full',
    }),
  })
  expect(reply.status).toBe(200)
  const { result } = (await reply.json()) as { result: { data: { asset: string }[] }[] }
  return (result[0]?.data ?? []).map(({ asset }) => asset)
}

test('row-level rules apply to the data of a token, and no claim value bypasses them', async () => {
  const home = stage.curated[0]?.embeddedId ?? ''
  const number = await numberOf(stage, home)
  const { result } = await supersetSays<{ result: Dataset[] }>(stage, `/dashboard/${number}/datasets`)
  const dataset = result.find((one) => one.table_name === 'home_price')
  if (dataset === undefined) throw new Error('Home has no dataset of prices.')
  const row = { claim: 'assets', allow: '.*', clause: 'asset in ({values})', otherwise: '1 = 0' }
  const { curated, superset } = stage
  const rules = { access: [], rows: [{ ...row, dataset: dataset.id }] }
  const strict = await startStage({ provider, curated, superset, change: { rules } })
  try {
    const assets = async (asked: Stage, claims: Record<string, unknown>): Promise<readonly string[]> => {
      const { body } = await (await asked.as(newcomer(), claims))('POST', '/v1/tokens', { dashboards: [] })
      return assetsFor(body.token, dataset, number)
    }
    expect((await assets(stage, {})).length).toBeGreaterThan(5)
    expect(await assets(strict, { assets: ['BTC', 'ETH'] })).toEqual(['BTC', 'ETH'])
    for (const value of [undefined, "x') or 1=1 --", "BTC' or 'a' = 'a", '{{ 1 }}', 'BTC\\'])
      expect([value, await assets(strict, { assets: value })]).toEqual([value, []])
  } finally {
    await strict.close()
  }
})
