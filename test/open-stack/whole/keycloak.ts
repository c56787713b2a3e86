import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import realm from '../../../local/open-stack/keycloak/assay-realm.json' with { type: 'json' }
import { administrator } from '../../../local/open-stack/keycloak/service'

/** The paths of Keycloak's endpoints and of its sign-in page. */
export const protocolPath = `/realms/${realm.realm}/protocol/openid-connect`
export const signInPath = `/realms/${realm.realm}/login-actions/authenticate`

/** Fills in Keycloak's sign-in page; for a known user it asks only for the password. */
export async function fillInKeycloak(page: Page, email: string): Promise<void> {
  const name = page.locator('input#username')
  await page.locator('input#password').waitFor()
  if (await name.isVisible()) await name.fill(email)
  await page.locator('input#password').fill('demo')
  await page.locator('#kc-login').click()
}

interface Options {
  readonly origin: string
  readonly password: string
}

type Json = Readonly<Record<string, unknown>>

interface Named {
  readonly id: string
}

/** What an administrator does in Keycloak's console, through the admin API. */
interface KeycloakAdmin {
  /** Ends every session of this user. */
  logOut(email: string): Promise<void>
  /** Changes a user: `{ enabled: false }`, `{ requiredActions: [...] }`. */
  change(email: string, changes: Json): Promise<void>
  /** Rotates to new signing keys of this algorithm. */
  rotateKeys(algorithm?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA'): Promise<void>
  /** Lifetime of access tokens, in seconds. The portal renews them a minute before expiry. */
  tokensLive(seconds: number): Promise<void>
  /** Allows this origin for the portal, too. */
  allowOrigin(origin: string): Promise<void>
  /** Whether sign-in asks for consent. */
  askConsent(asked: boolean): Promise<void>
  /** Adds another realm with this user as an upstream provider for sign-in. */
  addCompany(email: string): Promise<Company>
  /** Resets to the realm file, with no sessions. */
  reset(): Promise<void>
}

/** An upstream provider behind Keycloak. */
interface Company {
  /** The id of its link on the sign-in page. */
  readonly link: string
  /** The number of its user's sessions there. */
  sessions(): Promise<number>
  remove(): Promise<void>
}

const keyProviders = {
  RS256: ['rsa-generated', {}],
  PS256: ['rsa-generated', {}],
  ES256: ['ecdsa-generated', { ecdsaEllipticCurveKey: ['P-256'] }],
  EdDSA: ['eddsa-generated', { eddsaEllipticCurveKey: ['Ed25519'] }],
} as const

export function keycloakAdmin({ origin, password }: Options): KeycloakAdmin {
  const own = `/${realm.realm}`
  let priority = 200

  let held: { readonly token: string; readonly until: number } | undefined
  /** Cached for half of its one-minute lifetime, because each costs Keycloak a password hash. */
  async function token(): Promise<string> {
    if (held !== undefined && performance.now() < held.until) return held.token
    const form = { grant_type: 'password', client_id: 'admin-cli', username: administrator, password }
    const answer = await fetch(`${origin}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    const { access_token: given } = (await answer.json()) as { readonly access_token: string }
    held = { token: given, until: performance.now() + 30_000 }
    return given
  }
  async function ask(method: string, path: string, body?: Json, whose = own): Promise<unknown> {
    const answer = await fetch(`${origin}/admin/realms${whose}${path}`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const list = async <Row>(path: string): Promise<readonly Row[]> =>
    (await ask('GET', path)) as readonly Row[]
  const firstOf = async <Row>(path: string): Promise<Row> => {
    const [first] = await list<Row>(path)
    if (first === undefined) throw new Error(`Keycloak knows nothing at ${path}.`)
    return first
  }
  const userOf = (email: string): Promise<Json & Named> =>
    firstOf(`/users?exact=true&email=${encodeURIComponent(email)}`)
  const client = (): Promise<Json & Named> => firstOf(`/clients?clientId=${realm.clients[0]?.clientId}`)

  /** Skips writes without a change, because Keycloak reloads everything after each write. */
  async function write(path: string, found: Json, changes: Json): Promise<void> {
    const differs = Object.entries(changes).some(
      ([name, value]) => JSON.stringify(found[name]) !== JSON.stringify(value),
    )
    if (differs) await ask('PUT', path, { ...found, ...changes })
  }
  const changeRealm = async (changes: Json): Promise<void> =>
    write('', (await ask('GET', '')) as Json, changes)

  const admin: KeycloakAdmin = {
    async logOut(email) {
      await ask('POST', `/users/${(await userOf(email)).id}/logout`)
    },
    async change(email, changes) {
      const user = await userOf(email)
      await write(`/users/${user.id}`, user, changes)
    },
    async rotateKeys(algorithm = 'RS256') {
      const [providerId, more] = keyProviders[algorithm]
      priority += 1
      const isRsa = providerId === 'rsa-generated'
      await ask('POST', '/components', {
        name: `${algorithm}-${priority}`,
        providerId,
        providerType: 'org.keycloak.keys.KeyProvider',
        config: {
          priority: [String(priority)],
          enabled: ['true'],
          active: ['true'],
          ...(isRsa && { algorithm: [algorithm] }),
          ...more,
        },
      })
      await changeRealm({ defaultSignatureAlgorithm: algorithm })
    },
    tokensLive: (seconds) => changeRealm({ accessTokenLifespan: seconds }),
    async allowOrigin(added) {
      const found = await client()
      const { redirectUris, webOrigins, attributes } = found as unknown as {
        readonly redirectUris: readonly string[]
        readonly webOrigins: readonly string[]
        readonly attributes: Readonly<Record<string, string>>
      }
      const own = [added, `${added}/datasets`]
      const logouts = 'post.logout.redirect.uris'
      await ask('PUT', `/clients/${found.id}`, {
        ...found,
        redirectUris: [...redirectUris, ...own, `${added}/open-data/silent.html`],
        webOrigins: [...webOrigins, added],
        attributes: { ...attributes, [logouts]: [attributes[logouts], ...own].join('##') },
      })
    },
    async askConsent(consentRequired) {
      const found = await client()
      await write(`/clients/${found.id}`, found, { consentRequired })
    },
    async addCompany(email) {
      const company = '/company'
      const alias = 'company'
      const secret = randomUUID()
      const endpoint = (name: string): string => `${origin}/realms${company}/protocol/openid-connect/${name}`
      const clientId = 'assay-broker'
      const broker = `${origin}/realms${own}/broker/${alias}/endpoint`
      const logouts = { 'post.logout.redirect.uris': `${broker}/*` }
      await ask(
        'POST',
        '',
        {
          realm: alias,
          enabled: true,
          clients: [{ clientId, secret, redirectUris: [`${broker}*`], attributes: logouts }],
          users: [
            {
              username: email,
              email,
              emailVerified: true,
              enabled: true,
              firstName: 'Grace',
              lastName: 'Summer',
              credentials: [{ type: 'password', value: 'demo' }],
            },
          ],
        },
        '',
      )
      await ask('POST', '/identity-provider/instances', {
        alias,
        providerId: 'oidc',
        enabled: true,
        trustEmail: true,
        config: {
          clientId,
          clientSecret: secret,
          clientAuthMethod: 'client_secret_post',
          issuer: `${origin}/realms${company}`,
          authorizationUrl: endpoint('auth'),
          tokenUrl: endpoint('token'),
          logoutUrl: endpoint('logout'),
          jwksUrl: endpoint('certs'),
          useJwksUrl: 'true',
          validateSignature: 'true',
          defaultScope: 'openid profile email',
        },
      })
      return {
        link: `#social-${alias}`,
        async sessions() {
          const [person] = (await ask('GET', '/users', undefined, company)) as readonly Named[]
          const found = await ask('GET', `/users/${person?.id}/sessions`, undefined, company)
          return (found as readonly unknown[]).length
        },
        async remove() {
          await ask('DELETE', `/identity-provider/instances/${alias}`)
          await ask('DELETE', '', undefined, company)
          await ask('DELETE', `/users/${(await userOf(email)).id}`)
        },
      }
    },
    async reset() {
      await admin.askConsent(false)
      await admin.tokensLive(realm.accessTokenLifespan)
      await ask('POST', '/logout-all')
      const users = await list<Json & Named>('/users')
      for (const { email, enabled, requiredActions = [] } of realm.users) {
        const user = users.find((one) => one['email'] === email)
        if (user === undefined) throw new Error(`Keycloak knows nobody of ${email}.`)
        await write(`/users/${user.id}`, user, { enabled, requiredActions })
      }
    },
  }
  return admin
}
