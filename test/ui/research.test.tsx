import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Portal } from '../../src/ui/app/portal'
import { EvidenceText } from '../../src/ui/features/research/evidence-text'
import { renderWithApp, type RenderedApp, type WithAppOptions } from '../support/render-with-app'
import { answers, openResearch as open, question, suggestion } from '../support/research-panel'

/** Elements are near the screen, and far from it again, as the test has it. */
class NearByHand {
  static readonly all: NearByHand[] = []
  readonly report: (near: boolean) => void
  constructor(report: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.report = (near) => report([{ isIntersecting: near }])
  }
  observe(element: Element): void {
    if (element.classList.contains('answer__container')) NearByHand.all.push(this)
    else this.report(true)
  }
  disconnect(): void {
    return undefined
  }
}

describe('Deep Research', () => {
  it('is for signed-in people, on datasets and the chart builder, while the flag is on', async () => {
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

  it('leaves no room in the bar where it is off from the start, and its own where it goes off', async () => {
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

  it('has the pictures of the eight answers that were near the screen last, and makes another when it is near', async () => {
    vi.stubGlobal('IntersectionObserver', NearByHand)
    const { ask, panel } = await open()
    for (let asked = 1; asked <= 10; asked += 1) {
      await ask(question)
      await waitFor(() => expect(NearByHand.all).toHaveLength(asked))
    }
    /** Of these answers, by their number. */
    const pictures = (): readonly number[] =>
      panel
        .getAllByRole('article')
        .flatMap((answer, index) => (answer.querySelector('[data-phase="rendered"]') === null ? [] : [index]))
    const comeAndGo = (answer: number): void =>
      act(() => {
        NearByHand.all[answer]?.report(true)
        NearByHand.all[answer]?.report(false)
      })
    for (let answer = 0; answer < 9; answer += 1) comeAndGo(answer)
    await waitFor(() => expect(pictures()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]))
    // The second is on screen again, and makes way for nobody while it is.
    act(() => NearByHand.all[1]?.report(true))
    for (const answer of [0, 9, 2, 3, 4, 5, 6, 7]) comeAndGo(answer)
    await waitFor(() => expect(pictures()).toEqual([1, 2, 3, 4, 5, 6, 7, 9]))
    // What is gone is made once more.
    comeAndGo(0)
    await waitFor(() => expect(pictures()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]))
  })

  it('asks, and shows the answer with its picture, its reading and its table', async () => {
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
    // Each part leads to where it can be changed.
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

  it('says what was worked out first, what is left out and how it is drawn', async () => {
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
    // A headline figure takes less room than a chart.
    const shapes = [...document.querySelectorAll('.answer__frame')].map((frame) =>
      frame.getAttribute('data-shape'),
    )
    expect(shapes).toEqual(['chart', 'figure', 'chart'])
  })

  it('says of a number in the words where it stands in the table, and of one that stands nowhere that it does not', async () => {
    const table = [
      { id: 'fund', name: 'Fund', dataType: 'VARCHAR', values: ['IBIT', 'ETHA'] },
      { id: 'flow', name: 'Net flow', dataType: 'DOUBLE', values: [995e6, 313.3e6] },
      { id: 'ago', name: 'Net flow (a month ago)', dataType: 'DOUBLE', values: [313.4e6, 20e6] },
    ]
    const description = 'IBIT had +$995M, ETHA $313M; $1.3B in all.'
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
    expect(await sourceOf('$1.3B')).toEqual(['No single value', ...query])
  })

  it('leaves the keyboard with the conversation when Ask is pressed, and cuts off nothing of a long question', async () => {
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

  it('says of a table that came in a full page that there may be more, and shows all that came', async () => {
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
    // Days as everywhere in the portal.
    expect(within(shown).getAllByRole('row')[1]?.textContent).toBe('23 Sep 20261,580,000,000,000')
    await user.click(within(shown).getByRole('button', { name: 'Show all' }))
    expect(within(shown).getAllByRole('row')).toHaveLength(1_001)
    expect(document.activeElement).toBe(shown)
    expect(within(shown).getByText('There may be more rows than these.')).toBeDefined()
  })

  it('opens the picture at the next Retry when it could not be opened', async () => {
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

  it('is read aloud once, without what can be done with it', async () => {
    const { ask, panel } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    const live = [...document.querySelectorAll('.message :is(output, [aria-live], [role="alert"])')]
    const { title, description } = suggestion([])
    expect(live.map(({ textContent }) => textContent).filter(Boolean)).toEqual([
      `Answer: ${title}. ${description}`,
    ])
  })

  it('says aloud, from an element that is there before, that a question is being read', async () => {
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

  it('covers the place of the picture until there is one to be seen', async () => {
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

  it('knows the day of an answer without days from the data that its picture is made of', async () => {
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

  it('asks a question that followed on others once more, with nothing before it', async () => {
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

  it('shows what the assistant could not do, with Retry and without a picture', async () => {
    const { ask, panel, surface, user, assistant } = await open()
    await ask('the weather')
    const alert = await panel.findByRole('alert')
    expect(alert.textContent).toContain('I did not understand "the weather".')
    expect(surface.views.some(({ shown }) => shown.some(({ view }) => view.kind === 'answer'))).toBe(false)
    await user.click(panel.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(assistant.asked).toHaveLength(2))
  })

  it('asks an earlier answer again and marks exactly the numbers that changed', async () => {
    const known = new Map(answers)
    const { ask, panel, user } = await open({ answers: known })
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    known.set(question, suggestion([183, 90]))
    await user.click(panel.getByRole('button', { name: 'New conversation' }))
    await user.click(await panel.findByRole('button', { name: /^supply by chain/ }))
    expect(await panel.findByText(/1 number has changed since 21 Nov 2026/)).toBeTruthy()
    // What is on screen is not offered again.
    expect(panel.queryByRole('list', { name: 'Earlier answers', hidden: true })).toBeNull()
    const marks = panel.getAllByRole('cell', { hidden: true }).filter((cell) => cell.querySelector('mark'))
    expect(marks.map((cell) => cell.textContent)).toEqual(['90, was 83'])
  })

  it('clears what was asked on earlier visits when somebody wants that, and gives it back', async () => {
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

  it.each(['Enter', 'Escape'])('leaves %s that belongs to an input method to it', async (key) => {
    const { panel, user } = await open()
    const field = panel.getByRole('textbox', { name: 'Your question' })
    await user.type(field, '供給')
    // Safari has ended the composition by then.
    for (const press of [{ keyCode: 229, isComposing: true }, { keyCode: 229 }])
      fireEvent.keyDown(field, { key, ...press })
    expect(panel.queryAllByRole('article')).toEqual([])
    expect([field.isConnected, (field as HTMLTextAreaElement).value]).toEqual([true, '供給'])
  })

  it('closes with Escape and gives the focus back; the conversation stays for the visit', async () => {
    const { ask, panel, user, control } = await open()
    await ask(question)
    await panel.findByRole('heading', { name: 'Supply by chain' })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary', { name: 'Deep Research' })).toBeNull()
    expect(document.activeElement).toBe(control)
    await user.click(control)
    expect(await screen.findByRole('heading', { name: 'Supply by chain' })).toBeTruthy()
  })

  it('takes the focus when it is opened, and at no change of the page', async () => {
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

  it('has the keyboard still when what was pressed goes by that', async () => {
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
    'opens from a link with the question in its field, and has not asked it: %s',
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

  it('is gone from the screen with the person', async () => {
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

  it('has the conversation of the panel, with all that can be done with an answer, and gives it back', async () => {
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

  it('asks what the portal leads here to ask, once, and has a link’s question in its field', async () => {
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

  it('has a conversation for each source, and its link holds both', async () => {
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
    // No server is sent the question.
    expect([search, hash]).toEqual([`?source=${sourceOf(app, 'stablecoins')}`, '#q=supply+by+chain'])
    // What follows means something else to somebody who has asked nothing before it.
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

  it('refreshes the pictures and asks nothing again', async () => {
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

  it('costs a reload neither the conversation nor what was typed', async () => {
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

  it('has a link’s question in its field after a reload too', async () => {
    const first = await page('/deep-research?q=by+month')
    await waitFor(() => expect(first.field.value).toBe('by month'))
    cleanup()
    const { field } = await page('/deep-research', { tabStore: first.tabStore })
    await waitFor(() => expect(field.value).toBe('by month'))
  })

  it('has what was typed before a link once the link’s question is asked, after a reload too', async () => {
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

  it('costs whoever has to log in again nothing that was typed', async () => {
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

it('shows an answer of digits without end at once: each is looked at a few times, and not from each before it', () => {
  const digits = '1'.repeat(300_000)
  render(<EvidenceText text={`${digits} and 12.5%`} answer={suggestion([1])} asOf={null} />)
  expect(screen.getByText(/and/).textContent.slice(0, digits.length)).toBe(digits)
  expect(screen.getByRole('button', { name: /12\.5%/ })).toBeTruthy()
})
