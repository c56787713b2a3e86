// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { describe, expect, test } from 'vitest'
import { contractReportOf, readPacts, reportPage } from '../../contracts/gate/contract-report'
import { providers } from '../../contracts/interactions/operations'
import { identityProfile } from '../../contracts/interactions/identity'
import { history } from './example-history'

const names = [...providers.map(({ name }) => name), identityProfile.provider.name]
const failing = 'to delete one’s own dashboard'
const drawn = (red: readonly string[] = []): Document =>
  new DOMParser().parseFromString(reportPage(contractReportOf(readPacts(), history(red))), 'text/html')
const texts = (root: ParentNode, selector: string): readonly string[] =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())

describe('the page of the contracts', () => {
  const page = drawn()

  test('has one title, a section for each provider, and a link to every section', () => {
    expect(texts(page, 'h1')).toEqual(['Contracts'])
    expect(texts(page, 'section h2')).toEqual(names)
    const targets = [...page.querySelectorAll('nav[aria-label="Providers"] a')].map((link) =>
      link.getAttribute('href'),
    )
    expect(targets).toEqual(names.map((name) => `#${name}`))
    for (const name of names) {
      const part = page.getElementById(name)
      expect(page.getElementById(part?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe(name)
    }
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('shows each status in words, not only in color', () => {
    expect(new Set(texts(page, '.chip'))).toEqual(new Set(['Verified']))
    const red = drawn([failing])
    expect(texts(red, '.report-head .chip')).toEqual(['Failed'])
    expect(texts(red, '.tile.failed strong')).toEqual(['dashboard-library', 'dashboard-library-v2'])
    expect(texts(red, 'details.failed summary .name')).toEqual(['delete', 'delete'])
    const row = [...red.querySelectorAll('.interactions > li')].find(({ textContent }) =>
      textContent.includes(failing),
    )
    expect(row === undefined ? [] : texts(row, '.results .chip')).toEqual(['Failed'])
  })

  test('shows a request that is copyable, focusable and labeled, and the screens that need the port', () => {
    for (const sample of page.querySelectorAll('figure.sample pre')) {
      expect(sample.getAttribute('tabindex')).toBe('0')
      expect(sample.getAttribute('aria-label')).toMatch(/^Sample call of /)
      expect(sample.textContent).toMatch(/^curl /)
    }
    expect(texts(page, '#dashboard-library .screens li')).toEqual(['Dashboard Gallery', 'All Dashboards'])
  })

  test('checks an identity provider against every row of its profile, without a pact', () => {
    expect(texts(page, '#identity .interactions .what > p')).toEqual(
      identityProfile.interactions.map(({ description }) => description),
    )
    expect(texts(page, '#identity .facts code')).toEqual([
      'identityProvider',
      'contracts/interactions/identity.ts',
    ])
    const red = drawn(['the published keys'])
    expect(texts(red, '.tile.failed strong')).toEqual(['identity'])
    expect(texts(red, '.report-head .chip')).toEqual(['Failed'])
  })

  test('needs only files beside it', () => {
    for (const element of page.querySelectorAll('[src], link[href]'))
      expect(element.getAttribute('src') ?? element.getAttribute('href')).toMatch(/^(?:data:|[\w.-]+$)/)
    expect(page.querySelectorAll('script, style, [style]')).toHaveLength(0)
  })
})
