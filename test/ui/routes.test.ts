import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import type { SurfaceFailure, TokenTrouble } from '../../src/core/ports/dashboard-surface'
import { shortcuts } from '../../src/core/shell/shortcuts'
import { showRefusal } from '../../src/ui/app/refusal-page'
import { failureText } from '../../src/ui/features/dashboard/board-failure'
import { destinationOf, paths, returnPath } from '../../src/ui/hooks/routes'
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

  test('explains each error under the portal’s own wording', () => {
    const explained = [...guide.querySelectorAll('#trouble ~ dl dt')].map(plain)
    const troubles: readonly TokenTrouble[] = [
      'sign-in-again',
      'no-access',
      'not-answering',
      'identity-not-answering',
      'not-understood',
      'not-accepted',
    ]
    const failures: readonly SurfaceFailure[] = [
      { kind: 'dashboard-id-invalid' },
      { kind: 'frame-silent' },
      { kind: 'sdk-unavailable' },
      { kind: 'view-refused' },
      { kind: 'frame-blocked' },
      ...troubles.map((trouble) => ({ kind: 'token-unavailable', trouble }) as const),
    ]
    const titles = failures.flatMap((failure) =>
      [true, false].flatMap((online) =>
        [true, false].map(
          (signedIn) => failureText(failure, { subject: 'Bitcoin dashboard', online, signedIn }).title,
        ),
      ),
    )
    expect([...new Set(titles)].filter((title) => !explained.includes(title))).toEqual([])
  })
})
