import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { render, type ComponentChildren } from 'preact'
import { expect, test, vi, describe } from 'vitest'
import type { Answer, PinRequest, Chip, Reading, RunResult } from '../../../../local/bi-host/wire/answers'
import type { AnswerHost } from '../../../../local/bi-host/frame/host/calls'
import { UiContext, type Ui } from '../../../../local/bi-host/frame/parts/context'
import { createCatalog } from '../../../../local/bi-host/frame/builder/builder-state'
import { BuilderContext, createBuilder, type Builder } from '../../../../local/bi-host/frame/builder/builder'
import { FormulaDialog } from '../../../../local/bi-host/frame/builder/formula-dialog'
import type { Saving } from '../../../../local/bi-host/frame/builder/saved-chart'
import { PinDialog } from '../../../../local/bi-host/frame/builder/dialogs'
import { builderFields, builderUi } from './builder-fields'
import { Chips } from '../../../../local/bi-host/frame/builder/chips'
import { ignoreComposition } from '../../../../local/bi-host/frame/app/page'
import { SearchBar } from '../../../../local/bi-host/frame/builder/search-bar'
import { FieldPanel } from '../../../../local/bi-host/frame/builder/field-panel'

describe('builder dialogs', () => {
  const answer: Answer = {
    version: 2,
    title: 'Flows',
    query: { measures: ['funds.flow'] },
    chart: { type: 'auto' },
  }
  const board = { id: 'd-1', name: 'Desk', tabs: [] }

  /** Opens a dialog over a chart, for a user with these dashboards. */
  function open(dialog: ComponentChildren, dashboards: readonly object[] = []): void {
    const host = (async (operation: string) =>
      operation === 'ListPinTargets'
        ? { ok: true, value: { dashboards } }
        : { ok: false, problem: { kind: 'unavailable', reference: '' } }) as unknown as AnswerHost
    const builder = createBuilder(host)
    const functions = [{ name: 'growth', signature: 'growth(x)', description: '' }]
    builder.state.set({
      catalog: createCatalog({ ...builderFields, functions }),
      answer,
    })
    const around = { frame: { port: { post: () => undefined } } } as unknown as Ui
    render(
      <UiContext.Provider value={around}>
        <BuilderContext.Provider value={builderUi(builder)}>{dialog}</BuilderContext.Provider>
      </UiContext.Provider>,
      document.body,
    )
  }

  test('a name is inserted with a space, as in the example, and fills the argument of an inserted function', async () => {
    const user = userEvent.setup()
    open(<FormulaDialog id={null} />)
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Calculation' })
    expect(text.placeholder).toContain('funds.flow')
    const fields = screen.getByRole('combobox', { name: 'Insert a field' })
    await user.selectOptions(fields, 'Net flow')
    await user.selectOptions(fields, 'Net flow')
    expect(text.value).toBe('funds.flow funds.flow')
    await user.clear(text)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Insert a function' }), 'growth(x)')
    await user.selectOptions(fields, 'Net flow')
    expect(text.value).toBe('growth(funds.flow)')
  })

  test.each([
    ['a dashboard that is there', [board], '{Enter}', { dashboardId: 'd-1' }],
    ['a new one, once it is named', [], 'Fresh{Enter}', { newDashboard: 'Fresh' }],
  ])('Enter pins to %s', async (_, dashboards, typed, to) => {
    const user = userEvent.setup()
    const pin = vi.fn<(to: PinRequest['to']) => Promise<unknown>>(async () => ({
      ok: true,
      value: { dashboardName: 'Desk' },
    }))
    open(<PinDialog keeping={{ pin } as unknown as Saving} />, dashboards)
    await screen.findByRole('button', { name: 'Pin chart' })
    await waitFor(() => expect(document.activeElement?.matches('input, [type="submit"]')).toBe(true))
    await user.keyboard(typed)
    await waitFor(() => expect(pin.mock.calls[0]?.[0]).toMatchObject(to))
  })
})

describe('builder keys', () => {
  /** A part of the builder, with a host that never answers. */
  function open(
    part: ComponentChildren,
    page: HTMLElement = document.body,
  ): { builder: Builder; user: ReturnType<typeof userEvent.setup> } {
    const host = (() =>
      Promise.resolve({
        ok: false,
        problem: { kind: 'unavailable', reference: '' },
      })) as unknown as AnswerHost
    const builder = createBuilder(host)
    builder.state.set({ catalog: createCatalog(builderFields) })
    render(<BuilderContext.Provider value={builderUi(builder)}>{part}</BuilderContext.Provider>, page)
    return { builder, user: userEvent.setup() }
  }
  const stops = (within: Element): number => within.querySelectorAll('[tabindex="0"]').length
  /** Text of the focused element; null if nothing has the focus. */
  const focused = (): string | null =>
    document.activeElement === document.body ? null : (document.activeElement?.textContent ?? null)

  test('the fields are one tab stop: arrow keys move, Enter adds, Right opens, letters search', async () => {
    const { builder, user } = open(<FieldPanel />)
    const search = screen.getByRole('searchbox', { name: 'Search fields' })
    const list = screen.getByRole('toolbar', { name: /^Fields/ })
    await user.click(search)
    await user.tab()
    expect([focused(), stops(list)]).toEqual(['Funds', 1])
    await user.keyboard('{ArrowRight}')
    await screen.findByRole('button', { name: 'Net flow' })
    await user.keyboard('{ArrowDown}')
    expect([focused(), stops(list)]).toEqual(['Net flow', 1])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(builder.state.get().answer.query.measures).toEqual(['funds.flow']))
    await user.keyboard('{End}')
    expect(focused()).toBe('Launched')
    await user.keyboard('{ArrowUp}{ArrowRight}')
    const menu = within(await screen.findByRole('menu', { name: 'Age' }))
    await user.click(menu.getByRole('menuitem', { name: 'Split by it' }))
    await waitFor(() => expect(builder.state.get().answer.query.attributes).toEqual(['funds.age']))
    await waitFor(() => expect(focused()).toBe('Age'))
    // Tab leaves the list, and returns to the same entry.
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(search)
    await user.tab()
    expect(focused()).toBe('Age')
    await user.keyboard('{ArrowLeft}')
    expect(focused()).toBe('Funds')
    await user.keyboard('lau')
    expect((search as HTMLInputElement).value).toBe('lau')
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('Launched'))
  })

  test.each([
    ['that goes on', { keyCode: 229, isComposing: true }],
    ['that has ended, as Safari has it', { keyCode: 229 }],
  ])('no key of a composition %s asks, leaves or closes anything', async (_, press) => {
    const page = document.body.appendChild(document.createElement('main'))
    ignoreComposition(page)
    const { builder, user } = open(<SearchBar />, page)
    const asked = vi.spyOn(builder, 'ask')
    const bar = screen.getByRole('combobox', { name: 'Question' })
    await user.type(bar, '供給')
    const isLeft = ['Enter', 'Tab', 'Escape', 'ArrowDown'].map((key) =>
      fireEvent.keyDown(bar, { key, ...press }),
    )
    expect(isLeft).toEqual([true, true, true, true])
    expect(asked).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    expect(asked).toHaveBeenCalledWith('供給')
  })

  test('the chips are one tab stop: arrow keys move, Delete removes one and keeps the focus in the row', async () => {
    const { builder, user } = open(<Chips />)
    builder.open(
      {
        version: 2,
        title: '',
        query: { measures: ['funds.flow'], attributes: ['funds.fund'] },
        chart: { type: 'auto' },
      },
      {},
    )
    const chip = (label: string, target: Chip['target']): Chip => ({
      label,
      kind: 'measure',
      assumed: false,
      target,
    })
    const chips = [
      chip('Net flow', { part: 'measure', id: 'funds.flow' }),
      chip('by Fund', { part: 'attribute', id: 'funds.fund' }),
    ]
    builder.state.set({ reply: { kind: 'result', chips } as unknown as RunResult })
    const row = await screen.findByRole('list', { name: 'How the question was read' })
    expect(stops(row)).toBe(1)
    await user.tab()
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('by Fund')
    await user.keyboard('{Delete}')
    await waitFor(() => expect(builder.state.get().answer.query.attributes).toBeUndefined())
    expect(focused()).toBe('Net flow')
  })

  test('the focus stays at the first place when the first chip is taken away', async () => {
    const { builder, user } = open(<Chips />)
    const query = { measures: ['funds.flow'], attributes: ['funds.fund'] }
    builder.open({ version: 2, title: '', query, chart: { type: 'auto' } }, {})
    const fund: Chip = {
      label: 'by Fund',
      kind: 'attribute',
      assumed: false,
      target: { part: 'attribute', id: 'funds.fund' },
    }
    const flow: Chip = {
      label: 'Net flow',
      kind: 'measure',
      assumed: false,
      target: { part: 'measure', id: 'funds.flow' },
    }
    const answered = (chips: readonly Chip[]): void =>
      builder.state.set({ reply: { kind: 'result', chips } as unknown as RunResult })
    answered([fund, flow])
    await screen.findByRole('button', { name: 'by Fund' })
    await user.tab()
    await user.keyboard('{Delete}')
    answered([flow])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'by Fund' })).toBeNull())
    expect(focused()).toBe('Net flow')
  })

  test('a question with an unknown word shows what was understood, and one press removes the word', async () => {
    const { builder, user } = open(<Chips />)
    const phrase = 'net flow in Atlantis'
    const flow: Chip = {
      label: 'Net flow',
      kind: 'measure',
      assumed: false,
      target: { part: 'measure', id: 'funds.flow' },
    }
    const word = { text: 'Atlantis', start: 12, end: 20, suggestions: ['Atlas'], without: 'net flow' }
    const reading = { phrase, answer: null, chips: [flow], notUnderstood: [word], ambiguities: [] }
    builder.state.set({ phrase, status: 'done', reading: reading as unknown as Reading })
    const row = await screen.findByRole('list', { name: 'How the question was read' })
    await within(row).findByRole('button', { name: 'Net flow' })
    expect(within(row).queryByRole('button', { name: 'Remove Net flow' })).toBeNull()
    expect(within(row).getByRole('button', { name: 'Atlas' })).toBeTruthy()
    const asked = vi.spyOn(builder, 'ask')
    await user.click(within(row).getByRole('button', { name: 'Leave out Atlantis' }))
    expect(asked).toHaveBeenCalledWith('net flow')
  })
})
