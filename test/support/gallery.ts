import type { Locator, Page } from 'playwright-core'
import type { StackOrigins } from '../../local/http/addresses'
import { dashboardLibraryRoutes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { personalToken } from './signed-in'
import type { Visitor } from './visitor'

/** The BI host's REST calls with one user's token, as any client could send them without the portal. */
export interface HostCalls {
  readonly token: string
  list(): Promise<readonly { readonly id: string; readonly name: string; readonly author: string }[]>
  create(name: string): Promise<string>
  /** Status of the response. */
  remove(id: string): Promise<number>
  /** Status of a request for a dashboard's content, as the frame sends it. */
  open(id: string): Promise<number>
  /** Titles of the charts on it. */
  charts(id: string): Promise<readonly string[]>
  /** Status of the request that overwrites it, under this name. */
  overwrite(id: string, name: string): Promise<number>
}

function hostCalls({ biHost }: StackOrigins, token: string): HostCalls {
  const call = (
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> =>
    fetch(biHost + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })
  const post = (path: string, form: Readonly<Record<string, string>>): Promise<Response> =>
    call(path, { method: 'POST', body: new URLSearchParams(form) })
  const importing = (object: unknown, createNew: boolean): Promise<Response> =>
    post(dashboardLibraryRoutes.create.path, {
      import_objects: JSON.stringify([object]),
      import_policy: 'PARTIAL',
      create_new: String(createNew),
    })
  return {
    token,
    async list() {
      const reply = await call(`${dashboardLibraryRoutes.list.path}?type=PINBOARD_ANSWER_BOOK&batchsize=-1`)
      const body: { headers: { id: string; name: string; author: string }[] } = await reply.json()
      return body.headers.filter(({ author }) => !author.startsWith('curator@'))
    },
    async create(name) {
      const reply = await importing({ liveboard: { name, visualizations: [] } }, true)
      const body: { object: [{ response: { header: { id_guid: string } } }] } = await reply.json()
      return body.object[0].response.header.id_guid
    },
    remove: async (id) =>
      (
        await post(dashboardLibraryRoutes.delete.path, {
          type: 'PINBOARD_ANSWER_BOOK',
          id: JSON.stringify([id]),
          includedisabled: 'false',
        })
      ).status,
    open: async (id) =>
      (
        await call('/prism/?op=LoadContextBook', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ liveboardId: id }),
        })
      ).status,
    async charts(id) {
      const reply = await call(`${dashboardLibraryRoutes.charts.path}?id=${id}`)
      const headers: { readonly name: string }[] = await reply.json()
      return headers.map(({ name }) => name)
    },
    overwrite: async (id, name) =>
      (await importing({ guid: id, liveboard: { name, visualizations: [] } }, false)).status,
  }
}

/** The host's calls as this user, with a fresh token, valid for five minutes. */
export async function hostAs(
  { visitor, origins }: { readonly visitor: Visitor; readonly origins: StackOrigins },
  email: string,
): Promise<HostCalls> {
  return hostCalls(origins, await personalToken(visitor, email))
}

/** Opens the gallery with this user signed in and only dashboards of these names; the last one is on top. */
export async function openGallery(
  {
    page,
    visitor,
    origins,
  }: { readonly page: Page; readonly visitor: Visitor; readonly origins: StackOrigins },
  email: string,
  names: readonly string[] = [],
): Promise<HostCalls> {
  const host = await hostAs({ visitor, origins }, email)
  for (const { id } of await host.list()) await host.remove(id)
  for (const name of names) await host.create(name)
  await page.goto(visitor.address('/saved-dashboards'))
  await gallery(page).count(names.length).waitFor()
  return host
}

/** What the user sees of the gallery. */
export function gallery(page: Page) {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog', { name: 'Create New Dashboard' })
  return {
    count: (count: number): Locator =>
      main.getByRole('heading', { level: 2, name: `Dashboards (${count})`, exact: true }),
    row: (name: string): Locator =>
      main.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) }),
    link: (name: string): Locator => main.getByRole('link', { name, exact: true }),
    delete: (name: string): Locator => main.getByRole('button', { name: `Delete ${name}`, exact: true }),
    new: main.getByRole('button', { name: 'Create New Dashboard' }),
    dialog,
    name: dialog.getByLabel('Dashboard Name'),
    send: dialog.getByRole('button', { name: /^Creat/ }),
    question: page.getByRole('alertdialog'),
    confirm: page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }),
  }
}
