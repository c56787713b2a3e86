import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import type { DashboardsFailure } from '../../src/core/dashboards/dashboards'
import type { LibraryFailure } from '../../src/core/ports/dashboard-library'
import type { SurfaceFailure, TokenTrouble } from '../../src/core/ports/dashboard-surface'
import type { ResearchFailure } from '../../src/core/ports/research-assistant'
import { shortcuts } from '../../src/core/shell/shortcuts'
import { showRefusal } from '../../src/ui/app/refusal-page'
import { failureText } from '../../src/ui/features/dashboard/board-failure'
import { researchFailureText } from '../../src/ui/features/research/message-view'
import { failureDetail, galleryTexts } from '../../src/ui/hooks/dashboard-texts'
import { destinationOf, notFoundTitle, paths, returnPath } from '../../src/ui/hooks/routes'
import { listTitle } from '../../src/ui/pages/gallery/list-failure'
import { catalogueConfiguration } from '../support/catalogue'

describe('routes', () => {
  const catalogue = createCatalogue(catalogueConfiguration)

  describe('the route table', () => {
    test('lists every path of the portal', () => {
      expect([
        ...catalogue.datasets.map((dataset) => dataset.path),
        paths.chartBuilder,
        paths.savedDashboards,
        paths.savedDashboard('a b'),
      ]).toEqual([
        '/home',
        '/datasets/stablecoins',
        '/datasets/global-digital-asset-markets',
        '/datasets/bitcoin',
        '/datasets/ethereum',
        '/datasets/etf',
        '/datasets/lending',
        '/datasets/spot-analytics',
        '/datasets/derivatives',
        '/datasets/futures',
        '/datasets/staking',
        '/datasets/rwa',
        '/chart-builder',
        '/saved-dashboards',
        '/saved-dashboards/a%20b',
      ])
    })

    const builder = (path: string): string | null => (path === paths.chartBuilder ? 'Data Weaver' : null)

    test.each([
      ['/', '/home'],
      ['/datasets', '/home'],
      ['/datasets/', '/home'],
      ['/datasets/bitcoin/', '/datasets/bitcoin'],
      ['/home//', '/home'],
      ['/chart-builder/', '/chart-builder'],
    ])('%s redirects to %s', (path, to) => {
      expect(destinationOf(path, catalogue, builder)).toEqual({ kind: 'redirect', to })
    })

    test.each([
      '/nowhere',
      '/datasets/dogecoin',
      '/Home',
      '/Chart-builder/',
      '/nowhere/',
      '/datasets/bitcoin/x',
    ])('%s is unknown', (path) => {
      expect(destinationOf(path, catalogue, builder).kind).toBe('unknown')
    })
  })

  describe('the return target of sign-in', () => {
    test.each([
      ['/datasets/bitcoin', '', '', '/datasets/bitcoin'],
      ['/datasets/bitcoin', 'tab=two', '', '/datasets/bitcoin?tab=two'],
      ['/datasets/bitcoin', '?tab=two', '#supply', '/datasets/bitcoin?tab=two#supply'],
      ['/datasets/bitcoin', '', '#supply', '/datasets/bitcoin#supply'],
      ['//evil.example', '', '', '/home'],
      ['/\\evil.example', '', '#//', '/home'],
    ])('%s with %j and %j is %s', (path, search, hash, target) => {
      expect(returnPath(path, search, hash)).toBe(target)
    })
  })
})

describe('the page of a rejected configuration', () => {
  test('lists the invalid settings as text in place of the portal', () => {
    document.body.innerHTML = '<div id="root">loading</div>'
    showRefusal([
      { variable: 'ASSAY_BI_HOST', problem: 'it must be given' },
      { variable: 'ASSAY_TOKEN_HOST', problem: '"<b>x</b>" is not an address' },
    ])
    expect(screen.getByRole('alert').textContent).toContain('This portal isn’t set up yet')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ASSAY_BI_HOST it must be given.',
      'ASSAY_TOKEN_HOST "<b>x</b>" is not an address.',
    ])
    expect(document.body.textContent).not.toContain('loading')
  })
})

describe('the user guide', () => {
  const served = 'src/ui/public'
  const text = readFileSync(join(served, 'open-data/knowledge-base/index.html'), 'utf8')
  // Without the files that a page would load.
  const guide = new DOMParser().parseFromString(text.replaceAll(/<(?:link|script)\b[^>]*>/g, ''), 'text/html')
  const all = (selector: string, attribute: string): readonly string[] =>
    [...guide.querySelectorAll(selector)].map((element) => element.getAttribute(attribute) ?? '')
  const writtenByBuild = '/open-data/licenses.txt'
  /** Text on one line, with collapsed white space. */
  const plain = (element: Element | null): string => element?.textContent.replaceAll(/\s+/g, ' ').trim() ?? ''

  test('has no dead links, and lists every chapter in its contents', () => {
    const anchors = all('a[href^="#"]', 'href')
    expect(anchors.filter((href) => guide.getElementById(href.slice(1)) === null)).toEqual([])
    expect(anchors).toEqual(all('main h2', 'id').map((id) => `#${id}`))
    expect([...new Set(all('a:not([href^="#"])', 'href'))]).toEqual(['/home', writtenByBuild])
  })

  test('has every file that it shows, and each picture in both themes with alternative text', () => {
    const files = [...text.matchAll(/(?:src|href)="(\/open-data\/[^"]+)"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(8)
    expect(files.filter((file) => !existsSync(join(served, file)))).toEqual([writtenByBuild])
    const pictures = [...guide.querySelectorAll('.picture')]
    expect(pictures.length).toBeGreaterThan(2)
    for (const picture of pictures) {
      const [dark, light] = [...picture.querySelectorAll('img')]
      expect(light?.getAttribute('src')).toBe(dark?.getAttribute('src')?.replace('-dark.', '-light.'))
      expect(dark?.getAttribute('alt')).toMatch(/\w+ \w+/)
    }
  })

  test('lists exactly the existing shortcuts', () => {
    const listed = [...guide.querySelectorAll('.shortcuts > div')].map((row) => [
      plain(row.querySelector('dt')),
      plain(row.querySelector('dd')),
    ])
    const keys = (names: readonly string[]): string =>
      names.map((key) => key.replace('Mod+', 'Ctrl + ')).join(' then ')
    expect(listed).toEqual(shortcuts.map((shortcut) => [shortcut.label, keys(shortcut.keys)]))
  })

  describe('explains each error under the portal’s own wording:', () => {
    const explained = new Set([...guide.querySelectorAll('dl:not(.shortcuts) dt')].map(plain))
    const missing = (texts: readonly string[]): readonly string[] =>
      [...new Set(texts)].filter((title) => !explained.has(title))
    const sources = readdirSync('src/ui', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join('src/ui', name), 'utf8'))

    test('of a dashboard that can’t be shown', () => {
      const troubles: Readonly<Record<TokenTrouble, true>> = {
        'sign-in-again': true,
        'no-access': true,
        'not-answering': true,
        'identity-not-answering': true,
        'not-understood': true,
        'not-accepted': true,
      }
      const failures: Readonly<Record<SurfaceFailure['kind'], readonly SurfaceFailure[]>> = {
        'dashboard-id-invalid': [{ kind: 'dashboard-id-invalid' }],
        'source-missing': [{ kind: 'source-missing' }],
        'not-supported': [{ kind: 'not-supported' }],
        'frame-silent': [{ kind: 'frame-silent' }],
        'sdk-unavailable': [{ kind: 'sdk-unavailable' }],
        'view-refused': [{ kind: 'view-refused' }],
        'frame-blocked': [{ kind: 'frame-blocked' }],
        'token-unavailable': (Object.keys(troubles) as readonly TokenTrouble[]).map((trouble) => ({
          kind: 'token-unavailable',
          trouble,
        })),
      }
      const titles = Object.values(failures)
        .flat()
        .flatMap((failure) =>
          [true, false].flatMap((online) =>
            [true, false].map(
              (signedIn) => failureText(failure, { subject: 'Bitcoin dashboard', online, signedIn }).title,
            ),
          ),
        )
      expect(missing(titles)).toEqual([])
    })

    test('of the list of dashboards, and of changing one', () => {
      const library = (kind: LibraryFailure['kind'], status: number | null = null): LibraryFailure => ({
        kind,
        status,
        text: '',
        outcome: 'not-done',
      })
      const failures: Readonly<Record<DashboardsFailure['kind'], readonly DashboardsFailure[]>> = {
        'signed-out': [{ kind: 'signed-out' }],
        'name-empty': [],
        busy: [],
        'outcome-unknown': [
          { kind: 'outcome-unknown', found: false },
          { kind: 'outcome-unknown', found: null },
        ],
        'changed-since': [{ kind: 'changed-since' }],
        'library-refused': [400, 403, 404, 409].map((status) => library('library-refused', status)),
        'library-unavailable': [429, 503].map((status) => library('library-unavailable', status)),
        'library-unreachable': [library('library-unreachable')],
        'library-timeout': [library('library-timeout')],
        'library-malformed': [library('library-malformed')],
        'library-token': [library('library-token')],
        'library-not-supported': [library('library-not-supported')],
      }
      const details = Object.values(failures)
        .flat()
        .flatMap((failure) => [true, false].map((isNew) => failureDetail(failure, isNew) ?? ''))
      const { createFailed, renameFailed, copyFailed, deleteFailed } = galleryTexts
      const titles = [true, false].flatMap((online) =>
        [true, false].map((refused) => listTitle(online, refused)),
      )
      expect(missing([createFailed, renameFailed, copyFailed, deleteFailed, ...details, ...titles])).toEqual(
        [],
      )
    })

    test('of Deep Research', () => {
      const failures: Readonly<Record<Exclude<ResearchFailure['kind'], 'assistant-error'>, ResearchFailure>> =
        {
          'not-supported': { kind: 'not-supported' },
          'source-missing': { kind: 'source-missing' },
          'assistant-rejected': { kind: 'assistant-rejected' },
          'assistant-refused': { kind: 'assistant-refused', status: 403 },
          'assistant-unavailable': { kind: 'assistant-unavailable', status: 503 },
          'assistant-unreachable': { kind: 'assistant-unreachable' },
          'assistant-timeout': { kind: 'assistant-timeout' },
          'assistant-malformed': { kind: 'assistant-malformed', path: '' },
          'assistant-token': { kind: 'assistant-token' },
        }
      expect(missing(Object.values(failures).map(researchFailureText))).toEqual([])
    })

    test('of pages and in notices', () => {
      const panels = sources
        .flatMap((source) => source.split('<StatePanel').slice(1))
        .map((panel) => panel.split('text=')[0] ?? '')
        .filter((panel) => !panel.includes('trouble="empty"'))
      const titles = panels.flatMap((panel) =>
        [...(/title=(.*)/.exec(panel)?.[1] ?? '').matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, title = '']) =>
          title.replace('${title}', 'Data Weaver'),
        ),
      )
      const notices = sources.flatMap((source) =>
        [...source.matchAll(/tone: '(?:error|warning)',\s*text: '([^']+)'/g)].map(([, text = '']) => text),
      )
      expect(titles.length).toBeGreaterThan(5)
      expect(notices.length).toBeGreaterThan(5)
      expect(missing([...titles, ...notices, notFoundTitle])).toEqual([])
    })
  })
})
