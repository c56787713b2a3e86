import { afterEach } from 'vitest'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkConfiguration, exitCodeOf, reportOf } from '../../local/deployment/check'
import { createFaults } from '../../local/http/faults'
import { portalPeers } from '../../local/portal/configuration'
import { startPortalServer } from '../../local/portal/server'
import { localValues } from '../../src/composition/local-values'
import { expect, journey } from '../support/journey'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

/** The built portal as a server with these settings would serve it. */
async function served(configuration: Readonly<Record<string, string>>): Promise<string> {
  const peers = portalPeers({ ASSAY_BI: 'thoughtspot', ...configuration })
  const folder = join(process.cwd(), 'dist/portal')
  const server = await startPortalServer({ port: 0, folder, configuration, peers, faults: createFaults() })
  running.push(server)
  return server.origin
}

const vendor = {
  ASSAY_WIRING: 'vendor',
  ASSAY_IDENTITY_DOMAIN: 'https://login.example.com',
  ASSAY_IDENTITY_CLIENT_ID: 'client',
  ASSAY_IDENTITY_AUDIENCE: 'https://api.example.com',
  ASSAY_TOKEN_HOST: 'https://token.example.com',
  ASSAY_BI_HOST: 'https://bi.example.com',
  ASSAY_FLAGS: 'defaults',
  ASSAY_PREVIEW_SECRET_SHA256: 'none',
  ASSAY_DASHBOARD_HOME: '00000000-0000-4000-8000-000000000001',
}

journey(
  'a public build with vendor adapters fails until every setting is given, and names the missing ones',
  async ({ page }) => {
    const { ASSAY_WIRING, ASSAY_FLAGS, ...needed } = vendor
    await page.goto(await served({ ASSAY_WIRING, ASSAY_FLAGS }))
    await page.getByRole('heading', { level: 1, name: 'This portal isn’t set up yet' }).waitFor()
    const names = await page.getByRole('alert').locator('code').allTextContents()
    expect(names.toSorted()).toEqual(Object.keys(needed).toSorted())

    // One is left.
    const { ASSAY_BI_HOST: _, ...rest } = vendor
    await page.goto(await served(rest))
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').locator('code').allTextContents()).toEqual(['ASSAY_BI_HOST'])
  },
)

journey(
  'the configuration check passes the whole stack and reports what is wrong',
  async ({ origins, faults }) => {
    const values: Readonly<Record<string, string>> = {
      ASSAY_IDENTITY_DOMAIN: origins.identity,
      ASSAY_TOKEN_HOST: origins.services,
      ASSAY_TOKEN_HOST_STAGING: origins.services,
      ASSAY_BI_HOST: origins.biHost,
      ASSAY_BI_HOST_STAGING: origins.biHost,
      ASSAY_FLAGS_HOST: origins.services,
      ASSAY_FLAGS_STREAM_HOST: origins.flagStream,
    }
    const check = async (more: Readonly<Record<string, string>> = {}, portal = origins.portal) => {
      const checked = await checkConfiguration({ ...values, ...more }, portal, { deadlineMs: 8_000, fetch })
      return { ...checked, text: reportOf('local.env', checked), code: exitCodeOf(checked) }
    }
    for (const version of ['v1', 'v2']) {
      const good = await check({ ASSAY_BI_REST_VERSION: version })
      expect(good.text).toContain('Ready: all checks passed.')
      expect(good.code).toBe(0)
    }
    // What the docs show of it.
    const { ASSAY_IDENTITY_DOMAIN, ASSAY_TOKEN_HOST, ASSAY_BI_HOST, ASSAY_FLAGS_STREAM_HOST } = localValues
    const shown = [
      [origins.portal, 'http://localhost:4300'],
      [origins.identity, ASSAY_IDENTITY_DOMAIN],
      [origins.services, ASSAY_TOKEN_HOST],
      [origins.biHost, ASSAY_BI_HOST],
      [origins.flagStream, ASSAY_FLAGS_STREAM_HOST],
    ].reduce((text, [here = '', there = '']) => text.replaceAll(here, there), (await check()).text)
    const documented = await readFile('docs/operations.md', 'utf8')
    expect(documented).toContain(shown.replaceAll(/^ +(?:Dashboards|Deep Research) .*\n/gm, ''))

    const generic = await check({
      ASSAY_IDENTITY: 'oidc',
      ASSAY_IDENTITY_CLIENT_ID: 'assay-portal-oidc',
      ASSAY_FLAGS: 'ofrep',
    })
    expect(generic.text).toContain('Ready: all checks passed.')

    const failed = ({ findings }: Awaited<ReturnType<typeof check>>): readonly string[] =>
      findings.filter(({ verdict }) => verdict === 'failed').map(({ what }) => what)
    expect(
      failed(await check({ ASSAY_IDENTITY_CLIENT_ID: 'nobody', ASSAY_FLAGS_CLIENT_ID: 'nobody' })),
    ).toEqual(['Client at the provider', 'Log-out at the provider', 'Flag environment', 'Flag stream'])
    // A page origin that no service is configured for.
    expect(failed(await check({}, 'http://localhost:9'))).toEqual(
      expect.arrayContaining(['Client at the provider', 'Token service, CORS', 'BI host, embedding']),
    )
    await faults.set({ service: 'token-service', kind: 'status', status: 503 })
    expect(failed(await check())).toContain('Token service, token for visitors')
  },
)
