import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { AnswerSuggestion } from '../../src/core/ports/research-assistant'
import { Portal } from '../../src/ui/app/portal'
import { sourceVariable } from '../../src/composition/configuration-table'
import { datasetKeys } from '../../src/core/catalogue/catalogue'
import { AnswerTable } from '../../src/ui/features/research/answer-details'
import { EvidenceText } from '../../src/ui/features/research/evidence-text'
import { renderWithApp, type RenderedApp, type WithAppOptions } from '../support/render-with-app'
import { answers, openResearch as open, question, suggestion } from '../support/research-panel'

/** An IntersectionObserver that the test controls. */
class ControlledObserver {
  static readonly all: ControlledObserver[] = []
  readonly report: (near: boolean) => void
  constructor(report: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.report = (near) => report([{ isIntersecting: near }])
  }
  observe(element: Element): void {
    if (element.classList.contains('answer__container')) ControlledObserver.all.push(this)
    else this.report(true)
  }
  disconnect(): void {
    return undefined
  }
}

describe('Deep Research', () => {
  it('is offered to signed-in users, on datasets and the chart builder, while the flag is on', async () => {
    const nobody = await renderWithApp(<Portal />, { path: '/home' })
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Deep Research' })).toBeNull()
    expect(nobody.assistant.asked).toEqual([])
  })

  it('is absent without the flag, and on other pages', async () => {
    const app = await renderWithApp(<Portal />, { path: '/datasets/etf', signedIn: true })
    await screen.findByRole('button', { name: 'Deep Research' })
    app.goTo('/saved-dashboards')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Deep Research' })).toBeNull())
    app.goTo('/datasets/etf')
    await screen.findByRole('button', { name: 'Deep Research' })
    await act(async () =>
      app.stores.flags.setState((state) => ({
        values: { ...state.values, 'miu-deep-research-enabled': false },
      })),
    )
    expect(screen.queryByRole('button', { name: 'Deep Research' })).toBeNull()
  })

  it('reserves no space in the bar when it is off at start, and keeps its space when it is turned off later', async () => {
    const room = (): Element | null => document.querySelector('.control--absent')
    const off = { 'miu-deep-research-enabled': false }
    const app = await renderWithApp(<Portal />, { path: '/datasets/etf', signedIn: true, flags: off })
    await screen.findByRole('button', { name: 'Log out' })
    expect(room()).toBeNull()
    const flag = (on: boolean): void =>
      act(() =>
        app.stores.flags.setState(({ values }) => ({
          values: { ...values, 'miu-deep-research-enabled': on },
        })),
      )
    flag(true)
    await screen.findByRole('button', { name: 'Deep Research' })
    flag(false)
    expect(room()).not.toBeNull()
  })

  it('keeps the charts of the eight answers that were last near the viewport, and renders another when it comes near', async () => {
    vi.stubGlobal('IntersectionObserver', ControlledObserver)
    const { ask, panel } = await open()
    for (let asked = 1; asked <= 10; asked += 1) {
      await ask(question)
      await waitFor(() => expect(ControlledObserver.all).toHaveLength(asked))
    }
    /** The indexes of the answers with a rendered chart. */
    const pictures = (): readonly number[] =>
      panel
        .getAllByRole('article')
        .flatMap((answer, index) => (answer.querySelector('[data-phase="rendered"]') === null ? [] : [index]))
    const scrollPast = (answer: number): void =>
      act(() => {
        ControlledObserver.all[answer]?.report(true)
        ControlledObserver.all[answer]?.report(false)
      })
    for (let answer = 0; answer < 9; answer += 1) scrollPast(answer)
    await waitFor(() => expect(pictures()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]))
    // The second is on screen again, and is not evicted while it is.
    act(() => ControlledObserver.all[1]?.report(true))
    for (const answer of [0, 9, 2, 3, 4, 5, 6, 7]) scrollPast(answer)
    await waitFor(() => expect(pictures()).toEqual([1, 2, 3, 4, 5, 6, 7, 9]))
    // An evicted chart is rendered again.
    scrollPast(0)
    await waitFor(() => expect(pictures()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]))
  })

  it('asks, and shows the answer with its chart, its interpretation and its table', async () => {
    const { ask, panel, surface, assistant } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    expect(assistant.asked.map(({ text }) => text)).toEqual([question])
    await waitFor(() => expect(surface.frameCounts()['answer']).toBe(1))
    const [view] = surface.views.filter(({ shown }) => shown.at(-1)?.view.kind === 'answer')
    const asked = assistant.asked[0]
    expect(view?.shown.at(-1)?.view).toMatchObject({
      handle: `${asked?.conversationId} ${asked?.messageId}`,
    })
    const readAs = panel.getByRole('list', { name: 'Read as' })
    expect(readAs.textContent).toBe('supplychainlast 90 days')
    // Each part links to where it can be changed.
    for (const part of readAs.querySelectorAll('a'))
      expect(part.getAttribute('href')).toMatch(/^\/chart-builder\?.*q=supply/)
    expect(readAs.querySelectorAll('a')).toHaveLength(3)
    expect(panel.getByText('Supply of all coins.')).toBeTruthy()
    expect(panel.getByText('“supply”: supply, net issuance')).toBeTruthy()
    expect(panel.getAllByRole('cell', { hidden: true }).map((cell) => cell.textContent)).toEqual([
      'Ethereum',
      '183',
      'Tron',
      '83',
    ])
    expect(panel.getByRole('link', { name: 'Open in Data Weaver' }).getAttribute('href')).toBe(
      '/chart-builder?source=worksheet-1#q=supply%2C+by+chain%2C+last+90+days',
    )
  })

  it('explains the query’s steps, what is left out and how the answer is charted', async () => {
    const whole = suggestion([183, 83])
    const axes = { x: ['chain'], y: ['supply'], color: [] }
    const picture = { displayMode: 'CHART_MODE', columns: [] }
    const { ask, panel } = await open({
      answers: new Map([
        [
          'all of it',
          {
            ...whole,
            warningType: 'TOP_N_APPLIED',
            formulas: [{ name: 'share', expression: 'sum ( supply ) / group_sum ( supply )' }],
            subQueries: [
              {
                tokens: ['top 2', 'chain', 'by supply'],
                name: 'Largest chains',
              },
              { tokens: ['last 90 days'], name: null },
            ],
            visualization: { ...picture, chartType: 'STACKED_BAR', axes: [axes] },
          },
        ],
        [
          'less of it',
          {
            ...whole,
            title: 'Less of it',
            warningType: 'SOMETHING_NEW',
            visualization: { ...picture, chartType: 'KPI', axes: [] },
          },
        ],
        [
          'drawn by its makers',
          {
            ...whole,
            title: 'Drawn by its makers',
            visualization: {
              ...picture,
              chartType: 'CUSTOM',
              axes: [],
              columns: ['chain', 'supply', 'chain'],
            },
          },
        ],
      ]),
    })
    const notes = (): Record<string, readonly (string | null)[]> => {
      const lists = panel.getAllByRole('article').at(-1)?.querySelectorAll('dl.answer__notes') ?? []
      return Object.fromEntries(
        Array.from(lists, (list) => [
          list.querySelector('dt')?.textContent,
          Array.from(list.querySelectorAll('dd'), (note) => note.textContent),
        ]),
      )
    }
    await ask('all of it')
    await panel.findByRole('heading', { name: 'Supply by chain' })
    expect(notes()).toMatchObject({
      Calculated: ['share = sum ( supply ) / group_sum ( supply )'],
      'Calculated first': ['Largest chains: top 2 · chain · by supply', 'last 90 days'],
      Limited: ['Top n applied'],
      'Chart type': ['Stacked bar: Supply by Chain'],
    })
    await ask('less of it')
    await panel.findByRole('heading', { name: 'Less of it' })
    expect(notes()).toMatchObject({ Limited: ['Something new'], 'Chart type': ['Single number'] })
    expect(notes()).not.toHaveProperty('Calculated first')
    await ask('drawn by its makers')
    await panel.findByRole('heading', { name: 'Drawn by its makers' })
    expect(notes()).toMatchObject({ 'Chart type': ['Custom: Chain, Supply'] })
    // A headline figure takes less space than a chart.
    const shapes = [...document.querySelectorAll('.answer__frame')].map((frame) =>
      frame.getAttribute('data-shape'),
    )
    expect(shapes).toEqual(['chart', 'figure', 'chart'])
  })

  it('links each number in the text to its table cell, and marks numbers without one', async () => {
    const table = [
      { id: 'fund', name: 'Fund', dataType: 'VARCHAR', values: ['IBIT', 'ETHA'] },
      { id: 'flow', name: 'Net flow', dataType: 'DOUBLE', values: [995e6, 313.3e6] },
      { id: 'ago', name: 'Net flow (a month ago)', dataType: 'DOUBLE', values: [313.4e6, 20e6] },
    ]
    const description = 'IBIT had +$995M, ETHA $313M; $1.3B in all, of $7.7B.'
    const answer = { ...suggestion([]), table, description }
    const { ask, panel, user } = await open({ answers: new Map([[question, answer]]) })
    await ask(question)
    const sourceOf = async (number: string): Promise<readonly (string | null)[]> => {
      await user.click(await panel.findByRole('button', { name: `${number}, source` }))
      const card = await screen.findByRole('dialog', { name: `${number} in the table` })
      const lines = [...card.querySelectorAll('dd')].map((line) => line.textContent)
      await user.keyboard('{Escape}')
      return lines
    }
    const query = ['supply · chain · last 90 days', 'Unknown']
    const beside = 'Net flow (a month ago): 313,400,000'
    expect(await sourceOf('+$995M')).toEqual(['Net flow · IBIT: 995,000,000', beside, ...query])
    expect(await sourceOf('$313M')).toEqual(['Net flow or Net flow (a month ago)', ...query])
    expect(await sourceOf('$1.3B')).toEqual(['Sum of Net flow, 2 rows: 1,308,300,000', ...query])
    expect(await sourceOf('$7.7B')).toEqual(['No single value', ...query])
  })

  it.each([
    ['−$225M', 'Supply − Supply, before · Ethereum: 182,775,000,000 − 183,000,000,000 = -225,000,000'],
    [
      '+$155M',
      'Sum of Supply − Sum of Supply, before, 2 rows: 264,455,000,000 − 264,300,000,000 = 155,000,000',
    ],
    ['$264.5B', 'Sum of Supply, 2 rows: 264,455,000,000'],
    ['$264B', 'Sum of Supply, 2 rows: 264,455,000,000; or Sum of Supply, before, 2 rows: 264,300,000,000'],
  ])('shows how a change or a total was calculated: %s', async (number, working) => {
    const table = [
      { id: 'chain', name: 'Chain', dataType: 'VARCHAR', values: ['Ethereum', 'Tron'] },
      { id: 'supply', name: 'Supply', dataType: 'DOUBLE', values: [182_775e6, 81_680e6] },
      { id: 'prior', name: 'Supply, before', dataType: 'DOUBLE', values: [183_000e6, 81_300e6] },
    ]
    const description = 'Supply was $264.5B, about $264B, +$155M in all. Largest changes: Ethereum −$225M.'
    const { ask, panel, user } = await open({
      answers: new Map([[question, { ...suggestion([]), table, description }]]),
    })
    await ask(question)
    await user.click(await panel.findByRole('button', { name: `${number}, source` }))
    const card = await screen.findByRole('dialog', { name: `${number} in the table` })
    expect([...card.querySelectorAll('dt, dd')].slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      'Calculated',
      working,
    ])
  })

  it('takes the cell of the day and name in the text, where other days have the same number', async () => {
    const days = ['2026-11-01', null, '2026-11-21', '2026-11-21']
    const table = [
      { id: 'day', name: 'Date', dataType: 'DATE', values: days },
      { id: 'coin', name: 'Asset', dataType: 'VARCHAR', values: ['BTC', 'WBTC', 'BTC', 'WBTC'] },
      { id: 'price', name: 'Price', dataType: 'DOUBLE', values: [78_431, 78_431.1, 78_430.9, 78_430.8] },
    ]
    const description = 'Price of BTC was $78,431 on 21 Nov 2026.'
    const { ask, panel, user } = await open({
      answers: new Map([[question, { ...suggestion([]), table, description }]]),
    })
    await ask(question)
    await user.click(await panel.findByRole('button', { name: '$78,431, source' }))
    const card = within(await screen.findByRole('dialog', { name: '$78,431 in the table' }))
    expect(card.getByText('Price · BTC: 78,430.9')).toBeDefined()
    expect(card.getByText('21 Nov 2026')).toBeDefined()
  })

  it('shows the numbers behind an answer unrounded, in the table and as a number’s source', async () => {
    const table = [
      { id: 'fund', name: 'Fund', dataType: 'VARCHAR', values: ['IBIT', 'ETHA', 'FBTC', 'GBTC'] },
      {
        id: 'flow',
        name: 'Net flow',
        dataType: 'DOUBLE',
        values: [994_812_300, 183_244_912_331.52, 0.1 + 0.2, 0.000123456789],
      },
    ]
    const answer = { ...suggestion([]), table, description: 'IBIT had $994.8M.' }
    const { ask, panel, user } = await open({ answers: new Map([[question, answer]]) })
    await ask(question)
    await user.click(await panel.findByRole('button', { name: '$994.8M, source' }))
    const card = within(await screen.findByRole('dialog', { name: '$994.8M in the table' }))
    card.getByText('Net flow · IBIT: 994,812,300')
    await user.keyboard('{Escape}')
    for (const number of ['994,812,300', '183,244,912,331.52', '0.3', '0.000123457'])
      panel.getByRole('cell', { name: number, hidden: true })
  })

  it('moves the focus to the conversation when Ask is pressed, and shows long questions in full', async () => {
    const { panel, user } = await open()
    const field = panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
    await user.type(field, question)
    await user.click(panel.getByRole('button', { name: 'Ask' }))
    await panel.findByRole('heading', { name: 'Supply by chain' })
    await waitFor(() =>
      expect(document.activeElement).toBe(panel.getByRole('list', { name: 'Conversation' })),
    )
    await user.click(field)
    await user.paste('a'.repeat(1_703))
    const limit = 'A question can have 1,000 characters. This one has 1,703: shorten it.'
    expect(panel.getByText(limit).id).toBe(field.getAttribute('aria-describedby'))
    expect(field.value).toHaveLength(1_703)
    expect(panel.getByRole('button', { name: 'Ask' })).toHaveProperty('disabled', true)
    await user.keyboard('{Enter}')
    expect(panel.getAllByRole('article')).toHaveLength(1)
  })

  it('notes that a table that fills a result page may have more rows, and shows all received rows', async () => {
    const values = Array.from({ length: 1_000 }, (_, at) => (at === 0 ? 1.58e12 : 2e9 + at))
    const days = values.map(() => '2026-09-23')
    const table = [
      { id: 'day', name: 'Date', dataType: 'DATE', values: days },
      { id: 'cap', name: 'Market cap', dataType: 'DOUBLE', values },
    ]
    const answer = { ...suggestion([]), table, description: 'Market cap was $1.58T.' }
    const { ask, panel, user } = await open({ answers: new Map([[question, answer]]) })
    await ask(question)
    await user.click(await panel.findByRole('button', { name: '$1.58T, source' }))
    const card = await screen.findByRole('dialog', { name: '$1.58T in the table' })
    expect(card.querySelector('dd')?.textContent).toBe(
      'Not known: the table has the first 1,000 rows, and there may be more',
    )
    await user.keyboard('{Escape}')
    await user.click(panel.getByText('Table behind the chart'))
    const shown = panel.getByRole('region', { name: /, table$/ })
    expect(within(shown).getAllByRole('row')).toHaveLength(201)
    // Dates have the portal's format.
    expect(within(shown).getAllByRole('row')[1]?.textContent).toBe('23 Sep 20261,580,000,000,000')
    await user.click(within(shown).getByRole('button', { name: 'Show all' }))
    expect(within(shown).getAllByRole('row')).toHaveLength(1_001)
    expect(document.activeElement).toBe(shown)
    expect(within(shown).getByText('There may be more rows than these.')).toBeDefined()
  })

  it('opens the chart on the next Retry after a failure', async () => {
    const { ask, panel, surface, user } = await open()
    const openView = surface.open.bind(surface)
    surface.open = () => {
      throw new Error('a chunk did not come')
    }
    await ask(question)
    await user.click(await panel.findByRole('button', { name: 'Retry' }))
    surface.open = openView
    await user.click(await panel.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(panel.queryByRole('button', { name: 'Retry' })).toBeNull())
    expect(surface.views.at(-1)?.shown.at(-1)?.view.kind).toBe('answer')
  })

  it('announces an answer once, without its controls', async () => {
    const { ask, panel } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    const live = [...document.querySelectorAll('.message :is(output, [aria-live], [role="alert"])')]
    const { title, description } = suggestion([])
    expect(live.map(({ textContent }) => textContent).filter(Boolean)).toEqual([
      `Answer: ${title}. ${description}`,
    ])
  })

  it('announces that a question is being processed, from a live region that already exists', async () => {
    const { ask, panel } = await open()
    const live = document.querySelector('.research__body > output')
    const spoken: (string | null | undefined)[] = []
    const observer = new MutationObserver(() => void spoken.push(live?.textContent))
    if (live !== null) observer.observe(live, { childList: true, characterData: true, subtree: true })
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    observer.disconnect()
    expect(spoken).toContain('Reading the question…')
    expect(live?.textContent).toBe('')
  })

  it('covers the chart’s container until the chart is rendered', async () => {
    const { ask, panel, surface } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    const frame = () => document.querySelector('.answer__frame')?.getAttribute('data-phase')
    const says = (kind: 'loading' | 'rendered') => act(() => surface.views.at(-1)?.say({ kind }))
    await waitFor(() => expect(frame()).toBe('rendered'))
    says('loading')
    expect(frame()).toBe('loading')
    says('rendered')
    act(() => surface.views.at(-1)?.say({ kind: 'failed', failure: { kind: 'frame-silent' } }))
    says('loading')
    expect(frame()).toBe('opening')
    says('rendered')
    expect(frame()).toBe('rendered')
  })

  it.each([
    [
      'a table',
      suggestion([183, 83]).table,
      'The chart couldn’t be shown. Its numbers are in the table below.',
    ],
    ['no table', [], 'The chart couldn’t be shown.'],
  ])('reports a chart that cannot be shown beside %s', async (_, table, text) => {
    const answer = { ...suggestion([]), table }
    const { ask, panel, surface } = await open({ answers: new Map([[question, answer]]) })
    await ask(question)
    await waitFor(() => expect(surface.frameCounts()['answer']).toBe(1))
    const view = surface.views.find(({ shown }) => shown.at(-1)?.view.kind === 'answer')
    act(() => view?.say({ kind: 'failed', failure: { kind: 'frame-silent' } }))
    expect(panel.getByText(/^The chart couldn’t be shown\./).textContent).toBe(`${text}Retry`)
  })

  it('takes the as-of date of an answer without dates from its chart’s data', async () => {
    const { ask, panel, surface, user } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    const evidence = (): HTMLElement => panel.getByRole('button', { name: '$183B, source' })
    const asOf = async (): Promise<string | null | undefined> => {
      await user.click(evidence())
      const term = await screen.findByText('As of', { selector: '.evidence__card dt' })
      const definition = term.nextElementSibling?.textContent
      await user.click(evidence())
      return definition
    }
    expect(await asOf()).toBe('Unknown')
    const [view] = surface.views.filter(({ shown }) => shown.at(-1)?.view.kind === 'answer')
    await act(async () => view?.say({ kind: 'data', asOf: '2026-11-20', source: null }))
    expect(await asOf()).toBe('20 Nov 2026')
  })

  it('asks a follow-up question again on its own', async () => {
    const { ask, panel, user, assistant } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    expect(panel.queryByRole('button', { name: 'Ask in a new conversation' })).toBeNull()
    await ask(question)
    await waitFor(() => expect(panel.getAllByRole('heading', { name: 'Supply by chain' })).toHaveLength(2))
    await user.click(panel.getByRole('button', { name: 'Ask in a new conversation' }))
    await waitFor(() => expect(assistant.asked).toHaveLength(3))
    const [first, second, third] = assistant.asked.map(({ conversationId }) => conversationId)
    expect([second === first, third === first]).toEqual([true, false])
    expect(panel.getAllByRole('heading', { name: 'Supply by chain' })).toHaveLength(1)
  })

  it('shows what the assistant could not do, with Retry and without a chart', async () => {
    const { ask, panel, surface, user, assistant } = await open()
    await ask('the weather')
    const [text] = await panel.findAllByText('I did not understand "the weather".')
    expect(text?.closest('output')).toBeNull()
    expect(surface.views.some(({ shown }) => shown.some(({ view }) => view.kind === 'answer'))).toBe(false)
    await user.click(panel.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(assistant.asked).toHaveLength(2))
  })

  it('a question that was not understood can be edited in the field', async () => {
    const { assistant, panel, user } = await open()
    await user.type(panel.getByRole('textbox', { name: 'Your question' }), 'weather on Solana{Enter}')
    const field = panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
    await user.type(field, 'half a thought')
    await user.click(await panel.findByRole('button', { name: 'Edit question' }))
    expect(field.value).toBe('weather on Solana')
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(assistant.asked).toHaveLength(2))
    expect(field.value).toBe('half a thought')
  })

  it('a question that the service rejects can be asked in a new conversation', async () => {
    const { ask, assistant, panel, user } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    assistant.failNext({ kind: 'assistant-rejected' })
    await ask('supply by chain')
    await panel.findByRole('button', { name: 'Retry' })
    expect(panel.queryByRole('button', { name: 'Edit question' })).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Ask in a new conversation' }))
    await waitFor(() => expect(assistant.asked).toHaveLength(2))
    const [before, after] = assistant.asked.map(({ conversationId }) => conversationId)
    expect(before).not.toBe(after)
  })

  it('announces a failure once, when it comes, and not again when the panel opens', async () => {
    const { ask, control, panel, user } = await open()
    await ask('the weather')
    await panel.findByRole('button', { name: 'Retry' })
    const regions = (): readonly (string | null)[] =>
      [...document.querySelectorAll('.message :is(output, [aria-live], [role="alert"])')].map(
        ({ textContent }) => textContent,
      )
    expect(regions()).toEqual(['I did not understand "the weather".'])
    await user.click(control)
    await user.click(control)
    await screen.findByRole('button', { name: 'Retry' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('repeats an earlier question and marks exactly the numbers that changed', async () => {
    const known = new Map(answers)
    const { ask, panel, user } = await open({ answers: known })
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    known.set(question, suggestion([183, 90]))
    await user.click(panel.getByRole('button', { name: 'New conversation' }))
    await user.click(await panel.findByRole('button', { name: /^supply by chain/ }))
    expect(await panel.findByText(/1 number has changed since 21 Nov 2026/)).toBeTruthy()
    // Questions on screen are not suggested again.
    expect(panel.queryByRole('list', { name: 'Earlier answers', hidden: true })).toBeNull()
    const marks = panel.getAllByRole('cell', { hidden: true }).filter((cell) => cell.querySelector('mark'))
    expect(marks.map((cell) => cell.textContent)).toEqual(['90, was 83'])
  })

  it('shows a long table whole if a number below its first rows has changed', async () => {
    const known = new Map(answers)
    const { ask, panel, user } = await open({ answers: known })
    const answerWith = (last: number): AnswerSuggestion => {
      const values = Array.from({ length: 300 }, (_, row) => (row === 299 ? last : row + 1))
      const chains = values.map((_, row) => `chain ${row}`)
      const table = suggestion([]).table.map((column) => ({
        ...column,
        values: column.id === 'chain' ? chains : values,
      }))
      return { ...suggestion([]), table }
    }
    known.set(question, answerWith(5_000))
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    known.set(question, answerWith(6_000))
    await user.click(panel.getByRole('button', { name: 'New conversation' }))
    await user.click(await panel.findByRole('button', { name: /^supply by chain/ }))
    expect(await panel.findByText(/^1 number has changed since/)).toBeDefined()
    expect(panel.getByText(', was 5,000').closest('mark')?.textContent).toBe('6,000, was 5,000')
  })

  it.each([
    ['These numbers can’t be compared with those of 21 Nov 2026.', ['Solana', 'Base'], [5, 6]],
    ['Of 1 number compared, none has changed since 21 Nov 2026.', ['Tron', 'Base'], [83, 6]],
    ['Of 1 number compared, 1 has changed since 21 Nov 2026.', ['Tron', 'Base'], [84, 6]],
    ['No numbers have changed since 21 Nov 2026.', ['Tron', 'Ethereum'], [83, 183]],
  ])('says of a repeated question what could be compared: %s', async (sentence, chains, values) => {
    const known = new Map(answers)
    const { ask, panel, user } = await open({ answers: known })
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    const again = suggestion(values)
    const table = again.table.map((column) =>
      column.id === 'chain' ? { ...column, values: chains } : column,
    )
    known.set(question, { ...again, table })
    await user.click(panel.getByRole('button', { name: 'New conversation' }))
    await user.click(await panel.findByRole('button', { name: /^supply by chain/ }))
    await panel.findByText(sentence)
  })

  it('clears the questions of earlier visits on request, and Undo restores them', async () => {
    const { ask, panel, user } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    await user.click(panel.getByRole('button', { name: 'New conversation' }))
    await user.click(await panel.findByRole('button', { name: 'Clear earlier answers' }))
    expect(panel.queryByRole('list', { name: 'Earlier answers' })).toBeNull()
    await screen.findByText(/^Earlier answers about .* were cleared\.$/)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await panel.findByRole('button', { name: /^supply by chain/ })
  })

  it('offers all earlier answers, and Undo brings back the conversation that one has replaced', async () => {
    const known = new Map(Array.from({ length: 8 }, (_, n) => [`supply ${n}`, suggestion([n, 1])] as const))
    const { ask, panel, user } = await open({ answers: known })
    const answered = async (name: string): Promise<void> => {
      await ask(name)
      await waitFor(() => expect(panel.queryAllByRole('button', { name: 'Stop' })).toEqual([]))
    }
    const questions = () => panel.getAllByText(/^You asked:/).map((label) => label.parentElement?.textContent)
    for (const text of known.keys()) await answered(text)
    await user.click(panel.getByRole('button', { name: 'New conversation' }))
    const list = await panel.findByRole('list', { name: 'Earlier answers' })
    expect(within(list).getAllByRole('button')).toHaveLength(6)
    await user.click(panel.getByRole('button', { name: 'Show all 8' }))
    expect(within(list).getAllByRole('button')).toHaveLength(8)
    expect(panel.queryByRole('button', { name: /^Show all/ })).toBeNull()
    expect(within(list).getByRole('button', { name: /^supply 7/ }).title).toBe(
      'Ask 8 questions again and highlight changed numbers',
    )
    await answered('supply 5')
    await user.click(panel.getByText('Earlier answers'))
    await user.click(panel.getByRole('button', { name: /^supply 1/ }))
    await waitFor(() => expect(questions()).toEqual(['You asked: supply 0', 'You asked: supply 1']))
    await screen.findByText('Your conversation was replaced by an earlier answer.')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(questions()).toEqual(['You asked: supply 5'])
    await answered('supply 6')
    expect(questions()).toEqual(['You asked: supply 5', 'You asked: supply 6'])
  })

  it.each(['Enter', 'Escape'])('ignores %s during input-method composition', async (key) => {
    const { panel, user } = await open()
    const field = panel.getByRole('textbox', { name: 'Your question' })
    await user.type(field, '供給')
    // Safari has ended the composition by then.
    for (const press of [{ keyCode: 229, isComposing: true }, { keyCode: 229 }])
      fireEvent.keyDown(field, { key, ...press })
    expect(panel.queryAllByRole('article')).toEqual([])
    expect([field.isConnected, (field as HTMLTextAreaElement).value]).toEqual([true, '供給'])
  })

  it('closes with Escape and restores the focus; the conversation is kept for the visit', async () => {
    const { ask, panel, user, control } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary', { name: 'Deep Research' })).toBeNull()
    expect(document.activeElement).toBe(control)
    await user.click(control)
    expect(await screen.findByRole('heading', { name: 'Supply by chain' })).toBeTruthy()
  })

  it('takes the focus when it is opened, but not on a route change', async () => {
    const { user, goTo, control } = await open()
    const field = () => screen.findByPlaceholderText('Ask about the Home dashboard…')
    const link = screen.getByRole('link', { name: 'Home' })
    await user.click(link)
    await field()
    expect(document.activeElement).toBe(link)
    goTo('/saved-dashboards')
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Deep Research' })).toBeNull())
    goTo('/home')
    const there = await field()
    expect(document.activeElement).not.toBe(there)
    await user.click(screen.getByRole('button', { name: 'Close Deep Research' }))
    await user.click(screen.getByRole('button', { name: 'Deep Research' }))
    expect(document.activeElement).toBe(await field())
    expect(control.isConnected).toBe(false)
  })

  it('refreshes the charts of its answers with the dashboard beside it', async () => {
    const { ask, user, surface } = await open()
    await ask(question)
    await waitFor(() => expect(surface.frameCounts()['answer']).toBe(1))
    const view = surface.views.find(({ shown }) => shown.some((one) => one.view.kind === 'answer'))
    const kinds: string[] = []
    view?.watch(({ kind }) => kinds.push(kind))
    await user.click(screen.getByRole('button', { name: 'Refresh data' }))
    await waitFor(() => expect(kinds).toEqual(['loading', 'rendered']))
  })

  it('asks about the source of Data Weaver beside it, and about the widest while it has none', async () => {
    const app = await open()
    app.goTo('/chart-builder')
    await screen.findByPlaceholderText('Ask about the Home data…')
    const source = app.catalogue.datasets.find(({ key }) => key === 'bitcoin')?.sourceId ?? ''
    app.goTo(`/chart-builder?source=${source}`)
    await screen.findByPlaceholderText('Ask about the Bitcoin data…')
  })

  it('keeps the focus when the pressed control disappears', async () => {
    const { panel, user, control } = await open()
    const [suggested] = panel.getAllByRole('listitem')
    await user.click(within(suggested ?? document.body).getByRole('button'))
    const list = panel.getByRole('list', { name: 'Conversation' })
    await waitFor(() => expect(document.activeElement).toBe(list))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary', { name: 'Deep Research' })).toBeNull()
    expect(document.activeElement).toBe(control)
  })

  it.each(['#', '?'])(
    'opens from a link with the question in its input, without asking it: %s',
    async (mark) => {
      const { assistant, addresses } = await renderWithApp(<Portal />, {
        path: `/datasets/stablecoins${mark}research=supply+by+chain`,
        signedIn: true,
        answers,
      })
      const field = await screen.findByRole('textbox', { name: 'Your question' })
      expect((field as HTMLTextAreaElement).value).toBe('supply by chain')
      expect(addresses().at(-1)).toBe('/datasets/stablecoins')
      expect(assistant.asked).toEqual([])
    },
  )

  describe('where it covers the page', () => {
    const covering = async (path: string) => {
      const app = await renderWithApp(<Portal />, { path, signedIn: true, answers, width: 390 })
      act(() => app.stores.research.getState().show())
      const panel = within(await screen.findByRole('dialog', { name: 'Deep Research' }))
      await app.user.type(panel.getByRole('textbox', { name: 'Your question' }), `${question}{Enter}`)
      await panel.findByRole('link', { name: 'Open in Data Weaver' })
      return { ...app, panel }
    }
    const isClosed = () => screen.queryByRole('dialog', { name: 'Deep Research' }) === null

    it.each(['/datasets/stablecoins', '/chart-builder'])(
      'its links from %s close it and move the focus to the page they open',
      async (path) => {
        const { user, panel, addresses } = await covering(path)
        await user.click(panel.getByRole('link', { name: 'Open in Data Weaver' }))
        await screen.findByRole('heading', { level: 1, name: 'Data Weaver' })
        expect(addresses().at(-1)).toMatch(/^\/chart-builder\?source=/)
        await waitFor(() => expect(isClosed()).toBe(true))
        await waitFor(() => expect(document.activeElement?.id).toBe('main'))
      },
    )

    it('it closes when another page opens, and stays closed there', async () => {
      const { goTo } = await covering('/datasets/stablecoins')
      goTo('/datasets/stablecoins?from=2026-01-01')
      expect(isClosed()).toBe(false)
      goTo('/datasets/etf')
      expect(isClosed()).toBe(true)
      expect(document.activeElement?.id).toBe('main')
      goTo('/datasets/stablecoins')
      expect(isClosed()).toBe(true)
    })

    it('it opens from the full page over the dashboard', async () => {
      const { user, panel } = await covering('/datasets/stablecoins')
      await user.click(panel.getByRole('link', { name: 'Open full page' }))
      await user.click(await screen.findByRole('link', { name: 'Show beside the Stablecoins dashboard' }))
      within(await screen.findByRole('dialog', { name: 'Deep Research' })).getByRole('heading', {
        name: 'Supply by chain',
      })
    })
  })

  it('disappears from the screen on sign-out', async () => {
    const { ask, panel, user, stores } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(screen.queryByText('Supply by chain')).toBeNull())
    expect(stores.research.getState()).toMatchObject({
      open: false,
      conversations: new Map(),
      earlierAnswers: [],
    })
  })
})

describe('the page of Deep Research', () => {
  const page = async (path: string, options: WithAppOptions = {}) => {
    const app = await renderWithApp(<Portal />, { path, signedIn: true, answers, ...options })
    const region = within(await screen.findByRole('region', { name: 'Deep Research' }))
    const field = region.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
    return { ...app, region, field }
  }
  const sourceOf = ({ catalogue }: RenderedApp, key: string): string =>
    catalogue.datasets.find((dataset) => dataset.key === key)?.sourceId ?? ''

  it('shares the panel’s conversation, with all actions on an answer, and hands it back', async () => {
    const app = await open()
    await app.ask(question)
    await app.panel.findByRole('heading', { name: 'Supply by chain' })
    await app.user.type(app.panel.getByRole('textbox', { name: 'Your question' }), 'by month')
    await app.user.click(app.panel.getByRole('link', { name: 'Open full page' }))
    const region = within(await screen.findByRole('region', { name: 'Deep Research' }))
    region.getByRole('heading', { name: 'Supply by chain' })
    expect(region.getByRole('textbox', { name: 'Your question' })).toHaveProperty('value', 'by month')
    for (const act of ['Save to dashboard', 'Copy link', '$183B, source'])
      region.getByRole('button', { name: act })
    region.getByText('Table behind the chart')
    expect(screen.getByRole('combobox', { name: 'Source' })).toHaveProperty(
      'value',
      sourceOf(app, 'stablecoins'),
    )
    expect(app.assistant.asked).toHaveLength(1)
    await app.user.click(screen.getByRole('link', { name: 'Show beside the Stablecoins dashboard' }))
    const panel = within(await screen.findByRole('complementary', { name: 'Deep Research' }))
    panel.getByRole('heading', { name: 'Supply by chain' })
  })

  it('asks a question passed by the portal once, and puts a link’s question in its input', async () => {
    const app = await page('/deep-research')
    const { goTo, addresses, assistant, region, field } = app
    goTo(`/deep-research?q=supply+by+chain`)
    expect(field.value).toBe(question)
    expect(assistant.asked).toEqual([])
    const clean = `/deep-research?source=${sourceOf(app, 'home')}`
    expect(addresses().at(-1)).toBe(clean)
    await app.user.clear(field)
    await app.user.keyboard('{Control>}k{/Control}')
    await app.user.type(await screen.findByRole('combobox', { name: /^Search/ }), question)
    await app.user.click(await screen.findByRole('option', { name: `Ask Deep Research: ${question}` }))
    await region.findByRole('heading', { name: 'Supply by chain' })
    expect(assistant.asked.map(({ text }) => text)).toEqual([question])
    expect(addresses().at(-1)).toBe(clean)
  })

  it('has one conversation per source, and its link names both', async () => {
    const app = await page('/deep-research')
    const copied: string[] = []
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    })
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'Stablecoins')
    const field = await screen.findByPlaceholderText('Ask about the Stablecoins dashboard…')
    await app.user.type(field, `${question}{Enter}`)
    await screen.findByRole('heading', { name: 'Supply by chain' })
    await app.user.click(screen.getByRole('button', { name: 'Copy link' }))
    await screen.findByText('Link copied')
    const { search, hash } = new URL(copied[0] ?? '')
    // The question is in the fragment, so no server receives it.
    expect([search, hash]).toEqual([`?source=${sourceOf(app, 'stablecoins')}`, '#q=supply+by+chain'])
    // A follow-up question means something else without the earlier ones.
    await app.user.type(field, `${question}{Enter}`)
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Copy link' })).toHaveLength(2))
    await app.user.click(screen.getAllByRole('button', { name: 'Copy link' })[1] ?? document.body)
    await waitFor(() => expect(copied).toHaveLength(2))
    const [builder] = screen.getAllByRole('link', { name: 'Open in Data Weaver' }).slice(-1)
    expect(copied[1]).toBe((builder as HTMLAnchorElement).href)
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'Home')
    await screen.findByPlaceholderText('Ask about the Home dashboard…')
    expect(screen.queryByRole('heading', { name: 'Supply by chain' })).toBeNull()
  })

  it('lists the source of several datasets once, under their names', async () => {
    const shared = 'b1d2c3e4-0000-4a00-8a00-00000000a004'
    const settings = { ASSAY_SOURCE_BITCOIN: shared, ASSAY_SOURCE_ETHEREUM: shared }
    const app = await renderWithApp(<Portal />, {
      path: '/datasets/ethereum',
      signedIn: true,
      answers,
      settings,
    })
    await app.user.click(await screen.findByRole('button', { name: 'Deep Research' }))
    await app.user.click(await screen.findByRole('link', { name: 'Open full page' }))
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Source' })
    const names = [...select.options].map(({ text }) => text)
    expect(select.selectedOptions[0]?.text).toBe('Bitcoin and Ethereum')
    expect(names).toHaveLength(11)
    expect(new Set([...select.options].map(({ value }) => value)).size).toBe(11)
    screen.getByPlaceholderText('Ask about the Bitcoin and Ethereum dashboards…')
    await app.user.click(screen.getByRole('link', { name: 'Show beside the Bitcoin dashboard' }))
    await screen.findByRole('heading', { level: 1, name: 'Bitcoin' })
    // One source for all of them.
    cleanup()
    const one = Object.fromEntries(datasetKeys.map((key) => [sourceVariable(key), shared]))
    await page('/deep-research', { settings: one })
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Home, Stablecoins, and 10 more',
    ])
  })

  it('one link leads to the service’s own chat and, at another press, back', async () => {
    const { addresses, user } = await page('/deep-research')
    const link = screen.getByRole('link', { name: 'Open the service’s own chat' })
    await user.click(link)
    expect(addresses().at(-1)).toMatch(/^\/deep-research\?source=.+&view=service$/)
    expect(link.textContent).toBe('Back to Deep Research')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your question' })).toBeNull())
    await user.click(link)
    expect(link.textContent).toBe('Open the service’s own chat')
    expect(document.activeElement).toBe(link)
    await screen.findByRole('textbox', { name: 'Your question' })
  })

  it('refreshes the charts without asking again', async () => {
    const { user, field, region, surface, assistant } = await page('/deep-research')
    await user.type(field, `${question}{Enter}`)
    await region.findByRole('heading', { name: 'Supply by chain' })
    await waitFor(() => expect(surface.frameCounts()['answer']).toBe(1))
    const view = surface.views.find(({ shown }) => shown.some((one) => one.view.kind === 'answer'))
    const kinds: string[] = []
    view?.watch(({ kind }) => kinds.push(kind))
    await user.type(field, 'by month')
    await user.click(screen.getByRole('button', { name: 'Refresh data' }))
    await waitFor(() => expect(kinds).toEqual(['loading', 'rendered']))
    expect(assistant.asked).toHaveLength(1)
    expect(field.value).toBe('by month')
  })

  it('keeps the conversation and the draft across a reload', async () => {
    const first = await page('/deep-research')
    await first.user.type(first.field, `${question}{Enter}`)
    await first.region.findByRole('heading', { name: 'Supply by chain' })
    await first.user.type(first.field, 'by month')
    cleanup()
    const { region, field, assistant } = await page('/deep-research', { tabStore: first.tabStore })
    await region.findByRole('heading', { name: 'Supply by chain' })
    await waitFor(() => expect(field.value).toBe('by month'))
    expect(assistant.asked).toEqual([])
  })

  it('keeps a link’s question in its input after a reload', async () => {
    const first = await page('/deep-research?q=by+month')
    await waitFor(() => expect(first.field.value).toBe('by month'))
    cleanup()
    const { field } = await page('/deep-research', { tabStore: first.tabStore })
    await waitFor(() => expect(field.value).toBe('by month'))
  })

  it('restores the earlier draft once a link’s question is asked, also after a reload', async () => {
    const first = await page('/deep-research')
    await first.user.type(first.field, 'by month')
    first.goTo('/deep-research#q=supply+by+chain')
    expect(first.field.value).toBe(question)
    await first.user.type(first.field, '{Enter}')
    expect(first.field.value).toBe('by month')
    cleanup()
    const { field, user } = await page('/deep-research#q=supply+by+chain', { tabStore: first.tabStore })
    await waitFor(() => expect(field.value).toBe(question))
    await user.type(field, '{Enter}')
    expect(field.value).toBe('by month')
    await user.clear(field)
    await user.type(field, `${question}{Enter}`)
    expect(field.value).toBe('')
  })

  it('keeps the draft when the user has to log in again', async () => {
    const first = await page('/deep-research')
    await first.user.type(first.field, 'by month')
    await first.user.click(screen.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your question' })).toBeNull())
    expect(first.stores.research.getState().draft).toBe('')
    cleanup()
    const { field } = await page('/deep-research', { tabStore: first.tabStore })
    await waitFor(() => expect(field.value).toBe('by month'))
  })
})

it('shows an answer with a very long run of digits at once: parsing takes linear time', () => {
  const digits = '1'.repeat(300_000)
  render(<EvidenceText text={`${digits} and 12.5%`} answer={suggestion([1])} asOf={null} />)
  expect(screen.getByText(/and/).textContent.slice(0, digits.length)).toBe(digits)
  expect(screen.getByRole('button', { name: /12\.5%/ })).toBeTruthy()
})

it('shows a negative zero in a table as 0', () => {
  const [, supply] = suggestion([-0, -0.5]).table
  render(<AnswerTable columns={supply === undefined ? [] : [supply]} changed={[]} title="Supply" />)
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['0', '-0.5'])
})
