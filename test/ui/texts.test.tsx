import { act, screen, waitFor, within } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { SavedDashboard } from '../../src/core/ports/dashboard-library'
import { Portal } from '../../src/ui/app/portal'
import { renderWithApp, type RenderedApp, type WithAppOptions } from '../support/render-with-app'
import {
  folders,
  reader,
  relabels,
  routes,
  states,
  texts,
  topRows,
  type Specified,
  type State,
} from '../support/specified-texts'

const saved = (id: string, name: string): SavedDashboard => ({
  id,
  name,
  description: '',
  author: 'analyst@example.com',
  createdAt: Date.UTC(2026, 10, 1, 12),
  modifiedAt: null,
})
const first = '00000000-0000-4000-8000-000000000001'
const dashboards = [saved(first, reader.dashboard), saved('00000000-0000-4000-8000-000000000002', 'Desk')]

const at =
  (path: string, options: WithAppOptions = {}) =>
  (): Promise<RenderedApp> =>
    renderWithApp(<Portal />, { path, ...options })
const signedIn = (path: string, options: WithAppOptions = {}): (() => Promise<RenderedApp>) =>
  at(path, { signedIn: true, dashboards, ...options })
const press = async ({ user }: RenderedApp, name: string): Promise<void> =>
  user.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement)

/** Reaches a state: opens a page and presses the named buttons. */
const pressed = (open: () => Promise<RenderedApp>, ...names: readonly string[]) =>
  async function ways(): Promise<RenderedApp> {
    const app = await open()
    for (const name of names) await press(app, name)
    return app
  }
const refusal = { kind: 'library-refused', status: 403, text: 'no', outcome: 'not-done' } as const
const gallery = signedIn('/saved-dashboards')
const createDialog = pressed(gallery, 'Create New Dashboard')

const ways: Record<State, () => Promise<unknown>> = {
  'Home, signed out': at('/home'),
  'Home in light': at('/home', { theme: 'light' }),
  'Home, sidebar collapsed': at('/home', { sidebar: 'collapsed' }),
  'Home on a phone': at('/home', { width: 390 }),
  'the menu of a phone, signed out': pressed(at('/home', { width: 390 }), 'Open menu'),
  'the menu of a phone, signed in': pressed(signedIn('/home', { width: 390 }), 'Open menu'),
  'a dataset, signed out': at('/datasets/bitcoin'),
  'Home, signed in': signedIn('/home'),
  'Deep Research, pointed at': async () => {
    const { user } = await signedIn('/home')()
    await user.hover(await screen.findByRole('button', { name: 'Deep Research' }))
  },
  'a long description': signedIn('/datasets/stablecoins'),
  'a long description, opened': pressed(signedIn('/datasets/stablecoins'), 'Show more'),
  'Data Weaver': signedIn('/chart-builder'),
  'All Dashboards, signed out': at('/saved-dashboards'),
  'All Dashboards': async () => {
    const { user } = await gallery()
    await user.hover(await screen.findByRole('button', { name: `Delete ${reader.dashboard}` }))
  },
  'All Dashboards, empty': signedIn('/saved-dashboards', { dashboards: [] }),
  'the create dialog': createDialog,
  'the create dialog, busy': async () => {
    const { stores } = await createDialog()
    act(() => stores.dashboards.setState({ creating: true }))
  },
  'the create dialog, failed': async () => {
    const { user, library } = await createDialog()
    library.failNext(refusal)
    await user.type(await screen.findByLabelText('Dashboard Name'), 'Desk{Enter}')
  },
  'the question before deleting': pressed(gallery, `Delete ${reader.dashboard}`),
  'a delete that failed': async () => {
    const app = await pressed(gallery, `Delete ${reader.dashboard}`)()
    app.library.failNext(refusal)
    await press(app, 'Delete')
  },
  'a saved dashboard, signed out': at(`/saved-dashboards/${first}`),
  'a saved dashboard': signedIn(`/saved-dashboards/${first}`),
  'a saved dashboard, being deleted': async () => {
    const { stores } = await signedIn(`/saved-dashboards/${first}`)()
    await screen.findByRole('heading', { name: reader.dashboard })
    act(() => stores.dashboards.setState({ deleting: new Set([first]) }))
  },
  'a saved dashboard, none there': signedIn('/saved-dashboards/', { dashboards: [] }),
  'the start': at('/home', { loading: 'flags' }),
  'an error of sign-in': async () => {
    const { stores } = await at('/home')()
    act(() => stores.auth.setState({ error: 'Login failed' }))
  },
  'a page that fails': async () => {
    const { catalogue, goTo } = await at('/home', { quiet: true })()
    Object.defineProperty(catalogue, 'byPath', {
      value: () => {
        throw new Error('broken on purpose')
      },
    })
    goTo('/datasets/bitcoin')
  },
}

const starts = (text: string) => (element: Element) => element.textContent.trim().startsWith(text)

/** Waits until the text is there. A text may span several elements. */
async function find({ kind, text, within: part }: Specified): Promise<void> {
  const area = part === 'main' ? within(await screen.findByRole('main')) : screen
  if (kind === 'title') await area.findAllByTitle(text)
  else if (kind === 'label') await area.findAllByLabelText(text)
  else if (kind === 'placeholder') await area.findAllByPlaceholderText(text)
  else if (kind === 'alert')
    await waitFor(() => expect(area.getAllByRole('alert').map(starts(text))).toContain(true))
  else if (kind === 'tooltip') await area.findAllByText(text, { selector: '.tooltip' })
  else if (kind === 'text') await area.findAllByText((_, element) => element?.textContent.trim() === text)
  else await area.findAllByRole(kind, { name: text })
}

test.each(states)('a state of the portal shows its specified texts: %s', async (state) => {
  await ways[state]()
  for (const text of texts[state]) await find(text)
})

test('docs/texts.md matches the list', () => {
  const written = [...readFileSync('docs/texts.md', 'utf8').matchAll(/^\| (.*) \|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .filter(([start = '']) => /^\d/.test(start))
  const sections = (list: readonly Specified[]): string =>
    [...new Set(list.map(({ section }) => section))].toSorted().join(', ')
  const rows = [
    ...routes.map(([path, title, subtitle]) => ['2.2', `\`${path}\``, `${title}; ${subtitle}`]),
    ['2.7', 'the tree', topRows.join('; ')],
    ...Object.entries(folders).map(([folder, pages]) => ['2.7', `the tree, ${folder}`, pages.join('; ')]),
    ...states.map((state) => [
      sections(texts[state]),
      state,
      [...new Set(texts[state].map(({ text }) => text))].join('; '),
    ]),
    ['9', 'embedded views', relabels.join('; ')],
  ]
  expect(written).toEqual(rows)
})
