import { describe, expect, test } from 'vitest'
import { createCatalogue } from '../../../src/core/catalogue/catalogue'
import { datasetNames } from '../../../src/core/catalogue/dataset-words'
import { maxPerSection, search, type Usage } from '../../../src/core/navigation/search'
import {
  searchIndex,
  type SearchIndex,
  type SearchEntry,
  oneTypoApart,
  positionOf,
  termsOf,
} from '../../../src/core/navigation/search-index'
import { findTypos } from '../../../src/ui/features/palette/find-typos'
import { catalogueConfiguration } from '../../support/catalogue'

describe('search', () => {
  const catalogue = createCatalogue(catalogueConfiguration)
  const datasets: readonly SearchEntry[] = catalogue.datasets.map((dataset) => ({
    id: `dataset:${dataset.key}`,
    group: 'datasets',
    title: dataset.title,
    names: `${dataset.sidebarName} ${datasetNames(catalogue, dataset)}`,
    about: dataset.description,
  }))
  const nobody: Usage = { favorites: [], recents: [], here: null }
  const entry = (
    id: string,
    title: string,
    group: SearchEntry['group'] = 'dashboards',
    about = '',
  ): SearchEntry => ({
    id,
    group,
    title,
    names: '',
    about,
  })

  const indexes = new Map<readonly SearchEntry[], SearchIndex>()
  /** Built once for a list, as in the palette. */
  function indexOf(entries: readonly SearchEntry[]): SearchIndex {
    const index = indexes.get(entries) ?? searchIndex(entries)
    indexes.set(entries, index)
    return index
  }

  function titles(entries: readonly SearchEntry[], query: string, usage: Usage = nobody): readonly string[] {
    return search(indexOf(entries), query, usage, findTypos).sections.flatMap(({ found }) =>
      found.map((one) => one.entry.title),
    )
  }

  const letters = ['a', 'e', 'x']

  /** Every one-letter typo of a text; these letters are tried at every position. */
  function typos(text: string): readonly string[] {
    const out = new Set<string>()
    for (let at = 0; at <= text.length; at += 1) {
      const [before, after] = [text.slice(0, at), text.slice(at)]
      for (const letter of letters) {
        out.add(before + letter + after)
        if (after !== '') out.add(before + letter + after.slice(1))
      }
      if (after !== '') out.add(before + after.slice(1))
      if (after.length > 1) out.add(before + after[1] + after[0] + after.slice(2))
    }
    out.delete(text)
    return [...out]
  }

  describe('a typo of one letter', () => {
    test.each(datasets.map(({ title }) => title))('anywhere in "%s" still matches', (title) => {
      const index = searchIndex(datasets)
      const finds = (typed: string): boolean =>
        search(index, typed, nobody, findTypos).sections.some(({ found }) =>
          found.some((one) => one.entry.title === title),
        )
      const missed = typos(title.toLowerCase()).filter((typed) => !finds(typed))
      expect(missed).toEqual([])
    })

    test.each(['Ликвидность недели', 'Größe der Märkte', 'Morning note 7'])(
      'in "%s" matches too',
      (title) => {
        const entries = [...datasets, entry('one', title)]
        const [first = '', second = ''] = title.toLowerCase().split(' ')
        const swapped = first.replace(/(.)(.)(.)/u, '$1$3$2')
        for (const typed of [swapped, `${swapped} ${second}`, first.slice(0, 2) + first.slice(3)])
          expect(titles(entries, typed)).toContain(title)
      },
    )

    test('ranks after exact matches', () => {
      const entries = [entry('one', 'Stabel prices'), entry('two', 'Stable prices')]
      expect(titles(entries, 'stable')).toEqual(['Stable prices', 'Stabel prices'])
    })
  })

  describe('what a query finds', () => {
    test.each([
      ['btc', 'Bitcoin'],
      ['usdt', 'Stablecoins'],
      ['xbt', 'Bitcoin'],
      ['iv', 'Derivatives'],
      ['defi', 'Lending'],
      ['on-chain yield', 'Staking'],
      ['fund flows', 'ETF'],
      ['perps', 'Futures'],
      ['home', 'Assay'],
      ['spotanalytics', 'Spot Analytics'],
      ['market crypto', 'Global Crypto Market'],
    ])('"%s" ranks %s first', (query, title) => {
      expect(titles(datasets, query)[0]).toBe(title)
    })

    test('ranks the exact title first, then its prefix, its words, its letters, other words', () => {
      const entries = [
        entry('a', 'Note', 'dashboards', 'desk'),
        entry('b', 'Overdesk'),
        entry('c', 'My desk'),
        entry('d', 'Desk of the week'),
        entry('e', 'Desk'),
      ]
      expect(titles(entries, 'desk')).toEqual(['Desk', 'Desk of the week', 'My desk', 'Overdesk', 'Note'])
    })

    test('ranks equal matches by favorite, then by last use', () => {
      const entries = ['a', 'b', 'c', 'd'].map((id) => entry(id, `Desk ${id}`))
      expect(titles(entries, 'desk', { favorites: ['d'], recents: ['c', 'd'], here: null })).toEqual([
        'Desk d',
        'Desk c',
        'Desk a',
        'Desk b',
      ])
    })

    test('letters inside other words match only without a better match', () => {
      const entries = [entry('a', 'Alpha', 'dashboards', 'whether'), entry('b', 'Ether')]
      expect(titles(entries, 'ether')).toEqual(['Ether'])
      expect(titles(entries.slice(0, 1), 'ether')).toEqual(['Alpha'])
    })

    test('a query without a match returns an empty list', () => {
      expect(search(searchIndex(datasets), 'qqqqqq', nobody, findTypos)).toEqual({ sections: [], total: 0 })
      expect(titles(datasets, '(((')).toEqual([])
      expect(titles(datasets, '   ')).toHaveLength(datasets.length)
    })

    test('finds a name without a letter or a digit', () => {
      const entries = [
        ...datasets,
        entry('one', '🚀🚀'),
        entry('two', '🌕 – 🚀🚀🚀 week'),
        entry('three', '***'),
      ]
      expect(titles(entries, '🚀🚀')).toEqual(['🚀🚀', '🌕 – 🚀🚀🚀 week'])
      expect(titles(entries, '🌕 🚀')).toEqual(['🌕 – 🚀🚀🚀 week'])
      expect(titles(entries, '***')).toEqual(['***'])
      expect(titles(entries, '🚀 weak')).toEqual(['🌕 – 🚀🚀🚀 week'])
    })

    test.each([
      ['IŞIK RAPORU', ['ışık', 'IŞIK', 'isik']],
      ['Analyse te\u0301le\u0301vise\u0301e', ['télévisée', 'TELEVISEE', 'te\u0301le\u0301']],
      ['Große Straßen', ['grosse', 'GROẞE', 'strassen']],
      ['Smørrebrød', ['smorrebrod', 'SMØRREBRØD']],
      ['ŁÓDŹ œuvre', ['lodz', 'oeuvre']],
      ['Ελλάδα ΣΑΣ', ['ελλαδα', 'σας', 'σασ']],
      ['レポート', ['ﾚﾎﾟｰﾄ', 'レポ']],
      ['週報　２０２６', ['2026', '週報 ２０２６']],
      ['한국어 보고서', ['한국', '하']],
    ])('%s, in any spelling: %j', (title, queries) => {
      const entries = [...datasets, entry('one', title)]
      for (const query of queries) expect(titles(entries, query)).toContain(title)
    })

    test('orders groups by their best result, with a limit per group', () => {
      const many = Array.from({ length: 300 }, (_, index) => entry(`s${index}`, `Old sta ${index}`))
      const { sections, total } = search(searchIndex([...many, ...datasets]), 'sta', nobody, findTypos)
      expect(sections.map(({ kind, found }) => [kind, found.length])).toEqual([
        ['datasets', 4],
        ['dashboards', maxPerSection],
      ])
      expect(sections[0]?.found.map((one) => one.entry.title).slice(0, 2)).toEqual(['Stablecoins', 'Staking'])
      expect(total).toBe(304)
    })

    test('returns the matched letters', () => {
      const ranges = (query: string): unknown =>
        search(searchIndex([entry('a', 'Stablecoin flows')]), query, nobody, findTypos).sections[0]?.found[0]
          ?.ranges
      expect(ranges('flows sta')).toEqual([
        [0, 3],
        [11, 16],
      ])
      expect(ranges('stabelcoin')).toEqual([[0, 10]])
      expect(ranges('desk')).toBeUndefined()
    })

    test.each([
      ['Große Straßen', 'strass', ['Straß']],
      ['Große Straßen', 'e stras', ['e', 'Straß']],
      ['Analyse te\u0301le\u0301vise\u0301e', 'tele', ['te\u0301le\u0301']],
      ['Te\u0301le\u0301vise\u0301e du soir', 'televixee', ['Te\u0301le\u0301vise\u0301e']],
      ['ﷺ – İki ½ 𝐁𝐨𝐥𝐝', 'iki bol 1', ['İki', '½', '𝐁𝐨𝐥']],
      ['한국어', '하', ['한']],
    ])('in the letters of the title: %s, %s', (title, query, letters) => {
      const found = search(searchIndex([entry('a', title)]), query, nobody, findTypos).sections[0]?.found[0]
      expect(found?.ranges.map(([from, to]) => title.slice(from, to))).toEqual(letters)
    })
  })

  describe('without a query', () => {
    const entries = [
      ...datasets,
      ...['1', '2', '3', '4', '5', '6', '7'].map((id) => entry(`dashboard:${id}`, `Own ${id}`)),
      entry('tile:x', 'Tile', 'tiles'),
      entry('action:theme', 'Theme', 'actions'),
    ]

    test('favorites and recents come first, without duplicates and without the current page', () => {
      const { sections } = search(
        searchIndex(entries),
        '  ',
        {
          favorites: ['tile:x', 'dataset:rwa', 'dashboard:gone'],
          recents: ['dataset:bitcoin', 'dataset:rwa', 'dataset:etf', 'dashboard:7'],
          here: 'dataset:bitcoin',
        },
        findTypos,
      )
      const ids = (kind: string): readonly string[] | undefined =>
        sections.find((section) => section.kind === kind)?.found.map((one) => one.entry.id)
      expect(sections.map(({ kind }) => kind)).toEqual([
        'favorites',
        'recents',
        'datasets',
        'dashboards',
        'actions',
      ])
      expect(ids('favorites')).toEqual(['tile:x', 'dataset:rwa'])
      expect(ids('recents')).toEqual(['dataset:etf', 'dashboard:7'])
      expect(ids('datasets')).toHaveLength(10)
      expect(ids('dashboards')).toHaveLength(5)
    })
  })

  describe('the scoring', () => {
    test('splits terms into words', () => {
      expect(termsOf('  On-chain, YIELD! ')).toEqual(['on', 'chain', 'yield'])
    })

    test('prefers the start of a word', () => {
      expect(positionOf('whether ether', 'ether')).toEqual({ at: 8, start: true })
      expect(positionOf('whether', 'ether')).toEqual({ at: 2, start: false })
    })

    test.each([
      ['etf', 'ef', true],
      ['etf', 'eft', true],
      ['etf', 'etg', true],
      ['etf', 'xetf', true],
      ['etf', 'etf', false],
      ['etf', 'tfe', false],
      ['abcd', 'abdx', false],
      ['ab', 'ba', true],
    ])('%s and %s: %s', (one, other, apart) => {
      expect(oneTypoApart(one, other)).toBe(apart)
      expect(oneTypoApart(other, one)).toBe(apart)
    })
  })
})
